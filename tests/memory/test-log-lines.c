/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's own lines in libpurple's logs, in whatever state those are. */
#include "memory/parley-log-lines.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <utime.h>

#define NOW     1700000000
#define N_CHATS 1000

#define SPAN(colour, time, name, text)                                                             \
  "<span style=\"color: " colour "\"><span style=\"font-size: smaller\">(" time                    \
  ")</span> <b>" name ":</b></span> " text "<br>\n"
#define OWN(time, text)    SPAN ("#16569E", time, "me", text)
#define THEIRS(time, text) SPAN ("#A82F2F", time, "ann", text)
#define HEAD                                                                                       \
  "<html><head><title>Conversation with ann</title></head><body>"                                  \
  "<h3>Conversation with ann</h3>\n"

static const char *const names[] = { "me", "me@x.org/home", NULL };

static char *
make_folder (void)
{
  return g_dir_make_tmp ("parley-logs-XXXXXX", NULL);
}

static void
set_time (const char *path, gint64 wall)
{
  const struct utimbuf times = { wall, wall };

  g_assert_cmpint (utime (path, &times), ==, 0);
}

static void
write_log (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  set_time (path, NOW - 1000);
}

static void
remove_folder (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_rmdir (folder);
}

/* Returns: (transfer full): "a|b", or "none". */
static char *
dup_read (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = parley_log_lines_read (folder, NOW, names, &error);
  GString *all = g_string_new (NULL);

  if (lines == NULL)
    {
      g_assert_nonnull (error);
      return g_string_free (g_string_append (all, "error"), FALSE);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const ParleyLogLine *line = g_ptr_array_index (lines, i);

      g_assert_true (g_utf8_validate (line->text, -1, NULL));
      g_string_append_printf (all, "%s%s", i > 0 ? "|" : "", line->text);
    }
  return g_string_free (all, FALSE);
}

/* Of one file alone. */
static void
assert_read (const char *name, const char *text, const char *expected)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *found = NULL;

  write_log (folder, name, text);
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, expected);
  remove_folder (folder);
}

static void
test_only_own_lines (void)
{
  assert_read (
      "2023-01-01.120000+0000UTC.html",
      HEAD OWN ("12:00:01", "hi <b>you</b> &amp; &lt;me&gt;") THEIRS ("12:00:02", "yes")
          OWN ("12:00:03 PM", "so") "<font size=\"2\">(12:00:04)</font><b> ann left</b><br/>\n",
      "hi you & <me>|so");
  assert_read ("2009-01-01.120000+0000UTC.html",
               "<HTML><BODY>\n<FONT COLOR=\"#16569E\"><FONT SIZE=\"2\">(12:00:01)</FONT> "
               "<B>me:</B></FONT> <FONT sml=\"x\">old</FONT><BR/>\n",
               "old");
  assert_read ("2023-01-01.120000+0000UTC.txt",
               "Conversation with ann at 12:00 on me (jabber)\n(12:00:01) me: one\n"
               "(12:00:02) ann: two\n(12:00:03) me@x.org/home: three\n(12:00:04) Parley: me: four\n"
               "me: five\n",
               "one|three");
}

/* A program gave it. */
static void
test_automatic_answers_are_none (void)
{
  assert_read ("2023-01-01.120000+0000UTC.html",
               SPAN ("#16569E", "12:00:01", "me &lt;AUTO-REPLY&gt;", "away")
                   OWN ("12:00:03", "here"),
               "here");
}

static void
test_what_nobody_can_read (void)
{
  assert_read ("2023-01-01.120000+0000UTC.html",
               OWN ("12:00:01", "gr\374\337e") OWN ("12:00:02", "ok"), "ok");
  assert_read ("2023-01-01.120000+0000UTC.html", "", "");
  assert_read ("2023-01-01.120000+0000UTC.html", "\377\376<\0f\0o\0n\0t\0", "");
  assert_read ("2023-01-01.120000+0000UTC.html", "<span style=\"color: #16569E\"><b>me:</b>", "");
  assert_read ("2023-01-01.120000+0000UTC.html", "<span style=\"color: #16569E\">:</b></span><b>x",
               "");
  assert_read ("notes.html", OWN ("12:00:01", "not a log"), "");
  assert_read ("2023-01-01.120000+0000UTC.bin", OWN ("12:00:01", "not a log"), "");
}

