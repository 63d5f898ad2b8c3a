/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-chats.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "memory/parley-schema.h"
#include "memory/parley-store-drafts.h"
#include "memory/parley-store-heard.h"
#include "memory/parley-store-verbs.h"

#define END_OF_YEAR_9999 G_GINT64_CONSTANT (253402300799)

/* What a piece of work is about. */
typedef struct
{
  ParleyChatKey *key;
  ParleyChatRecord *record; /* to save */
  guint n;                  /* to clear */
  guint newest;             /* the number of the last of them; 0: it has none */
} ChatWork;

static ChatWork *
chat_work_new (const ParleyChatKey *key)
{
  ChatWork *work = g_new0 (ChatWork, 1);

  work->key = parley_chat_key_copy (key);
  return work;
}

static void
chat_work_free (gpointer data)
{
  ChatWork *work = data;

  parley_chat_key_free (work->key);
  g_clear_pointer (&work->record, parley_chat_record_free);
  g_free (work);
}

/* --- to and from SQL --- */

/* Every statement about one chat has it in these three parameters. */
#define OF_CHAT "protocol = ?1 AND account = ?2 AND person = ?3"

/* Returns: (transfer full): @sql with the key bound to it. */
static ParleyStatement *
prepare (ParleyDatabase *database, const char *sql, const ParleyChatKey *key, GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, key->protocol, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 2, key->account, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 3, key->person, -1, SQLITE_STATIC);
  return statement;
}

static gboolean
run (ParleyDatabase *database, const char *sql, const ParleyChatKey *key, GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (database, sql, key, error);

  return statement != NULL && parley_statement_run (statement, error);
}

/* What is later was not written by us, and in milliseconds it might overflow. */
static gint64
get_wall (ParleyStatement *statement, int column)
{
  return parley_statement_get_number (statement, column, 0, END_OF_YEAR_9999);
}

static guint
get_count (ParleyStatement *statement, int column)
{
  return (guint) parley_statement_get_number (statement, column, 0, G_MAXUINT);
}

/* Of a bubble: others come behind it. */
static guint
get_number (ParleyStatement *statement, int column)
{
  return (guint) parley_statement_get_number (statement, column, 0, G_MAXINT);
}

static char *
cadence_to_text (const ParleyCadence *cadence)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < cadence->n_gaps; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", parley_cadence_get_gap (cadence, i));
  return g_string_free (text, FALSE);
}

static void
text_to_cadence (const char *text, ParleyCadence *cadence)
{
  g_auto (GStrv) gaps = g_strsplit (text, " ", PARLEY_CADENCE_MAX_GAPS + 1);

  for (guint i = 0; gaps[i] != NULL; i++)
    {
      guint64 gap;

      if (g_ascii_string_to_unsigned (gaps[i], 10, 0, G_MAXINT, &gap, NULL))
        parley_cadence_add (cadence, (gint64) gap);
    }
}

static void
read_hint (ParleyStatement *statement, int column, ParleyHint *hint)
{
  double confidence = sqlite3_column_double (statement, column + 2);

  hint->awaiting_required_field = sqlite3_column_int64 (statement, column) != 0;
  hint->expects_followup = sqlite3_column_int64 (statement, column + 1) != 0;
  hint->input_complete_confidence = CLAMP (confidence, 0, 1);
  parley_hint_set (hint, "expected_input_type", parley_statement_get_text (statement, column + 3),
                   NULL);
}

static void
read_record (ParleyStatement *statement, ParleyChatRecord *record)
{
  record->mark.wall_s = get_wall (statement, 0);
  record->mark.hash = (guint64) sqlite3_column_int64 (statement, 1);
  record->mark.count = get_number (statement, 2);
  record->stand_down_until = get_wall (statement, 3);
  text_to_cadence (parley_statement_get_text (statement, 4), &record->cadence);
  read_hint (statement, 5, &record->hint);
  record->types = sqlite3_column_int64 (statement, 9) != 0;
  record->asked = sqlite3_column_int64 (statement, 10) != 0;
  record->turn_wall = get_wall (statement, 11);
  record->attempts = get_count (statement, 12);
  record->drafts = parley_draft_tally_read (get_count (statement, 13), get_count (statement, 14));
  record->left_to_parley = sqlite3_column_int64 (statement, 15) != 0;
}

