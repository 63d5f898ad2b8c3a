/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What was said is remembered, once, and where it may be. */
#include "engine-fixture.h"

#include <string.h>

static void
restart (Fixture *f)
{
  fixture_quit (f);
  fixture_start (f);
}

static void
talk (Fixture *f, const char *question, const char *answer)
{
  write_line (f, f->alice, question);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  f->clock.wall += 30;
}

/* How often a text is in the newest request. */
static guint
count_told (Fixture *f, const char *text)
{
  ParleyRequest *request = f->backend->requests->pdata[f->backend->requests->len - 1];
  guint n = 0;

  for (guint i = 0; i < request->messages->len; i++)
    for (const char *p = ((ParleyMessage *) request->messages->pdata[i])->text;
         (p = strstr (p, text)) != NULL; p++)
      n++;
  return n;
}

/* Which message of the newest request has a text in it. */
static guint
find_told (Fixture *f, const char *text)
{
  ParleyRequest *request = f->backend->requests->pdata[f->backend->requests->len - 1];
  guint i = 0;

  while (strstr (((ParleyMessage *) request->messages->pdata[i])->text, text) == NULL)
    i++;
  return i;
}

static void
test_earlier_sittings_are_in_the_prompt (Fixture *f, gconstpointer data)
{
  talk (f, "is the boat blue?", "It is green.");
  restart (f);
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "is the boat blue?"), ==, 1);
  g_assert_cmpuint (count_told (f, "It is green."), ==, 1);
}

static void
test_this_sitting_is_in_the_prompt (Fixture *f, gconstpointer data)
{
  talk (f, "is the boat blue?", "It is green.");
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "is the boat blue?"), ==, 1);
  g_assert_cmpuint (count_told (f, "It is green."), ==, 1);
}

static void
test_other_chats_are_not (Fixture *f, gconstpointer data)
{
  talk (f, "is the boat blue?", "It is green.");
  restart (f);
  write_line (f, f->bob, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "boat"), ==, 0);
  g_assert_cmpuint (count_told (f, "green"), ==, 0);
}

static void
test_unanswered_words_are_remembered_once (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 600);
  restart (f);
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "is the boat blue?"), ==, 1);
  parley_test_backend_answer (f->backend, "It is green.");
  pass (f, 100);
  restart (f);
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "is the boat blue?"), ==, 1);
}

/* The first part of the answer was said, the second is still typed. */
static void
say_one_of_two (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is green.\n\nThe mast is red.");
  while (strstr (f->host->log->str, "It is green.") == NULL)
    pass (f, 10);
  g_string_truncate (f->host->log, 0);
}

/* Neither is what was said lost, nor is it answered twice. */
static void
expect_one_of_two (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 0);
  pass (f, 2000);
  g_assert_null (strstr (f->host->log->str, "alice@localhost <"));
  f->clock.wall += 30;
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "is the boat blue?"), ==, 1);
  g_assert_cmpuint (count_told (f, "It is green."), ==, 1);
  g_assert_cmpuint (count_told (f, "The mast is red."), ==, 0);
  g_assert_cmpuint (find_told (f, "is the boat blue?"), <, find_told (f, "It is green."));
}

static void
test_answer_cut_by_the_end_is_remembered (Fixture *f, gconstpointer data)
{
  say_one_of_two (f);
  restart (f);
  expect_one_of_two (f);
}

static void
test_answer_cut_by_a_crash_is_remembered (Fixture *f, gconstpointer data)
{
  say_one_of_two (f);
  fixture_crash (f);
  fixture_start (f);
  expect_one_of_two (f);
}

static void
test_answer_cut_by_the_user_is_remembered_once (Fixture *f, gconstpointer data)
{
  say_one_of_two (f);
  write_own (f, f->alice, "i painted it", FALSE);
  parley_engine_resume (f->engine, f->alice);
  expect_one_of_two (f);
  g_assert_cmpuint (count_told (f, "i painted it"), ==, 1);
}

