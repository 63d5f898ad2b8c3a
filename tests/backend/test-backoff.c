/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-attempts.h"

#define NOW 784111777 /* Sun, 06 Nov 1994 08:49:37 GMT */

static void
test_pauses_double_up_to_eight_seconds (void)
{
  static const int longest[] = { 500, 1000, 2000, 4000, 8000, 8000, 8000 };

  for (guint n = 0; n < G_N_ELEMENTS (longest); n++)
    {
      g_assert_cmpint (parley_backoff_get_ms (n, 0), ==, longest[n]);
      g_assert_cmpint (parley_backoff_get_ms (n, 1), ==, longest[n] * 3 / 4);
    }
  g_assert_cmpint (parley_backoff_get_ms (G_MAXUINT, 0), ==, 8000);
}

static void
test_every_form_of_retry_after (void)
{
  static const struct
  {
    const char *after_ms;
    const char *after;
    gint64 wanted;
  } rows[] = {
    { NULL, NULL, -1 },
    { "1500", NULL, 1500 },
    { "1500", "7", 1500 },
    { "0.5", NULL, 1 },
    { "soon", "7", 7000 },
    { "", "7", 7000 },
    { NULL, "7", 7000 },
    { NULL, "1.5", 1500 },
    { NULL, "0", -1 },
    { NULL, "-3", -1 },
    { NULL, "nan", -1 },
    { NULL, "7 apples", -1 },
    { NULL, "Sun, 06 Nov 1994 08:49:47 GMT", 10000 },
    { NULL, "Sunday, 06-Nov-94 08:49:47 GMT", 10000 },
    { NULL, "Sun, 06 Nov 1994 08:49:37 GMT", -1 },
    { NULL, "Sat, 05 Nov 1994 08:49:37 GMT", -1 },
    { NULL, "Sun, 06 Nov", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (parley_backoff_parse_after (rows[i].after_ms, rows[i].after, NOW), ==,
                     rows[i].wanted);
  g_assert_cmpint (parley_backoff_parse_after (NULL, "1e300", NOW), >, PARLEY_BACKOFF_MAX_AFTER_MS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backoff/doubles", test_pauses_double_up_to_eight_seconds);
  g_test_add_func ("/backoff/retry-after", test_every_form_of_retry_after);
  return g_test_run ();
}
