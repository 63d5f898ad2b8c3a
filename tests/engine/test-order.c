/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages that come late, early, twice, and in another order than they were written in. */
#include "engine-fixture.h"

#include <string.h>

static guint
count_asked (Fixture *f)
{
  return f->backend->requests->len;
}

static void
answer (Fixture *f, const char *text)
{
  guint asked = count_asked (f);

  pass (f, 1500);
  g_assert_cmpuint (count_asked (f), ==, asked + 1);
  parley_test_backend_answer (f->backend, text);
  pass (f, 100);
}

static void
talk (Fixture *f, const char *question, const char *reply)
{
  write_line (f, f->alice, question);
  answer (f, reply);
  pass (f, 2000);
}

/* There may be only so many answers in ten minutes. */
static void
wait_long (Fixture *f)
{
  f->clock.ms += 700 * 1000;
  f->clock.wall += 700;
  pass (f, 10);
}

static void
expect_silence (Fixture *f)
{
  guint asked = count_asked (f);

  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, asked);
  g_assert_cmpuint (count_pending (f), ==, 0);
}

static void
reconnect (Fixture *f)
{
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  fixture_settle (f);
}

static void
restart (Fixture *f)
{
  fixture_quit (f);
  fixture_start (f);
}

/* Returns: (transfer full): the newest request. */
static char *
dup_whole (Fixture *f)
{
  const ParleyRequest *request = g_ptr_array_index (f->backend->requests, count_asked (f) - 1);
  const ParleyRequest *before
      = g_ptr_array_index (f->backend->requests, MAX (count_asked (f), 2) - 2);
  GString *whole = g_string_new (NULL);

  /* No question for a summary, which may follow. */
  if (request->tools->len == 0)
    request = before;

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      g_string_append_printf (whole, "%s: %s\n", parley_role_to_string (message->role),
                              message->text);
    }
  return g_string_free (whole, FALSE);
}

/* Returns: (transfer full): the newest request up to what changes with each. */
static char *
dup_front (Fixture *f)
{
  char *front = dup_whole (f);

  *g_strrstr (front, "[It is ") = '\0';
  return g_strchomp (front);
}

static void
expect_told (Fixture *f, const char *text)
{
  g_autofree char *front = dup_whole (f);

  if (strstr (front, text) == NULL)
    g_test_fail_printf ("no “%s” in:\n%s", text, front);
}

/* Late */

static void
test_stamped_before_the_last_answer_is_answered (Fixture *f, gconstpointer data)
{
  talk (f, "shall we go?", "Yes.");
  write_at (f, f->alice, "or stay?", f->clock.wall - 300);
  answer (f, "No, let's go.");
  expect_told (f, "or stay?");
  g_assert_cmpuint (count_pending (f), ==, 0);
}

static void
test_stamped_long_ago_is_recorded (Fixture *f, gconstpointer data)
{
  talk (f, "shall we go?", "Yes.");
  write_at (f, f->alice, "or stay?", f->clock.wall - 3600);
  expect_silence (f);
  talk (f, "well?", "Well.");
  expect_told (f, "or stay?");
}

static void
test_late_one_outlives_a_crash (Fixture *f, gconstpointer data)
{
  talk (f, "shall we go?", "Yes.");
  write_at (f, f->alice, "or stay?", f->clock.wall - 300);
  fixture_crash (f);
  fixture_start (f);
  answer (f, "No, let's go.");
  expect_told (f, "or stay?");
  fixture_crash (f);
  fixture_start (f);
  expect_silence (f);
}

/* Pending in the same second as what was answered. */
static void
test_left_in_the_second_of_an_answer_is_answered (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_TAKEOVER_MS, 1);
  write_line (f, f->alice, "shall we go?");
  pass (f, 600);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 10);
  write_line (f, f->alice, "or stay?");
  fixture_crash (f);
  fixture_start (f);
  answer (f, "No, let's go.");
  expect_told (f, "or stay?");
}

/* Early */

static void
test_stamp_of_the_future_gets_old (Fixture *f, gconstpointer data)
{
  f->host->facts.connected = FALSE;
  write_at (f, f->alice, "shall we go?", f->clock.wall + 30 * 86400);
  fixture_quit (f);
  f->clock.wall += 2 * 86400;
  f->host->facts.connected = TRUE;
  fixture_start (f);
  expect_silence (f);
  talk (f, "well?", "Well.");
  expect_told (f, "shall we go?");
}

