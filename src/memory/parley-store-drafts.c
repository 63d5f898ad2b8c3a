/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-drafts.h"

#include <string.h>

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "memory/parley-schema.h"
#include "memory/parley-store-verbs.h"

/* Bytes of a bubble, bubbles of a draft, and drafts: more nobody wrote. */
#define MAX_TEXT    (64 * 1024)
#define MAX_BUBBLES 100
#define MAX_BEFORE  20

typedef struct
{
  ParleyChatKey *key;
  ParleyProposal *draft; /* NULL: it goes */
  GPtrArray *before;     /* of ParleyProposal */
} DraftWork;

static GPtrArray *
new_drafts (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_proposal_free);
}

static DraftWork *
draft_work_new (ParleyChatKey *key)
{
  DraftWork *work = g_new0 (DraftWork, 1);

  work->key = key;
  work->before = new_drafts ();
  return work;
}

static void
draft_work_free (gpointer data)
{
  DraftWork *work = data;

  parley_chat_key_free (work->key);
  g_clear_pointer (&work->draft, parley_proposal_free);
  g_ptr_array_unref (work->before);
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
save_draft (const ParleyProposal *draft, ParleyJsonLine *line)
{
  parley_json_line_add_int (line, "number", draft->number);
  parley_json_line_add_int (line, "last", draft->last);
  parley_json_line_add_int (line, "turn", (gint64) draft->turn);
  parley_json_line_add_int (line, "outdated", draft->outdated);
  parley_json_line_add_int (line, "is_note", draft->is_note);
  parley_json_line_add_int (line, "written", draft->written);
  parley_json_line_add_string (line, "original", draft->original);
  save_bubbles (draft->bubbles, line);
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const DraftWork *work = data;

  parley_verb_save_key (work->key, line);
  if (work->draft == NULL)
    return;
  save_draft (work->draft, line);
  parley_json_line_begin_array (line, "before");
  for (guint i = 0; i < work->before->len; i++)
    {
      parley_json_line_begin_object (line, NULL);
      save_draft (g_ptr_array_index (work->before, i), line);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

static gpointer
load_work (JsonObject *line)
{
  ParleyChatKey *key = parley_verb_load_key (line);

  return key != NULL ? draft_work_new (key) : NULL;
}

/* A bubble in which nothing is to be seen is left out. @markup: (nullable). */
static void
add_clean (ParleyProposal *draft, const char *text, const char *markup)
{
  g_autofree char *clean = parley_text_dup_clean (text, MAX_TEXT);
  g_autofree char *marked = markup != NULL ? parley_text_dup_clean (markup, MAX_TEXT) : NULL;

  if (*clean != '\0')
    parley_proposal_add (draft, clean, marked);
}

static void
load_saved_bubbles (JsonArray *bubbles, ParleyProposal *draft)
{
  for (guint i = 0; i < MIN (json_array_get_length (bubbles), MAX_BUBBLES); i++)
    {
      JsonNode *node = json_array_get_element (bubbles, i);
      JsonObject *bubble = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *text = bubble != NULL ? parley_json_get_string (bubble, "text") : NULL;

      if (text != NULL)
        add_clean (draft, text, parley_json_get_string (bubble, "markup"));
    }
}

/* Returns: (transfer full) (nullable): a line without bubbles is damaged where a draft is to be
 * kept. */
static ParleyProposal *
load_saved_draft (JsonObject *line)
{
  JsonNode *bubbles = json_object_get_member (line, "bubbles");
  ParleyProposal *draft;

  if (bubbles == NULL || !JSON_NODE_HOLDS_ARRAY (bubbles))
    return NULL;
  draft = g_new0 (ParleyProposal, 1);
  parley_proposal_init (draft);
  parley_proposal_open (draft, (guint64) parley_json_get_int (line, "turn", 0), 0, -1);
  load_saved_bubbles (json_node_get_array (bubbles), draft);
  draft->number = (guint) parley_json_get_int (line, "number", 0);
  draft->last = (guint) parley_json_get_int (line, "last", draft->number);
  draft->outdated = parley_json_get_int (line, "outdated", 0) != 0;
  draft->is_note = parley_json_get_int (line, "is_note", 0) != 0;
  draft->written = parley_json_get_int (line, "written", 0);
  draft->original = g_strdup (parley_json_get_string (line, "original"));
  return draft;
}

static void
load_saved_before (JsonArray *saved, GPtrArray *before)
{
  for (guint i = 0; i < MIN (json_array_get_length (saved), MAX_BEFORE); i++)
    {
      JsonNode *node = json_array_get_element (saved, i);
      ParleyProposal *draft
          = JSON_NODE_HOLDS_OBJECT (node) ? load_saved_draft (json_node_get_object (node)) : NULL;

      if (draft != NULL)
        g_ptr_array_add (before, draft);
    }
}

static gpointer
load_kept_work (JsonObject *line)
{
  JsonNode *before = json_object_get_member (line, "before");
  DraftWork *work = load_work (line);

  if (work == NULL || (work->draft = load_saved_draft (line)) == NULL)
    {
      g_clear_pointer (&work, draft_work_free);
      return NULL;
    }
  if (before != NULL && JSON_NODE_HOLDS_ARRAY (before))
    load_saved_before (json_node_get_array (before), work->before);
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
  return run_of (database, "DELETE FROM drafts_before WHERE chat = ?1", chat, 0, error)
         && run_of (database, "DELETE FROM draft_bubbles WHERE chat = ?1", chat, 0, error)
         && run_of (database, "DELETE FROM drafts WHERE chat = ?1", chat, 0, error);
}

static gboolean
add_draft (ParleyDatabase *database, gint64 chat, const DraftWork *work, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "INSERT INTO drafts (chat, number, turn, outdated, is_note, original, written)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, work->draft->number);
  sqlite3_bind_int64 (statement, 3, (gint64) work->draft->turn);
  sqlite3_bind_int64 (statement, 4, work->draft->outdated);
  sqlite3_bind_int64 (statement, 5, work->draft->is_note);
  sqlite3_bind_text (statement, 6, work->draft->original, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 7, work->draft->written);
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

static gboolean
add_before (ParleyDatabase *database, gint64 chat, const ParleyProposal *draft, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare_of (database,
                                    "INSERT OR REPLACE INTO drafts_before"
                                    " (chat, number, turn, is_note, original, written, bubbles)"
                                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                                    chat, error);
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *bubbles = NULL;

  save_bubbles (draft->bubbles, line);
  bubbles = parley_json_line_end (line);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, draft->number);
  sqlite3_bind_int64 (statement, 3, (gint64) draft->turn);
  sqlite3_bind_int64 (statement, 4, draft->is_note);
  sqlite3_bind_text (statement, 5, draft->original, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 6, draft->written);
  sqlite3_bind_text (statement, 7, bubbles, -1, SQLITE_STATIC);
  return parley_statement_run (statement, error);
}

static gboolean
add_all_before (ParleyDatabase *database, gint64 chat, const DraftWork *work, GError **error)
{
  for (guint i = 0; i < work->before->len; i++)
    {
      if (!add_before (database, chat, g_ptr_array_index (work->before, i), error))
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
                 chat, MAX (work->draft->last, work->draft->number), error)
      && add_all (database, chat, work, error))
    add_all_before (database, chat, work, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_keep_draft
    = { keep, draft_work_free, FALSE, "keep draft", save_work, load_kept_work };

void
parley_store_keep_drafts (ParleyStore *store,
                          const ParleyChatKey *key,
                          const ParleyProposal *draft,
                          const GPtrArray *before)
{
  DraftWork *work = draft_work_new (parley_chat_key_copy (key));

  work->draft = parley_proposal_copy (draft);
  for (guint i = 0; before != NULL && i < before->len; i++)
    g_ptr_array_add (work->before, parley_proposal_copy (g_ptr_array_index (before, i)));
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
  parley_store_write (store, &parley_verb_drop_draft, draft_work_new (parley_chat_key_copy (key)));
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

      add_clean (draft, parley_statement_get_text (statement, 0),
                 marked ? parley_statement_get_text (statement, 1) : NULL);
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
  draft->last = MAX (MAX (draft->last, draft->number),
                     (guint) parley_statement_get_number (statement, 0, 0, G_MAXINT));
  if (!parley_proposal_is_open (draft))
    draft->number = draft->last;
  return TRUE;
}

static gboolean
load_open (ParleyDatabase *database, gint64 chat, ParleyChatRecord *record, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT turn, outdated, is_note, original, number, written FROM drafts"
      " WHERE chat = ?1",
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
  record->draft->is_note = sqlite3_column_int64 (statement, 2) != 0;
  if (sqlite3_column_type (statement, 3) != SQLITE_NULL)
    record->draft->original = dup_text (statement, 3);
  record->draft->number = (guint) parley_statement_get_number (statement, 4, 1, G_MAXINT);
  record->draft->written = parley_statement_get_number (statement, 5, 0, G_MAXINT64);
  return TRUE;
}

/* Returns: (transfer full) (nullable): NULL if the row is damaged. */
static ParleyProposal *
load_row (ParleyStatement *statement)
{
  const char *text = parley_statement_get_text (statement, 5);
  g_autoptr (JsonNode) node = parley_json_parse_line (text, strlen (text));
  JsonNode *bubbles = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                          ? json_object_get_member (json_node_get_object (node), "bubbles")
                          : NULL;
  g_autoptr (ParleyProposal) draft = NULL;

  if (bubbles == NULL || !JSON_NODE_HOLDS_ARRAY (bubbles))
    return NULL;
  draft = g_new0 (ParleyProposal, 1);
  parley_proposal_init (draft);
  parley_proposal_open (draft, (guint64) sqlite3_column_int64 (statement, 1), 0, -1);
  load_saved_bubbles (json_node_get_array (bubbles), draft);
  draft->number = (guint) parley_statement_get_number (statement, 0, 1, G_MAXINT);
  draft->is_note = sqlite3_column_int64 (statement, 2) != 0;
  if (sqlite3_column_type (statement, 3) != SQLITE_NULL)
    draft->original = dup_text (statement, 3);
  draft->written = parley_statement_get_number (statement, 4, 0, G_MAXINT64);
  return draft->bubbles->len > 0 ? g_steal_pointer (&draft) : NULL;
}

static gboolean
load_before (ParleyDatabase *database, gint64 chat, ParleyChatRecord *record, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT number, turn, is_note, original, written, bubbles FROM drafts_before"
      " WHERE chat = ?1 ORDER BY number LIMIT ?2",
      chat, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, MAX_BEFORE);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      g_autoptr (ParleyProposal) draft = load_row (statement);

      if (draft == NULL || draft->number == record->draft->number)
        continue;
      record->draft->last = MAX (record->draft->last, draft->number);
      g_ptr_array_add (record->drafts_before, g_steal_pointer (&draft));
    }
  return step == PARLEY_STEP_DONE;
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
  record->drafts_before = new_drafts ();
  if (!parley_chat_row_find (database, key, &chat, error))
    return FALSE;
  return chat == 0
         || (load_open (database, chat, record, error)
             && load_before (database, chat, record, error)
             && load_number (database, chat, record->draft, error));
}
