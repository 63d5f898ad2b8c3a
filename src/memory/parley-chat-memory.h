/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-history.h"
#include "memory/parley-series.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Everything that is remembered of one chat. Which one is settled when it is made: no function
 * takes the name of a chat, so who holds one can reach no other.
 *
 * What is added is cleaned (valid UTF-8, no hidden characters) and cut to its bound. Functions with
 * a callback answer from the main loop, with the memory as the source; the _finish functions give
 * %G_IO_ERROR_CANCELLED when the program closes, %G_IO_ERROR_FAILED when what was to be written is
 * lost, and what an empty memory gives when reading failed. "wall" is seconds since 1970. */
#define PARLEY_TYPE_CHAT_MEMORY (parley_chat_memory_get_type ())
G_DECLARE_FINAL_TYPE (ParleyChatMemory, parley_chat_memory, PARLEY, CHAT_MEMORY, GObject)

/* @store: referenced; of a chat that is not to be written down, one in memory. @key: copied.
 * Returns: (transfer full). */
ParleyChatMemory *parley_chat_memory_new (ParleyStore *store, const ParleyChatKey *key);

/* --- the conversation --- */

/* Bytes of an utterance: the longest message, and what is put around it. */
#define PARLEY_MEMORY_MAX_TEXT (64 * 1024 + 256)

/* @turn: the turn it belongs to; 0: none. Nothing is added when nothing is left of @text. */
void parley_chat_memory_add_utterance (ParleyChatMemory *memory,
                                       ParleySpeaker speaker,
                                       const char *text,
                                       ParleyWhen when,
                                       guint64 turn);

/* What @speaker said last as @text is @amended from now on; nothing if they did not. */
void parley_chat_memory_amend_utterance (ParleyChatMemory *memory,
                                         ParleySpeaker speaker,
                                         const char *text,
                                         const char *amended);

/* The newest utterances, in the order in which they were added. @max_bytes: of their texts; the
 * newest comes even if it is longer. */
void parley_chat_memory_load_history_async (ParleyChatMemory *memory,
                                            guint max_entries,
                                            gsize max_bytes,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);

/* Returns: (transfer full): oldest first, within the bounds it was asked for. */
ParleyHistory *parley_chat_memory_load_history_finish (ParleyChatMemory *memory,
                                                       GAsyncResult *result,
                                                       GError **error);

/* @words: those that an utterance holds all of, whatever their case; "": any. @start, @end: when it
 * was written, both inclusive; 0, G_MAXINT64: no bound. */
void parley_chat_memory_search_async (ParleyChatMemory *memory,
                                      const char *words,
                                      gint64 start,
                                      gint64 end,
                                      guint limit,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full) (element-type ParleyUtterance): what was written last first. */
GPtrArray *
parley_chat_memory_search_finish (ParleyChatMemory *memory, GAsyncResult *result, GError **error);

/* --- the running summary of what is too long ago for the history, and what else the front of a
 * prompt is made of --- */

#define PARLEY_MEMORY_MAX_SUMMARY (16 * 1024) /* bytes */
#define PARLEY_MEMORY_MAX_STYLE   1024        /* likewise */

typedef struct
{
  char *text;      /* "": there is none */
  gint64 until;    /* wall: what was said until then is in it */
  gint64 left_out; /* wall: what was said until then is left out of prompts */
  char *nonce;     /* of the fence in prompts; "": none yet */
  char *style;     /* (nullable): how the user writes there; set_summary () leaves it as it is */
} ParleyChatSummary;

void parley_chat_summary_free (ParleyChatSummary *summary);

/* @summary: borrowed. */
void parley_chat_memory_set_summary (ParleyChatMemory *memory, const ParleyChatSummary *summary);

/* @style: as parley_style_dup_kept () says it; "": nothing is known any more. */
void parley_chat_memory_set_style (ParleyChatMemory *memory, const char *style);
void parley_chat_memory_get_summary_async (ParleyChatMemory *memory,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);

/* Returns: (transfer full). */
ParleyChatSummary *parley_chat_memory_get_summary_finish (ParleyChatMemory *memory,
                                                          GAsyncResult *result,
                                                          GError **error);

/* --- presence --- */

typedef enum
{
  PARLEY_PRESENCE_SIGNED_ON,
  PARLEY_PRESENCE_SIGNED_OFF,
  PARLEY_PRESENCE_IDLE,
  PARLEY_PRESENCE_AWAY,
  PARLEY_PRESENCE_BACK, /* neither idle nor away any more */
} ParleyPresenceState;

/* Returns: (transfer none): "signed on", "signed off", "idle", "away" or "back". */
const char *parley_presence_state_to_string (ParleyPresenceState state);

typedef struct
{
  ParleyPresenceState state;
  gint64 wall;
} ParleyPresence;

void
parley_chat_memory_add_presence (ParleyChatMemory *memory, ParleyPresenceState state, gint64 wall);
void parley_chat_memory_list_presence_async (ParleyChatMemory *memory,
                                             guint limit,
                                             GCancellable *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer user_data);

/* Returns: (transfer full) (element-type ParleyPresence): newest first. */
GArray *parley_chat_memory_list_presence_finish (ParleyChatMemory *memory,
                                                 GAsyncResult *result,
                                                 GError **error);

/* --- facts --- */

#define PARLEY_MEMORY_MAX_FACT  300 /* characters */
#define PARLEY_MEMORY_MAX_FACTS 200

typedef enum
{
  PARLEY_FACT_KIND_FACT,
  PARLEY_FACT_KIND_PROMISE,  /* made in the user's name */
  PARLEY_FACT_KIND_QUESTION, /* open, for the user to answer */
  PARLEY_N_FACT_KINDS,
} ParleyFactKind;

