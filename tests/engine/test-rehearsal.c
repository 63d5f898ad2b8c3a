/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* An engine for trying things out, beside the real one. */
#include "engine-fixture.h"

#include <string.h>

/* What the fixture talks to is the rehearsal; the real engine stands aside. */
typedef struct
{
  Fixture f;
  ParleyEngine *real;
  ParleyTestHost *real_host;
} Stage;

static void
setup (Stage *s, gconstpointer data)
{
  fixture_setup_kept (&s->f, data);
  s->real = s->f.engine;
  s->real_host = s->f.host;
  s->f.host = parley_test_host_new ();
  s->f.engine = parley_engine_new_rehearsal (s->real, PARLEY_HOST (s->f.host));
  fixture_use_scripted_model (&s->f);
}

static void
teardown (Stage *s, gconstpointer data)
{
  parley_engine_free (s->f.engine);
  g_assert_finalize_object (s->f.host);
  s->f.engine = s->real;
  s->f.host = s->real_host;
  fixture_teardown (&s->f, data);
}

/* Returns: whether it was answered. */
static gboolean
talk (Stage *s, const char *text, const char *answer)
{
  guint before = s->f.backend->requests->len;

  write_line (&s->f, s->f.alice, text);
  pass (&s->f, 1500);
  if (s->f.backend->requests->len == before)
    return FALSE;
  parley_test_backend_answer (s->f.backend, answer);
  pass (&s->f, 100);
  return TRUE;
}

static void
test_the_real_host_hears_nothing (Stage *s, gconstpointer data)
{
  g_assert_true (talk (s, "hello.", "Hi."));
  expect_log (&s->f, "alice@localhost < Hi.\n");
  g_assert_cmpstr (s->real_host->log->str, ==, "");
  g_assert_cmpuint (s->real_host->told->len, ==, 0);
}

/* The talk goes on, and no file has a word of it. */
static void
test_what_was_said_is_known_and_not_kept (Stage *s, gconstpointer data)
{
  talk (s, "my parrot is called Fridolin.", "A fine name.");
  g_assert_true (talk (s, "what is it called?", "Fridolin."));
  g_assert_true (parley_test_backend_was_told (s->f.backend, "Fridolin"));
  fixture_settle (&s->f);
  g_assert_false (is_in_files (&s->f, "Fridolin"));
  g_assert_false (is_in_files (&s->f, "fine name"));
}

static void
test_pause_and_quiet_hours_do_not_hold (Stage *s, gconstpointer data)
{
  g_assert_true (parley_settings_set_string (s->f.settings, PARLEY_SETTING_GUARD_QUIET_HOURS,
                                             "00:00-24:00", NULL));
  fixture_set_int (&s->f, PARLEY_SETTING_GUARD_PAUSED, TRUE);
  g_assert_true (talk (s, "hello.", "Hi."));
  expect_log (&s->f, "alice@localhost < Hi.\n");
}

/* One who tries things out writes more often than anybody may be answered. */
static void
test_any_rate_is_answered (Stage *s, gconstpointer data)
{
  for (guint i = 0; i < 30; i++)
    g_assert_true (talk (s, i % 2 == 0 ? "and then?" : "what did they say to you?", "Yes."));
}

static void
allow_tokens (Stage *s, int contact)
{
  fixture_set_int (&s->f, PARLEY_SETTING_GUARD_ALL_TOKENS, contact * 4);
  fixture_set_int (&s->f, PARLEY_SETTING_GUARD_CONTACT_TOKENS, contact);
}

static void
test_what_it_costs_is_the_real_budget (Stage *s, gconstpointer data)
{
  g_autofree char *none = parley_engine_dup_status (s->real, s->f.bob);
  g_autofree char *status = NULL;
  g_autofree char *real_status = NULL;

  g_assert_null (strstr (none, "Tokens"));
  talk (s, "hello.", "Hi.");
  status = parley_engine_dup_status (s->f.engine, s->f.bob);
  real_status = parley_engine_dup_status (s->real, s->f.bob);
  g_assert_cmpstr (strstr (status, "Tokens"), !=, NULL);
  g_assert_cmpstr (strstr (status, "Tokens"), ==, strstr (real_status, "Tokens"));
}

static void
test_spent_budget_ends_it (Stage *s, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (9000, 'x');
  guint n = 0;

  allow_tokens (s, 20000);
  while (n < 100 && talk (s, long_text, "Yes."))
    n++;
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, 14);
}

/* Another time of the same day finds no new budget. */
static void
test_next_rehearsal_finds_the_budget_spent (Stage *s, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (9000, 'x');

  allow_tokens (s, 20000);
  while (talk (s, long_text, "Yes."))
    continue;
  parley_engine_free (s->f.engine);
  s->f.engine = parley_engine_new_rehearsal (s->real, PARLEY_HOST (s->f.host));
  fixture_use_scripted_model (&s->f);
  g_assert_false (talk (s, "hello?", "Yes."));
}

static void
test_freed_while_it_thinks_hangs_up (Stage *s, gconstpointer data)
{
  write_line (&s->f, s->f.alice, "hello.");
  pass (&s->f, 1500);
  g_assert_cmpuint (s->f.backend->open.length, ==, 1);
  parley_engine_free (s->f.engine);
  parley_test_backend_settle ();
  g_assert_cmpuint (s->f.backend->n_cancelled, ==, 1);
  s->f.engine = parley_engine_new_rehearsal (s->real, PARLEY_HOST (s->f.host));
  expect_log (&s->f, "");
}

#define ADD(name, func) g_test_add ("/engine/rehearsal/" name, Stage, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("real-host", test_the_real_host_hears_nothing);
  ADD ("not-kept", test_what_was_said_is_known_and_not_kept);
  ADD ("pause", test_pause_and_quiet_hours_do_not_hold);
  ADD ("rate", test_any_rate_is_answered);
  ADD ("cost", test_what_it_costs_is_the_real_budget);
  ADD ("spent", test_spent_budget_ends_it);
  ADD ("spent-before", test_next_rehearsal_finds_the_budget_spent);
  ADD ("freed", test_freed_while_it_thinks_hangs_up);
  return g_test_run ();
}
