/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* Lines in IRC chats of which it can't be said yet who wrote them wait here; those of somebody else
 * than the chat is with are read by nobody, and the user is asked about them once. */

ParleyIrcLines *parley_irc_lines_new (ParleyInstance *instance);
void parley_irc_lines_free (ParleyIrcLines *lines);

/* A line was written. @wall: seconds since 1970. Returns: whether the engine is not to have it, or
 * not yet. */
gboolean parley_irc_lines_keep (ParleyIrcLines *lines,
                                PurpleConversation *conv,
                                const ParleyChatKey *key,
                                const ParleyLineFacts *facts,
                                const char *text,
                                gint64 wall);

/* It is known anew who has the name. */
void parley_irc_lines_note_sight (ParleyIrcLines *lines, const ParleyChatKey *key);

G_END_DECLS
