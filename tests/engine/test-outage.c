/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The model can't be reached, and later can: the turns that waited are answered, once. */
#include "engine-fixture.h"

#include <string.h>

static void
fail_for (Fixture *f, const ParleyChatKey *key)
{
  write_line (f, key, "shall we sing?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
}

static void
announce_network (Fixture *f)
{
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", TRUE);
  pass (f, 1000);
}

/* GLib's monitor is looked for in a thread. */
static void
wait_for_monitor (Fixture *f)
{
  while (g_signal_handler_find (g_network_monitor_get_default (), G_SIGNAL_MATCH_ID,
                                g_signal_lookup ("network-changed", G_TYPE_NETWORK_MONITOR), 0,
                                NULL, NULL, NULL)
         == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_answer_in_one_chat_ends_it_for_all (Fixture *f, gconstpointer data)
{
  fail_for (f, f->alice);
  write_line (f, f->bob, "hello?");
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  pass (f, 7000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 2000);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "hello?"));
  parley_test_backend_answer (f->backend, "Hello Bob.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\nbob@localhost < Hello Bob.\n");
}

static void
test_network_that_is_back_ends_it (Fixture *f, gconstpointer data)
{
  wait_for_monitor (f);
  fail_for (f, f->alice);
  announce_network (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
  announce_network (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

/* The one turn that asks meanwhile asks anew; nobody else would while it is waited for. */
static void
test_another_model_is_asked_at_once (Fixture *f, gconstpointer data)
{
  fail_for (f, f->alice);
  pass (f, 12000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_MODEL, "other", NULL));
  fixture_use_scripted_model (f);
  parley_engine_look_again (f->engine);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 3);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < Yes.\n");
}

/* A server in trouble says now this and now that. */
static void
test_user_is_told_once (Fixture *f, gconstpointer data)
{
  static const char *const errors[] = { "It is busy.", "It is slow.", "It is busy." };
  static const gint64 pauses[] = { 1000, 12000, 32000 };

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      write_line (f, f->alice, "shall we sing?");
      pass (f, pauses[i]);
      parley_test_backend_fail (f->backend, errors[i]);
      pass (f, 100);
    }
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

static void
test_old_turn_is_only_read (Fixture *f, gconstpointer data)
{
  wait_for_monitor (f);
  fail_for (f, f->alice);
  f->clock.wall += 700;
  f->clock.ms += 700000;
  announce_network (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  expect_log (f, "");
}

/* What a server handed out late is no older to us than since we have it: it waits from then on. */
static void
test_age_counts_from_the_end_of_the_turn (Fixture *f, gconstpointer data)
{
  f->host->status.away = TRUE;
  write_at (f, f->alice, "shall we sing?", f->clock.wall - 9 * 60);
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  for (guint i = 0; i < 7 * 60; i++)
    {
      pass (f, 1000);
      if (f->backend->open.length > 0 && i < 4 * 60)
        parley_test_backend_fail (f->backend, "The server is busy.");
    }
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
}

/* It is read again and again, and grows old all the same. */
static void
test_age_does_not_begin_anew (Fixture *f, gconstpointer data)
{
  fail_for (f, f->alice);
  for (guint i = 0; i < 13 * 60; i++)
    {
      pass (f, 1000);
      if (f->backend->open.length > 0)
        parley_test_backend_fail (f->backend, "The server is busy.");
    }
  g_assert_nonnull (strstr (g_ptr_array_index (f->host->told, f->host->told->len - 1),
                            "Not answered: the model was out of reach for too long."));
}

static void
test_trouble_that_does_not_pass_ends_the_turn (Fixture *f, gconstpointer data)
{
  wait_for_monitor (f);
  write_line (f, f->alice, "shall we sing?");
  pass (f, 1000);
  parley_test_backend_fail_with (f->backend, PARLEY_ERROR_AUTH, "The key was refused.");
  announce_network (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/outage/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("all-chats", test_answer_in_one_chat_ends_it_for_all);
  ADD ("network", test_network_that_is_back_ends_it);
  ADD ("another-model", test_another_model_is_asked_at_once);
  ADD ("told-once", test_user_is_told_once);
  ADD ("old-turn", test_old_turn_is_only_read);
  ADD ("age", test_age_counts_from_the_end_of_the_turn);
  ADD ("age-of-what-is-read-again", test_age_does_not_begin_anew);
  ADD ("trouble-that-stays", test_trouble_that_does_not_pass_ends_the_turn);
  return g_test_run ();
}
