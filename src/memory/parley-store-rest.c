/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-rest.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "memory/parley-store-verbs.h"

/* Behind the name of the store. */
#define KIND "-rest"

/* What is noted of a writer, among the texts. */
#define NOTE "'rest:' || ?1"

/* So many notes of programs that were killed stay. */
#define NOTES "20"

static const ParleyStoreVerb *const verbs[] = {
  &parley_verb_save_chat,       &parley_verb_hear,        &parley_verb_clear_pending,
  &parley_verb_forget,          &parley_verb_set_text,    &parley_verb_remove_text,
  &parley_verb_add_utterance,   &parley_verb_set_summary, &parley_verb_add_lesson,
  &parley_verb_add_entry,       &parley_verb_keep_draft,  &parley_verb_drop_draft,
  &parley_verb_amend_utterance, &parley_verb_revise,      &parley_verb_set_style,
};

void
parley_verb_save_key (const ParleyChatKey *key, ParleyJsonLine *line)
{
  parley_json_line_add_string (line, "protocol", key->protocol);
  parley_json_line_add_string (line, "account", key->account);
  parley_json_line_add_string (line, "person", key->person);
}

ParleyChatKey *
parley_verb_load_key (JsonObject *line)
{
  const char *protocol = parley_json_get_string (line, "protocol");
  const char *account = parley_json_get_string (line, "account");
  const char *person = parley_json_get_string (line, "person");

  if (protocol == NULL || account == NULL || person == NULL)
    return NULL;
  return parley_chat_key_new (protocol, account, person);
}

/* They sort by their age. */
char *
parley_store_rest_dup_writer (void)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x-%08x", g_get_real_time (), g_random_int ());
}

void
parley_store_rest_format (GString *lines,
                          const ParleyStoreVerb *verb,
                          gconstpointer data,
                          const char *writer,
                          guint64 number)
{
  ParleyJsonLine *line;
  g_autofree char *text = NULL;

  if (verb->name == NULL)
    return;
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "write", verb->name);
  parley_json_line_add_string (line, "writer", writer);
  parley_json_line_add_int (line, "nth", (gint64) number);
  verb->save (data, line);
  text = parley_json_line_end (line);
  parley_line_file_format (lines, text);
}

/* Returns: (transfer full): what the names of the files of the store at @path begin with. */
static char *
dup_kind (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strconcat (name, KIND, NULL);
}

ParleyLineFile *
parley_store_rest_new (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *kind = dup_kind (path);

  return parley_line_file_new (folder, kind);
}

/* --- what was done --- */

/* Returns: (transfer full): with @writer as ?1, which it borrows. */
static ParleyStatement *
prepare_of (ParleyDatabase *database, const char *sql, const char *writer, GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement != NULL)
    sqlite3_bind_text (statement, 1, writer, -1, SQLITE_STATIC);
  return statement;
}

gboolean
parley_store_rest_note (ParleyDatabase *database,
                        const char *writer,
                        guint64 number,
                        GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare_of (database,
                    "INSERT INTO texts (name, value) VALUES (" NOTE ", ?2)"
                    " ON CONFLICT DO UPDATE SET value = excluded.value",
                    writer, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, (gint64) number);
  return parley_statement_run (statement, error);
}

static gboolean
delete_note (ParleyDatabase *database, const char *writer)
{
  g_autoptr (ParleyStatement) statement
      = prepare_of (database,
                    "DELETE FROM texts WHERE name = " NOTE " OR name IN (SELECT name FROM texts"
                    " WHERE name GLOB 'rest:*' ORDER BY name DESC LIMIT -1 OFFSET " NOTES ")",
                    writer, NULL);

  return statement != NULL && parley_statement_run (statement, NULL);
}

void
parley_store_rest_drop_note (ParleyDatabase *database, const char *writer)
{
  if (parley_database_begin (database, NULL)
      && (!delete_note (database, writer) || !parley_database_commit (database, NULL)))
    parley_database_rollback (database);
}

gboolean
parley_store_rest_get_done (ParleyDatabase *database,
                            const char *writer,
                            guint64 *number,
                            GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare_of (database, "SELECT value FROM texts WHERE name = " NOTE, writer, error);
  ParleyStep step
      = statement != NULL ? parley_statement_step (statement, error) : PARLEY_STEP_FAILED;

  *number = step == PARLEY_STEP_ROW
                ? (guint64) parley_statement_get_number (statement, 0, 0, G_MAXINT64)
                : 0;
  return step != PARLEY_STEP_FAILED;
}

