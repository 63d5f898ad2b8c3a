/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept of the limits: it comes back as it was, or not at all. */
#include "context/parley-meters-state.h"

#include <string.h>

#define HOUR G_GINT64_CONSTANT (3600000)

static const ParleyQuota quota = {
  .loop = 5,
  .in_a_row = 20,
  .contact_10min = 6,
  .contact_hour = 30,
  .all_hour = 120,
  .contact_tokens = 1000,
  .all_tokens = 4000,
  .near = 80,
  .spent = 150,
};

static ParleyMetersState *
make_state (gint64 *now)
{
  ParleyMetersState *state = parley_meters_state_new ();
  ParleyMeter *alice = parley_meters_state_get (state, "a11ce000");
  ParleyMeter *bob = parley_meters_state_get (state, "b0b00000");

  *now = parley_elapsed_read (&state->elapsed, 5000, 1800000000);
  for (guint i = 0; i < 5; i++)
    {
      parley_meter_note_said (alice, state->all, &quota, "So it is.", TRUE, *now);
      parley_meter_end_answer (alice);
      *now += 300000;
      parley_loop_hear (&alice->loop, "Is it?", *now);
    }
  parley_meter_spend (bob, state->all, (ParleyTokens){ 700, 300 }, *now);
  parley_meter_note_request (bob, state->all, *now);
  bob->told = PARLEY_CAUSE_BIT (PARLEY_CAUSE_TOKENS);
  state->elapsed.now = *now;
  return state;
}

/* Where it is written down: tag → text. */
static GHashTable *
new_disk (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
take_row (const char *tag, const char *text, gpointer disk)
{
  if (text != NULL)
    g_hash_table_replace (disk, g_strdup (tag), g_strdup (text));
  else
    g_hash_table_remove (disk, tag);
}

static GHashTable *
save (ParleyMetersState *state, gint64 now)
{
  GHashTable *disk = new_disk ();

  parley_meters_state_write (state, now, take_row, disk);
  return disk;
}

/* As a version before wrote it, in one row. */
static ParleyMetersState *
parse (const char *text)
{
  g_autoptr (GHashTable) disk = new_disk ();

  take_row (PARLEY_METERS_ALL, text, disk);
  return parley_meters_state_read (disk);
}

static void
count_row (const char *tag, const char *text, gpointer n)
{
  ++*(guint *) n;
}

static void
test_comes_back (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);
  g_autoptr (GHashTable) disk = save (state, now);
  g_autoptr (ParleyMetersState) back = parley_meters_state_read (disk);
  g_autoptr (GHashTable) again = NULL;

  g_assert_nonnull (back);
  parley_meters_state_get (back, "a11ce000");
  parley_meters_state_get (back, "b0b00000");
  again = save (back, now);
  g_assert_cmpuint (g_hash_table_size (disk), ==, 3);
  g_assert_cmpuint (g_hash_table_size (again), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const char *tag = (const char *[]){ PARLEY_METERS_ALL, "a11ce000", "b0b00000" }[i];

      g_assert_cmpstr (g_hash_table_lookup (again, tag), ==, g_hash_table_lookup (disk, tag));
    }
  g_assert_cmpint (
      parley_meter_judge (parley_meters_state_get (back, "a11ce000"), back->all, &quota, now), ==,
      PARLEY_LIMIT_LOOP);
  g_assert_cmpint (
      parley_meter_judge (parley_meters_state_get (back, "b0b00000"), back->all, &quota, now), ==,
      PARLEY_LIMIT_BUDGET);
}

/* As the version before requests were counted wrote it: nobody who installs a new one loses what
 * was counted. */
static void
test_version_before_is_read (void)
{
  g_autoptr (ParleyMetersState) state = parse (
      "(1, 3600000, 1800000000, (64, 3600000, [3000000, 3500000], [(1, 800, 300)]), "
      "[('b0b00000', (4, 3600000, [3500000], [(1, 700, 300)]), (false, 1, 3500000, []))])");

  g_assert_nonnull (state);
  g_assert_cmpuint (parley_rate_count (state->all->answers, 3600000, HOUR), ==, 2);
  g_assert_cmpint (parley_meter_judge (parley_meters_state_find (state, "b0b00000"), state->all,
                                       &quota, 3600000),
                   ==, PARLEY_LIMIT_BUDGET);
}

