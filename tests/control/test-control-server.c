/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* The socket by which programs of the user's own control Parley, from the other end of it. */

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parley-error.h"
#include "control/parley-control-server.h"

#define PATIENCE_US (10 * G_USEC_PER_SEC)

typedef struct
{
  char *folder;
  char *path;
  ParleyControlServer *server;
  guint asked;
  gboolean late;                /* requests are kept, and not answered yet */
  ParleyControlClient *waiting; /* (nullable): of the last that was kept */
} Fixture;

/* {"n": 1} is answered with {"n":1}; with "watch" what is published comes too. */
static void
on_request (ParleyControlClient *client, JsonObject *request, gpointer data)
{
  Fixture *f = data;

  f->asked++;
  if (f->late)
    {
      g_clear_pointer (&f->waiting, parley_control_client_unref);
      f->waiting = parley_control_client_ref (client);
      return;
    }
  if (json_object_has_member (request, "watch"))
    parley_control_client_watch (client);
  parley_control_client_answer (
      client, g_strdup_printf ("{\"n\":%" G_GINT64_FORMAT "}",
                               json_object_get_int_member_with_default (request, "n", 0)));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->folder = g_dir_make_tmp ("parley-control-XXXXXX", &error);
  g_assert_no_error (error);
  f->path = g_build_filename (f->folder, "control", NULL);
  f->server = parley_control_server_new (f->path, on_request, f, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->waiting, parley_control_client_unref);
  g_clear_pointer (&f->server, parley_control_server_free);
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_rmdir (f->folder), ==, 0);
  g_free (f->path);
  g_free (f->folder);
}

/* Returns: a connection that blocks for nothing. */
static int
connect_to (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  g_assert_cmpint (fd, >=, 0);
  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  return fd;
}

static void
iterate (void)
{
  g_main_context_iteration (NULL, FALSE);
}

/* As much as the kernel takes, until all is gone or the other end hangs up. */
static void
send_bytes (int fd, const char *bytes, gsize length)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (length > 0 && g_get_monotonic_time () < end)
    {
      gssize sent = send (fd, bytes, length, MSG_NOSIGNAL);

      if (sent < 0 && errno != EAGAIN)
        return;
      bytes += MAX (sent, 0);
      length -= (gsize) MAX (sent, 0);
      iterate ();
    }
}

static void
send_text (int fd, const char *text)
{
  send_bytes (fd, text, strlen (text));
}

/* Returns: (transfer full): what came until @lines of it did, or the other end hung up. */
static char *
receive (int fd, guint lines)
{
  GString *heard = g_string_new (NULL);
  gint64 end = g_get_monotonic_time () + PATIENCE_US;
  guint seen = 0;
  gssize length = -1;

  while (seen < lines && length != 0 && g_get_monotonic_time () < end)
    {
      char piece[4096];

      iterate ();
      length = recv (fd, piece, sizeof piece, 0);
      for (gssize i = 0; i < length; i++)
        seen += piece[i] == '\n';
      g_string_append_len (heard, piece, MAX (length, 0));
    }
  return g_string_free (heard, FALSE);
}

static void
expect (int fd, const char *text)
{
  guint lines = 0;
  g_autofree char *heard = NULL;

  for (const char *p = text; *p != '\0'; p++)
    lines += *p == '\n';
  heard = receive (fd, lines);
  g_assert_cmpstr (heard, ==, text);
}

/* Nothing more comes, for the other end is closed. */
static void
expect_end (int fd)
{
  g_autofree char *rest = receive (fd, G_MAXUINT);

  g_assert_cmpstr (rest, ==, "");
}

static void
settle (void)
{
  for (guint i = 0; i < 50; i++)
    iterate ();
}

static void
test_answers (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);

  send_text (fd, "{\"n\":1}\n{\"n\":2}\n{\"n\"");
  expect (fd, "{\"n\":1}\n{\"n\":2}\n");
  send_text (fd, ":3}\n");
  expect (fd, "{\"n\":3}\n");
  close (fd);
}

/* As a program does that writes its request and hangs up its end: the answer still comes. */
static void
test_half_closed (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);

  send_text (fd, "{\"n\":1}\n{\"n\":2}\n");
  g_assert_cmpint (shutdown (fd, SHUT_WR), ==, 0);
  expect (fd, "{\"n\":1}\n{\"n\":2}\n");
  expect_end (fd);
  close (fd);
}

