/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-drafts.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "memory/parley-chat-row.h"
#include "memory/parley-store-verbs.h"

/* Bytes of a bubble, and bubbles of a draft: more nobody wrote. */
#define MAX_TEXT    (64 * 1024)
#define MAX_BUBBLES 100

typedef struct
{
  ParleyChatKey *key;
  ParleyProposal *draft; /* NULL: it goes */
  gboolean is_note;
} DraftWork;

static void
draft_work_free (gpointer data)
{
  DraftWork *work = data;

  parley_chat_key_free (work->key);
  g_clear_pointer (&work->draft, parley_proposal_free);
  g_free (work);
}

/* --- how it is kept when the store can't be written --- */

static void
save_bubbles (const GPtrArray *bubbles, ParleyJsonLine *line)
{
  parley_json_line_begin_array (line, "bubbles");
  for (guint i = 0; bubbles != NULL && i < bubbles->len; i++)
    {
      const ParleyProposed *bubble = g_ptr_array_index (bubbles, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "text", bubble->text);
      parley_json_line_add_string (line, "markup", bubble->markup);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const DraftWork *work = data;
  const ParleyProposal *draft = work->draft;

  parley_verb_save_key (work->key, line);
  if (draft == NULL)
    return;
  parley_json_line_add_int (line, "number", draft->number);
  parley_json_line_add_int (line, "turn", (gint64) draft->turn);
  parley_json_line_add_int (line, "outdated", draft->outdated);
  parley_json_line_add_int (line, "is_note", work->is_note);
  parley_json_line_add_string (line, "original", draft->original);
  save_bubbles (draft->bubbles, line);
}

static gpointer
load_work (JsonObject *line)
{
  ParleyChatKey *key = parley_verb_load_key (line);
  DraftWork *work;

  if (key == NULL)
    return NULL;
  work = g_new0 (DraftWork, 1);
  work->key = key;
  return work;
}

static void
load_saved_bubbles (JsonArray *bubbles, ParleyProposal *draft)
{
  for (guint i = 0; i < MIN (json_array_get_length (bubbles), MAX_BUBBLES); i++)
    {
      JsonNode *node = json_array_get_element (bubbles, i);
      const char *text = JSON_NODE_HOLDS_OBJECT (node)
                             ? parley_json_get_string (json_node_get_object (node), "text")
                             : NULL;

      if (text != NULL)
        parley_proposal_add (draft, text,
                             parley_json_get_string (json_node_get_object (node), "markup"));
    }
}

/* A line without bubbles is damaged where a draft is to be kept. */
static gpointer
load_kept_work (JsonObject *line)
{
  JsonNode *bubbles = json_object_get_member (line, "bubbles");
  DraftWork *work = load_work (line);

  if (work == NULL || bubbles == NULL || !JSON_NODE_HOLDS_ARRAY (bubbles))
    {
      g_clear_pointer (&work, draft_work_free);
      return NULL;
    }
  work->draft = g_new0 (ParleyProposal, 1);
  parley_proposal_init (work->draft);
  parley_proposal_open (work->draft, (guint64) parley_json_get_int (line, "turn", 0), 0, -1);
  load_saved_bubbles (json_node_get_array (bubbles), work->draft);
  work->draft->number = (guint) parley_json_get_int (line, "number", 0);
  work->draft->outdated = parley_json_get_int (line, "outdated", 0) != 0;
  work->draft->original = g_strdup (parley_json_get_string (line, "original"));
  work->is_note = parley_json_get_int (line, "is_note", 0) != 0;
  return work;
}

/* --- writing --- */

static gboolean
run_of (ParleyDatabase *database, const char *sql, gint64 chat, guint number, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (database, sql, chat, error);

  if (statement == NULL)
    return FALSE;
  if (sqlite3_bind_parameter_count (statement) > 1)
    sqlite3_bind_int64 (statement, 2, number);
  return parley_statement_run (statement, error);
}

static gboolean
remove_draft (ParleyDatabase *database, gint64 chat, GError **error)
{
  return run_of (database, "DELETE FROM draft_bubbles WHERE chat = ?1", chat, 0, error)
         && run_of (database, "DELETE FROM drafts WHERE chat = ?1", chat, 0, error);
}

static gboolean
add_draft (ParleyDatabase *database, gint64 chat, const DraftWork *work, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "INSERT INTO drafts (chat, number, turn, outdated, is_note, original)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, work->draft->number);
  sqlite3_bind_int64 (statement, 3, (gint64) work->draft->turn);
  sqlite3_bind_int64 (statement, 4, work->draft->outdated);
  sqlite3_bind_int64 (statement, 5, work->is_note);
  sqlite3_bind_text (statement, 6, work->draft->original, -1, SQLITE_STATIC);
  return parley_statement_run (statement, error);
}

static gboolean
add_bubble (
    ParleyDatabase *database, gint64 chat, guint n, const ParleyProposed *bubble, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "INSERT INTO draft_bubbles (chat, n, text, markup) VALUES (?1, ?2, ?3, ?4)", chat,
      error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, n);
  sqlite3_bind_text (statement, 3, bubble->text, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, bubble->markup, -1, SQLITE_STATIC);
  return parley_statement_run (statement, error);
}

