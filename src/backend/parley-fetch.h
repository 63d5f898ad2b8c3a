/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-exchange.h"

G_BEGIN_DECLS

/* One object that a server is asked for, and read as a whole. */

/* Runs in a worker. @key: (nullable): never quoted. Returns: (transfer full): NULL with an error.
 */
typedef gpointer (*ParleyFetchParse) (const char *data,
                                      gsize length,
                                      const char *key,
                                      GError **error);

/* @task: (transfer full): returns what @parse did, exactly once; its source object keeps what
 * @setup borrows alive. @free: for what @parse gives. */
void parley_fetch_start (GTask *task,
                         const ParleyExchangeSetup *setup,
                         ParleyFetchParse parse,
                         GDestroyNotify free);

G_END_DECLS
