/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-model.h"
#include "base/parley-data.h"
#include "base/parley-timers.h"

G_BEGIN_DECLS

/* A program on this machine that may run models. */
typedef struct
{
  char *name; /* of the program: "Ollama" */
  char *base_url;
  guint port;
  GPtrArray *models; /* (nullable): of ParleyModel; NULL while nobody was asked or none answered */
  GError *error;     /* (nullable): what the user can do something about: a foreign program listens
                        there, or a key is wanted */
} ParleyLocalServer;

/* Returns: (transfer full): of ParleyLocalServer: where to ask, from data/local-servers.ini;
 * nothing but loopback. Nobody is asked. */
GPtrArray *parley_local_servers_load (ParleyData *data);

/* Asks each for its models, all at the same time, and never for anything else: no chat, no key. One
 * whose listener is another user's program is not asked. It takes some seconds at most.
 * @servers: of ParleyLocalServer; filled in. @timers: must outlive the call. */
void parley_local_servers_ask_async (GPtrArray *servers,
                                     ParleyTimers *timers,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

/* Returns: (transfer full): @servers; NULL when cancelled. */
GPtrArray *parley_local_servers_ask_finish (GAsyncResult *result, GError **error);

G_END_DECLS
