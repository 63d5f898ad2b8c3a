/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "memory/parley-store-work.h"

G_BEGIN_DECLS

/* What Parley remembers across restarts: the file store.db. What is in it have parley-store-*.h;
 * here is how it is reached: one worker does one piece of work after the other, in the order in
 * which they were asked for. No call waits, but for parley_store_close ().
 *
 * What is written is kept once the worker got to it, mostly some milliseconds later. As long as
 * another program has the file, or the disk is full, writes are held and tried again: in memory,
 * and those that have a name in a file beside it, too, which the next process takes in first if
 * this one is killed. What reads after them waits %PARLEY_STORE_PATIENCE_MS, then sees the file as
 * it is; but nothing is read before the file could be opened once. If %PARLEY_STORE_MAX_HELD are
 * held the oldest of those that nobody said or asked for go (presence, counts). What is held stays
 * so when the disk refuses it in another way; a write that fails otherwise is lost. A read that
 * fails gives what an empty store would give.
 *
 * Signal "trouble" (const char *message): something the user must know, a sentence for them; from
 * the main loop or parley_store_close (), once for each trouble, and when it is over. */
#define PARLEY_TYPE_STORE (parley_store_get_type ())
G_DECLARE_FINAL_TYPE (ParleyStore, parley_store, PARLEY, STORE, GObject)

/* @folder: Parley's own, made if there is none; NULL: what is written is kept in this process's
 * memory and goes with the store. Opening begins at once, in the worker.
 * Returns: (transfer full). */
ParleyStore *parley_store_new (const char *folder);

/* The same for a file anywhere. Its folder is made if there is none, else left as it is. */
ParleyStore *parley_store_new_for_file (const char *path);

/* Returns: (transfer none) (nullable): of its file; NULL: it has none. */
const char *parley_store_get_path (ParleyStore *store);

/* Whether what the last work wrote went to the file, not only to memory. */
gboolean parley_store_is_on_disk (ParleyStore *store);

/* How long another program may have the file before the user is told. */
#define PARLEY_STORE_PATIENCE_MS 30000
void parley_store_set_patience_for_tests (ParleyStore *store, gint64 ms);

#define PARLEY_STORE_MAX_HELD 20000

/* Finishes the writes asked for so far, and closes. Reads that are open are answered with
 * %G_IO_ERROR_CANCELLED before it returns; nothing but parley_store_sync_async () calls back
 * afterwards, later writes are ignored. Waits %PARLEY_STORE_CLOSE_MS at most; what could not be
 * written until then is in that file. */
#define PARLEY_STORE_CLOSE_MS 80
void parley_store_close (ParleyStore *store);

/* The same. @end: until when it waits at most: monotonic, µs. */
void parley_store_close_until (ParleyStore *store, gint64 end);

/* Whether a store that is closed has all that it was asked for, and not even a power cut takes it.
 */
gboolean parley_store_is_kept (ParleyStore *store);

/* Whether all that was asked for is done, and answered. */
gboolean parley_store_is_idle (ParleyStore *store);

/* Comes back when all that was asked for before it is done. */
void parley_store_flush_async (ParleyStore *store, GAsyncReadyCallback callback, gpointer data);
gboolean parley_store_flush_finish (ParleyStore *store, GAsyncResult *result, GError **error);

/* The same, and not even a power cut takes it any more. The worker goes on meanwhile. */
void parley_store_sync_async (ParleyStore *store, GAsyncReadyCallback callback, gpointer data);
gboolean parley_store_sync_finish (ParleyStore *store, GAsyncResult *result, GError **error);

/* --- for parley-store-*.c only --- */

/* @data: (transfer full). */
void parley_store_write (ParleyStore *store, const ParleyStoreVerb *verb, gpointer data);

/* A piece of work that is answered. */
typedef struct
{
  gpointer source;   /* (nullable): the object that asks; NULL: the store */
  gboolean writes;   /* and gives what is not NULL */
  gboolean as_it_is; /* reads, and waits for nothing that is still to be written */
  gboolean sure;     /* reads, and is not answered as long as the disk fails */
  ParleyStoreWork work;
  gpointer data; /* (transfer full): freed in the worker */
  GDestroyNotify data_free;
  GDestroyNotify result_free; /* for what @work gives */
} ParleyStoreCall;

/* What @work gave comes with g_task_propagate_pointer (): NULL without an error if a read failed;
 * NULL with %G_IO_ERROR_CANCELLED, or with %G_IO_ERROR_FAILED if a write is lost. */
void parley_store_call_async (ParleyStore *store,
                              const ParleyStoreCall *call,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);

/* The same for what reads and has no other source. @result_free: for what @work gives. */
void parley_store_read_async (ParleyStore *store,
                              ParleyStoreWork work,
                              gpointer data,
                              GDestroyNotify data_free,
                              GDestroyNotify result_free,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);

/* Returns: (transfer full) (nullable): what @work gave, NULL without an error if it failed; NULL
 * with %G_IO_ERROR_CANCELLED. */
gpointer parley_store_read_finish (ParleyStore *store, GAsyncResult *result, GError **error);

G_END_DECLS
