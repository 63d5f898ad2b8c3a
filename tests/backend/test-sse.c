/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-sse.h"
#include "base/parley-error.h"

#define MAX_LINE  64
#define MAX_EVENT 100
#define LARGE     (1024 * 1024)

/* Takes out what there is and writes it down: "type|data;", "!data;" for errors, "FAILED". */
static void
drain (ParleySse *sse, GString *out)
{
  ParleySseEvent event;
  g_autoptr (GError) error = NULL;
  ParleySseResult result;

  while ((result = parley_sse_next (sse, &event, &error)) == PARLEY_SSE_EVENT)
    {
      g_assert_cmpint (event.data[event.length], ==, '\0');
      if (event.is_error)
        g_string_append_c (out, '!');
      else if (event.type != NULL)
        g_string_append_printf (out, "%s|", event.type);
      g_string_append_len (out, event.data, event.length);
      g_string_append_c (out, ';');
    }
  if (result == PARLEY_SSE_FAILED)
    {
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
      if (!g_str_has_suffix (out->str, "FAILED"))
        g_string_append (out, "FAILED");
    }
}

/* @cuts: sorted places to cut at; ends with the length. */
static char *
decode (const char *text, const gsize *cuts, gsize n_cuts, gsize max_line, gsize max_event)
{
  g_autoptr (ParleySse) sse = parley_sse_new (max_line, max_event);
  GString *out = g_string_new (NULL);
  gsize start = 0;

  for (gsize i = 0; i < n_cuts; i++)
    {
      /* A copy of exactly this piece, so that a read beyond it is seen by the sanitizer. */
      g_autofree char *piece = g_memdup2 (text + start, cuts[i] - start);

      parley_sse_push (sse, piece, cuts[i] - start);
      drain (sse, out);
      start = cuts[i];
    }
  parley_sse_end (sse);
  drain (sse, out);
  return g_string_free (out, FALSE);
}

/* The same for every single cut, and byte by byte. */
static void
assert_same_for_all_cuts (
    const char *text, gsize length, const char *wanted, gsize line, gsize event)
{
  g_autofree gsize *all = g_new (gsize, length);
  g_autofree char *one_by_one = NULL;

  for (gsize i = 0; i < length; i++)
    {
      const gsize cuts[] = { i, length };
      g_autofree char *result = decode (text, cuts, 2, line, event);

      g_assert_cmpstr (result, ==, wanted);
      all[i] = i + 1;
    }
  one_by_one = decode (text, all, length, line, event);
  g_assert_cmpstr (one_by_one, ==, wanted);
}

