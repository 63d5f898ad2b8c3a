/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-hours.h"

#include <string.h>

#include "base/parley-error.h"

/* 2024-01-01 was a Monday. */
#define MONDAY   1
#define SATURDAY 6

static ParleyHours
parse (const char *text)
{
  ParleyHours hours;
  g_autoptr (GError) error = NULL;

  g_assert_true (parley_hours_parse (text, &hours, &error));
  g_assert_no_error (error);
  return hours;
}

static gboolean
contains (const char *text, int day, int hour, int minute)
{
  ParleyHours hours = parse (text);
  g_autoptr (GDateTime) at = g_date_time_new_utc (2024, 1, day, hour, minute, 30);

  return parley_hours_contain (&hours, at);
}

static void
test_empty_is_no_hour (void)
{
  ParleyHours hours = parse ("  ");
  g_autoptr (GDateTime) at = g_date_time_new_utc (2024, 1, 1, 0, 0, 0);

  g_assert_false (contains ("", MONDAY, 12, 0));
  g_assert_cmpint (parley_hours_get_change_s (&hours, at), ==, -1);
}

static void
test_end_is_not_in_it (void)
{
  g_assert_false (contains ("09:00-17:00", MONDAY, 8, 59));
  g_assert_true (contains ("09:00-17:00", MONDAY, 9, 0));
  g_assert_true (contains ("9:00-17:00", MONDAY, 16, 59));
  g_assert_false (contains ("09:00-17:00", MONDAY, 17, 0));
  g_assert_true (contains ("00:00-24:00", MONDAY, 23, 59));
}

static void
test_over_midnight_belongs_to_the_day_it_begins (void)
{
  g_assert_true (contains ("22:00-07:00", MONDAY, 6, 59));
  g_assert_true (contains ("22:00-07:00", MONDAY, 23, 0));
  g_assert_false (contains ("22:00-07:00", MONDAY, 7, 0));
  g_assert_true (contains ("Sun 22:00-07:00", MONDAY, 6, 59));
  g_assert_false (contains ("Mon 22:00-07:00", MONDAY, 6, 59));
}

static void
test_several_spans (void)
{
  const char *text = "Mon-Fri 09:00-17:00, sat 10:00-12:00";

  g_assert_true (contains (text, MONDAY, 10, 0));
  g_assert_true (contains (text, SATURDAY, 11, 59));
  g_assert_false (contains (text, SATURDAY, 9, 30));
  g_assert_false (contains (text, SATURDAY + 1, 11, 0));
  g_assert_true (contains ("Sat-Mon 10:00-12:00", MONDAY, 11, 0));
  g_assert_false (contains ("Sat-Mon 10:00-12:00", MONDAY + 1, 11, 0));
}

static void
test_wrong_text_is_named (void)
{
  static const char *const wrong[][2] = {
    { "soon", "“soon” can't be read as hours" },
    { "25:00-07:00", "“25:00” is not a time of day" },
    { "24:01-07:00", "“24:01” is not a time of day" },
    { "09:60-10:00", "“09:60” is not a time of day" },
    { "-1:00-10:00", "“-1:00-10:00” can't be read as hours" },
    { "9-17", "“9” is not a time of day" },
    { "09:00-", "“” is not a time of day" },
    { "Montag 09:00-17:00", "“Montag” is not a day" },
    { "Mon-Wed-Fri 09:00-17:00", "“Mon-Wed-Fri” can't be read as days" },
    { "Mon Tue 09:00-17:00", "“Mon Tue 09:00-17:00” can't be read" },
    { "09:00-17:00,", "“” can't be read" },
    { ",", "“” can't be read" },
    { "08:00-08:00", "the same time" },
  };
  g_autofree char *many = g_strnfill (5000, ',');

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (parley_hours_check (wrong[i][0], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, wrong[i][1]));
    }
  g_assert_false (parley_hours_check (many, NULL));
}

static void
test_wrong_text_changes_nothing (void)
{
  ParleyHours hours = parse ("09:00-17:00");
  const ParleyHours before = hours;

  g_assert_false (parley_hours_parse ("10:00-11:00, never", &hours, NULL));
  g_assert_cmpmem (&hours, sizeof hours, &before, sizeof before);
}

static void
test_seconds_until_it_changes (void)
{
  ParleyHours hours = parse ("Mon 09:00-17:00");
  g_autoptr (GDateTime) inside = g_date_time_new_utc (2024, 1, 1, 16, 58, 30);
  g_autoptr (GDateTime) outside = g_date_time_new_utc (2024, 1, 1, 17, 0, 0);
  ParleyHours always = parse ("00:00-24:00");

  g_assert_cmpint (parley_hours_get_change_s (&hours, inside), ==, 90);
  g_assert_cmpint (parley_hours_get_change_s (&hours, outside), ==, (7 * 24 - 8) * 3600);
  g_assert_cmpint (parley_hours_get_change_s (&always, inside), ==, -1);
}