static gboolean
add_all (ParleyDatabase *database, gint64 chat, const DraftWork *work, GError **error)
{
  const GPtrArray *bubbles = work->draft->bubbles;

  if (bubbles == NULL || bubbles->len == 0)
    return TRUE;
  if (!add_draft (database, chat, work, error))
    return FALSE;
  for (guint i = 0; i < bubbles->len; i++)
    {
      if (!add_bubble (database, chat, i, g_ptr_array_index (bubbles, i), error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
keep (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const DraftWork *work = data;
  gint64 chat;

  if (parley_chat_row_make (database, work->key, &chat, error)
      && remove_draft (database, chat, error)
      && run_of (database, "UPDATE chats SET draft_number = max (draft_number, ?2) WHERE id = ?1",
                 chat, work->draft->number, error))
    add_all (database, chat, work, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_keep_draft
    = { keep, draft_work_free, FALSE, "keep draft", save_work, load_kept_work };

void
parley_store_keep_draft (ParleyStore *store,
                         const ParleyChatKey *key,
                         const ParleyProposal *draft,
                         gboolean is_note)
{
  DraftWork *work = g_new0 (DraftWork, 1);

  work->key = parley_chat_key_copy (key);
  work->draft = parley_proposal_copy (draft);
  work->is_note = is_note;
  parley_store_write (store, &parley_verb_keep_draft, work);
}

static gpointer
drop (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const DraftWork *work = data;
  gint64 chat;

  if (parley_chat_row_find (database, work->key, &chat, error) && chat != 0)
    remove_draft (database, chat, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_drop_draft
    = { drop, draft_work_free, FALSE, "drop draft", save_work, load_work };

void
parley_store_drop_draft (ParleyStore *store, const ParleyChatKey *key)
{
  DraftWork *work = g_new0 (DraftWork, 1);

  work->key = parley_chat_key_copy (key);
  parley_store_write (store, &parley_verb_drop_draft, work);
}

/* --- reading --- */

static char *
dup_text (ParleyStatement *statement, int column)
{
  return parley_text_dup_clean (parley_statement_get_text (statement, column), MAX_TEXT);
}

static gboolean
load_bubbles (ParleyDatabase *database, gint64 chat, ParleyProposal *draft, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "SELECT text, markup FROM draft_bubbles WHERE chat = ?1 ORDER BY n LIMIT ?2", chat,
      error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, MAX_BUBBLES);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      gboolean marked = sqlite3_column_type (statement, 1) != SQLITE_NULL;
      g_autofree char *text = dup_text (statement, 0);
      g_autofree char *markup = marked ? dup_text (statement, 1) : NULL;

      if (*text != '\0')
        parley_proposal_add (draft, text, markup);
    }
  return step == PARLEY_STEP_DONE;
}

static gboolean
load_number (ParleyDatabase *database, gint64 chat, ParleyProposal *draft, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "SELECT draft_number FROM chats WHERE id = ?1", chat, error);

  if (statement == NULL || parley_statement_step (statement, error) == PARLEY_STEP_FAILED)
    return FALSE;
  draft->number
      = MAX (draft->number, (guint) parley_statement_get_number (statement, 0, 0, G_MAXINT));
  return TRUE;
}

static gboolean
load_open (ParleyDatabase *database, gint64 chat, ParleyChatRecord *record, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "SELECT turn, outdated, is_note, original, number FROM drafts WHERE chat = ?1",
      chat, error);
  ParleyStep step
      = statement != NULL ? parley_statement_step (statement, error) : PARLEY_STEP_FAILED;

  if (step != PARLEY_STEP_ROW)
    return step == PARLEY_STEP_DONE;
  parley_proposal_open (record->draft, (guint64) sqlite3_column_int64 (statement, 0), 0, -1);
  if (!load_bubbles (database, chat, record->draft, error))
    return FALSE;
  if (record->draft->bubbles->len == 0)
    parley_proposal_withdraw (record->draft);
  record->draft->outdated = sqlite3_column_int64 (statement, 1) != 0;
  record->draft_is_note = sqlite3_column_int64 (statement, 2) != 0;
  if (sqlite3_column_type (statement, 3) != SQLITE_NULL)
    record->draft->original = dup_text (statement, 3);
  record->draft->number = (guint) parley_statement_get_number (statement, 4, 1, G_MAXINT);
  return TRUE;
}

gboolean
parley_store_load_draft (ParleyDatabase *database,
                         const ParleyChatKey *key,
                         ParleyChatRecord *record,
                         GError **error)
{
  gint64 chat;

  record->draft = g_new0 (ParleyProposal, 1);
  parley_proposal_init (record->draft);
  if (!parley_chat_row_find (database, key, &chat, error))
    return FALSE;
  return chat == 0
         || (load_open (database, chat, record, error)
             && load_number (database, chat, record->draft, error));
}
