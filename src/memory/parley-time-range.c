/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-time-range.h"

#include "base/parley-text.h"
#include "base/parley-timers.h"

#define MINUTE_S 60
#define HOUR_S   (60 * MINUTE_S)
#define DAY_S    (24 * HOUR_S)
#define WEEK_S   (7 * DAY_S)

/* 29 February is eight years apart around 1900 and 2100. */
#define MAX_YEARS_BETWEEN_DATES 8

/* When and where it was said. */
typedef struct
{
  gint64 now;
  GTimeZone *zone;
  GDateTime *local;
  GDate today;
} Here;

/* Returns: (transfer full) (nullable): to the second; NULL outside of the years 1 to 9999. */
static GDateTime *
new_local (gint64 time, GTimeZone *zone)
{
  gint64 seconds = time / G_USEC_PER_SEC - (time % G_USEC_PER_SEC < 0);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (seconds);

  return utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
}

static gboolean
here_init (Here *here, gint64 now, GTimeZone *zone)
{
  GDateTime *local = new_local (now, zone);
  int year, month, day;

  if (local == NULL)
    return FALSE;
  *here = (Here){ .now = now, .zone = zone, .local = local };
  g_date_time_get_ymd (local, &year, &month, &day);
  g_date_set_dmy (&here->today, (GDateDay) day, month, (GDateYear) year);
  return TRUE;
}

static void
here_clear (Here *here)
{
  g_clear_pointer (&here->local, g_date_time_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Here, here_clear)

/* Where a change of the clock skips midnight, the day begins after it; where it comes twice, with
 * the first one. */
static gboolean
find_midnight (const Here *here, const GDate *date, gint64 *time)
{
  g_autoptr (GDateTime) midnight = g_date_time_new (
      here->zone, g_date_get_year (date), g_date_get_month (date), g_date_get_day (date), 0, 0, 0);
  g_autoptr (GDateTime) earlier = midnight != NULL ? g_date_time_add_hours (midnight, -1) : NULL;
  gboolean twice
      = earlier != NULL
        && g_date_time_get_day_of_month (earlier) == g_date_time_get_day_of_month (midnight);

  if (midnight == NULL)
    return FALSE;
  *time = g_date_time_to_unix (twice ? earlier : midnight) * G_USEC_PER_SEC;
  return TRUE;
}

/* Returns: 0 for months and years, which have no length. */
static gint64
unit_to_seconds (ParleyTimeUnit unit)
{
  switch (unit)
    {
    case PARLEY_TIME_MINUTE:
      return MINUTE_S;
    case PARLEY_TIME_HOUR:
      return HOUR_S;
    case PARLEY_TIME_DAY:
      return DAY_S;
    case PARLEY_TIME_WEEK:
      return WEEK_S;
    case PARLEY_TIME_MONTH:
    case PARLEY_TIME_YEAR:
      break;
    }
  return 0;
}

/* --- the last n units ------------------------------------------------------------------------- */

static gboolean
go_back (const Here *here, const ParleyTimePhrase *phrase, gint64 *time)
{
  gint64 length = unit_to_seconds (phrase->unit) * G_USEC_PER_SEC;
  g_autoptr (GDateTime) then = NULL;

  if (length > 0)
    {
      if (phrase->n > (here->now - PARLEY_ISO_TIME_MIN) / length)
        return FALSE;
      *time = here->now - phrase->n * length;
      return TRUE;
    }
  then = phrase->unit == PARLEY_TIME_MONTH ? g_date_time_add_months (here->local, -(int) phrase->n)
                                           : g_date_time_add_years (here->local, -(int) phrase->n);
  if (then == NULL)
    return FALSE;
  *time = here->now
          - (g_date_time_to_unix (here->local) - g_date_time_to_unix (then)) * G_USEC_PER_SEC;
  return TRUE;
}

static gboolean
find_last (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  range->end = here->now;
  return phrase->n > 0 && go_back (here, phrase, &range->start);
}

/* --- a whole unit ----------------------------------------------------------------------------- */

/* That minute or hour of the clock. */
static gboolean
find_clock_unit (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  gint64 length = unit_to_seconds (phrase->unit);
  g_autoptr (GDateTime) local = NULL;
  gint64 time;

  if (go_back (here, phrase, &time))
    local = new_local (time, here->zone);
  if (local == NULL)
    return FALSE;
  range->start
      = (g_date_time_to_unix (local)
         - (g_date_time_get_minute (local) * MINUTE_S + g_date_time_get_second (local)) % length)
        * G_USEC_PER_SEC;
  range->end = range->start + length * G_USEC_PER_SEC - 1;
  return TRUE;
}

/* @months: from the month of @date. */
static gboolean
add_months (GDate *date, gint64 months)
{
  gint64 total = 12 * (gint64) g_date_get_year (date) + g_date_get_month (date) - 1 + months;

  if (total < 12 || total / 12 > 9999)
    return FALSE;
  g_date_set_dmy (date, 1, (GDateMonth) (total % 12 + 1), (GDateYear) (total / 12));
  return TRUE;
}

static gboolean
add_days (GDate *date, gint64 days)
{
  gint64 julian = (gint64) g_date_get_julian (date) + days;

  if (julian < 1 || julian > G_MAXINT32 || !g_date_valid_julian ((guint32) julian))
    return FALSE;
  g_date_set_julian (date, (guint32) julian);
  return TRUE;
}

/* Makes @date the first day of the unit that lies @n units from it. */
static gboolean
move_to_unit (GDate *date, ParleyTimeUnit unit, gint64 n)
{
  switch (unit)
    {
    case PARLEY_TIME_DAY:
      return add_days (date, n);
    case PARLEY_TIME_WEEK:
      return add_days (date, 7 * n - (g_date_get_weekday (date) - G_DATE_MONDAY));
    case PARLEY_TIME_MONTH:
      return add_months (date, n);
    case PARLEY_TIME_YEAR:
      return add_months (date, 12 * n - (g_date_get_month (date) - 1));
    case PARLEY_TIME_MINUTE:
    case PARLEY_TIME_HOUR:
      break;
    }
  return FALSE;
}

static gboolean
find_whole (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  GDate first = here->today;
  GDate next;

  if (phrase->unit < PARLEY_TIME_DAY)
    return find_clock_unit (here, phrase, range);
  if (!move_to_unit (&first, phrase->unit, -(gint64) phrase->n))
    return FALSE;
  next = first;
  if (!move_to_unit (&next, phrase->unit, 1) || !find_midnight (here, &first, &range->start)
      || !find_midnight (here, &next, &range->end))
    return FALSE;
  range->end--;
  return TRUE;
}

/* --- a weekday or a date, of which only the beginning counts ---------------------------------- */

static gboolean
find_weekday (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  GDate date = here->today;
  int back = ((int) g_date_get_weekday (&date) - phrase->weekday + 7) % 7;

  range->end = here->now;
  return add_days (&date, -back) && find_midnight (here, &date, &range->start);
}

static gboolean
find_in_year (const Here *here, const ParleyTimePhrase *phrase, int year, gint64 *time)
{
  int month = MAX (phrase->month, 1);
  int day = MAX (phrase->day, 1);
  GDate date;

  if (year < 1 || month > 12 || !g_date_valid_dmy ((GDateDay) day, month, (GDateYear) year))
    return FALSE;
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) day, month, (GDateYear) year);
  return find_midnight (here, &date, time) && *time <= here->now;
}

