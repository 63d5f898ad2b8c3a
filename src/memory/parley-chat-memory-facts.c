/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-text.h"
#include "base/parley-i18n.h"
#include "memory/parley-chat-memory-private.h"

/* Shorter words of scripts with spaces are in every sentence. */
#define MIN_LETTERS 3

const char *
parley_fact_kind_to_string (ParleyFactKind kind)
{
  static const char *const names[PARLEY_N_FACT_KINDS] = {
    [PARLEY_FACT_KIND_FACT] = "fact",
    [PARLEY_FACT_KIND_PROMISE] = "promise",
    [PARLEY_FACT_KIND_QUESTION] = "question",
  };

  return names[kind];
}

void
parley_fact_free (ParleyFact *fact)
{
  g_free (fact->text);
  g_free (fact);
}

/* --- remember --- */

/* @changed: whether there was such a fact. */
static gboolean
say_again (ParleyDatabase *database,
           const ParleyMemoryWork *work,
           const char *folded,
           gboolean *changed,
           GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database,
      "UPDATE facts SET wall = ?2, said_by = ?3, text = ?4, kind = ?6"
      " WHERE chat = ?1 AND folded = ?5",
      work, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, work->wall);
  sqlite3_bind_int64 (statement, 3, work->who);
  sqlite3_bind_text (statement, 4, work->text, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, folded, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 6, work->state);
  if (!parley_statement_run (statement, error))
    return FALSE;
  *changed = parley_database_get_changes (database) > 0;
  return TRUE;
}

static gboolean
add_fact (ParleyDatabase *database,
          const ParleyMemoryWork *work,
          const char *folded,
          GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare_write (database,
                                     "INSERT INTO facts (chat, wall, said_by, text, folded, kind)"
                                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                                     work, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, work->wall);
  sqlite3_bind_int64 (statement, 3, work->who);
  sqlite3_bind_text (statement, 4, work->text, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, folded, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 6, work->state);
  return parley_statement_run (statement, error);
}

static gboolean
make_room (ParleyDatabase *database,
           const ParleyMemoryWork *work,
           gboolean *oldest_out,
           GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database,
      "DELETE FROM facts WHERE id IN (SELECT id FROM facts WHERE chat = ?1"
      " ORDER BY wall DESC, id DESC LIMIT -1 OFFSET ?2)",
      work, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, PARLEY_MEMORY_MAX_FACTS - 1);
  if (!parley_statement_run (statement, error))
    return FALSE;
  *oldest_out = parley_database_get_changes (database) > 0;
  return TRUE;
}

static gpointer
remember (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autofree char *folded = parley_text_dup_folded (work->text);
  ParleyRemembered remembered = PARLEY_REMEMBERED_AGAIN;
  gboolean again;
  gboolean oldest_out = FALSE;

  if (!say_again (database, work, folded, &again, error))
    return NULL;
  if (!again)
    {
      if (!make_room (database, work, &oldest_out, error)
          || !add_fact (database, work, folded, error))
        return NULL;
      remembered = oldest_out ? PARLEY_REMEMBERED_OLDEST_OUT : PARLEY_REMEMBERED_NEW;
    }
  return g_memdup2 (&remembered, sizeof remembered);
}

void
parley_chat_memory_remember_async (ParleyChatMemory *self,
                                   const char *text,
                                   ParleyFactKind kind,
                                   ParleySpeaker said_by,
                                   gint64 wall,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  const ParleyMemoryCall call = { remember, TRUE, g_free, cancellable, callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);
  glong length;

  work->text = parley_text_dup_line (text, PARLEY_MEMORY_MAX_TEXT);
  work->state = kind;
  work->who = said_by;
  work->wall = wall;
  length = g_utf8_strlen (work->text, -1);
  if (length > 0 && length <= PARLEY_MEMORY_MAX_FACT)
    parley_memory_call (self, &call, work);
  else
    parley_memory_refuse (
        self, &call, work,
        g_error_new (G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                     ngettext ("A fact has one to %d character.",
                               "A fact has one to %d characters.", PARLEY_MEMORY_MAX_FACT),
                     PARLEY_MEMORY_MAX_FACT));
}

gboolean
parley_chat_memory_remember_finish (ParleyChatMemory *self,
                                    GAsyncResult *result,
                                    ParleyRemembered *remembered,
                                    GError **error)
{
  return parley_memory_finish_into (self, result, remembered, sizeof *remembered, error);
}

