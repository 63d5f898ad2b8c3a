/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The host closes sessions, switches people off and loses connections within a call. */
#include "engine-fixture.h"

#include <string.h>

/* A call at which something is done: the nth line of the trace. */
typedef struct
{
  Fixture *f;
  guint at;
  guint n;
  void (*act) (Fixture *f);
} Trap;

static void
forget_both (Fixture *f)
{
  parley_engine_forget (f->engine, f->alice);
  parley_engine_forget (f->engine, f->bob);
}

static void
lose_and_find_the_connection (Fixture *f)
{
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
}

static void
take_over_both (Fixture *f)
{
  write_own (f, f->alice, "I am here.", FALSE);
  write_own (f, f->bob, "I am here.", FALSE);
}

static void
write_more (Fixture *f)
{
  write_line (f, f->alice, "one more thing.");
  write_line (f, f->bob, "one more thing.");
}

static void
wake_up (Fixture *f)
{
  f->clock.wall += 100;
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
}

static void
on_trace (gpointer data, const char *json)
{
  Trap *trap = data;

  if (trap->n++ == trap->at)
    trap->act (trap->f);
}

/* Something of everything, with two chats and one slot. */
static void
live (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 20);
  write_line (f, f->alice, "so i was thinking, and");
  write_line (f, f->bob, "so i was thinking, and");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 500);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 600);
  write_line (f, f->alice, "what about lunch?");
  pass (f, 1500);
  if (f->backend->open.length > 0)
    parley_test_backend_call (f->backend, "recall", "{\"about\": \"\"}");
  pass (f, 100);
  for (guint i = 0; i < 2 && f->backend->open.length > 0; i++)
    {
      parley_test_backend_answer (f->backend, "The first part.\n\nThe second part.");
      pass (f, 1500);
    }
  f->clock.wall += 100;
  pass (f, 600);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  if (f->backend->open.length > 0)
    parley_test_backend_fail (f->backend, "The server is busy.");
  write_own (f, f->alice, "I am here myself.", FALSE);
  parley_engine_resume (f->engine, f->alice);
  write_line (f, f->alice, "are you?");
  pass (f, 300);
}

/* At each call in turn: nothing may be touched that is gone, and a new chat works as ever. */
static void
test_at_each_call (Fixture *f, gconstpointer data)
{
  Trap trap = { .f = f, .act = data };

  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  fixture_set_int (f, PARLEY_SETTING_GUARD_IN_A_ROW, 1000);
  f->host->during_data = &trap;
  for (trap.at = 0; trap.at == 0 || trap.n > trap.at; trap.at++)
    {
      trap.n = 0;
      f->host->during_trace = on_trace;
      live (f);
      f->host->during_trace = NULL;
      forget_both (f);
      parley_test_backend_settle ();
      g_assert_cmpuint (f->backend->open.length, ==, 0);
      /* Where a model had failed, it is seen that nobody waits for it any more. */
      parley_test_clock_advance (&f->clock, 125000);
      parley_timers_dispatch (f->timers);
      g_assert_cmpint (parley_timers_get_next (f->timers), ==, -1);
      pass (f, 1000);
    }
  g_assert_cmpuint (trap.at, >, 30);
  /* So much nobody is answered in a day. */
  parley_test_clock_advance (&f->clock, 26 * 3600 * 1000);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 0);
  g_string_truncate (f->host->log, 0);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
}

static void
forget (gpointer data)
{
  forget_both (data);
}

static void
test_forgotten_while_told (Fixture *f, gconstpointer data)
{
  f->host->during_tell = forget;
  f->host->during_data = f;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
  write_line (f, f->alice, "?OTRv23?"); /* told in a chat that is forgotten then */
  write_line (f, f->alice, "hm?");
  pass (f, 12000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_cmpuint (f->host->told->len, ==, 2);
}

static void
test_forgotten_while_told_of_a_failed_send (Fixture *f, gconstpointer data)
{
  f->host->during_tell = forget;
  f->host->during_data = f;
  f->host->delivery = PARLEY_DELIVERY_TAMPERED;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\n");
}

#define ADD(name, func, data)                                                                      \
  g_test_add ("/engine/closing/" name, Fixture, data, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("forgotten", test_at_each_call, forget_both);
  ADD ("connection-lost", test_at_each_call, lose_and_find_the_connection);
  ADD ("taken-over", test_at_each_call, take_over_both);
  ADD ("written-to", test_at_each_call, write_more);
  ADD ("woken-up", test_at_each_call, wake_up);
  ADD ("told", test_forgotten_while_told, NULL);
  ADD ("told-of-a-failed-send", test_forgotten_while_told_of_a_failed_send, NULL);
  return g_test_run ();
}