static void
test_words_of_the_user_are_remembered (Fixture *f, gconstpointer data)
{
  talk (f, "is the boat blue?", "I ask.");
  write_own (f, f->alice, "it is green, i painted it", FALSE);
  restart (f);
  parley_engine_resume (f->engine, f->alice);
  fixture_settle (f);
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "it is green, i painted it"), ==, 1);
}

static void
test_private_chat_leaves_nothing (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  talk (f, "is the boat blue?", "It is green.");
  write_own (f, f->alice, "i painted it", FALSE);
  parley_engine_take_presence (f->engine, f->alice, PARLEY_PRESENCE_AWAY);
  fixture_settle (f);
  g_assert_false (is_in_files (f, "boat"));
  g_assert_false (is_in_files (f, "green"));
  g_assert_false (is_in_files (f, "painted"));
  restart (f);
  f->host->facts.logged = TRUE;
  parley_engine_resume (f->engine, f->alice);
  fixture_settle (f);
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "boat"), ==, 0);
}

/* What was said while nothing was to be kept is not kept afterwards, in whatever form. */
static void
test_summary_of_a_private_chat_is_not_kept (Fixture *f, gconstpointer data)
{
  g_autofree char *long_words = g_strnfill (5000, 'x');

  f->host->facts.logged = FALSE;
  talk (f, "is the boat blue?", "It is green.");
  talk (f, long_words, "Oh.");
  f->host->facts.logged = TRUE;
  talk (f, "and the car?", "Red.");
  while (f->backend->open.length > 0)
    parley_test_backend_answer (f->backend, "2026-11-21 they: asked about the boat");
  fixture_settle (f);
  g_assert_true (is_in_files (f, "and the car?"));
  g_assert_false (is_in_files (f, "boat"));
}

/* The answer is still written when the user begins to keep the chat. */
static void
test_turn_that_began_in_private_is_not_kept (Fixture *f, gconstpointer data)
{
  const char *const answers[] = { "It is green.", "[silence]" };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      f->host->facts.logged = FALSE;
      write_line (f, f->alice, "is the boat blue?");
      pass (f, 1000);
      f->host->facts.logged = TRUE;
      parley_test_backend_answer (f->backend, answers[i]);
      pass (f, 100);
      f->clock.wall += 30;
    }
  talk (f, "and the car?", "Red.");
  fixture_settle (f);
  g_assert_true (is_in_files (f, "and the car?"));
  g_assert_false (is_in_files (f, "boat"));
  g_assert_false (is_in_files (f, "green"));
}

/* What is kept of a chat is at hand again when it is no longer private. */
static void
test_chat_that_was_private_for_a_while (Fixture *f, gconstpointer data)
{
  talk (f, "is the boat blue?", "It is green.");
  f->host->facts.logged = FALSE;
  talk (f, "and the mast?", "It is red.");
  g_assert_cmpuint (count_told (f, "It is green."), ==, 1);
  f->host->facts.logged = TRUE;
  talk (f, "and the car?", "Black.");
  write_line (f, f->alice, "well?");
  pass (f, 1000);
  g_assert_cmpuint (count_told (f, "It is green."), ==, 1);
  g_assert_cmpuint (count_told (f, "and the mast?"), ==, 0);
  g_assert_cmpuint (count_told (f, "Black."), ==, 1);
}

/* On IRC anybody may have the name next. */
static void
test_sign_off_ends_the_context_of_a_mere_name (Fixture *f, gconstpointer data)
{
  const char *const protocols[] = { "prpl-irc", "prpl-jabber" };

  for (guint i = 0; i < G_N_ELEMENTS (protocols); i++)
    {
      const char *name = i == 0 ? "carol" : "carol@localhost";
      g_autoptr (ParleyChatKey) key = parley_chat_key_new (protocols[i], "me@localhost", name);

      write_line (f, key, "is the boat blue?");
      pass (f, 3000);
      parley_test_backend_answer (f->backend, "It is green.");
      pass (f, 100);
      parley_engine_take_presence (f->engine, key, PARLEY_PRESENCE_SIGNED_OFF);
      fixture_settle (f);
      write_line (f, key, "and the car?");
      pass (f, 3000);
      g_assert_cmpuint (count_told (f, "and the car?"), ==, 1);
      g_assert_cmpuint (count_told (f, "boat"), ==, i);
      parley_test_backend_answer (f->backend, "Red.");
      pass (f, 3000);
    }
}

