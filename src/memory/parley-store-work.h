/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "base/parley-json-line.h"
#include "memory/parley-database.h"

G_BEGIN_DECLS

/* What a store's worker does: for parley-store-*.c only. */

/* One piece of work, in the worker, within a transaction; may be done twice, the first one undone.
 * @data: borrowed. Returns: (transfer full): what is to be answered; NULL if nothing is. Failed if
 * @error is set. */
typedef gpointer (*ParleyStoreWork) (ParleyDatabase *database, gconstpointer data, GError **error);

/* A sort of write. */
typedef struct
{
  ParleyStoreWork work;
  GDestroyNotify data_free;
  gboolean passing; /* what nobody said or asked for: it may go when too much is held */

  /* How it is kept while it can't be done, and when the store is closed before; all NULL: it isn't.
   */
  const char *name;
  void (*save) (gconstpointer data, ParleyJsonLine *line);
  gpointer (*load) (JsonObject *line); /* NULL: the line is damaged */
} ParleyStoreVerb;

G_END_DECLS
