/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>

#include "backend/parley-key-file.h"
#include "base/parley-error.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("parley-key-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "key", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_remove (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
write_file (Fixture *fixture, const char *text, gssize length, int mode)
{
  g_assert_true (g_file_set_contents (fixture->path, text, length, NULL));
  g_assert_cmpint (g_chmod (fixture->path, mode), ==, 0);
}

static void
assert_refused (Fixture *fixture, const char *word)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_key_file_load (fixture->path, &error));
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (error->message, word));
  g_assert_null (strstr (error->message, "sk-"));
}

/* Returns: (transfer full): "origin=key|=key|" for all lines. */
static char *
dup_lines (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = parley_key_file_load (fixture->path, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < lines->len; i++)
    {
      const ParleyKeyLine *line = g_ptr_array_index (lines, i);

      g_string_append_printf (text, "%s=%s|", line->origin != NULL ? line->origin : "", line->key);
    }
  return g_string_free (text, FALSE);
}

static void
test_each_line_is_a_server_and_its_key (Fixture *fixture, gconstpointer data)
{
  static const char *const rows[][2] = {
    { "", "" },
    { "sk-1", "=sk-1|" },
    { " sk-1 \r\n\n# mine\n", "=sk-1|" },
    { "https://api.example.org sk-1\nhttp://[::1]:8080 -\n",
      "https://api.example.org=sk-1|http://[::1]:8080=-|" },
    { "HTTPS://API.Example.org:443/v1/  \t sk-1\r\nhttps://a.example:8443 keyring",
      "https://api.example.org=sk-1|https://a.example:8443=keyring|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *lines = NULL;

      write_file (fixture, rows[i][0], -1, 0600);
      lines = dup_lines (fixture);
      g_assert_cmpstr (lines, ==, rows[i][1]);
    }
}

static void
test_no_file_is_no_error (Fixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->path, "below", NULL);
  g_autofree char *lines = dup_lines (fixture);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (lines, ==, "");
  write_file (fixture, "x", -1, 0600);
  none = parley_key_file_load (below, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_a_file_that_others_can_get_at_is_refused (Fixture *fixture, gconstpointer data)
{
  static const int modes[] = { 0640, 0604, 0620, 0602, 0666 };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      write_file (fixture, "sk-1", -1, modes[i]);
      assert_refused (fixture, "chmod 600");
    }
}

static void
test_what_is_no_file_is_refused (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  assert_refused (fixture, "not a file");
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);
  /* Would wait for ever if it were opened as a file is. */
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_refused (fixture, "not a file");
}

static void
test_what_is_no_key_is_refused (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    gssize length;
    const char *word;
  } rows[] = {
    { "sk-\xff", -1, "Line 1" },
    { "sk-\x1b[1m", -1, "Line 1" },
    { "sk-1\0x", 6, "not a text file" },
    { "\nsk 1", -1, "Line 2" },
    { "https://example.org", -1, "Line 1" },
    { "https://example.org sk-1 sk-2", -1, "Line 1" },
    { "https://me:pw@example.org sk-1", -1, "Line 1" },
    { "ftp://example.org sk-1", -1, "Line 1" },
  };
  g_autofree char *large = g_strnfill (16 * 1024 + 1, 'x');
  g_autofree char *largest = g_strnfill (16 * 1024, 'x');
  g_autofree char *lines = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      write_file (fixture, rows[i].text, rows[i].length, 0600);
      assert_refused (fixture, rows[i].word);
    }
  write_file (fixture, large, -1, 0600);
  assert_refused (fixture, "too large");
  write_file (fixture, largest, -1, 0600);
  lines = dup_lines (fixture);
  g_assert_cmpuint (strlen (lines), ==, 16 * 1024 + 2);
}

static void
assert_set (Fixture *fixture, const char *origin, const char *key, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GStatBuf info;

  g_assert_true (parley_key_file_set (fixture->path, origin, key, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0600);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_one_line_is_changed_and_no_other (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  assert_set (fixture, "https://a.example", "sk-1", "https://a.example sk-1\n");
  write_file (fixture, "# mine\nsk-0\n\nHttps://A.example/v1 sk-1\nhttps://b.example sk-2", -1,
              0600);
  assert_set (fixture, "https://a.example", "sk-3",
              "# mine\nsk-0\n\nhttps://b.example sk-2\nhttps://a.example sk-3\n");
  assert_set (fixture, "https://b.example", NULL, "# mine\nsk-0\n\nhttps://a.example sk-3\n");
  assert_set (fixture, "https://c.example", NULL, "# mine\nsk-0\n\nhttps://a.example sk-3\n");

  write_file (fixture, "https://a.example sk-1\n", -1, 0600);
  g_assert_true (parley_key_file_set (fixture->path, "https://a.example", NULL, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (parley_key_file_set (fixture->path, "https://a.example", NULL, &error));
  g_assert_no_error (error);
}

/* What can't be read is not written over. */
static void
test_a_refused_file_is_left_alone (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  write_file (fixture, "sk-1\n", -1, 0644);
  g_assert_false (parley_key_file_set (fixture->path, "https://a.example", "sk-2", &error));
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "sk-1\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/backend/key-file/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("lines", test_each_line_is_a_server_and_its_key);
  ADD ("no-file-is-no-error", test_no_file_is_no_error);
  ADD ("file-that-others-can-get-at-is-refused", test_a_file_that_others_can_get_at_is_refused);
  ADD ("what-is-no-file-is-refused", test_what_is_no_file_is_refused);
  ADD ("what-is-no-key-is-refused", test_what_is_no_key_is_refused);
  ADD ("one-line-is-changed", test_one_line_is_changed_and_no_other);
  ADD ("refused-file-is-left-alone", test_a_refused_file_is_left_alone);
  return g_test_run ();
}