/* --- recall --- */

typedef struct
{
  ParleyFact *fact;
  guint score; /* how many of the words it holds */
} Hit;

static gboolean
is_word_of_a_script_without_spaces (const ParleyTextWord *word)
{
  return word->script == G_UNICODE_SCRIPT_HAN || word->script == G_UNICODE_SCRIPT_HIRAGANA
         || word->script == G_UNICODE_SCRIPT_KATAKANA || word->script == G_UNICODE_SCRIPT_THAI;
}

/* Returns: (transfer full): the words of @sentence that say something, folded, each once. */
static GPtrArray *
list_words (const char *sentence)
{
  g_autofree char *folded = parley_text_dup_folded (sentence);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const char *cursor = folded;
  ParleyTextWord word;

  while (parley_text_next_word (&cursor, &word))
    {
      g_autofree char *text = g_strndup (word.start, word.length);

      if ((word.letters >= MIN_LETTERS || is_word_of_a_script_without_spaces (&word))
          && !g_ptr_array_find_with_equal_func (words, text, g_str_equal, NULL))
        g_ptr_array_add (words, g_steal_pointer (&text));
    }
  return words;
}

static guint
count_words (const char *text, GPtrArray *words)
{
  guint n = 0;

  for (guint i = 0; i < words->len; i++)
    n += strstr (text, g_ptr_array_index (words, i)) != NULL;
  return n;
}

/* Stable, so that of equal ones the newest stays first. */
static gint
compare_hits (gconstpointer a, gconstpointer b)
{
  const Hit *left = a;
  const Hit *right = b;

  return (left->score < right->score) - (left->score > right->score);
}

static void
clear_hit (gpointer data)
{
  g_clear_pointer (&((Hit *) data)->fact, parley_fact_free);
}

static gpointer
new_facts (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_fact_free);
}

static GPtrArray *
take_best (GArray *hits, guint limit)
{
  GPtrArray *facts = new_facts ();

  g_array_sort (hits, compare_hits);
  for (guint i = 0; i < MIN (hits->len, limit); i++)
    g_ptr_array_add (facts, g_steal_pointer (&g_array_index (hits, Hit, i).fact));
  return facts;
}

static ParleyFact *
read_fact (ParleyStatement *statement)
{
  ParleyFact *fact = g_new0 (ParleyFact, 1);

  fact->said_by = parley_memory_get_speaker (statement, 0);
  fact->wall = parley_memory_get_wall (statement, 1);
  fact->text
      = parley_text_dup_line (parley_statement_get_text (statement, 2), 4 * PARLEY_MEMORY_MAX_FACT);
  fact->kind = (ParleyFactKind) parley_statement_get_number (statement, 4, PARLEY_FACT_KIND_FACT,
                                                             PARLEY_N_FACT_KINDS - 1);
  return fact;
}

static gpointer
recall (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare (database,
                               "SELECT said_by, wall, text, folded, kind FROM facts WHERE chat = ?1"
                               " ORDER BY wall DESC, id DESC LIMIT ?2",
                               work, error);
  g_autoptr (GPtrArray) words = list_words (work->text);
  g_autoptr (GArray) hits = g_array_new (FALSE, TRUE, sizeof (Hit));
  ParleyStep step;

  g_array_set_clear_func (hits, clear_hit);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, PARLEY_MEMORY_MAX_FACTS);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      Hit hit = { .score = count_words (parley_statement_get_text (statement, 3), words) };

      if (hit.score == 0 && *work->text != '\0')
        continue;
      hit.fact = read_fact (statement);
      g_array_append_val (hits, hit);
    }
  return step == PARLEY_STEP_DONE ? take_best (hits, work->limit) : NULL;
}

void
parley_chat_memory_recall_async (ParleyChatMemory *self,
                                 const char *words,
                                 guint limit,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const ParleyMemoryCall call = { recall,      FALSE,    (GDestroyNotify) g_ptr_array_unref,
                                  cancellable, callback, user_data,
                                  TRUE };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->text = parley_text_dup_clean (words, PARLEY_MEMORY_MAX_TEXT);
  work->limit = limit;
  parley_memory_call (self, &call, work);
}

GPtrArray *
parley_chat_memory_recall_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish_or (self, result, new_facts, error);
}