static void
test_garbage (Fixture *f, gconstpointer data)
{
  static const char *const lines[] = { "", "hello", "[1]", "{", "\xff\xfe", "{\"n\":1}}", "null" };
  int fd = connect_to (f->path);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      send_text (fd, lines[i]);
      send_text (fd, "\n");
      expect (fd, "{\"ok\":false,\"error\":\"A request is a JSON object on one line.\"}\n");
    }
  send_bytes (fd, "{\"n\":\0 1}\n", 10);
  expect (fd, "{\"ok\":false,\"error\":\"A request is a JSON object on one line.\"}\n");
  g_assert_cmpuint (f->asked, ==, 0);
  send_text (fd, "{\"n\":1}\n");
  expect (fd, "{\"n\":1}\n");
  close (fd);
}

static void
test_endless_line (Fixture *f, gconstpointer data)
{
  g_autofree char *bytes = g_strnfill (1024 * 1024, 'x');
  int fd = connect_to (f->path);
  int other = connect_to (f->path);

  send_text (fd, bytes);
  expect (fd, "{\"ok\":false,\"error\":\"The request is too long.\"}\n");
  close (fd);
  send_text (other, "{\"n\":1}\n");
  expect (other, "{\"n\":1}\n");
  close (other);
}

/* More lines than fit while the first is not answered: they wait, and none is lost. */
static void
test_impatient (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);
  GString *lines = g_string_new (NULL);
  guint all = 4000;

  for (guint i = 0; i < all; i++)
    g_string_append (lines, "{\"n\":7}\n");
  f->late = TRUE;
  send_text (fd, lines->str);
  settle ();
  g_assert_cmpuint (f->asked, ==, 1);
  f->late = FALSE;
  parley_control_client_answer (f->waiting, g_strdup ("{\"n\":7}"));
  expect (fd, lines->str);
  g_assert_cmpuint (f->asked, ==, all);
  g_string_free (lines, TRUE);
  close (fd);
}

static void
test_gone_before_answer (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);

  f->late = TRUE;
  send_text (fd, "{\"n\":1}\n");
  settle ();
  close (fd);
  settle ();
  parley_control_client_answer (f->waiting, g_strdup ("{\"n\":1}"));
  settle ();
}

static void
test_freed_before_answer (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);

  f->late = TRUE;
  send_text (fd, "{\"n\":1}\n");
  settle ();
  g_clear_pointer (&f->server, parley_control_server_free);
  parley_control_client_answer (f->waiting, g_strdup ("{\"n\":1}"));
  expect_end (fd);
  close (fd);
}

static guint
count_descriptors (void)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

static void
test_a_thousand (Fixture *f, gconstpointer data)
{
  guint before;
  guint served = 0;
  int held[PARLEY_CONTROL_MAX_CLIENTS];

  settle ();
  before = count_descriptors ();
  for (guint i = 0; i < 1000; i++)
    {
      int fd = connect_to (f->path);
      g_autofree char *heard = NULL;

      send_text (fd, "{\"n\":1}\n");
      heard = receive (fd, 1);
      if (g_str_equal (heard, "{\"n\":1}\n") && served < G_N_ELEMENTS (held))
        {
          held[served++] = fd;
          continue;
        }
      g_assert_cmpstr (heard, ==,
                       "{\"ok\":false,\"error\":\"Too many programs are connected to Parley.\"}\n");
      close (fd);
    }
  g_assert_cmpuint (served, ==, PARLEY_CONTROL_MAX_CLIENTS);
  for (guint i = 0; i < served; i++)
    close (held[i]);
  settle ();
  g_assert_cmpuint (count_descriptors (), ==, before);
  test_answers (f, data);
}

static void
test_watches (Fixture *f, gconstpointer data)
{
  int fd = connect_to (f->path);
  int other = connect_to (f->path);

  send_text (fd, "{\"watch\":true}\n");
  expect (fd, "{\"n\":0}\n");
  parley_control_server_publish (f->server, "{\"event\":\"a\"}");
  parley_control_server_publish (f->server, "{\"event\":\"b\"}");
  expect (fd, "{\"event\":\"a\"}\n{\"event\":\"b\"}\n");
  send_text (other, "{\"n\":5}\n");
  expect (other, "{\"n\":5}\n");
  close (other);
  close (fd);
}

