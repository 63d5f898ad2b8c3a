/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a user who looks at the chat is told of what goes on in it. */
#include "engine-fixture.h"

#include <string.h>

/* Compares the lines with what is expected, and forgets them. */
#define expect_lines(f, expected)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *lines = dup_lines (f);                                                        \
    g_assert_cmpstr (lines, ==, expected);                                                         \
    g_ptr_array_set_size ((f)->host->shown, 0);                                                    \
  }                                                                                                \
  G_STMT_END

#define WAITING    "Waiting: they are still typing.\n"
#define THINKING   "Thinking about an answer.\n"
#define STOOD_DOWN "Stopped: you are writing.\n"

static char *
dup_lines (Fixture *f)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < f->host->shown->len; i++)
    g_string_append_printf (lines, "%s\n", (char *) g_ptr_array_index (f->host->shown, i));
  return g_string_free (lines, FALSE);
}

static void
ask (Fixture *f, const char *question)
{
  write_line (f, f->alice, question);
  pass (f, 1000);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_THINKING);
}

/* The lines */

static void
test_thinking_is_told_when_it_lasts (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "what do you think?");
  while (parley_engine_get_state (f->engine, f->alice) != PARLEY_STATE_THINKING)
    pass (f, 10);
  pass (f, 1900);
  expect_lines (f, "");
  pass (f, 600);
  expect_lines (f, THINKING);
  pass (f, 10000);
  expect_lines (f, "");
}

static void
test_thinking_is_told_once_in_a_turn (Fixture *f, gconstpointer data)
{
  ask (f, "what do you think?");
  pass (f, 3000);
  expect_lines (f, THINKING);
  ask (f, "about lunch?");
  pass (f, 5000);
  expect_lines (f, "");
  parley_test_backend_answer (f->backend, "Good.");
  pass (f, 100);
  ask (f, "and where?");
  pass (f, 3000);
  expect_lines (f, THINKING);
}

static void
test_their_typing_is_told_when_only_that_holds (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_CAP_TYPING_MS, 30000);
  fixture_set_int (f, PARLEY_SETTING_TURN_CEILING_TYPING_MS, 60000);
  write_line (f, f->alice, "what do you think?");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 2000); /* the window is not over for so long */
  expect_lines (f, "");
  pass (f, 4000);
  expect_lines (f, WAITING);
  pass (f, 10000);
  expect_lines (f, "");
}

static void
test_speaking_says_how_far_it_is (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 5);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "Fine.\n\nIt is a good idea.\n\nIndeed.");
  pass (f, 2500);
  expect_log (f, "typing on\nalice@localhost < Fine.\ntyping on\n");
  expect_lines (f, "Speaking, 2 of 3.\n");
  pass (f, 20000);
  expect_lines (f, "");
}

/* "Fine." is said at once, and the second takes a second. */
static void
test_last_message_is_not_announced (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 5);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "Fine.\n\nIndeed.\n\nIt is a very good idea.");
  pass (f, 20000);
  expect_lines (f, "");
}

static void
test_one_message_is_not_counted (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 5);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "It is a very good idea.");
  pass (f, 2500);
  expect_lines (f, "Speaking.\n");
}

static void
test_stand_down_is_told_once (Fixture *f, gconstpointer data)
{
  ask (f, "what do you think?");
  f->host->user_types = TRUE;
  pass (f, 10000);
  write_own (f, f->alice, "I am here.", FALSE);
  write_own (f, f->alice, "Now.", FALSE);
  f->host->user_types = FALSE;
  write_line (f, f->alice, "oh, hi");
  pass (f, 10000);
  expect_lines (f, STOOD_DOWN);
}

static void
test_stand_down_is_told_again_after_it_went_on (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here.", FALSE);
  expect_lines (f, STOOD_DOWN);
  parley_engine_resume (f->engine, f->alice);
  write_own (f, f->alice, "Still here.", FALSE);
  expect_lines (f, STOOD_DOWN);
}

static void
count_down (Fixture *f, int ms)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  fixture_set_int (f, PARLEY_SETTING_GUARD_COUNTDOWN_MS, ms);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "Good.");
  pass (f, 10);
}

static void
test_long_countdown_is_announced_again (Fixture *f, gconstpointer data)
{
  count_down (f, 30000);
  pass (f, 23900);
  expect_lines (f, "");
  pass (f, 600);
  expect_lines (f, "Sending in 6 seconds, type to stop.\n");
  pass (f, 6000);
  expect_log (f, "alice@localhost < Good.\n");
  expect_lines (f, "");
}

static void
test_typing_is_not_named_where_it_is_unseen (Fixture *f, gconstpointer data)
{
  f->host->facts.unseen_typing = TRUE;
  count_down (f, 30000);
  pass (f, 24500);
  expect_lines (f, "Draft 1 is sent in 6 s. To stop it: /parley drop\n");
}

