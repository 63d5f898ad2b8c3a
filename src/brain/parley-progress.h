/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a model gets on with looking around in one turn. A resource is what one call of a reading
 * tool asks for: the tool with its arguments. */
typedef struct _ParleyProgress ParleyProgress;

/* Returns: (transfer full): nothing seen yet. */
ParleyProgress *parley_progress_new (void);
void parley_progress_free (ParleyProgress *progress);

/* One generation is over. @n_calls: of tools, in it. */
void parley_progress_add_iteration (ParleyProgress *progress, guint n_calls);

/* A tool was called. */
void parley_progress_add_tool (ParleyProgress *progress, const char *tool);

/* Something was read. @found: FALSE if the call failed; asking once more for what failed is a
 * re-read like any other. */
void parley_progress_add_read (ParleyProgress *progress, const char *resource, gboolean found);

guint parley_progress_get_iterations (const ParleyProgress *progress);
guint parley_progress_get_calls (const ParleyProgress *progress);
guint parley_progress_get_distinct_reads (const ParleyProgress *progress);
guint parley_progress_get_distinct_tools (const ParleyProgress *progress);
guint parley_progress_get_iterations_without_tools (const ParleyProgress *progress);

/* Returns: reads of what was already read, since the last new resource. */
guint parley_progress_get_rereads (const ParleyProgress *progress);

/* Returns: iterations that ended after the one in which the last new resource was read; all of
 * them if there was none. */
guint parley_progress_get_stale_iterations (const ParleyProgress *progress);

/* Returns: distinct resources an iteration; 0 before the first one. */
double parley_progress_get_velocity (const ParleyProgress *progress);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyProgress, parley_progress_free)

G_END_DECLS
