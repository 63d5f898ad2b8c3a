/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-record-file.h"

#include <sys/stat.h>

#include <glib/gstdio.h>

typedef struct
{
  char *folder;
  char *path;
  ParleyRecordFile *file;
  guint n_calls;
  gboolean failed;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("parley-record-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "inner", "record", NULL);
  f->file = parley_record_file_new (f->path);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  g_autofree char *inner = g_path_get_dirname (f->path);

  g_clear_pointer (&f->file, parley_record_file_free);
  g_remove (f->path);
  g_remove (inner);
  g_remove (f->folder);
  g_free (f->path);
  g_free (f->folder);
}

static void
on_written (gpointer data, const GError *error)
{
  Fixture *f = data;

  f->n_calls++;
  f->failed = error != NULL;
}

static void
wait_for_calls (Fixture *f, guint n)
{
  while (f->n_calls < n)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_has (Fixture *f, const char *name, const char *value)
{
  g_autoptr (ParleyRecordFile) other = parley_record_file_new (f->path);
  g_autoptr (GHashTable) all = parley_record_file_read (other, NULL);

  g_assert_nonnull (all);
  g_assert_cmpstr (g_hash_table_lookup (all, name), ==, value);
}

static void
test_what_is_confirmed_is_on_the_disk (Fixture *f, gconstpointer data)
{
  GStatBuf info;

  assert_has (f, "pause", NULL);
  parley_record_file_set (f->file, "pause", "yes");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  g_assert_cmpuint (f->n_calls, ==, 0);
  parley_record_file_set (f->file, "a\nb'c\"", "d\n\xe2\x98\x83");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  wait_for_calls (f, 1);
  assert_has (f, "pause", "yes");
  wait_for_calls (f, 2);
  assert_has (f, "a\nb'c\"", "d\n\xe2\x98\x83");
  g_assert_cmpint (g_stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  parley_record_file_when_written (f->file, on_written, f, NULL);
  g_assert_cmpuint (f->n_calls, ==, 3);
  g_assert_false (f->failed);
}

static void
test_leaving_writes_what_is_on_its_way (Fixture *f, gconstpointer data)
{
  parley_record_file_set (f->file, "one", "1");
  parley_record_file_set (f->file, "two", "2");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  g_clear_pointer (&f->file, parley_record_file_free);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (f->n_calls, ==, 0);
  assert_has (f, "one", "1");
  assert_has (f, "two", "2");
}

static void
test_two_programs_keep_both (Fixture *f, gconstpointer data)
{
  ParleyRecordFile *other = parley_record_file_new (f->path);

  parley_record_file_set (f->file, "one", "1");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  wait_for_calls (f, 1);
  parley_record_file_set (other, "two", "2");
  parley_record_file_free (other);
  parley_record_file_set (f->file, "three", "3");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  wait_for_calls (f, 2);
  assert_has (f, "one", "1");
  assert_has (f, "two", "2");
  assert_has (f, "three", "3");
}

/* What failed goes along with the next one. */
static void
test_failure_is_told_and_made_good (Fixture *f, gconstpointer data)
{
  g_autofree char *inner = g_path_get_dirname (f->path);

  g_assert_true (g_file_set_contents (inner, "", 0, NULL));
  parley_record_file_set (f->file, "one", "1");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  wait_for_calls (f, 1);
  g_assert_true (f->failed);
  g_assert_cmpint (g_remove (inner), ==, 0);
  parley_record_file_set (f->file, "two", "2");
  parley_record_file_when_written (f->file, on_written, f, NULL);
  wait_for_calls (f, 2);
  g_assert_false (f->failed);
  assert_has (f, "one", "1");
  assert_has (f, "two", "2");
}

static void
test_damage_is_no_empty_record (Fixture *f, gconstpointer data)
{
  static const char *const texts[] = { "", "(1, {'pause': 'y", "(2, {'pause': 'yes'})", "\xff" };
  g_autofree char *inner = g_path_get_dirname (f->path);

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (f->path, texts[i], -1, NULL));
      g_assert_null (parley_record_file_read (f->file, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
}

#define ADD(name, func) g_test_add ("/base/record-file/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("confirmed", test_what_is_confirmed_is_on_the_disk);
  ADD ("leaving", test_leaving_writes_what_is_on_its_way);
  ADD ("two", test_two_programs_keep_both);
  ADD ("failure", test_failure_is_told_and_made_good);
  ADD ("damage", test_damage_is_no_empty_record);
  return g_test_run ();
}