static void
on_presence (GObject *source, GAsyncResult *result, gpointer data)
{
  GArray **presence = data;

  *presence = parley_chat_memory_list_presence_finish (PARLEY_CHAT_MEMORY (source), result, NULL);
}

static GArray *
list_presence (Fixture *f, const ParleyChatKey *key)
{
  g_autoptr (ParleyChatMemory) memory
      = parley_chat_memory_new (parley_engine_get_store_for_tests (f->engine), key);
  GArray *presence = NULL;

  parley_chat_memory_list_presence_async (memory, 10, NULL, on_presence, &presence);
  fixture_settle (f);
  return presence;
}

static void
test_who_comes_and_goes_is_remembered (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) presence = NULL;
  g_autoptr (GArray) of_bob = NULL;

  parley_engine_take_presence (f->engine, f->alice, PARLEY_PRESENCE_AWAY);
  f->clock.wall += 60;
  parley_engine_take_presence (f->engine, f->alice, PARLEY_PRESENCE_BACK);
  presence = list_presence (f, f->alice);
  of_bob = list_presence (f, f->bob);
  g_assert_cmpuint (of_bob->len, ==, 0);
  g_assert_cmpuint (presence->len, ==, 2);
  g_assert_cmpint (g_array_index (presence, ParleyPresence, 0).state, ==, PARLEY_PRESENCE_BACK);
}

static void
test_old_presence_is_cleaned_up_daily (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) presence = NULL;

  parley_engine_take_presence (f->engine, f->alice, PARLEY_PRESENCE_AWAY);
  talk (f, "hm?", "Yes.");
  f->clock.wall += 100 * 24 * 3600;
  f->clock.ms += G_GINT64_CONSTANT (100) * 24 * 3600 * 1000;
  talk (f, "hm?", "Yes.");
  presence = list_presence (f, f->alice);
  g_assert_cmpuint (presence->len, ==, 0);
}

static void
test_people_not_chosen_are_not_watched (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) presence = NULL;

  f->host->facts.mode = PARLEY_MODE_OFF;
  parley_engine_take_presence (f->engine, f->alice, PARLEY_PRESENCE_AWAY);
  presence = list_presence (f, f->alice);
  g_assert_cmpuint (presence->len, ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/memory/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("earlier-sittings", test_earlier_sittings_are_in_the_prompt);
  ADD ("this-sitting", test_this_sitting_is_in_the_prompt);
  ADD ("other-chats", test_other_chats_are_not);
  ADD ("once", test_unanswered_words_are_remembered_once);
  ADD ("cut-by-the-end", test_answer_cut_by_the_end_is_remembered);
  ADD ("cut-by-a-crash", test_answer_cut_by_a_crash_is_remembered);
  ADD ("cut-by-the-user", test_answer_cut_by_the_user_is_remembered_once);
  ADD ("words-of-the-user", test_words_of_the_user_are_remembered);
  ADD ("private", test_private_chat_leaves_nothing);
  ADD ("private-summary", test_summary_of_a_private_chat_is_not_kept);
  ADD ("private-turn", test_turn_that_began_in_private_is_not_kept);
  ADD ("private-for-a-while", test_chat_that_was_private_for_a_while);
  ADD ("sign-off", test_sign_off_ends_the_context_of_a_mere_name);
  ADD ("presence", test_who_comes_and_goes_is_remembered);
  ADD ("daily", test_old_presence_is_cleaned_up_daily);
  ADD ("presence-of-others", test_people_not_chosen_are_not_watched);
  return g_test_run ();
}
