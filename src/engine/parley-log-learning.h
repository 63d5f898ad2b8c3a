/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-style.h"
#include "engine/parley-engine.h"

G_BEGIN_DECLS

/* How the user writes to somebody, learnt from the application's own logs of that chat, which are
 * read only when the user said so. Nothing of them is kept but what the user then takes. */

/* Returns: (transfer full) (nullable): why nothing may be learnt of the chat, a sentence for the
 * user: it is not on, a name proves nothing there, or it is encrypted and the model may not read
 * it; NULL: it may be. */
char *parley_log_learning_dup_objection (ParleyEngine *engine, const ParleyChatKey *key);

/* Reads them in a worker. @folder, @before, @names: as parley_log_lines_read () takes them. */
void parley_log_learning_start_async (ParleyEngine *engine,
                                      const char *folder,
                                      gint64 before,
                                      const char *const *names,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full): NULL with a sentence for the user, or %G_IO_ERROR_CANCELLED. */
ParleyStyle *parley_log_learning_finish (GAsyncResult *result, GError **error);

/* The user saw it and takes it. @style: (transfer full). Returns: FALSE if nothing may be learnt
 * there any more. */
gboolean
parley_log_learning_take (ParleyEngine *engine, const ParleyChatKey *key, ParleyStyle *style);

G_END_DECLS