/* And is in rows from then on. */
static void
test_version_of_one_row_is_read (void)
{
  g_autoptr (ParleyMetersState) state
      = parse ("(2, 3600000, 1800000000, (64, 3600000, [3000000, 3500000], [(1, 800, 300)], []), "
               "[('b0b00000', (4, 3600000, [3500000], [(1, 700, 300)], [(1, 1)]), (false, 1, "
               "3500000, []))])");
  g_autoptr (GHashTable) disk = NULL;
  g_autoptr (ParleyMetersState) back = NULL;

  g_assert_nonnull (state);
  disk = save (state, 3600000);
  back = parley_meters_state_read (disk);
  g_assert_nonnull (back);
  g_assert_cmpuint (g_hash_table_size (disk), ==, 2);
  g_assert_cmpint (
      parley_meter_judge (parley_meters_state_find (back, "b0b00000"), back->all, &quota, 3600000),
      ==, PARLEY_LIMIT_BUDGET);
}

/* A program that was killed may have written one of the two only. */
static void
test_time_goes_on_from_the_newest_row (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);
  g_autoptr (GHashTable) disk = save (state, now);
  g_autoptr (GHashTable) later = NULL;
  g_autoptr (ParleyMetersState) back = NULL;

  parley_meter_spend (parley_meters_state_get (state, "b0b00000"), state->all,
                      (ParleyTokens){ 1, 1 }, now + HOUR);
  later = save (state, now + HOUR);
  take_row ("b0b00000", g_hash_table_lookup (later, "b0b00000"), disk);
  back = parley_meters_state_read (disk);
  g_assert_nonnull (back);
  g_assert_cmpint (back->elapsed.now, ==, now + HOUR);
}

/* Only what changed is written anew. */
static void
test_what_happens_after_it_was_written_is_written_too (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);
  g_autoptr (GHashTable) disk = save (state, now);
  g_autoptr (ParleyMetersState) back = NULL;
  guint n = 0;

  parley_meter_spend (parley_meters_state_get (state, "b0b00000"), state->all,
                      (ParleyTokens){ 1000, 0 }, now);
  parley_meters_state_remove (state, "a11ce000");
  parley_meters_state_write (state, now, take_row, disk);
  back = parley_meters_state_read (disk);
  g_assert_nonnull (back);
  g_assert_null (parley_meters_state_find (back, "a11ce000"));
  g_assert_cmpint (
      parley_meter_judge (parley_meters_state_find (back, "b0b00000"), back->all, &quota, now), ==,
      PARLEY_LIMIT_SPENT);
  parley_meters_state_write (state, now, count_row, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* A loop that takes up where it was before a restart is stopped as soon as without one. */
static void
test_loop_goes_on_across_a_restart (void)
{
  gint64 now = 1;
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  guint n = 0;

  for (; n < 20; n++)
    {
      g_autoptr (GHashTable) disk = NULL;
      ParleyMeter *alice = parley_meters_state_get (state, "a11ce000");

      if (alice->loop.stopped)
        break;
      parley_meter_note_said (alice, state->all, &quota, "So it is.", TRUE, now);
      parley_meter_end_answer (alice);
      disk = save (state, now);
      parley_meters_state_free (state);
      state = parley_meters_state_read (disk);
      g_assert_nonnull (state);
      now += 300000;
      parley_loop_hear (&parley_meters_state_get (state, "a11ce000")->loop, "Is it?", now);
    }
  g_assert_cmpuint (n, ==, 5);
}

static void
test_nothing_that_was_said_is_kept (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);
  g_autoptr (GHashTable) disk = save (state, now);
  GHashTableIter iter;
  gpointer text;

  g_hash_table_iter_init (&iter, disk);
  while (g_hash_table_iter_next (&iter, NULL, &text))
    {
      g_assert_null (strstr (text, "So it"));
      g_assert_null (strstr (text, "Is it"));
    }
}

/* However many others there are. */
static void
test_a_change_in_one_chat_is_little_to_write (void)
{
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  guint n = 0;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *tag = g_strdup_printf ("%08x", i);

      parley_meter_spend (parley_meters_state_get (state, tag), state->all, (ParleyTokens){ 1, 1 },
                          1 + i);
    }
  parley_meters_state_write (state, 1000, count_row, &n);
  g_assert_cmpuint (n, ==, 1001);
  n = 0;
  parley_meters_state_get (state, "00000007");
  parley_meters_state_write (state, 1000, count_row, &n);
  g_assert_cmpuint (n, ==, 1);
  parley_meter_spend (parley_meters_state_get (state, "00000007"), state->all,
                      (ParleyTokens){ 1, 1 }, 1000);
  parley_meters_state_write (state, 1000, count_row, &n);
  g_assert_cmpuint (n, ==, 3);
}

/* An hour of them, to all sorts of people, some at the same moment. */
static void
say_much (ParleyMetersState *state, guint n, gint64 *now)
{
  for (guint i = 0; i < n; i++)
    {
      *now += i % 3 == 0 ? 0 : 1000;
      parley_rate_add (state->all->answers, *now);
    }
  state->elapsed.now = *now;
}

