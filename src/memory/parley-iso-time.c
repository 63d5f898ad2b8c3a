/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-iso-time.h"

#include <string.h>

/* GLib wants a time of day. */
static GDateTime *
parse (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *midnight = NULL;

  if (strpbrk (text, "Tt ") != NULL)
    return g_date_time_new_from_iso8601 (text, utc);
  midnight = g_strconcat (text, "T00:00:00", NULL);
  return g_date_time_new_from_iso8601 (midnight, utc);
}

gboolean
parley_iso_time_parse (const char *text, gint64 *time)
{
  g_autoptr (GDateTime) parsed = parse (text);
  gint64 value;

  if (parsed == NULL)
    return FALSE;
  value = g_date_time_to_unix (parsed) * G_USEC_PER_SEC + g_date_time_get_microsecond (parsed);
  /* A zone may lead out of the years there are. */
  if (value < PARLEY_ISO_TIME_MIN || value > PARLEY_ISO_TIME_MAX)
    return FALSE;
  *time = value;
  return TRUE;
}

char *
parley_iso_time_dup (gint64 time)
{
  gint64 within = CLAMP (time, PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX);
  gint64 past = within - PARLEY_ISO_TIME_MIN;
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (
      past / G_USEC_PER_SEC + PARLEY_ISO_TIME_MIN / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format (second, "%Y-%m-%dT%H:%M:%S");
  g_autofree char *digits = g_strdup_printf (".%06d", (int) (past % G_USEC_PER_SEC));
  gsize length = strlen (digits);

  while (length > 0 && strchr ("0.", digits[length - 1]) != NULL)
    length--;
  return g_strdup_printf ("%04d%s%.*sZ", g_date_time_get_year (second), strchr (text, '-'),
                          (int) length, digits);
}
