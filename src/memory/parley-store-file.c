/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "memory/parley-schema.h"

/* Bytes of the smallest database. */
#define SMALLEST 512

/* What stands between the name of a file that was set aside and the time. */
#define ASIDE ".damaged-"

/* The file itself last: without its log it is older, but a log must never meet another file. */
static const char *const suffixes[] = { "-journal", "-wal", "-shm", "" };

static gboolean
fail (GError **error, ParleyDatabaseError code, int number)
{
  g_set_error_literal (error, PARLEY_DATABASE_ERROR, code, g_strerror (number));
  return FALSE;
}

static gboolean
make_folder (const char *folder, gboolean own, GError **error)
{
  GStatBuf info;

  if (g_mkdir_with_parents (folder, 0700) != 0 || g_stat (folder, &info) != 0
      || (own && (info.st_mode & 077) != 0 && g_chmod (folder, 0700) != 0))
    return fail (error, PARLEY_DATABASE_ERROR_FAILED, errno);
  return TRUE;
}

/* SQLite would give a new file the rights that umask leaves; -wal and -shm get those of the file.
 * One that is there is not opened: closing it would take SQLite's locks off it. */
static gboolean
make_private_file (const char *path, GError **error)
{
  int fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd < 0)
    return errno == EEXIST || fail (error, PARLEY_DATABASE_ERROR_FAILED, errno);
  close (fd);
  return TRUE;
}

/* A folder or a pipe where a file should be is as good as damaged, and so is what SQLite would take
 * for an empty file. */
static gboolean
make_private (const char *path, GError **error)
{
  if (!make_private_file (path, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);
      GStatBuf info;

      if (g_stat (name, &info) != 0)
        continue;
      if (!S_ISREG (info.st_mode)
          || (*suffixes[i] == '\0' && info.st_size > 0 && info.st_size < SMALLEST))
        return fail (error, PARLEY_DATABASE_ERROR_DAMAGED, EISDIR);
      if ((info.st_mode & 077) != 0 && g_chmod (name, 0600) != 0)
        return fail (error, PARLEY_DATABASE_ERROR_FAILED, errno);
    }
  return TRUE;
}

static ParleyDatabase *
open_file (const char *path, gboolean own_folder, const gint *hurry, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (!make_folder (folder, own_folder, error) || !make_private (path, error))
    return NULL;
  return parley_database_open (path, hurry, parley_schema_migrate, error);
}

/* Returns: (transfer full): a name beside @path that nothing has. */
static char *
dup_free_name (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%dT%H%M%SZ");
  g_autofree char *name = g_strconcat (path, ASIDE, stamp, NULL);

  for (guint i = 2; g_file_test (name, G_FILE_TEST_EXISTS); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s" ASIDE "%s-%u", path, stamp, i);
    }
  return g_steal_pointer (&name);
}

static gboolean
set_aside (const char *path, const char *aside, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (path, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (aside, suffixes[i], NULL);

      if (g_rename (from, to) != 0 && errno != ENOENT)
        return fail (error, PARLEY_DATABASE_ERROR_FAILED, errno);
    }
  return TRUE;
}

static ParleyDatabase *
begin_anew (
    const char *path, gboolean own_folder, const gint *hurry, char **trouble, GError **error)
{
  g_autofree char *aside = dup_free_name (path);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *shown_aside = g_filename_display_name (aside);
  ParleyDatabase *database;

  if (!set_aside (path, aside, error))
    return NULL;
  database = open_file (path, own_folder, hurry, error);
  if (database != NULL)
    *trouble = g_strdup_printf (_ ("What Parley remembers, in %s, was damaged. The file is now "
                                   "called %s, and Parley starts a new one."),
                                shown, shown_aside);
  return database;
}

static ParleyDatabase *
open_in_memory (const char *path, const GError *why, char **trouble)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (g_error_matches (why, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_NEWER))
    *trouble
        = g_strdup_printf (_ ("%s is from a later version of Parley, so Parley leaves it as it is. "
                              "What happens now is remembered only until the program closes."),
                           shown);
  else
    *trouble = g_strdup_printf (_ ("Parley can't use %s: %s. What happens now is remembered only "
                                   "until the program closes."),
                                shown, why->message);
  return parley_database_open (NULL, NULL, parley_schema_migrate, NULL);
}

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DAMAGED);
}

static gboolean
is_of_the_disk (const GError *error)
{
  return g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_FULL)
         || g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DISK);
}

/* What stands in the file would be answered from nothing. */
static gboolean
passes (const char *path, const GError *error)
{
  GStatBuf info;

  return g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_BUSY)
         || (is_of_the_disk (error) && g_stat (path, &info) == 0 && info.st_size > 0);
}

ParleyDatabase *
parley_store_file_open (const char *path,
                        gboolean own_folder,
                        gboolean damaged,
                        const gint *hurry,
                        char **trouble,
                        GError **error)
{
  g_autoptr (GError) failure = NULL;
  ParleyDatabase *database = NULL;

  if (!damaged)
    database = open_file (path, own_folder, hurry, &failure);
  /* A read that failed once can look like damage, so that is asked for twice. */
  if (is_damage (failure))
    {
      g_clear_error (&failure);
      database = open_file (path, own_folder, hurry, &failure);
      damaged = is_damage (failure);
    }
  if (damaged)
    {
      g_clear_error (&failure);
      database = begin_anew (path, own_folder, hurry, trouble, &failure);
    }
  if (database != NULL)
    return database;
  if (!passes (path, failure))
    return open_in_memory (path, failure, trouble);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

char **
parley_store_file_list_aside (const char *path)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *prefix = g_strconcat (path != NULL ? base : "", ASIDE, NULL);
  g_autoptr (GDir) dir = path != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *found = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, prefix))
        g_strv_builder_add (names, found);
    }
  return g_strv_builder_end (names);
}
