/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-server.h"

G_BEGIN_DECLS

/* A server that speaks Anthropic's Messages. Its address may end in "/v1" or not; without one it is
 * Anthropic's own. Arguments and errors as of parley_server_new (). Returns: (transfer full). */
ParleyBackend *
parley_anthropic_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error);

G_END_DECLS
