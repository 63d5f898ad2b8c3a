/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Stores that others wrote or broke, and long absences. */
#include "engine-fixture.h"
#include "memory/parley-store-chats.h"

#include <string.h>

#define WORDS "shall we sing tomorrow?"

static void
test_file_without_words_is_still_a_file (Fixture *f, gconstpointer data)
{
  const ParleyLineFacts facts = { .received = TRUE, .media = PARLEY_MEDIA_PICTURE };

  parley_engine_take_line (f->engine, f->alice, &facts, "", f->clock.wall);
  write_line (f, f->alice, "is she yours?");
  fixture_crash (f);
  fixture_start (f);
  pass (f, 4000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), "[picture]\n<they-"));
}

static void
test_file_alone_is_left_to_the_user_after_a_crash (Fixture *f, gconstpointer data)
{
  const ParleyLineFacts facts = { .received = TRUE, .offered = TRUE };

  parley_engine_take_line (f->engine, f->alice, &facts, "plan.pdf", f->clock.wall);
  fixture_crash (f);
  fixture_start (f);
  pass (f, 4000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  write_line (f, f->alice, WORDS);
  pass (f, 4000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

/* A store that somebody else wrote. */
static void
test_times_without_sense_do_no_harm (Fixture *f, gconstpointer data)
{
  static const gint64 walls[] = { G_MAXINT64, G_MAXINT64 / 1000, G_MININT64, -1, 4102444800 };

  for (guint i = 0; i < G_N_ELEMENTS (walls); i++)
    {
      g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

      record->mark.wall_s = walls[i];
      record->stand_down_until = walls[i];
      record->turn_wall = walls[i];
      parley_store_save_chat (parley_engine_get_store_for_tests (f->engine), f->alice, record);
      fixture_quit (f);
      fixture_start (f);
      parley_engine_resume (f->engine, f->alice);
      write_line (f, f->alice, WORDS);
      pass (f, 1500);
      parley_test_backend_answer (f->backend, "Yes.");
      pass (f, 100);
      expect_log (f, "alice@localhost < Yes.\n");
      f->clock.wall += 60;
    }
}

/* Answers in two bubbles, between which the connection is lost for hours; what waited behind the
 * turn is too old by then. */
static void
test_queued_through_a_long_offline_time (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_ACCUMULATION, FALSE);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, WORDS);
  pass (f, 100);
  write_line (f, f->alice, "and the day after?");
  parley_test_backend_answer (f->backend, "The first part.\n\nThe second part.");
  pass (f, 2000);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  f->clock.wall += 3 * 3600;
  f->clock.ms += 3 * 3600 * 1000;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 3000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_cmpuint (count_pending (f), ==, 0);
}

/* The run starts with a store that can't be read, and has no window to say so. */
static void
start_damaged (Fixture *f)
{
  g_autofree char *path = g_build_filename (f->folder, "store.db", NULL);

  fixture_quit (f);
  g_assert_true (g_file_set_contents (path, "no database", -1, NULL));
  f->host->no_window = TRUE;
  fixture_start (f);
  f->host->no_window = FALSE;
}

static void
test_damage_is_told_where_there_is_a_window (Fixture *f, gconstpointer data)
{
  start_damaged (f);
  f->host->no_window = TRUE;
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  f->host->no_window = FALSE;
  write_line (f, f->alice, WORDS);
  write_line (f, f->alice, WORDS);
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

/* The application ends while it shows that */

static void
end (gpointer data)
{
  Fixture *f = data;

  f->host->during_tell = NULL;
  g_clear_pointer (&f->engine, parley_engine_free);
}

static void
forget (gpointer data)
{
  Fixture *f = data;

  f->host->during_tell = NULL;
  parley_engine_forget (f->engine, f->alice);
}

static void
bring_a_line (Fixture *f)
{
  const ParleyLineFacts facts = { .received = TRUE };

  parley_engine_take_line (f->engine, f->alice, &facts, WORDS, f->clock.wall);
}

static void
bring_typing (Fixture *f)
{
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
}

static void
bring_own_typing (Fixture *f)
{
  parley_engine_take_own_typing (f->engine, f->alice);
}

static void
bring_a_call (Fixture *f)
{
  parley_engine_take_important (f->engine, f->alice, PARLEY_IMPORTANT_CALL, NULL);
}

static void
bring_it_back (Fixture *f)
{
  parley_engine_resume (f->engine, f->alice);
}

static void
test_ended_while_damage_is_told (Fixture *f, gconstpointer data)
{
  void (*bring) (Fixture *) = data;

  start_damaged (f);
  f->host->during_tell = end;
  f->host->during_data = f;
  bring (f);
  g_assert_null (f->engine);
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

static void
test_forgotten_while_damage_is_told (Fixture *f, gconstpointer data)
{
  void (*bring) (Fixture *) = data;

  start_damaged (f);
  f->host->during_tell = forget;
  f->host->during_data = f;
  bring (f);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
  write_line (f, f->alice, WORDS);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
}

#define ADD_WITH(name, func, data)                                                                 \
  g_test_add ("/engine/trouble/" name, Fixture, data, fixture_setup_kept, func, fixture_teardown)
#define ADD(name, func) ADD_WITH (name, func, NULL)

static void
add_endings (void)
{
  ADD_WITH ("ended/line", test_ended_while_damage_is_told, bring_a_line);
  ADD_WITH ("ended/typing", test_ended_while_damage_is_told, bring_typing);
  ADD_WITH ("ended/own-typing", test_ended_while_damage_is_told, bring_own_typing);
  ADD_WITH ("ended/important", test_ended_while_damage_is_told, bring_a_call);
  ADD_WITH ("ended/back", test_ended_while_damage_is_told, bring_it_back);
  ADD_WITH ("forgotten/line", test_forgotten_while_damage_is_told, bring_a_line);
  ADD_WITH ("forgotten/typing", test_forgotten_while_damage_is_told, bring_typing);
  ADD_WITH ("forgotten/own-typing", test_forgotten_while_damage_is_told, bring_own_typing);
  ADD_WITH ("forgotten/important", test_forgotten_while_damage_is_told, bring_a_call);
  ADD_WITH ("forgotten/back", test_forgotten_while_damage_is_told, bring_it_back);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("file-without-words", test_file_without_words_is_still_a_file);
  ADD ("file-alone", test_file_alone_is_left_to_the_user_after_a_crash);
  ADD ("times-without-sense", test_times_without_sense_do_no_harm);
  ADD ("queued-through-a-long-offline-time", test_queued_through_a_long_offline_time);
  ADD ("damage-is-told-in-a-window", test_damage_is_told_where_there_is_a_window);
  add_endings ();
  return g_test_run ();
}