/* As Gaim and older Pidgins wrote them, with days in the stamps, and ends of lines of Windows. */
static void
test_logs_of_old_versions (void)
{
  assert_read ("2005-06-01.120000.html",
               "<HTML><HEAD><TITLE>Conversation with ann at 2005-06-01</TITLE></HEAD><BODY>\r\n"
               "<FONT COLOR=\"#16569E\"><FONT SIZE=\"2\">(12:00:01)</FONT> <B>me:</B></FONT> "
               "<BODY BGCOLOR=\"#ffffff\"><FONT FACE=\"Sans\">one</FONT></BODY><BR>\r\n"
               "<FONT COLOR=\"#A82F2F\"><FONT SIZE=\"2\">(12:00:02)</FONT> <B>ann:</B></FONT> "
               "two<BR>\r\n"
               "<font color=\"#16569E\"><font size=\"2\">(01/02/2009 12:00:03 PM)</font> <b>me:</b>"
               "</font> <html xmlns='http://jabber.org/protocol/xhtml-im'><body xmlns='x'><p>three"
               "</p></body></html><br/>\r\n</BODY></HTML>\r\n",
               "one|three");
  assert_read ("2005-06-01.120000.txt",
               "Conversation with ann at 2005-06-01 12:00:00 on me (jabber)\r\n"
               "(12:00:01) me: one\r\n(12:00:02) ann: me: two\r\n"
               "(2009-01-02 12:00:03) me: three\r\n",
               "one|three");
}

/* What is no UTF-8 is passed over, line by line, whatever it was meant to be. */
static void
test_other_encodings (void)
{
  static const char *const charsets[]
      = { "UTF-16", "UTF-16LE", "UTF-32", "SHIFT_JIS", "WINDOWS-1251", "ISO-8859-1" };
  static const char *const words[] = { "grüße", "grüße", "grüße", "日本語です", "привет", "grüße" };

  for (guint i = 0; i < G_N_ELEMENTS (charsets); i++)
    {
      g_autofree char *folder = make_folder ();
      g_autofree char *path = g_build_filename (folder, "2023-01-01.1.html", NULL);
      g_autofree char *text = g_strdup_printf (OWN ("12:00:01", "%s"), words[i]);
      g_autofree char *found = NULL;
      g_autofree char *bytes = NULL;
      gsize length;

      bytes = g_convert (text, -1, charsets[i], "UTF-8", NULL, &length, NULL);
      g_assert_nonnull (bytes);
      g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
      set_time (path, NOW - 1000);
      write_log (folder, "2023-01-02.1.html", OWN ("12:00:01", "ok"));
      found = dup_read (folder);
      g_assert_cmpstr (found, ==, "ok");
      remove_folder (folder);
    }
  assert_read ("2023-01-01.1.html", "\xef\xbb\xbf" HEAD OWN ("12:00:01", "grüße"), "grüße");
}

static void
test_encrypted_talk_is_left_alone (void)
{
  assert_read (
      "2023-01-01.120000+0000UTC.html",
      "<font size=\"2\">(12:00:04)</font><b> Private OTR conversation started</b><br/>\n" OWN (
          "12:00:05", "hush"),
      "");
}

/* What was written since Parley is here may be Parley's. */
static void
test_newer_files_are_left_alone (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "2023-01-01.1.html", NULL);
  g_autofree char *found = NULL;

  write_log (folder, "2022-01-01.1.html", OWN ("12:00:01", "before"));
  write_log (folder, "2023-01-01.1.html", OWN ("12:00:01", "before and after"));
  set_time (path, NOW);
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, "before");
  remove_folder (folder);
}

static void
test_newest_last (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *found = NULL;

  write_log (folder, "2023-01-02.1.html", OWN ("09:00:01", "c") OWN ("09:00:02", "d"));
  write_log (folder, "2023-01-01.1.html", OWN ("23:00:01", "a") OWN ("00:00:02", "b"));
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, "a|b|c|d");
  remove_folder (folder);
}

/* Of a gigabyte its end is read, and only whole lines of that. */
static void
test_huge_file (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "2023-01-01.1.html", NULL);
  g_autofree char *rest = g_strnfill (PARLEY_LOG_MAX_BYTES, 'x');
  gint64 begun = g_get_monotonic_time ();
  g_autofree char *found = NULL;
  FILE *file = g_fopen (path, "w");

  g_assert_cmpint (ftruncate (fileno (file), 1024 * 1024 * 1024), ==, 0);
  fseek (file, 0, SEEK_END);
  fprintf (file, "%s\n%s", rest, OWN ("12:00:01", "the end"));
  fclose (file);
  set_time (path, NOW - 1000);
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, "the end");
  g_assert_cmpint (g_get_monotonic_time () - begun, <, 2 * G_USEC_PER_SEC);
  remove_folder (folder);
}

static void
test_many_lines_are_bounded (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < 30000; i++)
    g_string_append_printf (text, OWN ("12:00:01", "line %u"), i);
  write_log (folder, "2023-01-01.1.html", text->str);
  lines = parley_log_lines_read (folder, NOW, names, NULL);
  g_assert_cmpuint (lines->len, ==, PARLEY_LOG_MAX_LINES);
  g_assert_cmpstr (((ParleyLogLine *) g_ptr_array_index (lines, lines->len - 1))->text, ==,
                   "line 29999");
  remove_folder (folder);
}

