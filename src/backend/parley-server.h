/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "backend/parley-endpoint.h"

G_BEGIN_DECLS

/* A backend that asks a model server over the network, in the server's dialect. */
#define PARLEY_TYPE_SERVER (parley_server_get_type ())
G_DECLARE_FINAL_TYPE (ParleyServer, parley_server, PARLEY, SERVER, GObject)

/* As parley_endpoint_new (). Returns: (transfer full). */
ParleyBackend *parley_server_new (const ParleyDialect *dialect,
                                  const ParleyServerConfig *config,
                                  ParleyTimers *timers,
                                  GError **error);

G_END_DECLS
