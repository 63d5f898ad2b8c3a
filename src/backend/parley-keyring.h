/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The desktop's keyring: whatever offers the Secret Service on the session's bus. A key lies there
 * under the origin it was given for. Nothing here waits; all calls back from the main loop. Errors
 * are %PARLEY_ERROR_CONFIGURATION, %G_IO_ERROR_CANCELLED, or %G_IO_ERROR_NOT_SUPPORTED where no
 * keyring runs. */

void parley_keyring_store_async (const char *origin,
                                 const char *key,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean parley_keyring_store_finish (GAsyncResult *result, GError **error);

/* @may_ask: a locked keyring may ask the user for its password, in a window of its own. */
void parley_keyring_find_async (const char *origin,
                                gboolean may_ask,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Returns: (transfer full): free with parley_key_free (). */
char *parley_keyring_find_finish (GAsyncResult *result, GError **error);

/* No error when it is not there. */
void parley_keyring_forget_async (const char *origin,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean parley_keyring_forget_finish (GAsyncResult *result, GError **error);

G_END_DECLS