static void
test_countdown_says_that_it_waits_for_them (Fixture *f, gconstpointer data)
{
  count_down (f, 8000);
  pass (f, 6000);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 3900);
  expect_lines (f, "");
  pass (f, 700);
  expect_lines (f, WAITING);
}

static void
test_turn_in_the_queue_is_no_thinking (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  ask (f, "what do you think?");
  f->host->unwatched = TRUE;
  pass (f, 1000);
  write_line (f, f->bob, "what do you think?");
  pass (f, 1000);
  f->host->unwatched = FALSE;
  pass (f, 500);
  expect_lines (f, THINKING);
  pass (f, 2000);
  expect_lines (f, "Waiting: Parley is writing answers in other chats.\n");
}

/* No lines */

static void
test_quick_turn_has_none (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "wait");
  pass (f, 300);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "Good.\n\nVery.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < Good.\nalice@localhost < Very.\n");
  expect_lines (f, "");
}

static void
test_short_countdown_has_none (Fixture *f, gconstpointer data)
{
  count_down (f, 8000);
  pass (f, 9000);
  expect_log (f, "alice@localhost < Good.\n");
  expect_lines (f, "");
}

/* All that there is a line for. */
static void
live (Fixture *f)
{
  ask (f, "what do you think?");
  pass (f, 3000);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 3000);
  parley_engine_take_own_typing (f->engine, f->alice);
  write_own (f, f->alice, "I am here.", FALSE);
}

static void
test_setting_switches_all_off (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_STATUS_LINES, FALSE);
  live (f);
  expect_lines (f, "");
  parley_engine_resume (f->engine, f->alice);
  fixture_set_int (f, PARLEY_SETTING_GUARD_STATUS_LINES, TRUE);
  live (f);
  expect_lines (f, THINKING STOOD_DOWN);
}

static void
test_person_who_is_not_chosen_has_none (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_OFF;
  write_line (f, f->alice, "what do you think?");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 10000);
  parley_engine_take_own_typing (f->engine, f->alice);
  write_own (f, f->alice, "I am here.", FALSE);
  expect_lines (f, "");
}

static void
test_chat_that_is_not_answered_now_has_none (Fixture *f, gconstpointer data)
{
  f->host->facts.rule_rests = TRUE;
  write_line (f, f->alice, "what do you think?");
  pass (f, 10000);
  write_own (f, f->alice, "I am here.", FALSE);
  expect_lines (f, "");
}

static void
test_nobody_is_told_who_does_not_look (Fixture *f, gconstpointer data)
{
  f->host->unwatched = TRUE;
  ask (f, "what do you think?");
  pass (f, 10000);
  expect_lines (f, "");
  f->host->unwatched = FALSE;
  pass (f, 500);
  expect_lines (f, THINKING);
}

static void
test_what_is_over_is_not_told_later (Fixture *f, gconstpointer data)
{
  f->host->unwatched = TRUE;
  live (f);
  f->host->unwatched = FALSE;
  write_line (f, f->alice, "oh, hi");
  pass (f, 10000);
  expect_lines (f, "");
}

static void
test_typing_ends_nothing_where_nothing_went_on (Fixture *f, gconstpointer data)
{
  f->host->user_types = TRUE;
  parley_engine_take_own_typing (f->engine, f->alice);
  pass (f, 10000);
  expect_lines (f, "");
  write_own (f, f->alice, "I am here.", FALSE);
  expect_lines (f, STOOD_DOWN);
}

static void
test_typing_that_ends_a_countdown_is_told_once (Fixture *f, gconstpointer data)
{
  count_down (f, 30000);
  f->host->user_types = TRUE;
  pass (f, 30000);
  expect_lines (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 2); /* the draft, and that it is stopped */
}

static void
test_draft_is_not_spoken (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 5);
  ask (f, "what do you think?");
  parley_test_backend_answer (f->backend, "It is a very good idea.\n\nIndeed.");
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  pass (f, 20000);
  expect_lines (f, "");
}

/* In the middle of a line */

static void
forget (gpointer data)
{
  Fixture *f = data;

  parley_engine_forget (f->engine, f->alice);
}

static void
write_more (gpointer data)
{
  Fixture *f = data;

  f->host->during_tell = NULL;
  write_line (f, f->alice, "hm?");
}

static void
test_chat_is_closed_by_a_line (Fixture *f, gconstpointer data)
{
  f->host->during_tell = forget;
  f->host->during_data = f;
  ask (f, "what do you think?");
  pass (f, 10000);
  expect_lines (f, THINKING);
  write_own (f, f->alice, "I am here.", FALSE);
  expect_lines (f, STOOD_DOWN);
}

