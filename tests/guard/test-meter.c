/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What follows from what was said and used, of one chat and of all. */
#include "guard/parley-meter.h"

#define SECOND G_GINT64_CONSTANT (1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)

typedef struct
{
  ParleySettings *settings;
  ParleyQuota quota;
  ParleyMeter *all;
  ParleyMeter *alice;
  ParleyMeter *bob;
  gint64 now;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->settings = parley_settings_new ();
  f->quota = parley_quota_read (f->settings, FALSE);
  f->all = parley_meter_new ();
  f->alice = parley_meter_new ();
  f->bob = parley_meter_new ();
  f->now = 1;
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  parley_settings_free (f->settings);
  parley_meter_free (f->all);
  parley_meter_free (f->alice);
  parley_meter_free (f->bob);
}

static ParleyLimit
judge (Fixture *f, ParleyMeter *meter)
{
  return parley_meter_judge (meter, f->all, &f->quota, f->now);
}

static ParleyCauses
find (Fixture *f, ParleyMeter *meter)
{
  return parley_meter_find_causes (meter, f->all, &f->quota, f->now);
}

static void
answer (Fixture *f, ParleyMeter *meter)
{
  parley_meter_note_said (meter, f->all, &f->quota, "Yes.", TRUE, f->now);
  parley_meter_end_answer (meter);
}

static void
spend (Fixture *f, ParleyMeter *meter, gint64 read, gint64 written)
{
  parley_meter_spend (meter, f->all, (ParleyTokens){ read, written }, f->now);
}

static void
test_20_answers_in_10_minutes (Fixture *f, gconstpointer data)
{
  f->quota.in_a_row = 1000;
  for (guint i = 0; i < 20; i++, f->now += 20 * SECOND)
    {
      g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
      answer (f, f->alice);
    }
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_RATE);
  g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_NONE);
  f->now += parley_meter_get_wait (f->alice, &f->quota, f->now);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
}

static void
test_60_answers_in_an_hour (Fixture *f, gconstpointer data)
{
  f->quota.in_a_row = 1000;
  for (guint i = 0; i < 60; i++, f->now += 55 * SECOND)
    {
      g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
      answer (f, f->alice);
    }
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_RATE);
}

static void
test_240_answers_to_everybody_in_an_hour (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 24; i++)
    {
      g_autoptr (ParleyMeter) somebody = parley_meter_new ();

      for (guint j = 0; j < 10; j++)
        {
          g_assert_cmpint (judge (f, somebody), ==, PARLEY_LIMIT_NONE);
          answer (f, somebody);
        }
    }
  g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_RATE);
  f->now += HOUR;
  g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_NONE);
}

static void
test_near_a_rate_is_known_before_it (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 15; i++)
    answer (f, f->alice);
  g_assert_cmpuint (find (f, f->alice), ==, 0);
  answer (f, f->alice);
  g_assert_cmpuint (find (f, f->alice), ==, PARLEY_CAUSE_BIT (PARLEY_CAUSE_RATE_NEAR));
}

/* Else the rest of the very answer that reaches a limit would stay unsaid. */
static void
test_an_answer_is_said_to_its_end (Fixture *f, gconstpointer data)
{
  f->quota.in_a_row = 1000;
  for (guint i = 0; i < 19; i++)
    answer (f, f->alice);
  for (guint i = 0; i < 3; i++)
    {
      parley_meter_note_said (f->alice, f->all, &f->quota, "More.", TRUE, f->now);
      g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
    }
  parley_meter_end_answer (f->alice);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_RATE);
}

static void
test_an_answer_without_end_is_over_some_time (Fixture *f, gconstpointer data)
{
  f->quota.contact_10min = 1;
  f->quota.contact_hour = 1;
  parley_meter_note_said (f->alice, f->all, &f->quota, "One.", TRUE, f->now);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
  f->now += 11 * MINUTE;
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_RATE);
}

static void
test_20_answers_in_a_row (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 20; i++, f->now += HOUR)
    {
      g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
      answer (f, f->alice);
    }
  f->now += 100 * HOUR;
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_IN_A_ROW);
  parley_loop_reset (&f->alice->loop);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
}

static void
test_steps_of_a_contacts_tokens (Fixture *f, gconstpointer data)
{
  const struct
  {
    gint64 more;
    ParleyLimit limit;
  } steps[] = {
    { 79999, PARLEY_LIMIT_NONE }, { 1, PARLEY_LIMIT_NEAR },       { 19999, PARLEY_LIMIT_NEAR },
    { 1, PARLEY_LIMIT_BUDGET },   { 49999, PARLEY_LIMIT_BUDGET }, { 1, PARLEY_LIMIT_SPENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      spend (f, f->alice, steps[i].more, 0);
      g_assert_cmpint (judge (f, f->alice), ==, steps[i].limit);
      g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_NONE);
    }
  f->now += 25 * HOUR;
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
}

