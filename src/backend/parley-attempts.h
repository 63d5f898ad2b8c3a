/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "backend/parley-backend.h"
#include "backend/parley-endpoint.h"

G_BEGIN_DECLS

/* How long to wait before a request is made again. The numbers are those that the client libraries
 * of OpenAI and Anthropic use, so that servers expect them. Pure. */

/* A server that wants longer than this is not asked again. */
#define PARLEY_BACKOFF_MAX_AFTER_MS 60000

/* @n: tries that were repeated before, 0 for the first. @random: 0 up to, not including, 1.
 * Returns: ms: 0.5 s doubled each time up to 8 s, less up to a quarter, so that many clients don't
 * come back at the same moment. */
int parley_backoff_get_ms (guint n, double random);

/* What the headers "retry-after-ms" and "Retry-After" ask for, the first of them that makes sense.
 * Both: (nullable). @wall_s: seconds since 1970, for a date. Returns: ms, or -1 when nothing is
 * asked for or its time is over. */
gint64 parley_backoff_parse_after (const char *after_ms, const char *after, gint64 wall_s);

/* One generation: a try, and more tries after a pause for as long as nothing of a reply came and
 * the failure is one that may pass. */

/* @task: (transfer full): returns a ParleyCompletion, exactly once; its source object keeps
 * @endpoint alive. @funcs: (nullable). */
void parley_attempts_start (GTask *task,
                            const ParleyEndpoint *endpoint,
                            ParleyRequest *request,
                            const ParleyBackendFuncs *funcs,
                            gpointer funcs_data);

G_END_DECLS
