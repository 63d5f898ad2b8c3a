/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* parley stats: prints what Parley counted in the user's chats, in Prometheus' text format.
 * @args: from "stats" on. Returns: the exit status. */
int parley_stats_run (char **args);

G_END_DECLS
