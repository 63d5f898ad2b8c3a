/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-contents.h"

G_BEGIN_DECLS

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
