/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The verbs of `parley memory`. @args: from the verb's name on. They return the exit status, or -1
 * with @error for bad arguments or input. */
int parley_memory_merge_run (char **args, GError **error);
int parley_memory_query_run (char **args, GError **error);
int parley_memory_cleanup_run (char **args, GError **error);
int parley_memory_series_run (char **args, GError **error);
int parley_memory_chats_run (char **args, GError **error);
int parley_memory_export_run (char **args, GError **error);
int parley_memory_forget_run (char **args, GError **error);
int parley_memory_journal_run (char **args, GError **error);
int parley_memory_restore_run (char **args, GError **error);

G_END_DECLS
