/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Texts of the whole program, by name: "metrics" and the like. */

/* @name, @text: copied; UTF-8. @text: NULL removes it. A write. */
void parley_store_set_text (ParleyStore *store, const char *name, const char *text);

void parley_store_get_text_async (ParleyStore *store,
                                  const char *name,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);

/* Returns: (transfer full) (nullable): valid UTF-8; NULL without an error when there is none or
 * reading failed; NULL with %G_IO_ERROR_CANCELLED. */
char *parley_store_get_text_finish (ParleyStore *store, GAsyncResult *result, GError **error);

/* All whose name begins with @prefix. */
void parley_store_list_texts_async (ParleyStore *store,
                                    const char *prefix,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns: (transfer full) (nullable): name → text (char *), both valid UTF-8; empty when there are
 * none or reading failed; NULL with %G_IO_ERROR_CANCELLED. */
GHashTable *
parley_store_list_texts_finish (ParleyStore *store, GAsyncResult *result, GError **error);

G_END_DECLS
