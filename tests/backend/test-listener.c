/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define _GNU_SOURCE /* unshare () */
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "backend/parley-listener.h"
#include "base/parley-error.h"
#include "test-server.h"

#define USER 1000

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define LOCAL4  "0100007F"
#define OTHER4  "0200007F"
#define LAN4    "0501A8C0"
#define LOCAL6  "00000000000000000000000001000000"
#define MAPPED  "0000000000000000FFFF00000100007F"
#define MAPPED0 "0000000000000000FFFF000000000000"
#else
#define LOCAL4  "7F000001"
#define OTHER4  "7F000002"
#define LAN4    "C0A80105"
#define LOCAL6  "00000000000000000000000000000001"
#define MAPPED  "00000000000000000000FFFF7F000001"
#define MAPPED0 "00000000000000000000FFFF00000000"
#endif
#define ANY4 "00000000"
#define ANY6 "00000000000000000000000000000000"

#define HEAD                                                                                       \
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "    \
  "inode\n"
/* 2CAA is port 11434. */
#define ROW(address, port, state, uid)                                                             \
  "   0: " address ":" port " " ANY4 ":0000 " state " 00000000:00000000 00:00000000 00000000 " uid \
  "        0 24713 1 0000000000000000 100 0 0 10 0\n"
#define LISTEN(address, uid) ROW (address, "2CAA", "0A", uid)

static ParleyListener
find (const char *table, const char *address)
{
  g_autoptr (GInetAddress) inet = g_inet_address_new_from_string (address);

  return parley_listener_find (table, inet, 11434, USER);
}

static void
test_who_listens_is_read_from_the_table (void)
{
  static const struct
  {
    const char *table;
    ParleyListener v4; /* at 127.0.0.1 */
    ParleyListener v6; /* at ::1 */
  } rows[] = {
    { "", PARLEY_LISTENER_NONE, PARLEY_LISTENER_NONE },
    { HEAD, PARLEY_LISTENER_NONE, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, " 1000"), PARLEY_LISTENER_TRUSTED, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "    0"), PARLEY_LISTENER_TRUSTED, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "  999"), PARLEY_LISTENER_TRUSTED, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "61184"), PARLEY_LISTENER_TRUSTED, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "65519"), PARLEY_LISTENER_TRUSTED, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, " 1001"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "61183"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "65520"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "65534"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, "4294967295"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (ANY4, " 1001"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (OTHER4, " 1001"), PARLEY_LISTENER_NONE, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LAN4, " 1001"), PARLEY_LISTENER_NONE, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL6, " 1001"), PARLEY_LISTENER_NONE, PARLEY_LISTENER_FOREIGN },
    { HEAD LISTEN (ANY6, " 1001"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_FOREIGN },
    { HEAD LISTEN (MAPPED, " 1001"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    { HEAD LISTEN (MAPPED0, " 1001"), PARLEY_LISTENER_FOREIGN, PARLEY_LISTENER_NONE },
    /* Both tables, one after the other, as they are read. */
    { HEAD LISTEN (LOCAL4, " 1000") "\n" HEAD LISTEN (ANY6, " 1001"), PARLEY_LISTENER_FOREIGN,
      PARLEY_LISTENER_FOREIGN },
    /* Another port, and sockets that don't listen. */
    { HEAD ROW (LOCAL4, "2CAB", "0A", " 1001"), PARLEY_LISTENER_NONE, PARLEY_LISTENER_NONE },
    { HEAD ROW (LOCAL4, "2CAA", "01", " 1001") LISTEN (LOCAL4, " 1000"), PARLEY_LISTENER_TRUSTED,
      PARLEY_LISTENER_NONE },
    /* Damage: the rest is read all the same. */
    { HEAD "nonsense\n\n  0: 01:\n" LISTEN (LOCAL4, " 1001"), PARLEY_LISTENER_FOREIGN,
      PARLEY_LISTENER_NONE },
    { "  0: 0100007F0100007F:2CAA 0:0 0A 0:0 0:0 0 1001", PARLEY_LISTENER_NONE,
      PARLEY_LISTENER_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u", i);
      g_assert_cmpint (find (rows[i].table, "127.0.0.1"), ==, rows[i].v4);
      g_assert_cmpint (find (rows[i].table, "::1"), ==, rows[i].v6);
    }
}

/* The other end of a connection from 127.0.0.1:40000 to 127.0.0.1:11434. */
#define PEER(here, there, state, uid, inode)                                                       \
  "   1: " here ":2CAA " there ":9C40 " state " 00000000:00000000 00:00000000 00000000 " uid       \
  "        0 " inode " 1 0000000000000000 20 4 30 10 -1\n"

static void
test_whose_the_other_end_is_is_read_from_the_table (void)
{
  static const struct
  {
    const char *table;
    ParleyListener found;
  } rows[] = {
    { "", PARLEY_LISTENER_NONE },
    { HEAD LISTEN (LOCAL4, " 1000"), PARLEY_LISTENER_NONE },
    { HEAD PEER (LOCAL4, LOCAL4, "01", " 1000", "24713"), PARLEY_LISTENER_TRUSTED },
    { HEAD PEER (LOCAL4, LOCAL4, "01", "    0", "24713"), PARLEY_LISTENER_TRUSTED },
    { HEAD PEER (LOCAL4, LOCAL4, "01", " 1001", "24713"), PARLEY_LISTENER_FOREIGN },
    { HEAD PEER (MAPPED, MAPPED, "01", " 1001", "24713"), PARLEY_LISTENER_FOREIGN },
    { HEAD PEER (MAPPED, MAPPED, "01", " 1000", "24713"), PARLEY_LISTENER_TRUSTED },
    /* No program has it yet: the user that stands there is nobody's. */
    { HEAD PEER (LOCAL4, LOCAL4, "01", "    0", "0"), PARLEY_LISTENER_WAITING },
    { HEAD PEER (LOCAL4, LOCAL4, "01", " 1001", "0"), PARLEY_LISTENER_WAITING },
    { HEAD PEER (LOCAL4, LOCAL4, "03", "    0", "0"), PARLEY_LISTENER_WAITING },
    /* No program has it any more. */
    { HEAD PEER (LOCAL4, LOCAL4, "05", "    0", "0"), PARLEY_LISTENER_UNCLEAR },
    { HEAD PEER (LOCAL4, LOCAL4, "08", " 1000", "24713"), PARLEY_LISTENER_UNCLEAR },
    /* Somebody else's connection, and our own end. */
    { HEAD PEER (OTHER4, LOCAL4, "01", " 1001", "24713"), PARLEY_LISTENER_NONE },
    { HEAD "   1: " LOCAL4 ":9C40 " LOCAL4 ":2CAA 01 0:0 00:0 0 1000 0 24713 1\n",
      PARLEY_LISTENER_NONE },
  };
  g_autoptr (GSocketAddress) theirs = g_inet_socket_address_new_from_string ("127.0.0.1", 11434);
  g_autoptr (GSocketAddress) ours = g_inet_socket_address_new_from_string ("127.0.0.1", 40000);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u", i);
      g_assert_cmpint (parley_listener_find_peer (rows[i].table, G_INET_SOCKET_ADDRESS (theirs),
                                                  G_INET_SOCKET_ADDRESS (ours), USER),
                       ==, rows[i].found);
    }
}

/* A table of a machine with very many connections is read in one go. */
static void
test_a_large_table_is_read_fast (void)
{
  g_autoptr (GString) table = g_string_new (HEAD);
  gint64 start;

  for (guint i = 0; i < 50000; i++)
    g_string_append (table, ROW (LOCAL4, "2CAA", "01", " 1001"));
  g_string_append (table, LISTEN (LOCAL4, " 1001"));
  start = g_get_monotonic_time ();
  g_assert_cmpint (find (table->str, "127.0.0.1"), ==, PARLEY_LISTENER_FOREIGN);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

typedef struct
{
  GError *error;
  gboolean ok;
  gboolean done;
} Check;

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  Check *check = data;

  check->ok = parley_listener_check_finish (result, &check->error);
  check->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Check *) data)->done;
}