static void
test_stamp_of_the_future_gets_old_in_a_kept_turn (Fixture *f, gconstpointer data)
{
  write_at (f, f->alice, "shall we go?", f->clock.wall + 30 * 86400);
  pass (f, 1000);
  g_assert_cmpuint (count_asked (f), ==, 1);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  f->clock.ms += 86400000;
  f->clock.wall += 86400;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  expect_silence (f);
}

/* The clock that was ahead hands it out again. */
static void
test_stamp_of_the_future_is_answered_once (Fixture *f, gconstpointer data)
{
  gint64 stamp = f->clock.wall + 500;

  write_at (f, f->alice, "shall we go?", stamp);
  answer (f, "Yes.");
  for (guint i = 0; i < 2; i++)
    {
      reconnect (f);
      write_at (f, f->alice, "shall we go?", stamp);
      expect_silence (f);
      restart (f);
      write_at (f, f->alice, "shall we go?", stamp);
      expect_silence (f);
    }
}

/* Twice */

static void
test_history_of_the_server_is_not_answered_again (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  talk (f, "shall we go?", "Yes.");
  write_at (f, f->alice, "or stay?", wall - 120);
  answer (f, "No.");
  for (guint i = 0; i < 4; i++)
    {
      if (i % 2 == 0)
        reconnect (f);
      else
        restart (f);
      write_at (f, f->alice, "or stay?", wall - 120);
      write_at (f, f->alice, "shall we go?", wall + i - 1); /* by the server's clock */
      expect_silence (f);
    }
  g_assert_cmpuint (count_asked (f), ==, 2);
}

static void
test_offline_messages_handed_out_twice_are_one_turn (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  for (guint i = 0; i < 2; i++)
    {
      write_at (f, f->alice, "ha", wall - 60);
      write_at (f, f->alice, "ha", wall - 60);
      write_at (f, f->alice, "shall we go?", wall - 60);
      reconnect (f);
    }
  answer (f, "Yes.");
  expect_told (f, "ha\nha\nshall we go?\n</");
  reconnect (f);
  write_at (f, f->alice, "ha", wall - 60);
  write_at (f, f->alice, "shall we go?", wall - 60);
  expect_silence (f);
}

static void
test_recorded_once (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;
  g_autofree char *front = NULL;

  for (guint i = 0; i < 3; i++)
    {
      write_at (f, f->alice, "the xyzzy of old", wall - 7200);
      expect_silence (f);
      (i == 0 ? reconnect : restart) (f);
    }
  talk (f, "well?", "Well.");
  front = dup_whole (f);
  g_assert_nonnull (strstr (front, "xyzzy"));
  g_assert_null (strstr (strstr (front, "xyzzy") + 1, "xyzzy"));
}

/* Of a chat that is not to be kept only times are. */
static void
test_unlogged_chat_is_answered_once (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  f->host->facts.logged = FALSE;
  talk (f, "shall we xyzzy?", "Yes.");
  restart (f);
  write_at (f, f->alice, "shall we xyzzy?", wall);
  expect_silence (f);
  write_at (f, f->alice, "or stay?", wall - 100);
  answer (f, "No.");
  g_assert_false (is_in_files (f, "xyzzy"));
}

/* The same bytes */

/* What is said later only follows. */
static void
expect_same_front (Fixture *f, const char *before)
{
  g_autofree char *after = NULL;

  write_line (f, f->alice, "and now?");
  answer (f, "Now.");
  after = dup_front (f);
  if (!g_str_has_prefix (after, before))
    g_test_fail_printf ("before:\n%s\nafter:\n%s", before, after);
}