static void
test_tokens_of_all (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (ParleyMeter) somebody = parley_meter_new ();

      spend (f, somebody, 40000, 40000);
    }
  g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_BUDGET);
}

/* However the settings are: nobody gets more than the share of all. */
static void
test_contact_gets_a_quarter_at_most (Fixture *f, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_int (f->settings, PARLEY_SETTING_GUARD_CONTACT_TOKENS, 999999, NULL));
  f->quota = parley_quota_read (f->settings, FALSE);
  g_assert_cmpint (f->quota.contact_tokens, ==, 100000);
}

/* What costs nothing is not rationed, until the user counts it. */
static void
test_model_on_this_machine_has_no_budget (Fixture *f, gconstpointer data)
{
  const ParleySetting prices[]
      = { PARLEY_SETTING_GUARD_PRICE_READ, PARLEY_SETTING_GUARD_PRICE_WRITTEN };

  f->quota = parley_quota_read (f->settings, TRUE);
  spend (f, f->alice, 10000000, 10000000);
  g_assert_cmpint (find (f, f->alice), ==, 0);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NONE);
  f->quota = parley_quota_read (f->settings, FALSE);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_SPENT);
  for (guint i = 0; i < G_N_ELEMENTS (prices); i++)
    {
      g_assert_true (parley_settings_set_string (f->settings, prices[i], "0.10", NULL));
      f->quota = parley_quota_read (f->settings, TRUE);
      g_assert_cmpint (f->quota.all_tokens, ==, 400000);
      g_assert_cmpint (f->quota.contact_tokens, ==, 100000);
      g_assert_true (parley_settings_set_string (f->settings, prices[i], "", NULL));
    }
  g_assert_true (
      parley_settings_set_int (f->settings, PARLEY_SETTING_GUARD_ALL_TOKENS, 200000, NULL));
  f->quota = parley_quota_read (f->settings, TRUE);
  g_assert_cmpint (f->quota.all_tokens, ==, 200000);
  g_assert_cmpint (f->quota.contact_tokens, ==, 50000);
}

/* Whatever they do, and however the model answers: it ends, and the others don't pay for it. */
static void
test_contact_that_burns_the_budget (Fixture *f, gconstpointer data)
{
  gint64 spent = 0;

  for (guint i = 0; i < 10000 && judge (f, f->alice) != PARLEY_LIMIT_SPENT; i++)
    {
      spend (f, f->alice, 4000, 500);
      spent += 4500;
    }
  g_assert_cmpint (spent, <, 155000);
  g_assert_cmpint (judge (f, f->bob), ==, PARLEY_LIMIT_NONE);
}

/* Far too much is too much also in the middle. */
static void
test_answer_ends_when_far_too_much_is_used (Fixture *f, gconstpointer data)
{
  parley_meter_note_said (f->alice, f->all, &f->quota, "One.", TRUE, f->now);
  spend (f, f->alice, 120000, 0);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_NEAR);
  spend (f, f->alice, 40000, 0);
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_SPENT);
}

/* The strictest one counts. */
static void
test_loop_goes_before_the_rest (Fixture *f, gconstpointer data)
{
  spend (f, f->alice, 500000, 0);
  f->alice->loop.stopped = TRUE;
  g_assert_cmpint (judge (f, f->alice), ==, PARLEY_LIMIT_LOOP);
}

#define ADD(name, func) g_test_add ("/guard/meter/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("6-in-10-minutes", test_20_answers_in_10_minutes);
  ADD ("30-in-an-hour", test_60_answers_in_an_hour);
  ADD ("120-in-all", test_240_answers_to_everybody_in_an_hour);
  ADD ("near-a-rate", test_near_a_rate_is_known_before_it);
  ADD ("said-to-its-end", test_an_answer_is_said_to_its_end);
  ADD ("without-end", test_an_answer_without_end_is_over_some_time);
  ADD ("20-in-a-row", test_20_answers_in_a_row);
  ADD ("steps", test_steps_of_a_contacts_tokens);
  ADD ("tokens-of-all", test_tokens_of_all);
  ADD ("here", test_model_on_this_machine_has_no_budget);
  ADD ("a-quarter", test_contact_gets_a_quarter_at_most);
  ADD ("contact-that-burns-the-budget", test_contact_that_burns_the_budget);
  ADD ("far-too-much", test_answer_ends_when_far_too_much_is_used);
  ADD ("loop-first", test_loop_goes_before_the_rest);
  return g_test_run ();
}
