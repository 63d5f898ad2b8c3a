/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <libsoup/soup.h>
#include <string.h>
#include <sys/resource.h>

#include "backend/parley-anthropic.h"
#include "backend/parley-endpoint.h"
#include "backend/parley-openai.h"
#include "base/parley-json-line.h"

/* Reads one streamed reply and prints what it cost, as JSON: as a backend does, or with libsoup
 * alone, which is the share of it that is not ours. */

#define READ_SIZE (16 * 1024)

typedef struct
{
  GArray *dispatches; /* µs of each turn of the loop, as gint64 */
  guint n_deltas;
  gsize n_bytes;
  GInputStream *stream;
  gboolean done;
  gboolean failed;
} Bench;

static void
on_delta (const char *text, gpointer data)
{
  Bench *bench = data;

  bench->n_deltas++;
}

static void
on_generated (GObject *source, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyCompletion) completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &error);

  bench->done = TRUE;
  bench->failed = completion == NULL;
  if (error != NULL)
    g_printerr ("%s\n", error->message);
}

static void
start_backend (Bench *bench, ParleyBackend *backend)
{
  static const ParleyBackendFuncs funcs = { .delta = on_delta };
  g_autoptr (ParleyRequest) request = parley_request_new (100);

  parley_request_add (request, PARLEY_ROLE_USER, "go on");
  parley_backend_generate_async (backend, request, &funcs, bench, NULL, on_generated, bench);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;
  g_autoptr (GBytes) bytes
      = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      bench->done = TRUE;
      return;
    }
  bench->n_bytes += g_bytes_get_size (bytes);
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), READ_SIZE, G_PRIORITY_DEFAULT, NULL,
                                   on_read, bench);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;

  bench->stream = soup_session_send_finish (SOUP_SESSION (source), result, NULL);
  bench->failed = bench->done = bench->stream == NULL;
  if (bench->stream != NULL)
    g_input_stream_read_bytes_async (bench->stream, READ_SIZE, G_PRIORITY_DEFAULT, NULL, on_read,
                                     bench);
}

static void
start_soup (Bench *bench, SoupSession *session, const char *url)
{
  g_autofree char *whole = g_strconcat (url, "/chat/completions", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", whole);
  g_autoptr (GBytes) body = g_bytes_new_static ("{}", 2);

  soup_message_set_request_body_from_bytes (message, "application/json", body);
  soup_session_send_async (session, message, G_PRIORITY_DEFAULT, NULL, on_sent, bench);
}

/* One turn of the loop; what counts is how long the host would have been held up. */
static void
turn (Bench *bench)
{
  GMainContext *context = g_main_context_default ();
  GPollFD fds[64];
  int priority = 0;
  int timeout = 0;
  int n;
  gint64 start;
  gint64 held;

  g_main_context_prepare (context, &priority);
  n = g_main_context_query (context, priority, &timeout, fds, G_N_ELEMENTS (fds));
  g_poll (fds, n, timeout);
  if (!g_main_context_check (context, priority, fds, n))
    return;
  start = g_get_monotonic_time ();
  g_main_context_dispatch (context);
  held = g_get_monotonic_time () - start;
  g_array_append_val (bench->dispatches, held);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

static gint64
get_cpu_us (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (gint64) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC
         + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static void
print_result (Bench *bench, gint64 cpu_us)
{
  g_autofree char *text = NULL;
  ParleyJsonLine *line = parley_json_line_new ();
  GArray *all = bench->dispatches;

  g_array_sort (all, compare);
  parley_json_line_add_int (line, "cpu_us", cpu_us);
  parley_json_line_add_int (line, "deltas", bench->n_deltas);
  parley_json_line_add_int (line, "dispatches", all->len);
  parley_json_line_add_int (line, "p999_us", g_array_index (all, gint64, all->len * 999 / 1000));
  parley_json_line_add_int (line, "longest_us", g_array_index (all, gint64, all->len - 1));
  text = parley_json_line_end (line);
  g_print ("%s\n", text);
}

int
main (int argc, char **argv)
{
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (GArray) dispatches = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (SoupSession) session = NULL;
  Bench bench = { .dispatches = dispatches };
  ParleyServerConfig config = { .model = "m", .first_byte_ms = 10000, .idle_ms = 10000 };
  g_autoptr (GUri) server = NULL;
  gint64 start;

  if (argc != 3)
    {
      g_printerr ("usage: bench-backend openai|anthropic|soup URL\n");
      return 2;
    }
  config.base_url = argv[2];
  start = get_cpu_us ();
  if (g_str_equal (argv[1], "soup"))
    {
      server = g_uri_parse (argv[2], SOUP_HTTP_URI_FLAGS, NULL);
      session = parley_http_session_new (server, NULL);
      start_soup (&bench, session, argv[2]);
    }
  else
    {
      backend = g_str_equal (argv[1], "anthropic") ? parley_anthropic_new (&config, timers, NULL)
                                                   : parley_openai_new (&config, timers, NULL);
      start_backend (&bench, backend);
    }
  while (!bench.done)
    turn (&bench);
  print_result (&bench, get_cpu_us () - start);
  g_clear_object (&bench.stream);
  return bench.failed ? 1 : 0;
}