static void
bind_record (ParleyStatement *statement, const ParleyChatRecord *record)
{
  const ParleyHint *hint = &record->hint;

  sqlite3_bind_int64 (statement, 4, record->mark.wall_s);
  sqlite3_bind_int64 (statement, 5, (gint64) record->mark.hash);
  sqlite3_bind_int64 (statement, 6, record->mark.count);
  sqlite3_bind_int64 (statement, 7, record->stand_down_until);
  sqlite3_bind_text (statement, 8, cadence_to_text (&record->cadence), -1, g_free);
  sqlite3_bind_int64 (statement, 9, hint->awaiting_required_field);
  sqlite3_bind_int64 (statement, 10, hint->expects_followup);
  sqlite3_bind_double (statement, 11, hint->input_complete_confidence);
  sqlite3_bind_text (statement, 12, parley_expectation_to_string (hint->expected_input_type), -1,
                     SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 13, record->types);
  sqlite3_bind_int64 (statement, 14, record->asked);
  sqlite3_bind_int64 (statement, 15, record->turn_wall);
  sqlite3_bind_int64 (statement, 16, record->attempts);
  sqlite3_bind_int64 (statement, 17, record->drafts.all);
  sqlite3_bind_int64 (statement, 18, record->drafts.unchanged);
  sqlite3_bind_int64 (statement, 19, record->left_to_parley);
}

/* --- loading --- */

static gboolean
load_values (ParleyDatabase *database,
             const ParleyChatKey *key,
             ParleyChatRecord *record,
             GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (
      database,
      "SELECT mark_wall, mark_hash, mark_count, stand_down_until, cadence,"
      " awaiting_required_field, expects_followup, input_complete_confidence, expected_input_type,"
      " types, asked, turn_wall, attempts, drafts, unchanged, left_to_parley FROM chats "
      "WHERE " OF_CHAT,
      key, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  step = parley_statement_step (statement, error);
  if (step == PARLEY_STEP_ROW)
    read_record (statement, record);
  return step != PARLEY_STEP_FAILED;
}

static gboolean
load_pending (ParleyDatabase *database,
              const ParleyChatKey *key,
              ParleyChatRecord *record,
              GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (
      database,
      "SELECT * FROM (SELECT pending.id AS at, wall, text, received, number FROM pending"
      " JOIN chats ON chats.id = chat WHERE " OF_CHAT " ORDER BY at DESC LIMIT ?4) ORDER BY at",
      key, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int (statement, 4, PARLEY_STORE_MAX_PENDING);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      g_autofree char *text
          = parley_text_dup_clean (parley_statement_get_text (statement, 2), PARLEY_STORE_MAX_TEXT);

      parley_chat_record_add_pending (
          record, &(ParleyPending){ .when = { get_wall (statement, 1), get_wall (statement, 3) },
                                    .number = get_number (statement, 4),
                                    .text = text });
    }
  return step == PARLEY_STEP_DONE;
}

static gpointer
load_chat (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ChatWork *work = data;
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  if (!load_values (database, work->key, record, error)
      || !load_pending (database, work->key, record, error)
      || !parley_store_load_draft (database, work->key, record, error)
      || !parley_store_load_heard (database, work->key, record, error))
    return NULL;
  return g_steal_pointer (&record);
}

void
parley_store_load_chat_async (ParleyStore *store,
                              const ParleyChatKey *key,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  const ParleyStoreCall call = {
    .sure = TRUE,
    .work = load_chat,
    .data = chat_work_new (key),
    .data_free = chat_work_free,
    .result_free = (GDestroyNotify) parley_chat_record_free,
  };

  parley_store_call_async (store, &call, cancellable, callback, user_data);
}

ParleyChatRecord *
parley_store_load_chat_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  ParleyChatRecord *record = parley_store_read_finish (store, result, error);

  return record == NULL && !g_task_had_error (G_TASK (result)) ? parley_chat_record_new () : record;
}

static void
add_key (ParleyStatement *statement, GPtrArray *keys)
{
  const char *parts[3];

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      parts[i] = parley_statement_get_text (statement, (int) i);
      if (!g_utf8_validate (parts[i], -1, NULL))
        return;
    }
  g_ptr_array_add (keys, parley_chat_key_new (parts[0], parts[1], parts[2]));
}

static GPtrArray *
new_keys (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
}

