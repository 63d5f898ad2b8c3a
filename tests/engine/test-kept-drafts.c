/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Drafts that wait while the program ends. */
#include "engine-fixture.h"

#include <string.h>

static void
setup (Fixture *f, gconstpointer data)
{
  fixture_setup_kept (f, data);
  f->host->facts.mode = PARLEY_MODE_DRAFT;
}

static void
draft (Fixture *f, const char *question, const char *answer)
{
  write_line (f, f->alice, question);
  pass (f, 1500);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 3000);
}

static void
forget_told (Fixture *f)
{
  g_ptr_array_set_size (f->host->told, 0);
}

static void
restart (Fixture *f)
{
  fixture_quit (f);
  forget_told (f);
  fixture_start (f);
}

static void
crash (Fixture *f)
{
  fixture_crash (f);
  forget_told (f);
  fixture_start (f);
}

static gboolean
was_told (Fixture *f, const char *part)
{
  for (guint i = 0; i < f->host->told->len; i++)
    {
      if (strstr (g_ptr_array_index (f->host->told, i), part) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
expect_told (Fixture *f, const char *part)
{
  if (!was_told (f, part))
    g_test_fail_printf ("not told: %s", part);
  forget_told (f);
}

static void
send (Fixture *f, guint number)
{
  parley_engine_send_proposal (f->engine, f->alice, number);
  fixture_settle (f);
}

static void
test_draft_is_shown_after_a_restart (Fixture *f, gconstpointer data)
{
  void (*const ends[]) (Fixture *) = { restart, crash };

  draft (f, "hm?", "First.\n\nSecond.");
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      ends[i](f);
      expect_told (f,
                   "Draft 1 is from before the restart. To send it: /parley send\nFirst.\nSecond.");
    }
  pass (f, 5000);
  expect_log (f, "");
  send (f, 0);
  expect_log (f, "alice@localhost < First.\nalice@localhost < Second.\n");
  crash (f);
  g_assert_false (was_told (f, "First."));
  send (f, 0);
  expect_log (f, "");
}

/* Where there is no window yet. */
static void
test_draft_is_shown_before_it_is_sent (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->no_window = TRUE;
  restart (f);
  pass (f, 5000);
  f->host->no_window = FALSE;
  forget_told (f);
  send (f, 1);
  expect_told (f, "Draft 1 is from before the restart");
  send (f, 0);
  expect_told (f, "is new, so");
  expect_log (f, "");
  pass (f, 2000);
  send (f, 0);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_draft_is_shown_when_the_chat_opens (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->no_window = TRUE;
  restart (f);
  f->host->no_window = FALSE;
  forget_told (f);
  parley_engine_look_at (f->engine, f->alice);
  expect_told (f, "Draft 1 is from before the restart");
  parley_engine_look_at (f->engine, f->alice);
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_newer_words_make_it_out_of_date (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->no_window = TRUE;
  restart (f);
  f->host->no_window = FALSE;
  forget_told (f);
  write_line (f, f->alice, "no, wait");
  expect_told (f, "Draft 1 is from before the restart and out of date");
  send (f, 1);
  expect_told (f, "out of date");
  expect_log (f, "");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "Other.");
  pass (f, 2000);
  expect_told (f, "Draft 2. ");
}

/* They came when the program had not answered them yet. */
static void
test_words_left_unanswered_make_it_out_of_date (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->no_window = TRUE;
  restart (f);
  f->host->facts.connected = FALSE;
  crash (f);
  write_line (f, f->alice, "no, wait");
  f->host->facts.connected = TRUE;
  f->host->no_window = FALSE;
  crash (f);
  pass (f, 10);
  expect_log (f, "");
  send (f, 0);
  expect_log (f, "");
}

static void
test_numbers_keep_rising (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  restart (f);
  g_assert_false (was_told (f, "First."));
  draft (f, "and now?", "Second.");
  expect_told (f, "Draft 2. ");
  restart (f);
  parley_engine_edit_proposal (f->engine, f->alice, "Third, by hand.");
  restart (f);
  expect_told (f, "Draft 3 is from before the restart. To send it: /parley send\nThird, by hand.");
}

static void
test_countdown_does_not_go_on (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  write_line (f, f->alice, "hm?");
  pass (f, 1500);
  parley_test_backend_answer (f->backend, "First.");
  pass (f, 100);
  crash (f);
  expect_told (f, "Draft 1 is from before the restart. To send it: /parley send");
  pass (f, 60000);
  expect_log (f, "");
  send (f, 0);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_unlogged_chat_keeps_no_draft (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  draft (f, "hm?", "The xyzzy.");
  g_assert_false (is_in_files (f, "xyzzy"));
  crash (f);
  g_assert_false (was_told (f, "xyzzy"));
  draft (f, "and now?", "Second.");
  expect_told (f, "Draft 2. ");
}

static void
test_secret_is_not_written_down (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "My password is xyzzy123, of course.");
  expect_told (f, "is not sent by itself");
  g_assert_false (is_in_files (f, "xyzzy123"));
}

static void
draft_another (Fixture *f, const char *answer)
{
  parley_engine_again (f->engine, f->alice, "");
  fixture_settle (f);
  pass (f, 1500);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 3000);
}

/* Of several drafts to choose from each is kept for itself. */
static void
test_secret_among_several_is_not_written_down (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "My password is xyzzy123, of course.");
  draft_another (f, "I would rather not say.");
  draft_another (f, "My password is plugh456, of course.");
  g_assert_false (is_in_files (f, "xyzzy123"));
  g_assert_false (is_in_files (f, "plugh456"));
  restart (f);
  g_assert_true (was_told (f, "I would rather not say."));
  g_assert_false (was_told (f, "xyzzy123"));
  g_assert_false (was_told (f, "plugh456"));
}

static void
test_forgotten_with_the_person (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "The xyzzy.");
  g_assert_true (is_in_files (f, "xyzzy"));
  parley_engine_forget_person (f->engine, f->alice);
  g_assert_false (is_in_files (f, "xyzzy"));
  restart (f);
  g_assert_false (was_told (f, "xyzzy"));
}