/* Returns: (transfer none): "fact", "promise" or "question". */
const char *parley_fact_kind_to_string (ParleyFactKind kind);

typedef struct
{
  char *text;
  ParleyFactKind kind;
  ParleySpeaker said_by;
  gint64 wall; /* when it was said, or said again */
} ParleyFact;

void parley_fact_free (ParleyFact *fact);

typedef enum
{
  PARLEY_REMEMBERED_NEW,
  PARLEY_REMEMBERED_AGAIN,     /* the same words are kept once */
  PARLEY_REMEMBERED_OLDEST_OUT /* new, and the oldest fact made room for it */
} ParleyRemembered;

/* @text: on one line. %G_IO_ERROR_INVALID_ARGUMENT if it is empty or too long. */
void parley_chat_memory_remember_async (ParleyChatMemory *memory,
                                        const char *text,
                                        ParleyFactKind kind,
                                        ParleySpeaker said_by,
                                        gint64 wall,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);

/* @remembered: (out) (optional). */
gboolean parley_chat_memory_remember_finish (ParleyChatMemory *memory,
                                             GAsyncResult *result,
                                             ParleyRemembered *remembered,
                                             GError **error);

/* Facts that hold some of @words, a sentence or just words; "": all facts. */
void parley_chat_memory_recall_async (ParleyChatMemory *memory,
                                      const char *words,
                                      guint limit,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full) (element-type ParleyFact): those with most of the words first, then the
 * newest. */
GPtrArray *
parley_chat_memory_recall_finish (ParleyChatMemory *memory, GAsyncResult *result, GError **error);

/* --- what the user did with drafts --- */

#define PARLEY_MEMORY_MAX_LESSON 500 /* bytes of each of its texts */

/* So many of what is left out of prompts, and as many since: the former stand in the front of a
 * prompt, which stays the same bytes while others come. */
#define PARLEY_MEMORY_MAX_LESSONS 10

/* A draft that the user changed or did not want. */
typedef struct
{
  char *drafted;
  char *sent; /* instead; "": nothing */
  gint64 wall;
} ParleyLesson;

/* What is added is bounded as what is kept. Returns: (transfer full). */
ParleyLesson *parley_lesson_new (const char *drafted, const char *sent, gint64 wall);
void parley_lesson_free (ParleyLesson *lesson);

/* Kept are the newest, as said above. Nothing is added when nothing is left of what was drafted.
 * @lesson: borrowed. */
void parley_chat_memory_add_lesson (ParleyChatMemory *memory, const ParleyLesson *lesson);
void parley_chat_memory_list_lessons_async (ParleyChatMemory *memory,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);

/* Returns: (transfer full) (element-type ParleyLesson): oldest first. */
GPtrArray *parley_chat_memory_list_lessons_finish (ParleyChatMemory *memory,
                                                   GAsyncResult *result,
                                                   GError **error);

/* --- series --- */

/* All of it or nothing. @name: as parley_series_dup_name () takes it. @entries: (transfer full):
 * of parley_series_entries_new (). @fetched: (nullable): the span that was asked for where they
 * come from; NULL: from the oldest to the newest of them. @now: µs since 1970.
 * %G_IO_ERROR_INVALID_ARGUMENT for a bad name or span. */
void parley_chat_memory_merge_async (ParleyChatMemory *memory,
                                     const char *name,
                                     GPtrArray *entries,
                                     const ParleyInterval *fetched,
                                     gint64 now,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean parley_chat_memory_merge_finish (ParleyChatMemory *memory,
                                          GAsyncResult *result,
                                          ParleyMergeResult *merged,
                                          GError **error);

/* @max_entries: how many entries to hand out; the count is of all. 0: all.
 * %G_IO_ERROR_INVALID_ARGUMENT for a bad name or span. */
void parley_chat_memory_query_async (ParleyChatMemory *memory,
                                     const char *name,
                                     const ParleyInterval *span,
                                     guint max_entries,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

/* Returns: (transfer full). */
ParleySeriesQuery *
parley_chat_memory_query_finish (ParleyChatMemory *memory, GAsyncResult *result, GError **error);

void parley_chat_memory_list_series_async (ParleyChatMemory *memory,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);

/* Returns: (transfer full) (element-type ParleySeriesInfo): by name. */
GPtrArray *parley_chat_memory_list_series_finish (ParleyChatMemory *memory,
                                                  GAsyncResult *result,
                                                  GError **error);

/* What goes is no longer known to have been fetched. @now: µs since 1970. */
void parley_chat_memory_cleanup_async (ParleyChatMemory *memory,
                                       const char *name,
                                       const ParleySeriesBounds *bounds,
                                       gint64 now,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
gboolean parley_chat_memory_cleanup_finish (ParleyChatMemory *memory,
                                            GAsyncResult *result,
                                            ParleyCleanupResult *cleaned,
                                            GError **error);

/* --- forgetting --- */

typedef struct
{
  guint64 items; /* utterances, facts, entries …; at least 1 if anything was known of the chat */
  char **set_aside; /* damaged files beside the store, which nobody can take anything out of;
                       empty if there are none */
} ParleyForgotten;

void parley_forgotten_free (ParleyForgotten *forgotten);

/* Nothing is known of the chat any more, and no byte of it is left in the store's files. */
void parley_chat_memory_forget_async (ParleyChatMemory *memory,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full). */
ParleyForgotten *
parley_chat_memory_forget_finish (ParleyChatMemory *memory, GAsyncResult *result, GError **error);

/* Somebody else has the name: nothing is known any more of who had it, but that Parley did what the
 * journal tells. */
void parley_chat_memory_lose_person (ParleyChatMemory *memory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatSummary, parley_chat_summary_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyFact, parley_fact_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLesson, parley_lesson_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyForgotten, parley_forgotten_free)

G_END_DECLS