/* Without a year, the newest one that has begun. */
static gboolean
find_date (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  int newest = phrase->year != 0 ? phrase->year : g_date_get_year (&here->today);
  int oldest = phrase->year != 0 ? phrase->year : newest - MAX_YEARS_BETWEEN_DATES;
  gboolean found = FALSE;

  range->end = here->now;
  for (int year = newest; !found && phrase->year + phrase->month > 0 && year >= oldest; year--)
    found = find_in_year (here, phrase, year, &range->start);
  return found;
}

static gboolean
find_phrase (const Here *here, const ParleyTimePhrase *phrase, ParleyInterval *range)
{
  switch (phrase->kind)
    {
    case PARLEY_TIME_LAST:
      return find_last (here, phrase, range);
    case PARLEY_TIME_WHOLE:
      return find_whole (here, phrase, range);
    case PARLEY_TIME_WEEKDAY:
      return find_weekday (here, phrase, range);
    case PARLEY_TIME_DATE:
      return find_date (here, phrase, range);
    }
  return FALSE;
}

gboolean
parley_time_range_find (
    ParleyLexicon *lexicon, const char *text, gint64 now, GTimeZone *zone, ParleyInterval *range)
{
  g_autofree char *folded = parley_text_dup_folded (text);
  g_auto (Here) here = { 0 };
  ParleyTimePhrase phrase;
  ParleyInterval found;

  if (!parley_lexicon_find_time (lexicon, folded, &phrase) || !here_init (&here, now, zone)
      || !find_phrase (&here, &phrase, &found) || found.start > now)
    return FALSE;
  *range
      = (ParleyInterval){ .start = found.start, .end = phrase.since ? now : MIN (found.end, now) };
  return TRUE;
}
