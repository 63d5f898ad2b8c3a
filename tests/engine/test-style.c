/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How the user writes to somebody is learnt from their own lines in that chat, and told there. */
#include "engine-fixture.h"

#include <string.h>

#define N_CHATS 60

static void
write_as_user (Fixture *f, const ParleyChatKey *key, const char *who)
{
  static const char *const lines[]
      = { "on my way %s", "nah not %s",    "ok %s see ya",
          "who won %s",   "later then %s", "we could all walk up there %s" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], "%s", 2);
      g_autofree char *line = g_strjoinv (who, parts);

      write_own (f, key, line, FALSE);
      f->clock.wall += 300;
    }
  fixture_settle (f);
}

static void
ask (Fixture *f, const ParleyChatKey *key)
{
  f->clock.ms += 3600 * 1000;
  f->clock.wall += 3600;
  pass (f, 10);
  write_line (f, key, "and now?");
  pass (f, 3000);
}

static const char *
get_system (Fixture *f)
{
  const ParleyRequest *request;

  g_assert_cmpuint (f->backend->requests->len, >, 0);
  request = g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);
  return ((const ParleyMessage *) g_ptr_array_index (request->messages, 0))->text;
}

static void
test_own_lines_are_learnt (Fixture *f, gconstpointer data)
{
  g_autofree char *front = NULL;

  write_as_user (f, f->alice, "kim");
  ask (f, f->alice);
  g_assert_nonnull (strstr (get_system (f), "lower case, no full stops, no emoji. Old lines:\n"));
  g_assert_nonnull (strstr (get_system (f), "\non my way kim\n"));
  front = g_strdup (get_system (f));
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 1000);
  write_as_user (f, f->alice, "lee");
  fixture_quit (f);
  fixture_start (f);
  ask (f, f->alice);
  g_assert_cmpstr (get_system (f), ==, front);
}

/* What Parley said is not how they write. */
static void
test_parleys_lines_are_not (Fixture *f, gconstpointer data)
{
  static const char *const said[]
      = { "I am glad.", "So it was.", "Two of them.", "Blue ones.", "By train.", "Not that one." };

  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      ask (f, f->alice);
      parley_test_backend_answer (f->backend, said[i]);
      pass (f, 2000);
    }
  ask (f, f->alice);
  g_assert_null (strstr (get_system (f), "Old lines"));
}

/* Each is told their own. */
static void
test_no_chat_hears_of_another (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_TOKENS, 100000000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 10000);
  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autofree char *person = g_strdup_printf ("%s%u@localhost", i % 2 ? "a" : "alice", i);
      g_autofree char *tag = g_strdup_printf ("tag%uend", i);
      g_autoptr (ParleyChatKey) key
          = parley_chat_key_new (f->alice->protocol, f->alice->account, person);
      const char *at;

      write_as_user (f, key, tag);
      ask (f, key);
      g_assert_nonnull (strstr (get_system (f), tag));
      for (at = get_system (f); (at = strstr (at, "tag")) != NULL; at++)
        g_assert_true (g_str_has_prefix (at, tag));
      parley_test_backend_answer (f->backend, "Yes.");
      pass (f, 1000);
    }
}

static void
test_what_is_not_for_a_model_is_no_example (Fixture *f, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_NEVER_SAY, "oak", NULL));
  fixture_use_scripted_model (f);
  write_own (f, f->alice, "under the oak", FALSE);
  write_own (f, f->alice, "my password is hunter2", FALSE);
  write_own (f, f->alice, "the code is 482913", FALSE);
  write_as_user (f, f->alice, "kim");
  ask (f, f->alice);
  g_assert_nonnull (strstr (get_system (f), "Old lines"));
  g_assert_null (strstr (get_system (f), "oak"));
  g_assert_null (strstr (get_system (f), "hunter2"));
  g_assert_null (strstr (get_system (f), "482913"));
}

/* Where a name proves nothing, it may be somebody else who reads them. */
static void
test_unproven_name_learns_nothing (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-irc", "me@irc.example", "kim");

  write_as_user (f, key, "kim");
  ask (f, key);
  g_assert_null (strstr (get_system (f), "Old lines"));
}

static void
test_repeated_example_is_a_draft (Fixture *f, gconstpointer data)
{
  g_autofree char *status = NULL;

  write_as_user (f, f->alice, "kim");
  ask (f, f->alice);
  g_assert_nonnull (strstr (get_system (f), "we could all walk up there kim"));
  parley_test_backend_answer (f->backend, "Sure! We could all walk up there, Kim.");
  pass (f, 5000);
  expect_log (f, "");
  status = parley_engine_dup_status (f->engine, f->alice);
  g_assert_nonnull (strstr (status, "Draft 1 waits for you."));
}

static void
test_forgotten_with_the_person (Fixture *f, gconstpointer data)
{
  write_as_user (f, f->alice, "xyzzy");
  ask (f, f->alice);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 1000);
  g_assert_true (is_in_files (f, "on my way xyzzy"));
  parley_engine_forget_person (f->engine, f->alice);
  fixture_settle (f);
  ask (f, f->alice);
  g_assert_null (strstr (get_system (f), "xyzzy"));
  g_assert_false (is_in_files (f, "xyzzy"));
}

static void
test_private_chat_is_in_no_file (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  write_as_user (f, f->alice, "xyzzy");
  ask (f, f->alice);
  g_assert_nonnull (strstr (get_system (f), "on my way xyzzy"));
  g_assert_false (is_in_files (f, "xyzzy"));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/style/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("own-lines", test_own_lines_are_learnt);
  ADD ("parleys-lines", test_parleys_lines_are_not);
  ADD ("isolation", test_no_chat_hears_of_another);
  ADD ("not-for-a-model", test_what_is_not_for_a_model_is_no_example);
  ADD ("unproven", test_unproven_name_learns_nothing);
  ADD ("repeated", test_repeated_example_is_a_draft);
  ADD ("forgotten", test_forgotten_with_the_person);
  ADD ("private", test_private_chat_is_in_no_file);
  return g_test_run ();
}