static void
test_switched_off_drops_it (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->facts.mode = PARLEY_MODE_OFF;
  crash (f);
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  crash (f);
  g_assert_false (was_told (f, "First."));
  send (f, 0);
  expect_log (f, "");
}

static void
test_waits_for_its_account (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->facts.connected = FALSE;
  crash (f);
  g_assert_false (was_told (f, "First."));
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  fixture_settle (f);
  expect_told (f, "Draft 1 is from before the restart");
}

/* What is said of it is taken out as it is said. */
static void
fall_silent (gpointer data)
{
  ParleyTestHost *host = data;

  host->facts.connected = FALSE;
}

static void
test_only_the_rest_is_kept (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.\n\nSecond.");
  f->host->during_say = fall_silent;
  f->host->during_data = f->host;
  send (f, 0);
  expect_log (f, "alice@localhost < First.\n");
  f->host->during_say = NULL;
  f->host->facts.connected = TRUE;
  crash (f);
  g_assert_false (was_told (f, "First."));
}

/* --- in the middle of a reply --- */

static void
type_slowly (Fixture *f)
{
  f->host->facts.mode = PARLEY_MODE_AUTO;
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_MAX_MS, 1000);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_MIN_MS, 1000);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 25);
}

/* Returns: whether anything was; and forgets it. */
static gboolean
was_said (Fixture *f, const char *text)
{
  gboolean said = strstr (f->host->log->str, text) != NULL;

  g_string_truncate (f->host->log, 0);
  return said;
}

