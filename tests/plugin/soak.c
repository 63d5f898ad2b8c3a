/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A long life of the plugin in a libpurple without a screen, in a time that leaps: people write
 * bursts, a model answers, the user writes now and then. Memory and files stay as they are after
 * the first tenth, and nothing wakes the program up while nobody writes. */
#define _GNU_SOURCE
#include "headless-purple.h"

#include <locale.h>
#include <malloc.h>
#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "headless.h"
#include "parley-instance.h"

#define PEOPLE    5
#define BURST     25 /* messages */
#define OWN       10 /* turns between two lines of the user's */
#define MOST_KEPT (1024 * 1024)
/* Bytes of the store for a message: its words, twice, and what it is looked for by; beside them
 * SQLite's log. */
#define MOST_EACH 400
#define LOG       (5 * 1024 * 1024)

typedef struct
{
  Fixture f;
  GSocketService *server;
  guint n_answers;
  guint n_said;
  gint64 memory; /* after the first tenth */
  gint64 files;
} Soak;

/* --- the model --- */

/* libsoup's own server keeps something of each connection: here is nothing that could grow. */
typedef struct
{
  Soak *soak;
  GSocketConnection *connection;
  GString *asked;
  char piece[16384];
  char *answer;
} Peer;

static void
peer_free (Peer *peer)
{
  g_object_unref (peer->connection);
  g_string_free (peer->asked, TRUE);
  g_free (peer->answer);
  g_free (peer);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);
  peer_free (data);
}

static void
answer (Peer *peer)
{
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (peer->connection));
  gboolean good = strstr (peer->asked->str, "/chat/completions") != NULL;
  g_autofree char *body = g_strdup_printf (
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Answer %u, and a word more.\"},"
      "\"finish_reason\":null}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},"
      "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":500,\"completion_tokens\":20}}\n\n"
      "data: [DONE]\n\n",
      peer->soak->n_answers);

  peer->soak->n_answers += good;
  peer->answer = g_strdup_printf (
      "HTTP/1.1 %s\r\nContent-Type: text/event-stream\r\nContent-Length: %u\r\n"
      "Connection: close\r\n\r\n%s",
      good ? "200 OK" : "404 Not Found", good ? (guint) strlen (body) : 0, good ? body : "");
  g_output_stream_write_all_async (out, peer->answer, strlen (peer->answer), G_PRIORITY_DEFAULT,
                                   NULL, on_answered, peer);
}

static gboolean
is_whole (const char *asked)
{
  const char *body = strstr (asked, "\r\n\r\n");
  const char *length = strcasestr (asked, "content-length:");

  return body != NULL
         && (length == NULL
             || strlen (body + 4)
                    >= g_ascii_strtoull (length + strlen ("content-length:"), NULL, 10));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (n > 0)
    g_string_append_len (peer->asked, peer->piece, n);
  if (n <= 0)
    peer_free (peer);
  else if (is_whole (peer->asked->str))
    answer (peer);
  else
    g_input_stream_read_async (G_INPUT_STREAM (source), peer->piece, sizeof peer->piece,
                               G_PRIORITY_DEFAULT, NULL, on_read, peer);
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *from, gpointer data)
{
  Peer *peer = g_new0 (Peer, 1);

  peer->soak = data;
  peer->connection = g_object_ref (connection);
  peer->asked = g_string_new (NULL);
  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (connection)), peer->piece,
                             sizeof peer->piece, G_PRIORITY_DEFAULT, NULL, on_read, peer);
  return TRUE;
}

/* Returns: (transfer full): its address. */
static char *
start_server (Soak *soak)
{
  guint16 port;

  soak->server = g_socket_service_new ();
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (soak->server), NULL, NULL);
  g_assert_cmpuint (port, >, 0);
  g_signal_connect (soak->server, "incoming", G_CALLBACK (on_incoming), soak);
  g_socket_service_start (soak->server);
  return g_strdup_printf ("http://127.0.0.1:%u/v1", port);
}

/* --- the user's side --- */

static void
set_up (Soak *soak)
{
  g_autofree char *url = start_server (soak);

  headless_setup (&soak->f, NULL);
  headless_set_string ("backend/base_url", url);
  headless_set_string ("backend/runs_here", url);
  headless_set_int ("guard/contact_10min", 1000);
  headless_set_int ("guard/contact_hour", 1000);
  headless_set_int ("guard/all_hour", 100000);
  headless_set_int ("guard/contact_requests", 100000);
  headless_set_int ("guard/all_requests", 100000);
  headless_set_int ("guard/in_a_row", 1000);
  headless_set_int ("guard/loop_replies", 100);
  headless_set_int ("turn/takeover_ms", 1000);
  headless_set_int ("turn/max_bubbles", 2 * BURST);
  headless_reload (&soak->f);
  for (guint i = 0; i < PEOPLE; i++)
    {
      g_autofree char *name = g_strdup_printf ("person%u", i);

      headless_add_buddy (soak->f.account, name, TRUE);
    }
}

