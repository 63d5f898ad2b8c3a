/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "backend/parley-keys.h"
#include "settings/parley-settings.h"
#include "base/parley-timers.h"

G_BEGIN_DECLS

/* Makes the backend that the settings name. @places: where keys are looked for; the file in them is
 * that of the settings. @proxy: (nullable): how to get out of this machine; NULL is the system's
 * way. @timers: borrowed, must outlive the backend. Returns: (transfer full): NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence that says what to change; that is so too when the user
 * has to say something about the server first. */
ParleyBackend *parley_backend_choose (ParleySettings *settings,
                                      const ParleyKeyPlaces *places,
                                      GProxyResolver *proxy,
                                      ParleyTimers *timers,
                                      GError **error);

/* The server of the settings with a key that the user has typed and not stored yet: to be asked for
 * its models, and nothing else. @key: (nullable). The rest as above; never the away note. Returns:
 * (transfer full). */
ParleyBackend *parley_backend_try (ParleySettings *settings,
                                   const char *key,
                                   GProxyResolver *proxy,
                                   ParleyTimers *timers,
                                   GError **error);

/* As parley_keys_find (), for the server of the settings. Returns: (transfer full): NULL without an
 * error when no server is asked. */
ParleyKeyAnswer *
parley_backend_find_key (ParleySettings *settings, const ParleyKeyPlaces *places, GError **error);

G_END_DECLS