static void
test_many_answers_are_little_to_write (void)
{
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  g_autoptr (GHashTable) disk = new_disk ();
  gint64 now = 1;

  for (guint i = 0; i < 800; i++)
    {
      g_autoptr (ParleyMetersState) back = NULL;
      guint n = 0;

      say_much (state, 1 + i % 2, &now);
      parley_meters_state_write (state, now, take_row, disk);
      g_assert_cmpuint (strlen (g_hash_table_lookup (disk, PARLEY_METERS_ALL)), <, 400);
      parley_meters_state_write (state, now, count_row, &n);
      g_assert_cmpuint (n, ==, 0);
      back = parley_meters_state_read (disk);
      g_assert_nonnull (back);
      g_assert_cmpuint (parley_rate_count (back->all->answers, now, HOUR), ==,
                        parley_rate_count (state->all->answers, now, HOUR));
      g_assert_cmpint (parley_rate_get_wait (back->all->answers, now, HOUR, 100), ==,
                       parley_rate_get_wait (state->all->answers, now, HOUR, 100));
    }
  parley_meters_state_write (state, now + HOUR, take_row, disk);
  g_assert_cmpuint (g_hash_table_size (disk), ==, 1);
}

/* Also by a program that goes on where another one ended. */
static void
test_answers_are_counted_once_wherever_it_was_killed (void)
{
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  g_autoptr (GHashTable) disk = new_disk ();
  gint64 now = 1;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (ParleyMetersState) back = NULL;
      g_autofree char *all = NULL;
      g_autofree char *new = NULL;

      say_much (state, 10, &now);
      all = g_strdup (g_hash_table_lookup (disk, PARLEY_METERS_ALL));
      parley_meters_state_write (state, now, take_row, disk);
      new = g_strdup (g_hash_table_lookup (disk, PARLEY_METERS_ALL));
      take_row (PARLEY_METERS_ALL, all != NULL ? all : new, disk); /* it was not written anew */
      back = parley_meters_state_read (disk);
      g_assert_nonnull (back);
      g_assert_cmpuint (parley_rate_count (back->all->answers, now, HOUR), <=, 10 * (i + 1));
      g_assert_cmpuint (parley_rate_count (back->all->answers, now, HOUR), >=, 10 * i);
      take_row (PARLEY_METERS_ALL, new, disk);
      parley_meters_state_free (state);
      state = parley_meters_state_read (disk);
      g_assert_nonnull (state);
      g_assert_cmpuint (parley_rate_count (state->all->answers, now, HOUR), ==, 10 * (i + 1));
    }
}

static void
test_a_damaged_span_is_refused (void)
{
  static const char *const damaged[] = {
    "", "(5, 6, [])", "(5, 6, [9])", "(5, 6, [4, 3])", "(5, 6, [-4])", "[4]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GHashTable) disk = new_disk ();
      g_autoptr (ParleyMetersState) whole = NULL;

      g_test_message ("%s", damaged[i]);
      take_row (PARLEY_METERS_ALL, "(3, 5, 6, (0, 0, [], [], []))", disk);
      take_row (PARLEY_METERS_SPAN "0", "(5, 6, [3, 4])", disk);
      whole = parley_meters_state_read (disk);
      g_assert_nonnull (whole);
      take_row (PARLEY_METERS_SPAN "1", damaged[i], disk);
      g_assert_null (parley_meters_state_read (disk));
    }
}

static void
test_what_is_over_is_forgotten (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);

  g_autoptr (GHashTable) disk = save (state, now);

  parley_meters_state_write (state, now + 30 * HOUR, take_row, disk);
  g_assert_null (parley_meters_state_find (state, "b0b00000"));
  g_assert_null (g_hash_table_lookup (disk, "b0b00000"));
  g_assert_nonnull (parley_meters_state_find (state, "a11ce000")); /* still in a loop */
}

static void
test_damaged_is_refused (void)
{
  static const char *const damaged[] = {
    "",
    "limits",
    "(uint32 1",
    "(1, 5, 6, (0, 0, [], []), [])x",
    "(2, 5, 6, (0, 0, [], [], []))",                                         /* likewise */
    "(3, 5, 6, (0, 6, [], [], []))",                                         /* of the future */
    "(2, 5, 6, (0, 0, [], []), [])",                                         /* another version */
    "(1, 0, 6, (0, 0, [], []), [])",                                         /* no time */
    "(1, 5, 6, (0, 6, [], []), [])",                                         /* of the future */
    "(1, 5, 6, (0, 0, [9], []), [])",                                        /* likewise */
    "(1, 5, 6, (0, 0, [4, 3], []), [])",                                     /* out of order */
    "(1, 5, 6, (0, 0, [], [(-1, 0, 0)]), [])",                               /* no hour */
    "(1, 5, 6, (0, 0, [], [(7, 0, 0)]), [])",                                /* of the future */
    "(1, 5, 6, (0, 0, [], [(0, -5, 0)]), [])",                               /* given back */
    "(1, 5, 6, (0, 0, [], [(0, 9223372036854775807, 0)]), [])",              /* too many */
    "(1, 5, 6, (0, 0, [], []), [('a', (0, 0, [], []), (false, 0, 9, []))])", /* of the future */
    "(1, 5, 6, (0, 0, [], []), [('a', (0, 0, [], []), (false, 0, 0, [(0, 1, 0, true, true, "
    "0)]))])", /* divides by it */
    "(1, 5, 6, (0, 0, [], []), [('a', (0, 0, [], []), (false, 0, 0, [(1, 1, 0, true, true, "
    "9)]))])", /* no way to type */
  };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_test_message ("%s", damaged[i]);
      g_assert_null (parse (damaged[i]));
    }
}

