/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-json-line.h"
#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* How parley-chat-memory-*.c reach the store. */

/* What a piece of work is about: the chat, and what its function was given. */
typedef struct
{
  ParleyChatKey *key;
  char *text;
  char *name;
  gint64 wall;
  ParleyWhen when;
  guint64 turn;
  gint who;   /* a speaker */
  gint state; /* a presence, or the kind of a fact */
  guint limit;
  gsize max_bytes;
  gboolean has_span;
  ParleyInterval span;
  GPtrArray *entries;
  ParleySeriesBounds bounds;
} ParleyMemoryWork;

/* Returns: (transfer full): about the chat of @memory. */
ParleyMemoryWork *parley_memory_work_new (ParleyChatMemory *memory);
void parley_memory_work_free (gpointer work);

/* @data: (transfer full). */
void
parley_memory_write (ParleyChatMemory *memory, const ParleyStoreVerb *verb, ParleyMemoryWork *data);

/* For a ParleyStoreVerb: all but entries, bounds and spans. */
void parley_memory_work_save (gconstpointer work, ParleyJsonLine *line);
gpointer parley_memory_work_load (JsonObject *line);

/* What is asked of the store and answered. */
typedef struct
{
  ParleyStoreWork work;
  gboolean writes;
  GDestroyNotify result_free;
  GCancellable *cancellable;
  GAsyncReadyCallback callback;
  gpointer user_data;
  gboolean as_it_is; /* a read that waits for nothing that is still to be written */
} ParleyMemoryCall;

/* @data: (transfer full). */
void
parley_memory_call (ParleyChatMemory *memory, const ParleyMemoryCall *call, ParleyMemoryWork *data);

/* Answers with @error, (transfer full), instead; @data, (transfer full), is freed. */
void parley_memory_refuse (ParleyChatMemory *memory,
                           const ParleyMemoryCall *call,
                           ParleyMemoryWork *data,
                           GError *error);

/* Returns: (transfer full) (nullable): NULL without an error when reading failed. */
gpointer parley_memory_finish (ParleyChatMemory *memory, GAsyncResult *result, GError **error);

/* The same where nothing was found: @empty () stands for it. */
gpointer parley_memory_finish_or (ParleyChatMemory *memory,
                                  GAsyncResult *result,
                                  gpointer (*empty) (void),
                                  GError **error);

/* Copies a result to @place, (optional). Returns: FALSE with an error. */
gboolean parley_memory_finish_into (
    ParleyChatMemory *memory, GAsyncResult *result, gpointer place, gsize size, GError **error);

/* Returns: (transfer full) (nullable): @sql with the chat's row as ?1; NULL without an error if
 * there is no such chat. In the worker. */
ParleyStatement *parley_memory_prepare (ParleyDatabase *database,
                                        const char *sql,
                                        const ParleyMemoryWork *work,
                                        GError **error);

/* The same; the chat's row is made if there is none. */
ParleyStatement *parley_memory_prepare_write (ParleyDatabase *database,
                                              const char *sql,
                                              const ParleyMemoryWork *work,
                                              GError **error);

/* Returns: a column as seconds since 1970, within the years there are. */
gint64 parley_memory_get_wall (ParleyStatement *statement, int column);
ParleySpeaker parley_memory_get_speaker (ParleyStatement *statement, int column);

G_END_DECLS