/* The client's own history of a window has no bounds. */
static void
clear_windows (Soak *soak)
{
  for (GList *link = purple_get_ims (); link != NULL; link = link->next)
    purple_conversation_clear_message_history (link->data);
  headless_forget ();
}

static void
settle (Soak *soak)
{
  ParleyEngine *engine = parley_instance_get (soak->f.plugin)->engine;

  do
    headless_settle ();
  while (!parley_engine_is_settled_for_tests (engine));
}

/* --- a turn --- */

/* Time leaps when there is nothing to do at the moment, and goes as it does while the model is
 * asked.
 */
static void
wait_for_answer (Soak *soak)
{
  g_autofree char *wire = NULL;

  settle (soak);
  headless_clock_step (1);
  headless_settle ();
  headless_wait_for_state ("idle");
  settle (soak);
  wire = test_protocol_dup_wire (soak->f.account);
  soak->n_said += strstr (wire, " < Answer") != NULL;
}

static void
write_by_hand (Soak *soak, const char *name)
{
  PurpleConversation *conv = headless_find (soak->f.account, name);

  if (conv != NULL)
    purple_conv_im_send (PURPLE_CONV_IM (conv), "it is me");
  settle (soak);
  headless_clock_step (5);
}

static void
live_turn (Soak *soak, guint turn)
{
  g_autofree char *name = g_strdup_printf ("person%u", turn % PEOPLE);

  for (guint i = 0; i < BURST; i++)
    {
      g_autofree char *text = g_strdup_printf ("line %u of burst %u, and some words", i, turn);

      test_protocol_receive (soak->f.account, name, text);
      if (i % 8 == 7)
        settle (soak);
    }
  wait_for_answer (soak);
  if (turn / PEOPLE % OWN == OWN - 1)
    write_by_hand (soak, name);
  headless_clock_step (20 + (gint) (turn * 7 % 50));
  settle (soak);
  clear_windows (soak);
}

/* --- what is looked at --- */

static gint64
get_memory (Soak *soak)
{
  headless_settle_all (&soak->f);
  return (gint64) mallinfo2 ().uordblks;
}

static gint64
get_files (void)
{
  g_autofree char *folder = g_build_filename (purple_user_dir (), "parley", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gint64 sum = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf info;

      if (g_stat (path, &info) == 0)
        sum += info.st_size;
    }
  return sum;
}

static gboolean
on_second (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* In two seconds of the real time. Returns: how often the loop ran for something. */
static guint
count_wakeups (Soak *soak)
{
  gboolean over = FALSE;
  guint n = 0;

  headless_clock_step (3600);
  headless_settle_all (&soak->f);
  g_timeout_add (2000, on_second, &over);
  while (!over)
    n += g_main_context_iteration (NULL, TRUE);
  return n - 1;
}

static void
report (Soak *soak, guint turn, gint64 began)
{
  g_print ("%9u messages, %6u answers: memory %7.1f KiB, SQLite's %7.1f KiB, files %8.1f KiB,"
           " %.1f days\n",
           turn * BURST, soak->n_said, (double) get_memory (soak) / 1024,
           (double) sqlite3_memory_used () / 1024, (double) get_files () / 1024,
           (double) (g_get_monotonic_time () - began) / G_TIME_SPAN_DAY);
}

/* Returns: whether all is as it was. */
static gboolean
compare (Soak *soak, guint n_turns)
{
  gint64 kept = get_memory (soak) - soak->memory;
  gint64 grown = get_files () - soak->files;
  guint n_wakeups = count_wakeups (soak);
  guint n = (n_turns - n_turns / 10) * (BURST + 1);

  g_print ("After the first tenth: %.1f KiB of memory more, %.0f bytes of files for each message; "
           "%u of %u bursts answered; %u wake-ups in two idle seconds\n",
           (double) kept / 1024, (double) grown / n, soak->n_said, n_turns, n_wakeups);
  return kept < MOST_KEPT && grown < (gint64) MOST_EACH * n + LOG && n_wakeups == 0
         && soak->n_said * 100 >= n_turns * 99;
}

static gboolean
run (Soak *soak, guint n_turns)
{
  gint64 began = g_get_monotonic_time ();

  for (guint turn = 1; turn <= n_turns; turn++)
    {
      live_turn (soak, turn);
      if (turn % MAX (1, n_turns / 20) == 0)
        report (soak, turn, began);
      if (turn == n_turns / 10)
        {
          soak->memory = get_memory (soak);
          soak->files = get_files ();
        }
    }
  return compare (soak, n_turns);
}

int
main (int argc, char **argv)
{
  int n_messages = 1000000;
  const GOptionEntry entries[]
      = { { "messages", 'n', 0, G_OPTION_ARG_INT, &n_messages, "How many are written", "N" },
          { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  Soak soak = { 0 };
  gboolean well;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL))
    return 2;
  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  set_up (&soak);
  well = run (&soak, MAX (10, (guint) n_messages / BURST));
  headless_teardown (&soak.f, NULL);
  g_object_unref (soak.server);
  headless_purple_stop ();
  return well ? 0 : 1;
}
