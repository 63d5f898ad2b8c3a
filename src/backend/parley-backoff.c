/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-backoff.h"

#include <libsoup/soup.h>
#include <math.h>

#define FIRST_MS   500
#define LONGEST_MS 8000
#define JITTER     0.25

int
parley_backoff_get_ms (guint n, double random)
{
  int ms = FIRST_MS;

  while (n-- > 0 && ms < LONGEST_MS)
    ms *= 2;
  return (int) (MIN (ms, LONGEST_MS) * (1 - JITTER * random));
}

/* Returns: -1 when @text is no number above 0. */
static gint64
parse_number (const char *text, int unit_ms)
{
  char *end = NULL;
  double number = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  if (end == NULL || end == text || *end != '\0' || !(number > 0))
    return -1;
  return (gint64) ceil (fmin (number, G_MAXINT) * unit_ms);
}

static gint64
parse_date (const char *text, gint64 wall_s)
{
  g_autoptr (GDateTime) date = text != NULL ? soup_date_time_new_from_http_string (text) : NULL;
  gint64 left_s = date != NULL ? g_date_time_to_unix (date) - wall_s : -1;

  return left_s > 0 ? left_s * 1000 : -1;
}

gint64
parley_backoff_parse_after (const char *after_ms, const char *after, gint64 wall_s)
{
  gint64 ms = parse_number (after_ms, 1);

  if (ms < 0)
    ms = parse_number (after, 1000);
  return ms < 0 ? parse_date (after, wall_s) : ms;
}