static void
test_each_rule (void)
{
  static const struct
  {
    const char *input;
    const char *wanted;
  } rows[] = {
    { "data: a\n\n", "a;" },
    { "data: a\r\n\r\n", "a;" },
    { "data: a\r\r", "a;" },
    { "data: a\r\n\rdata: b\n\r\n", "a;b;" },
    { "data: a\rdata: b\r\ndata: c\n\n", "a\nb\nc;" },
    { "\xef\xbb\xbf"
      "data: a\n\n",
      "a;" },
    { "\xef\xbb\xbf\xef\xbb\xbf"
      "data: a\n\n",
      "" },
    { "\xef\xbb"
      "data: a\n\n",
      "" },
    { "\xef\xbb", "" },
    { "data:a\n\n", "a;" },
    { "data:  a\n\n", " a;" },
    { "data: a:b\n\n", "a:b;" },
    { "data\n\n", ";" },
    { "data:\n\n", ";" },
    { "data\ndata\n\n", "\n;" },
    { ": a comment\n\n:\n\ndata: a\n\n", "a;" },
    { "data: a\n: in between\ndata: b\n\n", "a\nb;" },
    { "event: ping\n\ndata: a\n\n", "a;" },
    { "event: x\ndata: a\n\ndata: b\n\n", "x|a;b;" },
    { "event: x\nevent\ndata: a\n\n", "a;" },
    { "id: 7\nretry: 9\nunknown: z\ndatab: 1\ndata: a\n\n", "a;" },
    { "\n\n\ndata: a\n\n\n\n", "a;" },
    { "data: a", "a;" },
    { "data: a\n", "a;" },
    { "data: a\r", "a;" },
    { "data: a\ndata: b", "a\nb;" },
    { "data: a\n\ndata: [DONE]", "a;[DONE];" },
    { "error: {\"code\":500}\n\n", "!{\"code\":500};" },
    { "data: a\n\nerror: no", "a;!no;" },
    { "error:\n\ndata: a\n\n", "!;a;" },
    { "errors: no\n\n", "" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u", i);
      assert_same_for_all_cuts (rows[i].input, strlen (rows[i].input), rows[i].wanted, MAX_LINE,
                                MAX_EVENT);
    }
}

static void
test_a_nul_byte_is_data (void)
{
  g_autoptr (ParleySse) sse = parley_sse_new (MAX_LINE, MAX_EVENT);
  ParleySseEvent event;

  parley_sse_push (sse, "data: a\0b\n\n", 11);
  g_assert_cmpint (parley_sse_next (sse, &event, NULL), ==, PARLEY_SSE_EVENT);
  g_assert_cmpmem (event.data, event.length, "a\0b", 3);
}

static char *
line_of (const char *field, gsize length, const char *rest)
{
  g_autofree char *fill = g_strnfill (length - strlen (field), 'x');

  return g_strconcat ("data: ok\n\n", field, fill, rest, NULL);
}

static void
test_a_line_over_the_bound_fails_where_it_stands (void)
{
  g_autofree char *longest = line_of (": ", MAX_LINE, "\n\ndata: b\n\n");
  g_autofree char *longer = line_of (": ", MAX_LINE + 1, "\n\ndata: b\n\n");
  g_autofree char *unended = line_of ("data:", MAX_LINE + 1, "");

  assert_same_for_all_cuts (longest, strlen (longest), "ok;b;", MAX_LINE, MAX_EVENT);
  assert_same_for_all_cuts (longer, strlen (longer), "ok;FAILED", MAX_LINE, MAX_EVENT);
  assert_same_for_all_cuts (unended, strlen (unended), "ok;FAILED", MAX_LINE, MAX_EVENT);
}

static void
test_an_event_over_the_bound_fails (void)
{
  const char *fits = "data: 12345\ndata: 123\n\ndata: z\n\n";
  const char *too_long = "data: 12345\ndata: 12345\n\ndata: z\n\n";

  assert_same_for_all_cuts (fits, strlen (fits), "12345\n123;z;", MAX_LINE, 10);
  assert_same_for_all_cuts (too_long, strlen (too_long), "FAILED", MAX_LINE, 10);
}

static void
test_recorded_streams_do_not_depend_on_cuts (gconstpointer data)
{
  g_autofree char *name = g_strconcat ((const char *) data, ".sse", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "backend", "streams", name, NULL);
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  whole = decode (text, &length, 1, LARGE, LARGE);
  g_assert_nonnull (strstr (whole, "\"choices\":"));
  assert_same_for_all_cuts (text, length, whole, LARGE, LARGE);
}

/* A quadratic decoder would move about 2 × 10^11 bytes here. */
static void
test_many_tiny_reads_cost_no_more_than_their_bytes (void)
{
  g_autoptr (ParleySse) sse = parley_sse_new (LARGE, LARGE);
  g_autoptr (GString) out = g_string_new (NULL);
  const gsize n = 640 * 1024;
  gint64 start = g_get_monotonic_time ();

  parley_sse_push (sse, "data: ", 6);
  for (gsize i = 0; i < n; i++)
    {
      parley_sse_push (sse, "x", 1);
      drain (sse, out);
    }
  parley_sse_push (sse, "\n\n", 2);
  drain (sse, out);
  g_assert_cmpuint (out->len, ==, n + 1);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  static const char *const streams[]
      = { "openai",     "llamacpp-old", "llamacpp-new", "vllm",  "lmstudio",
          "openrouter", "ollama",       "deepseek",     "gemini" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sse/each-rule-at-every-cut", test_each_rule);
  g_test_add_func ("/sse/a-nul-byte-is-data", test_a_nul_byte_is_data);
  g_test_add_func ("/sse/line-bound", test_a_line_over_the_bound_fails_where_it_stands);
  g_test_add_func ("/sse/event-bound", test_an_event_over_the_bound_fails);
  g_test_add_func ("/sse/many-tiny-reads", test_many_tiny_reads_cost_no_more_than_their_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autofree char *name = g_strconcat ("/sse/cuts/", streams[i], NULL);

      g_test_add_data_func (name, streams[i], test_recorded_streams_do_not_depend_on_cuts);
    }
  return g_test_run ();
}