static gpointer
list_pending (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare (database,
                                 "SELECT protocol, account, person FROM"
                                 " (SELECT chat, min (id) AS at FROM pending GROUP BY chat"
                                 "  UNION ALL SELECT chat, 9e18 FROM drafts"
                                 "  UNION ALL SELECT chat, 9e18 FROM drafts_before)"
                                 " JOIN chats ON chats.id = chat GROUP BY chat ORDER BY min (at)",
                                 error);
  g_autoptr (GPtrArray) keys = new_keys ();
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    add_key (statement, keys);
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&keys) : NULL;
}

void
parley_store_list_pending_async (ParleyStore *store,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const ParleyStoreCall call = {
    .sure = TRUE,
    .work = list_pending,
    .result_free = (GDestroyNotify) g_ptr_array_unref,
  };

  parley_store_call_async (store, &call, cancellable, callback, user_data);
}

GPtrArray *
parley_store_list_pending_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  GPtrArray *keys = parley_store_read_finish (store, result, error);

  return keys == NULL && !g_task_had_error (G_TASK (result)) ? new_keys () : keys;
}

/* --- writing --- */

/* The digest fills 64 bits, which a number in JSON may not. */
static void
save_record (const ParleyChatRecord *record, ParleyJsonLine *line)
{
  g_autofree char *cadence = cadence_to_text (&record->cadence);
  g_autofree char *hash = g_strdup_printf ("%" G_GUINT64_FORMAT, record->mark.hash);
  const ParleyHint *hint = &record->hint;

  parley_json_line_add_int (line, "mark_wall", record->mark.wall_s);
  parley_json_line_add_string (line, "mark_hash", hash);
  parley_json_line_add_int (line, "mark_count", record->mark.count);
  parley_json_line_add_int (line, "stand_down_until", record->stand_down_until);
  parley_json_line_add_string (line, "cadence", cadence);
  parley_json_line_add_int (line, "awaiting_required_field", hint->awaiting_required_field);
  parley_json_line_add_int (line, "expects_followup", hint->expects_followup);
  parley_json_line_add_int (line, "input_complete_permille",
                            (gint64) (hint->input_complete_confidence * 1000));
  parley_json_line_add_string (line, "expected_input_type",
                               parley_expectation_to_string (hint->expected_input_type));
  parley_json_line_add_int (line, "types", record->types);
  parley_json_line_add_int (line, "asked", record->asked);
  parley_json_line_add_int (line, "turn_wall", record->turn_wall);
  parley_json_line_add_int (line, "attempts", record->attempts);
  parley_json_line_add_int (line, "drafts", record->drafts.all);
  parley_json_line_add_int (line, "unchanged", record->drafts.unchanged);
  parley_json_line_add_int (line, "left_to_parley", record->left_to_parley);
}

/* Returns: (transfer full) (nullable): NULL if it tells of none. */
static ParleyChatRecord *
load_record (JsonObject *line)
{
  const char *hash = parley_json_get_string (line, "mark_hash");
  const char *cadence = parley_json_get_string (line, "cadence");
  const char *expected = parley_json_get_string (line, "expected_input_type");
  ParleyChatRecord *record;

  if (hash == NULL || cadence == NULL || expected == NULL)
    return NULL;
  record = parley_chat_record_new ();
  record->mark.wall_s = parley_json_get_int (line, "mark_wall", 0);
  g_ascii_string_to_unsigned (hash, 10, 0, G_MAXUINT64, &record->mark.hash, NULL);
  record->mark.count = (guint) parley_json_get_int (line, "mark_count", 0);
  record->stand_down_until = parley_json_get_int (line, "stand_down_until", 0);
  text_to_cadence (cadence, &record->cadence);
  record->hint.awaiting_required_field
      = parley_json_get_int (line, "awaiting_required_field", 0) != 0;
  record->hint.expects_followup = parley_json_get_int (line, "expects_followup", 0) != 0;
  record->hint.input_complete_confidence
      = (double) parley_json_get_int (line, "input_complete_permille", 0) / 1000;
  parley_hint_set (&record->hint, "expected_input_type", expected, NULL);
  record->types = parley_json_get_int (line, "types", 0) != 0;
  record->asked = parley_json_get_int (line, "asked", 0) != 0;
  record->turn_wall = parley_json_get_int (line, "turn_wall", 0);
  record->attempts = (guint) parley_json_get_int (line, "attempts", 0);
  record->drafts = parley_draft_tally_read ((guint64) parley_json_get_int (line, "drafts", 0),
                                            (guint64) parley_json_get_int (line, "unchanged", 0));
  record->left_to_parley = parley_json_get_int (line, "left_to_parley", 0) != 0;
  return record;
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const ChatWork *work = data;

  parley_verb_save_key (work->key, line);
  if (work->record != NULL)
    save_record (work->record, line);
  parley_json_line_add_int (line, "n", work->n);
  parley_json_line_add_int (line, "newest", work->newest);
}

