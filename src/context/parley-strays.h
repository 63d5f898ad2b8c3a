/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Lines of ours that may still come back when the chat they were said in is gone: its name changed
 * hands, or it was forgotten. They are nobody's words in the next one under that name. Only what is
 * the same of a line however it is shown is kept, in memory. All times in monotonic ms. */
typedef struct _ParleyStrays ParleyStrays;

/* Returns: (transfer full). */
ParleyStrays *parley_strays_new (void);
void parley_strays_free (ParleyStrays *strays);

/* @line: as parley_line_match_dup_key () has it. @until: it may come back. */
void
parley_strays_add (ParleyStrays *strays, const ParleyChatKey *chat, const char *line, gint64 until);

/* @text: cleaned as inbound lines are. Returns: whether it is one of them: once or more, as servers
 * and other plugins show it. */
gboolean
parley_strays_match (ParleyStrays *strays, const ParleyChatKey *chat, const char *text, gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyStrays, parley_strays_free)

G_END_DECLS
