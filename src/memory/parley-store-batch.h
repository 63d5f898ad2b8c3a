/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "memory/parley-line-file.h"
#include "memory/parley-store-work.h"

G_BEGIN_DECLS

/* For parley-store.c only: what its worker does. */

/* Where a store is, and the connection to it; belongs to whoever does a batch. */
typedef struct
{
  char *path;               /* NULL: in memory */
  gboolean own_folder;      /* the file's folder is Parley's own */
  ParleyDatabase *database; /* NULL until opened */
  gboolean complete;        /* what earlier runs could not write is in it */
  gint hurry;               /* atomic: no other program is waited for */
  char *writer;             /* NULL: in memory */
  /* What could not be written yet; NULL: nothing is kept so, or the worker is at it. While there is
   * a batch: under the batch's lock. */
  ParleyLineFile *rest;
} ParleyStorePlace;

/* @path: (transfer full) (nullable). Returns: (transfer full). */
ParleyStorePlace *parley_store_place_new (char *path, gboolean own_folder);
void parley_store_place_free (ParleyStorePlace *place);

/* One piece of work. */
typedef struct
{
  const ParleyStoreVerb *verb; /* of a plain write; NULL: a call */
  guint64 number;              /* likewise: in the order in which they came, from 1 */
  ParleyStoreWork work;        /* NULL: only to come back */
  gpointer data;
  GDestroyNotify data_free;
  gboolean writes;
  gboolean in_rest; /* the file beside the store has it */

  /* A call's only. The task is completed and the callback called by hand, so that a call is
   * answered within parley_store_close (). */
  GTask *task;
  GAsyncReadyCallback callback;
  gpointer user_data;
  GDestroyNotify result_free;
  gpointer result;
  gboolean as_it_is;
  gboolean sure;
} ParleyStoreJob;

void parley_store_job_free (gpointer job);

typedef enum
{
  PARLEY_BATCH_WAITING,
  PARLEY_BATCH_UNDER_WAY,
  PARLEY_BATCH_KEEPING,   /* its commit is under way */
  PARLEY_BATCH_KEPT,      /* its commit is done; the worker still sees to the file */
  PARLEY_BATCH_DONE,      /* the worker has let go of it */
  PARLEY_BATCH_ABANDONED, /* nothing of it is kept, its jobs belong to who abandoned it */
} ParleyBatchState;

/* What is done in one go, in one transaction. */
typedef struct
{
  GQueue jobs;
  gboolean has_writes;
  gboolean insists; /* has writes, or reads that are only answered when they are done */
  gboolean again;   /* some of it was tried before */
  gboolean last;    /* the place is closed after it */

  /* When it is done. */
  gboolean opened;  /* there is something to read from */
  gboolean written; /* its writes are kept; else @failure says why not */
  gboolean on_disk; /* they went to the file */
  gboolean lasting; /* if it is the last: not even a power cut takes what the file has */
  char *notice;     /* what opening has to tell */
  GError *failure;

  GMutex lock;
  GCond changed;
  ParleyBatchState state; /* under the lock */
  gboolean left;          /* likewise: nobody waits for it any more */
} ParleyStoreBatch;

ParleyStoreBatch *parley_store_batch_new (void);
void parley_store_batch_free (gpointer batch);

/* Adds a job, (transfer full), at the end or at the beginning. */
void parley_store_batch_push (ParleyStoreBatch *batch, ParleyStoreJob *job);
void parley_store_batch_push_back (ParleyStoreBatch *batch, ParleyStoreJob *job);

/* Whether @failure passes by itself: whoever waits for what is to be done waits on. */
gboolean parley_store_batch_may_pass (const GError *failure);

/* Of one that is done. Returns: whether what nobody may lose of it is to be tried again. */
gboolean parley_store_batch_is_held (const ParleyStoreBatch *batch);

/* In the worker. What can't be written now is at once in a file beside the store. */
void parley_store_batch_run (ParleyStoreBatch *batch, ParleyStorePlace *place);

/* Waits until it is done or @end, a monotonic time in µs; then it is left to the worker, and
 * abandoned if it is not too late for that. Returns: DONE, KEEPING, KEPT or ABANDONED. */
ParleyBatchState parley_store_batch_await (ParleyStoreBatch *batch, gint64 end);

/* The store is closed, so the next process finds what is not kept in a file beside it. @batch:
 * (nullable): was left to the worker; NULL: none is under way. @next: (nullable): what was to be
 * done after it. */
gboolean parley_store_place_save_rest (ParleyStorePlace *place,
                                       ParleyStoreBatch *batch,
                                       ParleyStoreBatch *next,
                                       GError **error);

G_END_DECLS
