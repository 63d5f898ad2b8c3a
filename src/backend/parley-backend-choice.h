/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "base/parley-settings.h"
#include "base/parley-timers.h"

G_BEGIN_DECLS

/* Makes the backend that the settings name. @folder: (nullable): Parley's own, for the key's file
 * when no setting names another. @proxy: (nullable): how to get out of this machine; NULL is the
 * system's way. @timers: borrowed, must outlive the backend. Returns: (transfer full): NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence that says what to change. */
ParleyBackend *parley_backend_choose (ParleySettings *settings,
                                      const char *folder,
                                      GProxyResolver *proxy,
                                      ParleyTimers *timers,
                                      GError **error);

G_END_DECLS