static gpointer
load_work (JsonObject *line)
{
  ParleyChatKey *key = parley_verb_load_key (line);
  ChatWork *work;

  if (key == NULL)
    return NULL;
  work = g_new0 (ChatWork, 1);
  work->key = key;
  work->record = load_record (line);
  work->n = (guint) parley_json_get_int (line, "n", 0);
  work->newest = (guint) parley_json_get_int (line, "newest", 0);
  return work;
}

/* A line without a record is damaged where one is to be saved. */
static gpointer
load_record_work (JsonObject *line)
{
  ChatWork *work = load_work (line);

  if (work == NULL || work->record != NULL)
    return work;
  chat_work_free (work);
  return NULL;
}

static gpointer
save_chat (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ChatWork *work = data;
  g_autoptr (ParleyStatement) statement = prepare (
      database,
      "INSERT INTO chats (protocol, account, person, mark_wall, mark_hash, mark_count,"
      " stand_down_until, cadence, awaiting_required_field, expects_followup,"
      " input_complete_confidence, expected_input_type, types, asked, turn_wall, attempts, drafts,"
      " unchanged, left_to_parley)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
      " ?19)"
      " ON CONFLICT DO UPDATE SET mark_wall = excluded.mark_wall, mark_hash = excluded.mark_hash,"
      " mark_count = excluded.mark_count, stand_down_until = excluded.stand_down_until,"
      " cadence = excluded.cadence, awaiting_required_field = excluded.awaiting_required_field,"
      " expects_followup = excluded.expects_followup,"
      " input_complete_confidence = excluded.input_complete_confidence,"
      " expected_input_type = excluded.expected_input_type, types = excluded.types,"
      " asked = excluded.asked, turn_wall = excluded.turn_wall, attempts = excluded.attempts,"
      " drafts = excluded.drafts, unchanged = excluded.unchanged,"
      " left_to_parley = excluded.left_to_parley",
      work->key, error);

  if (statement == NULL)
    return NULL;
  bind_record (statement, work->record);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_save_chat
    = { save_chat, chat_work_free, FALSE, "save chat", save_work, load_record_work };

void
parley_store_save_chat (ParleyStore *store,
                        const ParleyChatKey *key,
                        const ParleyChatRecord *record)
{
  ChatWork *work = chat_work_new (key);

  work->record = parley_chat_record_copy (record);
  parley_store_write (store, &parley_verb_save_chat, work);
}

static gpointer
clear_pending (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ChatWork *work = data;
  g_autoptr (ParleyStatement) statement
      = prepare (database,
                 "DELETE FROM pending WHERE id IN (SELECT pending.id FROM pending"
                 " JOIN chats ON chats.id = chat WHERE " OF_CHAT
                 " AND (?5 = 0 OR pending.number <= ?5) ORDER BY pending.id LIMIT ?4)",
                 work->key, error);

  if (statement == NULL)
    return NULL;
  /* Without a limit: what an earlier write that failed has left goes, too. */
  sqlite3_bind_int64 (statement, 4, work->newest != 0 ? -1 : work->n);
  sqlite3_bind_int64 (statement, 5, work->newest);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_clear_pending
    = { clear_pending, chat_work_free, FALSE, "clear pending", save_work, load_work };

void
parley_store_clear_pending (ParleyStore *store, const ParleyChatKey *key, guint n, guint newest)
{
  ChatWork *work = chat_work_new (key);

  work->n = n;
  work->newest = newest;
  parley_store_write (store, &parley_verb_clear_pending, work);
}

/* What hangs on the row goes with it, by the foreign keys. */
static gpointer
forget (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ChatWork *work = data;

  parley_database_note_row (database, NULL, 0);
  if (run (database, "DELETE FROM chats WHERE " OF_CHAT, work->key, error))
    parley_database_scrub (database);
  return NULL;
}

const ParleyStoreVerb parley_verb_forget
    = { forget, chat_work_free, FALSE, "forget", save_work, load_work };

void
parley_store_forget (ParleyStore *store, const ParleyChatKey *key)
{
  parley_store_write (store, &parley_verb_forget, chat_work_new (key));
}
