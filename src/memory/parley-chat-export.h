/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-json-line.h"
#include "memory/parley-chat-contents.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* What the memory verbs' lines of JSON have in common. */

/* Returns: (transfer full): a chat as --chat takes it. */
char *parley_memory_dup_chat (const ParleyChatKey *key);

/* @key: (nullable). */
void parley_memory_line_add_chat (ParleyJsonLine *line, const ParleyChatKey *key);

/* @wall: seconds since 1970. */
void parley_memory_line_add_wall (ParleyJsonLine *line, const char *name, gint64 wall);

/* All but the chat. */
void parley_memory_line_add_deed (ParleyJsonLine *line, const ParleyJournalEntry *entry);

/* What is remembered of a chat as lines of JSON, for other programs to read. */

/* Returns: (transfer full): everything in @contents, each line with a newline; "" if there is
 * nothing. */
char *parley_chat_export_dup_text (const ParleyChatContents *contents);

/* Writes that of several into a file that only the user can read, in a thread. @contents: (transfer
 * full) (element-type ParleyChatContents): one after the other. @replace: whether one that is there
 * already is replaced; else that is %G_IO_ERROR_EXISTS. */
void parley_chat_export_write_async (GPtrArray *contents,
                                     GFile *file,
                                     gboolean replace,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean parley_chat_export_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
