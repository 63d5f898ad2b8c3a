/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-tool.h"

G_BEGIN_DECLS

/* What tools give back, and how. All take the task over. */

/* @text: (transfer full): for the model; what others wrote in it is fenced. */
void parley_tool_result_text (GTask *task, char *text);

/* @error: (transfer full): sentences about the arguments are passed on, all else is only
 * "can't be done now": it may name files. */
void parley_tool_result_error (GTask *task, GError *error);

/* Begins a tool that needs the memory: the task keeps the context, for the end.
 * Returns: FALSE, and the task has its result, where there is no memory. */
gboolean parley_tool_result_begin (GTask *task, ParleyToolContext *context);

/* Returns: (transfer none): "they", "you" or "the owner". */
const char *parley_tool_speaker_to_string (ParleySpeaker speaker);

/* A day as models write it. @text: (nullable): "2026-11-21"; @end: its last second instead of its
 * first. @wall: (out): untouched if there is no @text. Returns: FALSE if it is no such day. */
gboolean
parley_tool_parse_day (ParleyToolContext *context, const char *text, gboolean end, gint64 *wall);

G_END_DECLS
