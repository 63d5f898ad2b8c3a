/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* Milliseconds a keyring may take that needs nothing of the user. */
#define PARLEY_KEYRING_PATIENCE_MS 10000

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

/* @may_ask: a locked keyring may ask the user for its password, in a window of its own. @timers:
 * (nullable): borrowed until it calls back; NULL: it is waited for without end. */
void parley_keyring_find_async (const char *origin,
                                gboolean may_ask,
                                ParleyTimers *timers,
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