/* Who watches and never reads is let go before it costs more than is promised. */
static void
test_sleeper (Fixture *f, gconstpointer data)
{
  g_autofree char *event = g_strnfill (1000, 'x');
  int fd = connect_to (f->path);
  guint sent = 0;
  gssize length;
  char piece[65536];

  send_text (fd, "{\"watch\":true}\n");
  expect (fd, "{\"n\":0}\n");
  for (guint i = 0; i < 4000; i++)
    {
      parley_control_server_publish (f->server, event);
      iterate ();
    }
  while ((length = recv (fd, piece, sizeof piece, 0)) > 0)
    sent += (guint) length;
  g_assert_cmpint (length, ==, 0);
  g_assert_cmpuint (sent, <, 3 * PARLEY_CONTROL_MAX_UNREAD);
  close (fd);
}

static void
test_mode (Fixture *f, gconstpointer data)
{
  GStatBuf there;

  g_assert_cmpint (g_lstat (f->path, &there), ==, 0);
  g_assert_true (S_ISSOCK (there.st_mode));
  g_assert_cmphex (there.st_mode & 0777, ==, 0600);
}

/* A child of another user, whom the socket's mode would let in. */
static void
test_another_user (Fixture *f, gconstpointer data)
{
  pid_t child;
  int status;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can be somebody else");
      return;
    }
  g_assert_cmpint (g_chmod (f->folder, 0755), ==, 0);
  g_assert_cmpint (g_chmod (f->path, 0666), ==, 0);
  child = fork ();
  if (child == 0)
    {
      struct sockaddr_un address = { .sun_family = AF_UNIX };
      int fd = socket (AF_UNIX, SOCK_STREAM, 0);
      char byte;

      g_strlcpy (address.sun_path, f->path, sizeof address.sun_path);
      if (setuid (65534) != 0 || connect (fd, (struct sockaddr *) &address, sizeof address) != 0)
        _exit (2);
      if (send (fd, "{\"n\":1}\n", 8, MSG_NOSIGNAL) < 0)
        _exit (0);
      _exit (recv (fd, &byte, 1, 0) > 0);
    }
  while (waitpid (child, &status, WNOHANG) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_assert_cmpuint (f->asked, ==, 0);
}

/* --- what stands in its place --- */

static void
test_stale (Fixture *f, gconstpointer data)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  g_autoptr (GError) error = NULL;
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_clear_pointer (&f->server, parley_control_server_free);
  g_strlcpy (address.sun_path, f->path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
  f->server = parley_control_server_new (f->path, on_request, f, &error);
  g_assert_no_error (error);
  test_answers (f, data);
}

static void
refuse (Fixture *f, const char *reason)
{
  g_autoptr (GError) error = NULL;
  ParleyControlServer *server = parley_control_server_new (f->path, on_request, f, &error);
  g_autofree char *sentence
      = g_strdup_printf ("Parley can't be controlled at %s: %s", f->path, reason);

  g_assert_null (server);
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_cmpstr (error->message, ==, sentence);
}

static void
test_taken (Fixture *f, gconstpointer data)
{
  refuse (f, "Address already in use");
  test_answers (f, data);
}

static void
test_link (Fixture *f, gconstpointer data)
{
  g_autofree char *target = g_build_filename (f->folder, "precious", NULL);
  g_autofree char *contents = NULL;

  g_clear_pointer (&f->server, parley_control_server_free);
  g_assert_true (g_file_set_contents (target, "words", -1, NULL));
  g_assert_cmpint (symlink (target, f->path), ==, 0);
  refuse (f, "File exists");
  g_assert_true (g_file_test (f->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (target, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "words");
  g_unlink (f->path);
  g_unlink (target);
}

static void
test_no_folder (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (
      parley_control_server_new ("/nonexistent/parley/control", on_request, NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, "Parley can't be controlled"));
}

static void
test_long_path (Fixture *f, gconstpointer data)
{
  g_autofree char *name = g_strnfill (120, 'x');
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_control_server_new (path, on_request, f, &error));
  g_assert_true (g_str_has_suffix (error->message, "File name too long"));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/control/server/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("answers", test_answers);
  ADD ("half-closed", test_half_closed);
  ADD ("garbage", test_garbage);
  ADD ("endless-line", test_endless_line);
  ADD ("impatient", test_impatient);
  ADD ("gone-before-answer", test_gone_before_answer);
  ADD ("freed-before-answer", test_freed_before_answer);
  ADD ("a-thousand", test_a_thousand);
  ADD ("watches", test_watches);
  ADD ("sleeper", test_sleeper);
  ADD ("mode", test_mode);
  ADD ("another-user", test_another_user);
  ADD ("stale", test_stale);
  ADD ("taken", test_taken);
  ADD ("link", test_link);
  ADD ("long-path", test_long_path);
#undef ADD
  g_test_add_func ("/control/server/no-folder", test_no_folder);
  return g_test_run ();
}
