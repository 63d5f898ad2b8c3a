/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-hours.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

#define DAY_MIN (24 * 60)

/* Clocks change at full quarters of an hour, wherever they do. */
#define QUARTER_MIN 15

/* Nobody has more in a week. */
#define MAX_SPANS 50

typedef struct
{
  guint first_day; /* from Monday, 0 */
  guint n_days;
  guint begin; /* minute of the day */
  guint length;
} Span;

static void
set_minute (ParleyHours *hours, guint minute)
{
  minute %= PARLEY_HOURS_PER_WEEK_MIN;
  hours->minutes[minute / 8] |= 1 << minute % 8;
}

static gboolean
has_minute (const ParleyHours *hours, guint minute)
{
  minute %= PARLEY_HOURS_PER_WEEK_MIN;
  return (hours->minutes[minute / 8] & 1 << minute % 8) != 0;
}

static void
add_span (ParleyHours *hours, const Span *span)
{
  for (guint day = 0; day < span->n_days; day++)
    {
      for (guint i = 0; i < span->length; i++)
        set_minute (hours, (span->first_day + day) * DAY_MIN + span->begin + i);
    }
}

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error,
                     g_error_new_valist (PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, format, args));
  va_end (args);
  return FALSE;
}

/* Days are written in English, so that a list goes along to another desktop. */
static gboolean
parse_day (const char *text, guint *day, GError **error)
{
  static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };

  for (*day = 0; *day < G_N_ELEMENTS (days); (*day)++)
    {
      if (g_ascii_strcasecmp (text, days[*day]) == 0)
        return TRUE;
    }
  return fail (error, _ ("“%s” is not a day: write Mon, Tue, Wed, Thu, Fri, Sat or Sun."), text);
}

/* "Mon" or "Fri-Sun". */
static gboolean
parse_days (const char *text, Span *span, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (text, "-", 3);
  guint last;

  if (g_strv_length (ends) > 2)
    return fail (error, _ ("“%s” can't be read as days: write Mon or Mon-Fri."), text);
  if (!parse_day (ends[0], &span->first_day, error)
      || !parse_day (ends[1] != NULL ? ends[1] : ends[0], &last, error))
    return FALSE;
  span->n_days = (last + 7 - span->first_day) % 7 + 1;
  return TRUE;
}

static gboolean
parse_number (const char *text, guint64 max, guint64 *number)
{
  return g_ascii_string_to_unsigned (text, 10, 0, max, number, NULL);
}

/* 24:00 is the end of the day. */
static gboolean
parse_time (const char *text, guint *minute, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  guint64 hour;
  guint64 rest;

  if (g_strv_length (parts) != 2 || !parse_number (parts[0], 24, &hour)
      || !parse_number (parts[1], 59, &rest) || hour * 60 + rest > DAY_MIN)
    return fail (error, _ ("“%s” is not a time of day: write 09:00 or 22:30."), text);
  *minute = hour * 60 + rest;
  return TRUE;
}

static gboolean
parse_times (const char *text, Span *span, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (text, "-", 3);
  guint end;

  if (g_strv_length (ends) != 2)
    return fail (error, _ ("“%s” can't be read as hours: write 22:00-07:00."), text);
  if (!parse_time (ends[0], &span->begin, error) || !parse_time (ends[1], &end, error))
    return FALSE;
  if (span->begin == end)
    return fail (error, _ ("“%s” begins and ends at the same time: write 00:00-24:00 for all day."),
                 text);
  span->length = end > span->begin ? end - span->begin : end + DAY_MIN - span->begin;
  return TRUE;
}

/* "22:00-07:00" or "Mon-Fri 09:00-17:00". */
static gboolean
parse_span (const char *text, Span *span, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (GStrv) parts = g_strsplit (text, " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] != '\0')
        g_ptr_array_add (words, parts[i]);
    }
  *span = (Span){ .n_days = 7 };
  if (words->len == 0 || words->len > 2)
    return fail (error,
                 _ ("“%s” can't be read: write 22:00-07:00 or Mon-Fri 09:00-17:00, and a "
                    "comma between two of them."),
                 text);
  if (words->len == 2 && !parse_days (words->pdata[0], span, error))
    return FALSE;
  return parse_times (words->pdata[words->len - 1], span, error);
}

gboolean
parley_hours_parse (const char *text, ParleyHours *hours, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", MAX_SPANS + 1);
  ParleyHours found = { 0 };

  if (g_strv_length (parts) > MAX_SPANS)
    return fail (error, _ ("There are too many hours: %d entries are the most."), MAX_SPANS);
  if (parts[0] != NULL && parts[1] == NULL && *g_strstrip (parts[0]) == '\0')
    g_clear_pointer (&parts[0], g_free);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      Span span;

      if (!parse_span (g_strstrip (parts[i]), &span, error))
        return FALSE;
      add_span (&found, &span);
    }
  *hours = found;
  return TRUE;
}

gboolean
parley_hours_check (const char *text, GError **error)
{
  ParleyHours hours;

  return parley_hours_parse (text, &hours, error);
}

static guint
get_minute (GDateTime *local)
{
  return (g_date_time_get_day_of_week (local) - 1) * DAY_MIN + g_date_time_get_hour (local) * 60
         + g_date_time_get_minute (local);
}

gboolean
parley_hours_contain (const ParleyHours *hours, GDateTime *local)
{
  return has_minute (hours, get_minute (local));
}

/* The clock does not change before the quarter is over. Returns: minutes to the other answer, or to
 * that end. */
static guint
find_step (const ParleyHours *hours, guint minute, gboolean inside)
{
  guint step = 1;

  while ((minute + step) % QUARTER_MIN != 0 && has_minute (hours, minute + step) == inside)
    step++;
  return step;
}

gint64
parley_hours_get_change_s (const ParleyHours *hours, GDateTime *local)
{
  gboolean inside = parley_hours_contain (hours, local);
  g_autoptr (GDateTime) at = g_date_time_add_seconds (local, -g_date_time_get_seconds (local));
  /* A day more than a week, for the hours that the clock may leave out. */
  guint left = PARLEY_HOURS_PER_WEEK_MIN + DAY_MIN;

  while (left > 0)
    {
      guint step = MIN (left, find_step (hours, get_minute (at), inside));
      GDateTime *next = g_date_time_add_minutes (at, (int) step);

      g_date_time_unref (at);
      at = next;
      left -= step;
      if (parley_hours_contain (hours, at) != inside)
        return MAX (1, (g_date_time_difference (at, local) + G_TIME_SPAN_SECOND - 1)
                           / G_TIME_SPAN_SECOND);
    }
  return -1;
}