static void
test_person_writes_during_a_line (Fixture *f, gconstpointer data)
{
  ask (f, "what do you think?");
  f->host->during_tell = write_more;
  f->host->during_data = f;
  pass (f, 10000);
  expect_lines (f, THINKING);
  parley_test_backend_answer (f->backend, "Good.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Good.\n");
}

/* A random walk */

typedef struct
{
  Fixture *f;
  guint n_written;   /* by them and by the user */
  char *last;        /* line */
  guint at;          /* what was written up to there, by all three */
  GHashTable *kinds; /* of the turn, told */
  guint turn;
  guint n;
} Walk;

static guint
count_said (Fixture *f)
{
  guint n = 0;

  for (const char *at = f->host->log->str; (at = strstr (at, " < ")) != NULL; at++)
    n++;
  return n;
}

static void
check_line (gpointer data)
{
  Walk *walk = data;
  Fixture *f = walk->f;
  const char *line;
  guint at = walk->n_written + count_said (f);
  guint turn = parley_test_host_count (f->host, "done");

  if (f->host->shown->len == walk->n)
    return; /* a notice */
  line = g_ptr_array_index (f->host->shown, walk->n++);
  if (walk->at == at)
    g_assert_cmpstr (line, !=, walk->last);
  if (walk->turn != turn)
    g_hash_table_remove_all (walk->kinds);
  if (!g_str_has_prefix (line, "Stopp"))
    g_assert_true (g_hash_table_add (walk->kinds, g_strndup (line, 5)));
  g_free (walk->last);
  walk->last = g_strdup (line);
  walk->at = at;
  walk->turn = turn;
}

static void
take_step (Walk *walk, GRand *rand)
{
  Fixture *f = walk->f;

  switch (g_rand_int_range (rand, 0, 9))
    {
    case 0:
      walk->n_written++;
      write_line (f, f->alice, "so what do you think of it?");
      break;
    case 1:
      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
      break;
    case 2:
      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
      break;
    case 3:
      f->host->user_types = g_rand_int_range (rand, 0, 4) == 0;
      break;
    case 4:
      if (!f->host->user_types)
        break;
      walk->n_written++;
      write_own (f, f->alice, "I am here.", FALSE);
      break;
    case 5:
      parley_engine_resume (f->engine, f->alice);
      break;
    case 6:
      if (f->backend->open.length > 0)
        parley_test_backend_answer (f->backend, "Fine.\n\nIt is a good idea.\n\nIndeed.");
      break;
    default:
      pass (f, g_rand_int_range (rand, 10, 4000));
    }
}

static void
test_random_walk_keeps_within_bounds (Fixture *f, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (15);
  Walk walk = { .f = f, .kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 5);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1000);
  f->host->during_tell = check_line;
  f->host->during_data = &walk;
  for (guint i = 0; i < 2000; i++)
    take_step (&walk, rand);
  g_assert_cmpuint (walk.n, >, 50);
  f->host->during_tell = NULL;
  g_hash_table_unref (walk.kinds);
  g_free (walk.last);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/activity/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

static void
add_lines (void)
{
  ADD ("thinking", test_thinking_is_told_when_it_lasts);
  ADD ("thinking-once", test_thinking_is_told_once_in_a_turn);
  ADD ("typing", test_their_typing_is_told_when_only_that_holds);
  ADD ("speaking", test_speaking_says_how_far_it_is);
  ADD ("speaking-last", test_last_message_is_not_announced);
  ADD ("speaking-one", test_one_message_is_not_counted);
  ADD ("stand-down", test_stand_down_is_told_once);
  ADD ("stand-down-again", test_stand_down_is_told_again_after_it_went_on);
  ADD ("countdown", test_long_countdown_is_announced_again);
  ADD ("unseen-typing", test_typing_is_not_named_where_it_is_unseen);
  ADD ("countdown-waits", test_countdown_says_that_it_waits_for_them);
  ADD ("queue", test_turn_in_the_queue_is_no_thinking);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_lines ();
  ADD ("quick", test_quick_turn_has_none);
  ADD ("countdown-short", test_short_countdown_has_none);
  ADD ("switched-off", test_setting_switches_all_off);
  ADD ("not-chosen", test_person_who_is_not_chosen_has_none);
  ADD ("not-now", test_chat_that_is_not_answered_now_has_none);
  ADD ("not-looking", test_nobody_is_told_who_does_not_look);
  ADD ("over", test_what_is_over_is_not_told_later);
  ADD ("typing-idle", test_typing_ends_nothing_where_nothing_went_on);
  ADD ("typing-countdown", test_typing_that_ends_a_countdown_is_told_once);
  ADD ("draft", test_draft_is_not_spoken);
  ADD ("closed", test_chat_is_closed_by_a_line);
  ADD ("written-to", test_person_writes_during_a_line);
  ADD ("random", test_random_walk_keeps_within_bounds);
  return g_test_run ();
}
