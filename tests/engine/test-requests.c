/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How often a model is asked, whatever for. */
#include "engine-fixture.h"

#include <string.h>

#define MINUTE_MS 60000

/* More answers, tokens and words in a row than anybody has. */
static void
allow_answers (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_IN_A_ROW, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
}

static void
answer_all (Fixture *f)
{
  while (f->backend->open.length > 0)
    parley_test_backend_answer (f->backend, "So it is.");
}

static guint
count_told (Fixture *f, const char *words)
{
  guint n = 0;

  for (guint i = 0; i < f->host->told->len; i++)
    n += strstr (g_ptr_array_index (f->host->told, i), words) != NULL;
  return n;
}

/* Returns: whether it was answered. */
static gboolean
talk (Fixture *f, const ParleyChatKey *key)
{
  guint before = f->backend->requests->len;

  write_line (f, key, "and then?");
  pass (f, 1500);
  answer_all (f);
  pass (f, 100);
  return f->backend->requests->len > before;
}

static void
wait_for (Fixture *f, gint64 ms)
{
  parley_test_clock_advance (&f->clock, ms);
  pass (f, 10);
}

static void
test_91st_request_for_a_person_waits (Fixture *f, gconstpointer data)
{
  allow_answers (f);
  for (guint i = 0; i < 90; i++)
    {
      g_assert_true (talk (f, f->alice));
      wait_for (f, 20000);
    }
  g_assert_cmpuint (count_told (f, "/parley set contact_requests"), ==, 1);
  g_assert_false (talk (f, f->alice));
  g_assert_true (talk (f, f->bob));
  g_assert_cmpuint (count_told (f, "/parley set contact_requests"), ==, 1);
}

/* Six people, none of whom is at their own limit. */
static void
test_401st_request_for_all_waits (Fixture *f, gconstpointer data)
{
  guint n = 0;

  allow_answers (f);
  for (guint i = 0; i < 480; i++)
    {
      g_autofree char *person = g_strdup_printf ("friend%u@localhost", i % 6);
      g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me@localhost", person);

      n += talk (f, key);
    }
  g_assert_cmpuint (n, ==, 400);
  g_assert_cmpuint (f->backend->requests->len, ==, 400);
  g_assert_cmpuint (count_told (f, "/parley set all_requests"), ==, 1);
}

/* Drafts of unfinished bursts, guesses at how far they are, answers: none of them is for nothing.
 */
static void
test_all_kinds_count (Fixture *f, gconstpointer data)
{
  guint most = 0;
  guint before = 0;

  allow_answers (f);
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  fixture_set_int (f, PARLEY_SETTING_TURN_PREDICTION, TRUE);
  for (guint hour = 0; hour < 2; hour++)
    {
      for (guint i = 0; i < 120; i++)
        {
          write_line (f, f->alice, "i was thinking, and");
          pass (f, 1300);
          write_line (f, f->alice, "so, what do you say?");
          pass (f, 2500);
          answer_all (f);
          pass (f, 1000);
          wait_for (f, 25000);
        }
      most = MAX (most, f->backend->requests->len - before);
      before = f->backend->requests->len;
      wait_for (f, 66 * MINUTE_MS);
    }
  g_assert_cmpuint (most, <=, 90);
  g_assert_cmpuint (most, >=, 80);
}

/* A server in trouble is asked again and again; the last try that is left is the last. */
static void
test_tries_count (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 3);
  write_line (f, f->alice, "and then?");
  pass (f, 1500);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  parley_test_backend_retry (f->backend);
  parley_test_backend_retry (f->backend);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  parley_test_backend_retry (f->backend);
  pass (f, 100);
  g_assert_cmpuint (f->backend->open.length, ==, 0);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
}

/* A model that looks something up is asked once more for each look. */
static void
test_rounds_count (Fixture *f, gconstpointer data)
{
  guint n = 0;

  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 4);
  write_line (f, f->alice, "look it up, will you?");
  pass (f, 1500);
  for (; n < 50 && f->backend->open.length > 0; n++)
    {
      g_autofree char *arguments = g_strdup_printf ("{\"query\":\"pizza %u\"}", n);

      parley_test_backend_call (f->backend, "search_history", arguments);
      pass (f, 50);
    }
  g_assert_cmpuint (n, ==, 4);
}

static void
test_nothing_is_asked_ahead_when_most_is_used (Fixture *f, gconstpointer data)
{
  guint before;

  allow_answers (f);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 10);
  for (guint i = 0; i < 8; i++)
    talk (f, f->alice);
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  fixture_set_int (f, PARLEY_SETTING_TURN_PREDICTION, TRUE);
  before = f->backend->requests->len;
  write_line (f, f->alice, "i was thinking, and");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, before);
  pass (f, 1500);
  g_assert_cmpuint (f->backend->requests->len, ==, before + 1);
}

/* What was written by the last request is said. */
static void
test_last_answer_is_said (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  g_assert_true (talk (f, f->alice));
  expect_log (f, "alice@localhost < So it is.\n");
}

static void
test_why_is_true (Fixture *f, gconstpointer data)
{
  static const char words[] = "The limit of requests to the model is reached";
  g_autofree char *status = NULL;
  g_autofree char *why = NULL;
  g_autofree char *obstacle = NULL;

  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  talk (f, f->alice);
  g_assert_false (talk (f, f->alice));
  status = parley_engine_dup_status (f->engine, f->alice);
  g_assert_nonnull (strstr (status, words));
  why = parley_engine_dup_why (f->engine, f->alice);
  g_assert_nonnull (strstr (why, words));
  obstacle = parley_engine_dup_obstacle (f->engine, f->alice);
  g_assert_nonnull (strstr (obstacle, words));
  g_assert_null (parley_engine_dup_obstacle (f->engine, f->bob));
}

static void
test_crash_frees_nothing (Fixture *f, gconstpointer data)
{
  allow_answers (f);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_true (talk (f, f->alice));
  fixture_crash (f);
  fixture_start (f);
  f->clock.wall += 1;
  g_assert_false (talk (f, f->alice));
  g_assert_true (talk (f, f->bob));
}

/* A server that is in trouble is not paid, but it was asked. */
static void
test_crash_frees_no_request_that_failed (Fixture *f, gconstpointer data)
{
  guint before;

  allow_answers (f);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  write_line (f, f->alice, "and then?");
  pass (f, 1500);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  parley_test_backend_fail_with (f->backend, PARLEY_ERROR_OVERLOADED, "Too much to do.");
  pass (f, 100);
  fixture_crash (f);
  fixture_start (f);
  f->clock.wall += 1;
  before = f->backend->requests->len;
  write_line (f, f->alice, "are you there?");
  pass (f, 20000);
  g_assert_cmpuint (f->backend->requests->len, ==, before);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/requests/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("91st-of-a-person", test_91st_request_for_a_person_waits);
  ADD ("401st-of-all", test_401st_request_for_all_waits);
  ADD ("all-kinds", test_all_kinds_count);
  ADD ("tries", test_tries_count);
  ADD ("rounds", test_rounds_count);
  ADD ("nothing-ahead", test_nothing_is_asked_ahead_when_most_is_used);
  ADD ("last-answer", test_last_answer_is_said);
  ADD ("why", test_why_is_true);
  g_test_add ("/engine/requests/crash", Fixture, NULL, fixture_setup_kept, test_crash_frees_nothing,
              fixture_teardown);
  g_test_add ("/engine/requests/crash-failed", Fixture, NULL, fixture_setup_kept,
              test_crash_frees_no_request_that_failed, fixture_teardown);
  return g_test_run ();
}
