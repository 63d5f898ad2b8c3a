/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-context.h"

G_BEGIN_DECLS

/* One question to every store of an engine, one after the other: what is kept, and what of this
 * sitting is private or encrypted. */
typedef struct
{
  void (*ask) (ParleyStore *store,
               gconstpointer question,
               GCancellable *cancellable,
               GAsyncReadyCallback callback,
               gpointer user_data);

  /* Returns: (transfer full): NULL with an error. */
  gpointer (*take) (ParleyStore *store, GAsyncResult *result, GError **error);
  GDestroyNotify free_answer;
  GDestroyNotify free_question;
} ParleyInquiry;

/* @inquiry: static. @question: (transfer full). @context may be gone before the answer. */
void parley_inquiry_start_async (const ParleyInquiry *inquiry,
                                 gpointer question,
                                 ParleyContext *context,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* Returns: (transfer full): the answers, that of what is kept first. */
GPtrArray *parley_inquiry_finish (GAsyncResult *result, GError **error);

G_END_DECLS