/* No pipe holds it up, and no link leads elsewhere. */
static void
test_what_is_no_file (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *other = make_folder ();
  g_autofree char *pipe = g_build_filename (folder, "2023-01-03.1.html", NULL);
  g_autofree char *link = g_build_filename (folder, "2023-01-02.1.html", NULL);
  g_autofree char *sub = g_build_filename (folder, "2023-01-01.1.html", NULL);
  g_autofree char *target = g_build_filename (other, "2023-01-01.1.html", NULL);
  g_autofree char *missing = g_build_filename (folder, "nothing", NULL);
  g_autofree char *found = NULL;
  g_autofree char *none = NULL;
  g_autofree char *no_folder = NULL;

  write_log (other, "2023-01-01.1.html", OWN ("12:00:01", "of another chat"));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (target, link), ==, 0);
  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, "");
  none = dup_read (missing);
  g_assert_cmpstr (none, ==, "error");
  no_folder = dup_read (target);
  g_assert_cmpstr (no_folder, ==, "error");
  remove_folder (folder);
  remove_folder (other);
}

/* For a user who may read all that is there, it is empty; else an error. */
static void
test_folder_without_rights (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *found = NULL;

  g_assert_cmpint (g_chmod (folder, 0000), ==, 0);
  found = dup_read (folder);
  g_assert_cmpstr (found, ==, geteuid () == 0 ? "" : "error");
  g_chmod (folder, 0700);
  remove_folder (folder);
}

#define NOBODY 65534

/* In a process of its own, for whom no rights are no rights. */
static void
assert_read_as_nobody (const char *folder, const char *expected)
{
  pid_t child = fork ();
  int status = 0;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      g_autofree char *found = NULL;

      if (geteuid () == 0 && setuid (NOBODY) != 0)
        _exit (2);
      found = dup_read (folder);
      _exit (g_str_equal (found, expected) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

static void
test_without_rights_as_anybody (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *shut = g_build_filename (folder, "2023-01-02.1.html", NULL);

  write_log (folder, "2023-01-01.1.html", OWN ("12:00:01", "readable"));
  write_log (folder, "2023-01-02.1.html", OWN ("12:00:01", "shut"));
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_assert_cmpint (g_chmod (shut, 0000), ==, 0);
  assert_read_as_nobody (folder, "readable");
  g_assert_cmpint (g_chmod (folder, 0000), ==, 0);
  assert_read_as_nobody (folder, "error");
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
  remove_folder (folder);
}

/* Side by side, with names that lead to each other, and links to each other. */
static void
test_no_chat_reads_another (void)
{
  g_autofree char *top = make_folder ();
  g_autofree char *before = NULL;

  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autofree char *name = g_strdup_printf ("ann%s%u", i % 2 ? "" : "..", i);
      g_autofree char *folder = g_build_filename (top, name, NULL);
      g_autofree char *link = g_build_filename (folder, "2023-01-09.1.html", NULL);
      g_autofree char *text = g_strdup_printf (OWN ("12:00:01", "only of %u</b>"), i);
      g_autofree char *expected = g_strdup_printf ("only of %u", i);
      g_autofree char *found = NULL;

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      write_log (folder, "2023-01-01.1.html", text);
      if (before != NULL)
        g_assert_cmpint (symlink (before, link), ==, 0);
      found = dup_read (folder);
      g_assert_cmpstr (found, ==, expected);
      g_free (before);
      before = g_build_filename (folder, "2023-01-01.1.html", NULL);
    }
  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autofree char *name = g_strdup_printf ("ann%s%u", i % 2 ? "" : "..", i);
      g_autofree char *folder = g_build_filename (top, name, NULL);

      remove_folder (folder);
    }
  g_rmdir (top);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/log-lines/own", test_only_own_lines);
  g_test_add_func ("/memory/log-lines/automatic", test_automatic_answers_are_none);
  g_test_add_func ("/memory/log-lines/unreadable", test_what_nobody_can_read);
  g_test_add_func ("/memory/log-lines/old-versions", test_logs_of_old_versions);
  g_test_add_func ("/memory/log-lines/encodings", test_other_encodings);
  g_test_add_func ("/memory/log-lines/encrypted", test_encrypted_talk_is_left_alone);
  g_test_add_func ("/memory/log-lines/newer", test_newer_files_are_left_alone);
  g_test_add_func ("/memory/log-lines/order", test_newest_last);
  g_test_add_func ("/memory/log-lines/huge", test_huge_file);
  g_test_add_func ("/memory/log-lines/many", test_many_lines_are_bounded);
  g_test_add_func ("/memory/log-lines/no-file", test_what_is_no_file);
  g_test_add_func ("/memory/log-lines/no-rights", test_folder_without_rights);
  g_test_add_func ("/memory/log-lines/no-rights-as-anybody", test_without_rights_as_anybody);
  g_test_add_func ("/memory/log-lines/isolation", test_no_chat_reads_another);
  return g_test_run ();
}
