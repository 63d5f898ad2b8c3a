/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "base/parley-error.h"
#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"
#include "cli/parley-options.h"
#include "memory/parley-forgotten-file.h"
#include "memory/parley-store-chats.h"

/* A backup of any size comes to the disk before we end. */
#define CLOSE_US (60 * G_TIME_SPAN_SECOND)

/* A backup becomes the store of a folder that has none. It is made fit beside its place first, so
 * that no program ever finds there what is to be forgotten, or what waits for an answer. */
typedef struct
{
  ParleyMemorySession *session;
  char *path;    /* its place */
  char *working; /* where it is until it is fit */
  gboolean troubled;
  guint n_chats;
  guint n_forgotten;
  guint n_unanswered;
} Restoring;

static void
restoring_clear (Restoring *restoring)
{
  g_free (restoring->path);
  g_free (restoring->working);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Restoring, restoring_clear)

/* @sentence: (transfer full). */
static gboolean
refuse (GError **error, char *sentence)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, sentence);
  g_free (sentence);
  return FALSE;
}

/* --- files --- */

static gboolean
copy (const char *from, const char *to, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);

  return g_file_copy (source, target, G_FILE_COPY_OVERWRITE | G_FILE_COPY_TARGET_DEFAULT_PERMS,
                      NULL, NULL, NULL, error);
}

/* A folder that was copied as it was has the newest of it in a file beside it. */
static gboolean
copy_both (const char *from, const char *to, GError **error)
{
  g_autofree char *log = g_strconcat (from, "-wal", NULL);
  g_autofree char *log_to = g_strconcat (to, "-wal", NULL);

  g_unlink (log_to);
  return copy (from, to, error)
         && (!g_file_test (log, G_FILE_TEST_EXISTS) || copy (log, log_to, error));
}

/* With what was set aside of it, and SQLite's files beside it. */
static void
remove_all (const char *working)
{
  g_autofree char *folder = g_path_get_dirname (working);
  g_autofree char *begin = g_path_get_basename (working);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, begin))
        g_unlink (path);
    }
}

/* --- what is in it --- */

static void
on_trouble (ParleyStore *store, const char *message, gpointer data)
{
  g_printerr ("parley memory restore: %s\n", message);
  ((Restoring *) data)->troubled = TRUE;
}

/* What waited when the backup was made was answered since, or is too old. */
static void
drop_unanswered (Restoring *restoring, const ParleyChatKey *key)
{
  ParleyMemorySession *session = restoring->session;
  g_autoptr (ParleyChatRecord) record = NULL;

  parley_store_load_chat_async (session->store, key, NULL, parley_memory_session_take, session);
  record
      = parley_store_load_chat_finish (session->store, parley_memory_session_wait (session), NULL);
  if (record == NULL || record->pending->len == 0)
    return;
  restoring->n_unanswered += record->pending->len;
  parley_store_clear_pending (session->store, key, record->pending->len, 0);
}

static void
make_fit (Restoring *restoring, ParleyForgottenFile *forgotten, const ParleyChatInfo *info)
{
  gint64 wall = parley_forgotten_file_get_wall (forgotten, info->key);

  if (wall > 0 && info->last_wall <= wall)
    {
      parley_store_forget (restoring->session->store, info->key);
      restoring->n_forgotten++;
    }
  else
    {
      drop_unanswered (restoring, info->key);
      restoring->n_chats++;
    }
}

/* Returns: whether all of it could be read, and is on the disk. */
static gboolean
make_all_fit (Restoring *restoring, const char *folder)
{
  ParleyMemorySession *session = restoring->session;
  g_autoptr (ParleyForgottenFile) forgotten = parley_forgotten_file_new (folder);
  g_autoptr (GPtrArray) chats = NULL;

  session->store = parley_store_new_for_file (restoring->working);
  g_signal_connect (session->store, "trouble", G_CALLBACK (on_trouble), restoring);
  chats = parley_memory_session_list_chats (session);
  for (guint i = 0; i < chats->len; i++)
    make_fit (restoring, forgotten, g_ptr_array_index (chats, i));
  while (!parley_store_is_idle (session->store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close_until (session->store, g_get_monotonic_time () + CLOSE_US);
  return !restoring->troubled && parley_store_is_kept (session->store);
}

/* --- the verb --- */

static gboolean
check (Restoring *restoring, GError **error)
{
  const ParleyMemorySession *session = restoring->session;
  g_autofree char *there = g_filename_display_name (restoring->path);
  g_autofree char *backup = NULL;

  if (session->store_path == NULL || session->chat_name != NULL)
    return refuse (error, g_strdup (_ ("--store FILE says which backup; it takes no --chat.")));
  backup = g_filename_display_name (session->store_path);
  if (!g_file_test (session->store_path, G_FILE_TEST_IS_REGULAR))
    return refuse (error, g_strdup_printf (_ ("There is no file %s."), backup));
  if (g_file_test (restoring->path, G_FILE_TEST_EXISTS))
    return refuse (error,
                   g_strdup_printf (_ ("%s is there already. Quit Pidgin and Finch, move it and "
                                       "the files that begin with its name elsewhere, and try "
                                       "again."),
                                    there));
  return TRUE;
}

static int
restore (Restoring *restoring, const char *folder, GError **error)
{
  g_autofree char *shown = g_filename_display_name (restoring->session->store_path);
  ParleyJsonLine *line;

  umask (077);
  g_mkdir_with_parents (folder, 0700);
  if (!copy_both (restoring->session->store_path, restoring->working, error))
    return -1;
  if (!make_all_fit (restoring, folder) || g_rename (restoring->working, restoring->path) != 0)
    {
      remove_all (restoring->working);
      refuse (error,
              g_strdup_printf (_ ("%s can't be used as a backup. Nothing was changed."), shown));
      return -1;
    }
  line = parley_json_line_new ();
  parley_json_line_add_int (line, "chats", restoring->n_chats);
  parley_json_line_add_int (line, "forgotten", restoring->n_forgotten);
  parley_json_line_add_int (line, "unanswered", restoring->n_unanswered);
  parley_options_print (parley_json_line_end (line));
  return parley_options_finish ("memory");
}

int
parley_memory_restore_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  g_auto (Restoring) restoring = { .session = &session };
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };
  g_autofree char *folder = NULL;

  if (!parley_memory_session_parse (&session, args, none, 0, error))
    return -1;
  folder = parley_options_dup_folder (&session.options);
  restoring.path = g_build_filename (folder, "store.db", NULL);
  restoring.working = g_build_filename (folder, "store.db.restoring", NULL);
  return check (&restoring, error) ? restore (&restoring, folder, error) : -1;
}