static Check
check_port (const char *host, guint16 port)
{
  g_autofree char *url = g_strdup_printf ("http://%s:%u/v1", host, port);
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  Check check = { 0 };

  parley_listener_check_async (uri, NULL, on_checked, &check);
  parley_test_wait (is_done, &check);
  return check;
}

static void
test_our_own_server_is_trusted (void)
{
  ParleyTestServer *server = parley_test_server_new ();
  guint16 port = parley_test_server_get_port (server);

  for (guint i = 0; i < 2; i++)
    {
      Check check = check_port (i == 0 ? "127.0.0.1" : "localhost", port);

      g_assert_no_error (check.error);
      g_assert_true (check.ok);
    }
  parley_test_server_free (server);
}

static void
test_a_squatter_is_not (void)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;
  Check check;
  guint16 port;

  if (getuid () != 0)
    {
      g_test_skip ("only root can start a program of another user");
      return;
    }
  /* The table names who made the socket. */
  g_assert_cmpint (seteuid (12345), ==, 0);
  socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  g_assert_true (g_socket_bind (socket, address, TRUE, NULL));
  g_assert_true (g_socket_listen (socket, NULL));
  g_assert_cmpint (seteuid (0), ==, 0);
  bound = g_socket_get_local_address (socket, NULL);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));

  check = check_port ("127.0.0.1", port);
  g_assert_false (check.ok);
  g_assert_error (check.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (check.error->message, "another user"));
  g_clear_error (&check.error);
  check = check_port ("localhost", port);
  g_assert_false (check.ok);
  g_clear_error (&check.error);
}

static void
test_nobody_is_nobody (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  Check check;

  g_socket_listener_close (listener);
  check = check_port ("127.0.0.1", port);
  g_assert_false (check.ok);
  g_assert_error (check.error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE);
  g_clear_error (&check.error);
}

/* In a process of its own, which sees no tables. */
static void
test_without_tables_nothing_is_sent (void)
{
  ParleyTestServer *server;
  Check check;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      if (g_test_trap_has_passed () && getuid () != 0)
        g_test_skip ("only root can hide /proc");
      return;
    }
  if (unshare (CLONE_NEWNS) != 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("none", "/proc", "tmpfs", 0, NULL) != 0)
    return;
  server = parley_test_server_new ();
  check = check_port ("127.0.0.1", parley_test_server_get_port (server));
  g_assert_false (check.ok);
  g_assert_error (check.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (check.error->message, "it can't tell whose program answers there"));
  g_clear_error (&check.error);
  parley_test_server_free (server);
  g_assert_cmpint (umount ("/proc"), ==, 0); /* the leak check at the end wants it */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backend/listener/table", test_who_listens_is_read_from_the_table);
  g_test_add_func ("/backend/listener/peer", test_whose_the_other_end_is_is_read_from_the_table);
  g_test_add_func ("/backend/listener/nobody", test_nobody_is_nobody);
  g_test_add_func ("/backend/listener/no-tables", test_without_tables_nothing_is_sent);
  g_test_add_func ("/backend/listener/large-table", test_a_large_table_is_read_fast);
  g_test_add_func ("/backend/listener/own", test_our_own_server_is_trusted);
  g_test_add_func ("/backend/listener/squatter", test_a_squatter_is_not);
  return g_test_run ();
}