/* In Berlin's spring the clock goes from 02:00 to 03:00, in autumn from 03:00 to 02:00, both on a
 * Sunday at 01:00 UTC. */

static gint64
change_in_berlin (const char *text, const char *utc)
{
  ParleyHours hours = parse (text);
  g_autoptr (GTimeZone) berlin = g_time_zone_new_identifier ("Europe/Berlin");
  g_autoptr (GDateTime) at = g_date_time_new_from_iso8601 (utc, NULL);
  g_autoptr (GDateTime) local = g_date_time_to_timezone (at, berlin);

  return parley_hours_get_change_s (&hours, local);
}

static gboolean
knows_berlin (void)
{
  g_autoptr (GTimeZone) berlin = g_time_zone_new_identifier ("Europe/Berlin");

  if (berlin == NULL)
    g_test_skip ("this machine has no time zones");
  return berlin != NULL;
}

static void
test_hour_that_is_left_out (void)
{
  if (!knows_berlin ())
    return;
  /* Its end, 02:30, never comes: it is over when the clock jumps, fifteen minutes later. */
  g_assert_cmpint (change_in_berlin ("22:00-02:30", "2024-03-31T00:45:00Z"), ==, 15 * 60);
  /* The whole of it is left out: the next is on Monday. */
  g_assert_cmpint (change_in_berlin ("02:00-03:00", "2024-03-31T00:45:00Z"), ==,
                   15 * 60 + 23 * 3600);
  g_assert_cmpint (change_in_berlin ("22:00-07:00", "2024-03-30T22:00:00Z"), ==, 7 * 3600);
}

static void
test_hour_that_comes_twice (void)
{
  if (!knows_berlin ())
    return;
  g_assert_cmpint (change_in_berlin ("22:00-07:00", "2024-10-26T21:00:00Z"), ==, 9 * 3600);
  /* 02:00-02:30 comes twice; between them it is over. */
  g_assert_cmpint (change_in_berlin ("02:00-02:30", "2024-10-27T00:10:00Z"), ==, 20 * 60);
  g_assert_cmpint (change_in_berlin ("02:00-02:30", "2024-10-27T00:30:00Z"), ==, 30 * 60);
  g_assert_cmpint (change_in_berlin ("02:00-02:30", "2024-10-27T01:00:00Z"), ==, 30 * 60);
}

/* Whoever waits as long as they are told finds the other answer, through a whole year. */
static void
test_each_change_comes_when_told (void)
{
  static const char *const texts[]
      = { "22:00-07:00", "Mon-Fri 09:00-17:00, Sun 02:10-02:50", "Sun 01:59-03:01" };
  g_autoptr (GTimeZone) berlin = NULL;

  if (!knows_berlin ())
    return;
  berlin = g_time_zone_new_identifier ("Europe/Berlin");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      ParleyHours hours = parse (texts[i]);
      g_autoptr (GDateTime) at = g_date_time_new (berlin, 2024, 1, 1, 0, 0, 0);
      guint n = 0;

      for (; g_date_time_get_year (at) == 2024; n++)
        {
          gboolean before = parley_hours_contain (&hours, at);
          gint64 wait = parley_hours_get_change_s (&hours, at);
          g_autoptr (GDateTime) last = g_date_time_add (at, (wait - 1) * G_TIME_SPAN_SECOND);
          GDateTime *next = g_date_time_add (at, wait * G_TIME_SPAN_SECOND);

          g_assert_cmpint (wait, >=, 1);
          g_assert_true (parley_hours_contain (&hours, last) == before);
          g_assert_true (parley_hours_contain (&hours, next) != before);
          g_date_time_unref (at);
          at = next;
        }
      g_assert_cmpuint (n, >, 100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/hours/empty", test_empty_is_no_hour);
  g_test_add_func ("/base/hours/end", test_end_is_not_in_it);
  g_test_add_func ("/base/hours/midnight", test_over_midnight_belongs_to_the_day_it_begins);
  g_test_add_func ("/base/hours/several", test_several_spans);
  g_test_add_func ("/base/hours/wrong", test_wrong_text_is_named);
  g_test_add_func ("/base/hours/wrong-changes-nothing", test_wrong_text_changes_nothing);
  g_test_add_func ("/base/hours/change", test_seconds_until_it_changes);
  g_test_add_func ("/base/hours/left-out", test_hour_that_is_left_out);
  g_test_add_func ("/base/hours/twice", test_hour_that_comes_twice);
  g_test_add_func ("/base/hours/year", test_each_change_comes_when_told);
  return g_test_run ();
}