static void
live_through_disorder (Fixture *f)
{
  gint64 wall = f->clock.wall;

  talk (f, "first", "One.");
  write_at (f, f->alice, "an hour late", wall - 3600);
  write_at (f, f->alice, "two hours late", wall - 7200);
  talk (f, "second", "Two.");
  write_at (f, f->alice, "four minutes late", wall - 240);
  write_at (f, f->alice, "from the future", wall + 9999);
  answer (f, "Three.");
  wait_long (f);
  write_line (f, f->alice, "not to be answered");
  pass (f, 1500);
  parley_test_backend_answer (f->backend, "[silence]");
  pass (f, 2000);
  write_line (f, f->alice, "third");
  write_line (f, f->alice, "third"); /* in the same second */
  answer (f, "Four.");
  reconnect (f);
  write_at (f, f->alice, "third", f->clock.wall - 2);
  write_at (f, f->alice, "second", wall + 3);
  write_at (f, f->alice, "five minutes late", f->clock.wall - 300);
  answer (f, "Five.");
  wait_long (f);
  write_own (f, f->alice, "I am here myself.", FALSE);
  parley_engine_resume (f->engine, f->alice);
}

static void
test_same_prompt_after_a_restart (Fixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *again = NULL;

  live_through_disorder (f);
  write_line (f, f->alice, "how is it?");
  answer (f, "Good.");
  before = dup_front (f);
  pass (f, 2000);
  restart (f);
  expect_same_front (f, before);
  again = dup_front (f);
  pass (f, 2000);
  fixture_crash (f);
  fixture_start (f);
  expect_same_front (f, again);
}

static void
test_front_only_grows (Fixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;

  live_through_disorder (f);
  write_line (f, f->alice, "how is it?");
  answer (f, "Good.");
  before = dup_front (f);
  reconnect (f);
  write_at (f, f->alice, "late again", f->clock.wall - 400);
  answer (f, "Six.");
  expect_same_front (f, before);
}

static void
test_told_in_order_of_receipt (Fixture *f, gconstpointer data)
{
  g_autofree char *front = NULL;
  const char *late;

  talk (f, "first", "One.");
  write_at (f, f->alice, "an hour late", f->clock.wall - 3600);
  talk (f, "second", "Two.");
  front = dup_whole (f);
  late = strstr (front, "an hour late");
  g_assert_nonnull (late);
  g_assert_true (strstr (front, "first") < late && late < strstr (front, "second"));
  g_assert_nonnull (strstr (front, ", came late, written "));
}

/* What a model was to sum up and did not is still left out. */
static void
test_left_out_stays_left_out (Fixture *f, gconstpointer data)
{
  g_autofree char *longer = g_strnfill (8100, 'x');
  g_autofree char *before = NULL;

  fixture_set_int (f, PARLEY_SETTING_BRAIN_HISTORY_TOKENS, 4000);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u%s", i, longer);

      write_line (f, f->alice, text);
      pass (f, 3000);
      parley_test_backend_answer (f->backend, "Aha.");
      pass (f, 2000);
      while (!g_queue_is_empty (&f->backend->open))
        parley_test_backend_fail (f->backend, "busy");
      pass (f, 2000);
    }
  wait_long (f);
  write_line (f, f->alice, "how is it?");
  answer (f, "Good.");
  before = dup_front (f);
  g_assert_null (strstr (before, "\n0x"));
  while (!g_queue_is_empty (&f->backend->open))
    parley_test_backend_fail (f->backend, "busy");
  pass (f, 2000);
  restart (f);
  expect_same_front (f, before);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/order/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("late", test_stamped_before_the_last_answer_is_answered);
  ADD ("late-by-an-hour", test_stamped_long_ago_is_recorded);
  ADD ("late-crash", test_late_one_outlives_a_crash);
  ADD ("same-second-crash", test_left_in_the_second_of_an_answer_is_answered);
  ADD ("future-pending", test_stamp_of_the_future_gets_old);
  ADD ("future-kept", test_stamp_of_the_future_gets_old_in_a_kept_turn);
  ADD ("future-again", test_stamp_of_the_future_is_answered_once);
  ADD ("handed-out-again", test_history_of_the_server_is_not_answered_again);
  ADD ("offline-twice", test_offline_messages_handed_out_twice_are_one_turn);
  ADD ("recorded-once", test_recorded_once);
  ADD ("unlogged", test_unlogged_chat_is_answered_once);
  ADD ("same-prompt", test_same_prompt_after_a_restart);
  ADD ("front-grows", test_front_only_grows);
  ADD ("receipt", test_told_in_order_of_receipt);
  ADD ("left-out", test_left_out_stays_left_out);
  return g_test_run ();
}