/* --- taking it in --- */

static gboolean
apply_write (ParleyDatabase *database, JsonObject *line, GError **error)
{
  const char *name = parley_json_get_string (line, "write");
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      gpointer data;

      if (g_strcmp0 (name, verbs[i]->name) != 0)
        continue;
      data = verbs[i]->load (line);
      if (data == NULL)
        break;
      verbs[i]->work (database, data, &failure);
      verbs[i]->data_free (data);
      break;
    }
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
apply_line (ParleyDatabase *database, JsonObject *line, GError **error)
{
  const char *writer = parley_json_get_string (line, "writer");
  gint64 number = parley_json_get_int (line, "nth", 0);
  guint64 done;

  if (writer == NULL || number <= 0)
    return apply_write (database, line, error);
  if (!parley_store_rest_get_done (database, writer, &done, error))
    return FALSE;
  return done >= (guint64) number
         || (apply_write (database, line, error)
             && parley_store_rest_note (database, writer, (guint64) number, error));
}

/* What files hold, which come in the order of their age. */
typedef struct
{
  GPtrArray *lines;  /* of JsonObject */
  GHashTable *ranks; /* the name of a writer, of the line → which is the last file of it */
} Rest;

static gboolean
read_file (ParleyLineFile *file, guint rank, Rest *rest, GError **error)
{
  g_autoptr (GPtrArray) lines = parley_line_file_read (file, error);

  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const ParleyFileLine *line = g_ptr_array_index (lines, i);
      const char *writer = line->sound ? parley_json_get_string (line->object, "writer") : NULL;

      if (line->sound)
        g_ptr_array_add (rest->lines, json_object_ref (line->object));
      if (writer != NULL)
        g_hash_table_replace (rest->ranks, (gpointer) writer, GUINT_TO_POINTER (rank));
    }
  return lines != NULL;
}

static gint64
get_rank (const Rest *rest, JsonObject *line)
{
  const char *writer = parley_json_get_string (line, "writer");

  return writer != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (rest->ranks, writer)) : 0;
}

/* A writer that had to leave a file while the disk was at it has two, and which of them is older
 * its lines tell, not the disk. */
static int
compare_lines (gconstpointer a, gconstpointer b, gpointer rest)
{
  JsonObject *left = *(JsonObject *const *) a;
  JsonObject *right = *(JsonObject *const *) b;
  gint64 difference = get_rank (rest, left) - get_rank (rest, right);

  if (difference == 0)
    difference = parley_json_get_int (left, "nth", 0) - parley_json_get_int (right, "nth", 0);
  return (difference > 0) - (difference < 0);
}

static gboolean
read_files (GPtrArray *files, Rest *rest, GError **error)
{
  for (guint i = 0; i < files->len; i++)
    {
      if (!read_file (g_ptr_array_index (files, i), i + 1, rest, error))
        return FALSE;
    }
  g_ptr_array_sort_with_data (rest->lines, compare_lines, rest);
  return TRUE;
}

static gboolean
apply_lines (ParleyDatabase *database, GPtrArray *lines, GError **error)
{
  gboolean well = parley_database_begin (database, error);

  if (!well)
    return FALSE;
  for (guint i = 0; well && i < lines->len; i++)
    well = apply_line (database, g_ptr_array_index (lines, i), error);
  well = well && parley_database_commit (database, error);
  if (!well)
    parley_database_rollback (database);
  return well;
}

static gboolean
apply_files (ParleyDatabase *database, GPtrArray *files, GError **error)
{
  Rest rest = { 0 };
  gboolean well;

  rest.lines = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  rest.ranks = g_hash_table_new (g_str_hash, g_str_equal);
  well = read_files (files, &rest, error) && apply_lines (database, rest.lines, error);
  g_hash_table_unref (rest.ranks);
  g_ptr_array_unref (rest.lines);
  return well;
}

gboolean
parley_store_rest_apply (ParleyDatabase *database, const char *own, GError **error)
{
  const char *path = parley_database_get_path (database);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *kind = path != NULL ? dup_kind (path) : NULL;
  g_autoptr (GPtrArray) files = NULL;

  if (path == NULL)
    return TRUE;
  files = parley_line_file_take_left (folder, kind, own);
  if (files->len == 0)
    return TRUE;
  if (!apply_files (database, files, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    parley_line_file_remove (g_ptr_array_index (files, i));
  return TRUE;
}
