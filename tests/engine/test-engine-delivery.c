/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What becomes of a reply: delivery, endings, reconnects, away notes. */
#include "engine-fixture.h"

#include <string.h>

/* Delivery */

static void
test_failed_bubble_stops_and_is_told (Fixture *f, gconstpointer data)
{
  f->host->delivery = PARLEY_DELIVERY_REFUSED;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\n");
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

static void
test_tampering_pauses_the_chat (Fixture *f, gconstpointer data)
{
  f->host->delivery = PARLEY_DELIVERY_TAMPERED;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  pass (f, 1000);
  write_line (f, f->alice, "hm?");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\n");
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_model_text_is_inert (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "!rm -rf\n\n/quit\n\n?OTR\u200b");
  pass (f, 100);
  expect_log (f, "alice@localhost <  !rm -rf\nalice@localhost <  /quit\n");
}

/* Endings */

static void
free_engine (gpointer data)
{
  Fixture *f = data;

  g_clear_pointer (&f->engine, parley_engine_free);
}

static void
forget_alice (gpointer data)
{
  Fixture *f = data;

  parley_engine_forget (f->engine, f->alice);
}

static void
test_forgotten_while_saying (Fixture *f, gconstpointer data)
{
  f->host->during_say = forget_alice;
  f->host->during_data = f;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\n");
}

static void
test_freed_while_saying (Fixture *f, gconstpointer data)
{
  f->host->during_say = free_engine;
  f->host->during_data = f;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\n");
}

static void
test_freed_while_thinking (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  write_line (f, f->bob, "hm?");
  pass (f, 1000);
  free_engine (f);
  parley_test_backend_settle ();
  g_assert_cmpuint (f->backend->n_cancelled, ==, 2);
  g_assert_cmpint (parley_timers_get_next (f->timers), ==, -1);
  expect_log (f, "");
}

static void
test_ends_take_the_typing_back (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  for (guint i = 0; i < 2; i++)
    {
      write_line (f, f->alice, "hm?");
      pass (f, 1000);
      parley_test_backend_answer (f->backend, "One.");
      expect_log (f, "typing on\n");
      f->host->facts.mode = i != 0 ? PARLEY_MODE_AUTO : PARLEY_MODE_OFF; /* as switching off does */
      if (i == 0)
        parley_engine_forget (f->engine, f->alice);
      else
        free_engine (f);
      expect_log (f, "typing off\n");
      f->host->facts.mode = PARLEY_MODE_AUTO;
    }
}

static void
type_an_answer (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.");
  expect_log (f, "typing on\n");
}

/* Nobody is left with the sign of somebody typing who does not. */
static void
test_pause_takes_the_typing_back (Fixture *f, gconstpointer data)
{
  type_an_answer (f);
  f->host->facts.paused = TRUE;
  pass (f, 10000);
  expect_log (f, "typing off\n");
}

static void
test_nothing_is_taken_back_while_invisible (Fixture *f, gconstpointer data)
{
  type_an_answer (f);
  f->host->facts.visible = FALSE;
  pass (f, 10000);
  expect_log (f, "");
}

static void
test_freeing_starts_no_waiting_request (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  write_line (f, f->alice, "hm?");
  write_line (f, f->bob, "hm?");
  pass (f, 1000);
  free_engine (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_reconnect_reads_the_turn_again (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 5000);
  parley_engine_set_online (f->engine, "prpl-jabber", "other@localhost", TRUE);
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Back again.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Back again.\n");
}

static void
test_turn_of_an_hour_ago_is_context_only (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "words of an hour ago?");
  pass (f, 1000);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  f->clock.wall += 3600; /* monotonic time stands still while a machine sleeps */
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), "words of an hour ago?"));
}

static void
test_unsent_answer_is_tried_again (Fixture *f, gconstpointer data)
{
  f->host->delivery = PARLEY_DELIVERY_REFUSED;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.");
  pass (f, 1000);
  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One, again.");
  pass (f, 100);
  expect_log (f, "alice@localhost < One.\nalice@localhost < One, again.\n");
}

/* The note without a model */

static void
test_away_note_once_per_period (Fixture *f, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "builtin", NULL));
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  f->host->status_text = "Gone fishing";
  for (guint i = 0; i < 3; i++)
    {
      write_line (f, f->alice, "are you there?");
      pass (f, 1000);
      parley_test_backend_settle ();
      pass (f, 100);
    }
  g_assert_nonnull (strstr (f->host->log->str, "Gone fishing"));
  g_assert_cmpstr (strchr (f->host->log->str, '\n'), ==, "\n");
}

static void
test_away_note_that_was_overtaken_is_not_lost (Fixture *f, gconstpointer data)
{
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 10, NULL));
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  write_line (f, f->alice, "are you there?");
  pass (f, 600);
  parley_test_backend_settle ();
  pass (f, 100);
  write_line (f, f->alice, "hello?");
  pass (f, 2000);
  parley_test_backend_settle ();
  pass (f, 9000);
  g_assert_nonnull (strstr (f->host->log->str, "alice@localhost < "));
}

static void
test_no_note_while_the_user_is_there (Fixture *f, gconstpointer data)
{
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_MAX_CHARS, 200, NULL));
  write_line (f, f->alice, "are you there?");
  pass (f, 1000);
  parley_test_backend_settle ();
  pass (f, 9000);
  expect_log (f, "");
  g_assert_cmpuint (parley_test_host_count (f->host, "silent"), ==, 1);
}

static void
test_no_chat_text_in_the_trace (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "the word is xyzzy.");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "plugh it is");
  pass (f, 1000);
  write_line (f, f->alice, "and again.");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server can't read “the word is xyzzy.”");
  for (guint i = 0; i < f->host->trace->len; i++)
    {
      g_assert_null (strstr (f->host->trace->pdata[i], "xyzzy"));
      g_assert_null (strstr (f->host->trace->pdata[i], "plugh"));
      g_assert_null (strstr (f->host->trace->pdata[i], "alice"));
    }
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/delivery/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("failed-bubble", test_failed_bubble_stops_and_is_told);
  ADD ("tampering", test_tampering_pauses_the_chat);
  ADD ("inert", test_model_text_is_inert);
  ADD ("forgotten-while-saying", test_forgotten_while_saying);
  ADD ("freed-while-saying", test_freed_while_saying);
  ADD ("freed-while-thinking", test_freed_while_thinking);
  ADD ("ends-take-typing-back", test_ends_take_the_typing_back);
  ADD ("pause-takes-typing-back", test_pause_takes_the_typing_back);
  ADD ("invisible-takes-nothing-back", test_nothing_is_taken_back_while_invisible);
  ADD ("freeing-starts-nothing", test_freeing_starts_no_waiting_request);
  ADD ("reconnect", test_reconnect_reads_the_turn_again);
  ADD ("reconnect-after-an-hour", test_turn_of_an_hour_ago_is_context_only);
  ADD ("reconnect-unsent", test_unsent_answer_is_tried_again);
  ADD ("away-note", test_away_note_once_per_period);
  ADD ("away-note-overtaken", test_away_note_that_was_overtaken_is_not_lost);
  ADD ("no-note-while-here", test_no_note_while_the_user_is_there);
  ADD ("no-chat-text-in-the-trace", test_no_chat_text_in_the_trace);
  return g_test_run ();
}