/* @chat: a row of it beside that of all. */
static ParleyMetersState *
read_chat (const char *chat)
{
  g_autoptr (GHashTable) disk = new_disk ();

  take_row (PARLEY_METERS_ALL, "(3, 5, 6, (0, 0, [], [], []))", disk);
  take_row ("a11ce000", chat, disk);
  return parley_meters_state_read (disk);
}

static void
test_a_damaged_chat_is_refused (void)
{
  static const char *const damaged[] = {
    "", "(5, 6, (0, 6, [], [], []), (false, 0, 0, []))", /* of the future */
    "(5, 6, (0, 0, [], [], []), (false, 0, 9, []))",     /* likewise */
    "(5, 6, (0, 0, [], []), (false, 0, 0, []))",         /* another version */
  };
  g_autoptr (ParleyMetersState) whole = read_chat ("(5, 6, (0, 5, [], [], []), (false, 0, 0, []))");
  g_autoptr (GHashTable) alone = new_disk ();

  g_assert_nonnull (whole);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_test_message ("%s", damaged[i]);
      g_assert_null (read_chat (damaged[i]));
    }
  take_row ("a11ce000", "(5, 6, (0, 5, [], [], []), (false, 0, 0, []))", alone);
  g_assert_null (parley_meters_state_read (alone));
}

static void
damage (gpointer tag, gpointer value, gpointer data)
{
  char *text = value;
  gint32 length = (gint32) strlen (text);

  for (gint n = g_test_rand_int_range (0, 3); n > 0; n--)
    text[g_test_rand_int_range (0, length)] = "0123456789-,()[]x"[g_test_rand_int_range (0, 17)];
}

static void
test_any_damage_is_survived (void)
{
  gint64 now;
  g_autoptr (ParleyMetersState) state = make_state (&now);

  say_much (state, 30, &now);
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GHashTable) disk = NULL;
      g_autoptr (GHashTable) again = NULL;
      g_autoptr (ParleyMetersState) back = NULL;

      parley_meters_state_get (state, "a11ce000");
      parley_meters_state_get (state, "b0b00000");
      disk = save (state, now);
      g_hash_table_foreach (disk, damage, NULL);
      back = parley_meters_state_read (disk);
      if (back != NULL)
        again = save (back, back->elapsed.now);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/meters-state/comes-back", test_comes_back);
  g_test_add_func ("/engine/meters-state/version-before", test_version_before_is_read);
  g_test_add_func ("/engine/meters-state/loop-goes-on", test_loop_goes_on_across_a_restart);
  g_test_add_func ("/engine/meters-state/written-anew",
                   test_what_happens_after_it_was_written_is_written_too);
  g_test_add_func ("/engine/meters-state/no-words", test_nothing_that_was_said_is_kept);
  g_test_add_func ("/engine/meters-state/of-one-row", test_version_of_one_row_is_read);
  g_test_add_func ("/engine/meters-state/newest-row", test_time_goes_on_from_the_newest_row);
  g_test_add_func ("/engine/meters-state/little", test_a_change_in_one_chat_is_little_to_write);
  g_test_add_func ("/engine/meters-state/many-answers", test_many_answers_are_little_to_write);
  g_test_add_func ("/engine/meters-state/counted-once",
                   test_answers_are_counted_once_wherever_it_was_killed);
  g_test_add_func ("/engine/meters-state/damaged-span", test_a_damaged_span_is_refused);
  g_test_add_func ("/engine/meters-state/damaged-chat", test_a_damaged_chat_is_refused);
  g_test_add_func ("/engine/meters-state/over", test_what_is_over_is_forgotten);
  g_test_add_func ("/engine/meters-state/damaged", test_damaged_is_refused);
  g_test_add_func ("/engine/meters-state/any-damage", test_any_damage_is_survived);
  return g_test_run ();
}