/* After the first bubble. */
static void
speak (Fixture *f)
{
  type_slowly (f);
  write_line (f, f->alice, "hm?");
  pass (f, 1500);
  parley_test_backend_answer (f->backend, "First.\n\nSecond.\n\nThird.");
  for (guint i = 0; i < 300 && strstr (f->host->log->str, "First.") == NULL; i++)
    pass (f, 10);
  g_assert_null (strstr (f->host->log->str, "Second."));
  g_assert_true (was_said (f, "First."));
}

/* However it ends. */
static void
test_rest_of_a_reply_is_a_draft (Fixture *f, gconstpointer data)
{
  void (*const *end) (Fixture *) = data;

  speak (f);
  (*end) (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  expect_told (f, "Draft 1 is from before the restart. To send it: /parley send\nSecond.\nThird.");
  pass (f, 20000);
  g_assert_false (was_said (f, " < "));
  send (f, 0);
  pass (f, 5000);
  expect_log (f, "alice@localhost < Second.\nalice@localhost < Third.\n");
  (*end) (f);
  g_assert_false (was_told (f, "Second."));
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

/* It is written down that the next bubble is to be said, and it is not due yet. */
static void
test_rest_is_a_draft_whenever_it_ends (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint i = 0; i < 20; i++)
    {
      speak (f);
      pass (f, i * 45);
      g_assert_false (was_said (f, " < "));
      restart (f);
      expect_told (f, "from before the restart. To send it: /parley send\nSecond.\nThird.");
      parley_engine_drop_proposal (f->engine, f->alice, 0);
      pass (f, 20000);
      g_assert_false (was_said (f, " < "));
    }
}

/* A secret is not kept. */
static void
test_rest_that_is_withheld_is_no_draft (Fixture *f, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_NEVER_SAY, "Second", NULL));
  speak (f);
  restart (f);
  g_assert_false (was_told (f, "Second."));
  g_assert_false (is_in_files (f, "Second."));
}

static void
test_newer_words_make_the_rest_out_of_date (Fixture *f, gconstpointer data)
{
  speak (f);
  fixture_quit (f);
  forget_told (f);
  f->host->no_window = TRUE;
  fixture_start (f);
  f->host->no_window = FALSE;
  write_line (f, f->alice, "no, wait");
  expect_told (f, "is from before the restart and out of date");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/kept-drafts/" name, Fixture, NULL, setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  static void (*const ends[]) (Fixture *) = { restart, crash };

  g_test_init (&argc, &argv, NULL);
  ADD ("shown", test_draft_is_shown_after_a_restart);
  ADD ("shown-first", test_draft_is_shown_before_it_is_sent);
  ADD ("chat-opens", test_draft_is_shown_when_the_chat_opens);
  ADD ("newer-words", test_newer_words_make_it_out_of_date);
  ADD ("unanswered-words", test_words_left_unanswered_make_it_out_of_date);
  ADD ("numbers", test_numbers_keep_rising);
  ADD ("countdown", test_countdown_does_not_go_on);
  ADD ("unlogged", test_unlogged_chat_keeps_no_draft);
  ADD ("secret", test_secret_is_not_written_down);
  ADD ("secret-among-several", test_secret_among_several_is_not_written_down);
  ADD ("forgotten", test_forgotten_with_the_person);
  ADD ("switched-off", test_switched_off_drops_it);
  ADD ("account", test_waits_for_its_account);
  ADD ("rest", test_only_the_rest_is_kept);
  g_test_add ("/engine/kept-drafts/rest/quit", Fixture, &ends[0], setup,
              test_rest_of_a_reply_is_a_draft, fixture_teardown);
  g_test_add ("/engine/kept-drafts/rest/killed", Fixture, &ends[1], setup,
              test_rest_of_a_reply_is_a_draft, fixture_teardown);
  ADD ("rest/whenever", test_rest_is_a_draft_whenever_it_ends);
  ADD ("rest/withheld", test_rest_that_is_withheld_is_no_draft);
  ADD ("rest/newer-words", test_newer_words_make_the_rest_out_of_date);
  return g_test_run ();
}
