/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-rest.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "memory/parley-store-verbs.h"

/* Behind the name of the store. */
#define KIND "-rest"

/* Before the name of a file that was taken in, among the texts. */
#define DONE "'rest:' || ?1"

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

void
parley_store_rest_format (GString *lines, const ParleyStoreVerb *verb, gconstpointer data)
{
  ParleyJsonLine *line;
  g_autofree char *text = NULL;

  if (verb->name == NULL)
    return;
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "write", verb->name);
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

static gboolean
run_of (ParleyDatabase *database, const char *sql, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (ParleyStatement) statement = parley_database_prepare (database, sql, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
  return parley_statement_run (statement, error);
}

gboolean
parley_store_rest_note (ParleyDatabase *database, const char *path, GError **error)
{
  return path == NULL
         || run_of (database,
                    "INSERT INTO texts (name, value) VALUES (" DONE ", '') ON CONFLICT DO NOTHING",
                    path, error);
}

void
parley_store_rest_drop_note (ParleyDatabase *database, const char *path)
{
  if (parley_database_begin (database, NULL)
      && (!run_of (database, "DELETE FROM texts WHERE name = " DONE, path, NULL)
          || !parley_database_commit (database, NULL)))
    parley_database_rollback (database);
}

/* --- taking it in --- */

static gboolean
apply_line (ParleyDatabase *database, const ParleyFileLine *line, GError **error)
{
  const char *name = line->sound ? parley_json_get_string (line->object, "write") : NULL;
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      gpointer data;

      if (g_strcmp0 (name, verbs[i]->name) != 0)
        continue;
      data = verbs[i]->load (line->object);
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
apply_file (ParleyDatabase *database, ParleyLineFile *file, GError **error)
{
  g_autoptr (GPtrArray) lines = parley_line_file_read (file, error);

  if (lines == NULL || !parley_store_rest_note (database, parley_line_file_get_path (file), error))
    return FALSE;
  /* It was done already. */
  if (parley_database_get_changes (database) == 0)
    return TRUE;
  for (guint i = 0; i < lines->len; i++)
    {
      if (!apply_line (database, g_ptr_array_index (lines, i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
apply_files (ParleyDatabase *database, GPtrArray *files, GError **error)
{
  if (!parley_database_begin (database, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      if (!apply_file (database, g_ptr_array_index (files, i), error))
        {
          parley_database_rollback (database);
          return FALSE;
        }
    }
  if (parley_database_commit (database, error))
    return TRUE;
  parley_database_rollback (database);
  return FALSE;
}

/* A program that dies before its note is dropped leaves one of some bytes. */
static void
remove_file (ParleyDatabase *database, ParleyLineFile *file)
{
  g_autofree char *path = g_strdup (parley_line_file_get_path (file));

  parley_line_file_empty (file, TRUE);
  parley_line_file_remove (file);
  parley_store_rest_drop_note (database, path);
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
    remove_file (database, g_ptr_array_index (files, i));
  return TRUE;
}
