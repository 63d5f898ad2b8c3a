/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-text.h"
#include "memory/parley-chat-memory-private.h"
#include "memory/parley-store-verbs.h"

/* --- the conversation --- */

/* Cleaning what is long takes its time, too. */
static gpointer
add_utterance (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autofree char *clean = parley_text_dup_clean (work->text, PARLEY_MEMORY_MAX_TEXT);
  g_autofree char *folded = parley_text_dup_folded (clean);
  g_autoptr (ParleyStatement) statement = NULL;

  if (*clean == '\0')
    return NULL;
  statement = parley_memory_prepare_write (
      database,
      "INSERT INTO utterances (chat, wall, speaker, turn, text, folded, received)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      work, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->when.written);
  sqlite3_bind_int64 (statement, 3, work->who);
  sqlite3_bind_int64 (statement, 4, (gint64) work->turn);
  sqlite3_bind_text (statement, 5, clean, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 6, folded, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 7, work->when.received);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_add_utterance
    = { add_utterance,   parley_memory_work_free, FALSE,
        "add utterance", parley_memory_work_save, parley_memory_work_load };

void
parley_chat_memory_add_utterance (
    ParleyChatMemory *self, ParleySpeaker speaker, const char *text, ParleyWhen when, guint64 turn)
{
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->text = g_strdup (text);
  work->who = speaker;
  work->when = when;
  work->turn = turn;
  parley_memory_write (self, &parley_verb_add_utterance, work);
}

/* What it was stands in the name. */
static gpointer
amend_utterance (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autofree char *folded = parley_text_dup_folded (work->text);
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare (database,
                               "UPDATE utterances SET text = ?4, folded = ?5 WHERE id ="
                               " (SELECT max (id) FROM utterances"
                               " WHERE chat = ?1 AND speaker = ?2 AND text = ?3)",
                               work, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->who);
  sqlite3_bind_text (statement, 3, work->name, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, work->text, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, folded, -1, SQLITE_STATIC);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_amend_utterance
    = { amend_utterance,   parley_memory_work_free, FALSE,
        "amend utterance", parley_memory_work_save, parley_memory_work_load };

void
parley_chat_memory_amend_utterance (ParleyChatMemory *self,
                                    ParleySpeaker speaker,
                                    const char *text,
                                    const char *amended)
{
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->who = speaker;
  work->name = parley_text_dup_clean (text, PARLEY_MEMORY_MAX_TEXT);
  work->text = parley_text_dup_clean (amended, PARLEY_MEMORY_MAX_TEXT);
  parley_memory_write (self, &parley_verb_amend_utterance, work);
}

static gpointer
new_utterances (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_utterance_free);
}

#define COLUMNS "speaker, wall, text, received, turn"

static void
append (GPtrArray *utterances, ParleyStatement *statement)
{
  ParleyUtterance *utterance = g_new0 (ParleyUtterance, 1);

  utterance->speaker = parley_memory_get_speaker (statement, 0);
  utterance->when.written = parley_memory_get_wall (statement, 1);
  utterance->when.received = parley_memory_get_wall (statement, 3);
  utterance->turn = (guint64) sqlite3_column_int64 (statement, 4);
  utterance->text
      = parley_text_dup_clean (parley_statement_get_text (statement, 2), PARLEY_MEMORY_MAX_TEXT);
  g_ptr_array_add (utterances, utterance);
}

static ParleyHistory *
to_history (const ParleyMemoryWork *work, GPtrArray *newest_first)
{
  ParleyHistory *history = parley_history_new (work->limit, work->max_bytes);

  for (guint i = newest_first->len; i > 0; i--)
    {
      const ParleyUtterance *utterance = g_ptr_array_index (newest_first, i - 1);

      parley_history_add (history, utterance->speaker, utterance->text, utterance->when,
                          utterance->turn);
    }
  return history;
}

static gpointer
load_history (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare (database,
                               "SELECT " COLUMNS " FROM utterances WHERE chat = ?1"
                               " ORDER BY id DESC LIMIT ?2",
                               work, error);
  g_autoptr (GPtrArray) newest_first = new_utterances ();
  gsize bytes = 0;
  ParleyStep step = PARLEY_STEP_ROW;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->limit);
  while (bytes <= work->max_bytes
         && (step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      append (newest_first, statement);
      bytes += (gsize) sqlite3_column_bytes (statement, 2);
    }
  return step != PARLEY_STEP_FAILED ? to_history (work, newest_first) : NULL;
}

void
parley_chat_memory_load_history_async (ParleyChatMemory *self,
                                       guint max_entries,
                                       gsize max_bytes,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  const ParleyMemoryCall call = { load_history, FALSE,    (GDestroyNotify) parley_history_free,
                                  cancellable,  callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->limit = max_entries;
  work->max_bytes = max_bytes;
  parley_memory_call (self, &call, work);
}

static gpointer
new_history (void)
{
  return parley_history_new (0, 0);
}

ParleyHistory *
parley_chat_memory_load_history_finish (ParleyChatMemory *self,
                                        GAsyncResult *result,
                                        GError **error)
{
  return parley_memory_finish_or (self, result, new_history, error);
}

/* Returns: whether @text, folded, holds all of @words. */
static gboolean
holds_all (const char *text, char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (strstr (text, words[i]) == NULL)
        return FALSE;
    }
  return TRUE;
}

static gpointer
search (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement = parley_memory_prepare (
      database,
      "SELECT " COLUMNS ", folded FROM utterances"
      " WHERE chat = ?1 AND wall >= ?2 AND wall <= ?3 ORDER BY wall DESC, id DESC",
      work, error);
  g_autofree char *folded = parley_text_dup_folded (work->text);
  g_auto (GStrv) words = g_strsplit_set (folded, " \n\t", -1);
  g_autoptr (GPtrArray) found = new_utterances ();
  ParleyStep step = PARLEY_STEP_DONE;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->span.start);
  sqlite3_bind_int64 (statement, 3, work->span.end);
  while (found->len < work->limit
         && (step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      if (holds_all (parley_statement_get_text (statement, 5), words))
        append (found, statement);
    }
  return step != PARLEY_STEP_FAILED ? g_steal_pointer (&found) : NULL;
}

void
parley_chat_memory_search_async (ParleyChatMemory *self,
                                 const char *words,
                                 gint64 start,
                                 gint64 end,
                                 guint limit,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const ParleyMemoryCall call
      = { search, FALSE, (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->text = parley_text_dup_clean (words, PARLEY_MEMORY_MAX_TEXT);
  work->span = (ParleyInterval){ start, end };
  work->limit = limit;
  parley_memory_call (self, &call, work);
}

GPtrArray *
parley_chat_memory_search_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish_or (self, result, new_utterances, error);
}

/* --- the summary --- */

void
parley_chat_summary_free (ParleyChatSummary *summary)
{
  g_free (summary->text);
  g_free (summary->nonce);
  g_free (summary->style);
  g_free (summary);
}

static gpointer
set_summary (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database,
      "INSERT INTO summaries (chat, text, until, left_out, nonce) VALUES (?1, ?2, ?3, ?4, ?5)"
      " ON CONFLICT DO UPDATE SET text = excluded.text, until = excluded.until,"
      " left_out = excluded.left_out, nonce = excluded.nonce",
      work, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 2, work->text, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 3, work->span.start);
  sqlite3_bind_int64 (statement, 4, work->span.end);
  sqlite3_bind_text (statement, 5, work->name != NULL ? work->name : "", -1, SQLITE_STATIC);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_set_summary
    = { set_summary,   parley_memory_work_free, FALSE,
        "set summary", parley_memory_work_save, parley_memory_work_load };

void
parley_chat_memory_set_summary (ParleyChatMemory *self, const ParleyChatSummary *summary)
{
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->text = parley_text_dup_clean (summary->text, PARLEY_MEMORY_MAX_SUMMARY);
  work->span = (ParleyInterval){ summary->until, summary->left_out };
  work->name = g_strdup (summary->nonce);
  parley_memory_write (self, &parley_verb_set_summary, work);
}

static gpointer
set_style (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database,
      "INSERT INTO summaries (chat, text, until, style) VALUES (?1, '', 0, ?2)"
      " ON CONFLICT DO UPDATE SET style = excluded.style",
      work, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 2, work->text, -1, SQLITE_STATIC);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_set_style
    = { set_style,   parley_memory_work_free, FALSE,
        "set style", parley_memory_work_save, parley_memory_work_load };

void
parley_chat_memory_set_style (ParleyChatMemory *self, const char *style)
{
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->text = parley_text_dup_clean (style, PARLEY_MEMORY_MAX_STYLE);
  parley_memory_write (self, &parley_verb_set_style, work);
}

static gpointer
get_summary (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_memory_prepare (
      database, "SELECT text, until, left_out, nonce, style FROM summaries WHERE chat = ?1", data,
      error);
  ParleyChatSummary *summary;

  if (statement == NULL || parley_statement_step (statement, error) != PARLEY_STEP_ROW)
    return NULL;
  summary = g_new0 (ParleyChatSummary, 1);
  summary->text
      = parley_text_dup_clean (parley_statement_get_text (statement, 0), PARLEY_MEMORY_MAX_SUMMARY);
  summary->until = parley_memory_get_wall (statement, 1);
  summary->left_out = parley_memory_get_wall (statement, 2);
  summary->nonce = g_strdup (parley_statement_get_text (statement, 3));
  summary->style
      = parley_text_dup_clean (parley_statement_get_text (statement, 4), PARLEY_MEMORY_MAX_STYLE);
  return summary;
}

void
parley_chat_memory_get_summary_async (ParleyChatMemory *self,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  const ParleyMemoryCall call = { get_summary, FALSE,    (GDestroyNotify) parley_chat_summary_free,
                                  cancellable, callback, user_data };

  parley_memory_call (self, &call, parley_memory_work_new (self));
}

static gpointer
new_summary (void)
{
  ParleyChatSummary *summary = g_new0 (ParleyChatSummary, 1);

  summary->text = g_strdup ("");
  summary->nonce = g_strdup ("");
  return summary;
}

ParleyChatSummary *
parley_chat_memory_get_summary_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish_or (self, result, new_summary, error);
}

/* --- presence --- */

const char *
parley_presence_state_to_string (ParleyPresenceState state)
{
  static const char *const names[] = {
    [PARLEY_PRESENCE_SIGNED_ON] = "signed on", [PARLEY_PRESENCE_SIGNED_OFF] = "signed off",
    [PARLEY_PRESENCE_IDLE] = "idle",           [PARLEY_PRESENCE_AWAY] = "away",
    [PARLEY_PRESENCE_BACK] = "back",
  };

  return names[state];
}

static gpointer
add_presence (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database, "INSERT INTO presence (chat, wall, state) VALUES (?1, ?2, ?3)", work, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->wall);
  sqlite3_bind_int64 (statement, 3, work->state);
  parley_statement_run (statement, error);
  return NULL;
}

void
parley_chat_memory_add_presence (ParleyChatMemory *self, ParleyPresenceState state, gint64 wall)
{
  static const ParleyStoreVerb verb = { add_presence, parley_memory_work_free, .passing = TRUE };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->state = state;
  work->wall = wall;
  parley_memory_write (self, &verb, work);
}

static gpointer
new_presences (void)
{
  return g_array_new (FALSE, FALSE, sizeof (ParleyPresence));
}

static gpointer
list_presence (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare (database,
                               "SELECT state, wall FROM presence WHERE chat = ?1"
                               " ORDER BY wall DESC, id DESC LIMIT ?2",
                               work, error);
  g_autoptr (GArray) list = new_presences ();
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->limit);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      const ParleyPresence presence = {
        .state = (ParleyPresenceState) parley_statement_get_number (
            statement, 0, PARLEY_PRESENCE_SIGNED_ON, PARLEY_PRESENCE_BACK),
        .wall = parley_memory_get_wall (statement, 1),
      };

      g_array_append_val (list, presence);
    }
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&list) : NULL;
}

void
parley_chat_memory_list_presence_async (ParleyChatMemory *self,
                                        guint limit,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data)
{
  const ParleyMemoryCall call
      = { list_presence, FALSE, (GDestroyNotify) g_array_unref, cancellable, callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->limit = limit;
  parley_memory_call (self, &call, work);
}

GArray *
parley_chat_memory_list_presence_finish (ParleyChatMemory *self,
                                         GAsyncResult *result,
                                         GError **error)
{
  return parley_memory_finish_or (self, result, new_presences, error);
}
