/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A small model guesses whether they are done. */
#include "engine-fixture.h"

#include <string.h>

/* Its window is 1200 ms; after 500 the model is asked. */
#define OPEN "i was thinking, and"

#define DONE "{\"done\": true, \"confidence\": 95, \"wait_ms\": 0}"

static void
set_up (Fixture *f, gconstpointer data)
{
  fixture_setup (f, data);
  fixture_set_int (f, PARLEY_SETTING_TURN_PREDICTION, TRUE);
}

static void
begin (Fixture *f)
{
  write_line (f, f->alice, OPEN);
  pass (f, 600);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "[It is "));
}

static void
expect_reason (Fixture *f, const char *reason)
{
  const char *record = parley_test_host_get_last (f->host, "accumulation_complete");

  g_assert_nonnull (record);
  g_assert_nonnull (strstr (record, reason));
}

static void
expect_turn_after (Fixture *f, gint64 ms, const char *reason)
{
  pass (f, ms - 20);
  g_assert_cmpuint (parley_test_host_count (f->host, "accumulation_complete"), ==, 0);
  pass (f, 40);
  expect_reason (f, reason);
  parley_test_backend_answer (f->backend, "Yes?");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes?\n");
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_done_ends_the_turn (Fixture *f, gconstpointer data)
{
  begin (f);
  parley_test_backend_answer (f->backend, DONE);
  pass (f, 10);
  expect_reason (f, "\"completion_reason\":\"ai_predicted\"");
  parley_test_backend_answer (f->backend, "Yes?");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes?\n");
}

static void
test_wait_takes_the_place_of_the_window (Fixture *f, gconstpointer data)
{
  begin (f);
  parley_test_backend_answer (f->backend,
                              "{\"done\": false, \"confidence\": 90, \"wait_ms\": 3000}");
  expect_turn_after (f, 3000, "timeout");
}

static void
test_malformed_changes_nothing (Fixture *f, gconstpointer data)
{
  begin (f);
  parley_test_backend_answer (f->backend, data);
  expect_turn_after (f, 600, "timeout");
}

static void
test_failure_changes_nothing (Fixture *f, gconstpointer data)
{
  begin (f);
  parley_test_backend_fail (f->backend, "The server is busy.");
  expect_turn_after (f, 600, "timeout");
}

static void
test_slow_one_changes_nothing (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  begin (f);
  expect_turn_after (f, 600, "timeout");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
}

static void
test_bubble_cancels_it (Fixture *f, gconstpointer data)
{
  begin (f);
  write_line (f, f->alice, "there is more, and");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 600);
  g_assert_cmpuint (f->backend->requests->len, ==, 1); /* 960 ms: too short to ask */
}

static void
test_user_cancels_it (Fixture *f, gconstpointer data)
{
  begin (f);
  write_own (f, f->alice, "I am here myself.", FALSE);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
}

static void
test_closing_cancels_it (Fixture *f, gconstpointer data)
{
  begin (f);
  parley_engine_withdraw (f->engine, f->alice);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
}

static void
test_builtin_is_never_asked (Fixture *f, gconstpointer data)
{
  f->backend->name = "builtin";
  write_line (f, f->alice, OPEN);
  pass (f, 1100);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  pass (f, 200);
  expect_reason (f, "timeout");
}

static void
test_only_a_free_slot_is_taken (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  write_line (f, f->bob, "hm?");
  pass (f, 510);
  write_line (f, f->alice, OPEN);
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  parley_test_backend_answer (f->backend, "For Bob.");
  fixture_settle (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "For Alice.");
  pass (f, 100);
  expect_log (f, "bob@localhost < For Bob.\nalice@localhost < For Alice.\n");
}

static void
test_permission_is_asked_before_it (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, OPEN);
  pass (f, 450);
  f->host->facts.person.blocked = TRUE;
  pass (f, 3000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
}

static const char *const malformed[] = {
  "",
  "yes",
  "{",
  "[]",
  "{\"done\": 1, \"confidence\": 95}",
  "{\"done\": true}",
  "{\"done\": true, \"confidence\": 950}",
  "{\"done\": false, \"confidence\": 50}",
  "{\"done\": false, \"confidence\": 50, \"wait_ms\": -1}",
  "{\"done\": false, \"confidence\": 50, \"wait_ms\": 1e300}",
};

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/prediction/" name, Fixture, NULL, set_up, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("done", test_done_ends_the_turn);
  ADD ("wait", test_wait_takes_the_place_of_the_window);
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/prediction/malformed/%u", i);

      g_test_add (path, Fixture, malformed[i], set_up, test_malformed_changes_nothing,
                  fixture_teardown);
    }
  ADD ("failed", test_failure_changes_nothing);
  ADD ("slow", test_slow_one_changes_nothing);
  ADD ("bubble", test_bubble_cancels_it);
  ADD ("user", test_user_cancels_it);
  ADD ("closed", test_closing_cancels_it);
  ADD ("builtin", test_builtin_is_never_asked);
  ADD ("free-slot", test_only_a_free_slot_is_taken);
  ADD ("permission", test_permission_is_asked_before_it);
  return g_test_run ();
}
