/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A program was killed, and its notes of what it was about to say are damaged: what they leave open
 * is for the user to say. */
#include "engine-fixture.h"

#include <string.h>

static guint
count_told (Fixture *f, const char *part)
{
  guint n = 0;

  for (guint i = 0; i < f->host->told->len; i++)
    n += strstr (g_ptr_array_index (f->host->told, i), part) != NULL;
  return n;
}

static void
ask (Fixture *f, const char *answer)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, answer);
  fixture_settle (f);
}

static void
kill_it (gpointer data)
{
  fixture_crash (data);
}

/* Changes the file of intents as a failing disk does: from the beginning of the text @from on there
 * is something else now. @with: @length bytes. */
static void
overwrite (Fixture *f, const char *from, const char *with, gsize length)
{
  g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);
  guint n = 0;

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);
      g_autofree char *bytes = NULL;
      char *place;
      gsize size;

      if (!g_str_has_prefix (name, "intents"))
        continue;
      g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
      place = g_strstr_len (bytes, (gssize) size, from);
      if (place == NULL)
        continue;
      g_assert_cmpuint ((gsize) (place - bytes) + length, <=, size);
      memcpy (place, with, length);
      g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
damage (Fixture *f, const char *from, gsize length)
{
  g_autofree char *noise = g_strnfill (length, (char) 0x9d);

  overwrite (f, from, noise, length);
}

static void
replace_in_intents (Fixture *f, const char *from, const char *to)
{
  overwrite (f, from, to, strlen (to));
}

/* Bob has a bubble of which nobody knows, and Alice another. */
static void
die_in_two_chats (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  write_line (f, f->bob, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Three.\n\nFour.");
  pass (f, 7500);
  g_assert_nonnull (strstr (f->host->log->str, "bob@localhost < Three.\n"));
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 0);
  g_string_truncate (f->host->log, 0);
  f->host->during_say = kill_it;
  f->host->during_data = f;
  ask (f, "One.");
  pass (f, 100);
  g_assert_null (f->engine);
  f->host->during_say = NULL;
  g_ptr_array_set_size (f->host->told, 0);
}

static void
test_damage_is_told_once_and_the_rest_is_read (Fixture *f, gconstpointer data)
{
  static const char notice[] = "notes about what it was sending";

  die_in_two_chats (f);
  damage (f, "\"Three.\"", 20);
  fixture_start (f);
  pass (f, 2000);
  g_assert_cmpuint (count_told (f, notice), ==, 1);
  g_assert_cmpuint (count_told (f, "may not have arrived: “One.”"), ==, 1);
  fixture_crash (f);
  fixture_start (f);
  fixture_quit (f);
  fixture_start (f);
  pass (f, 2000);
  g_assert_cmpuint (count_told (f, notice), ==, 1);
}

/* As long as the rest is needed the file is. */
static void
test_damage_is_told_once_where_nothing_can_be_taken_over (Fixture *f, gconstpointer data)
{
  die_in_two_chats (f);
  damage (f, "\"Three.\"", 20);
  f->host->facts.connected = FALSE;
  fixture_start (f);
  write_line (f, f->bob, "hello?");
  for (guint i = 0; i < 3; i++)
    {
      fixture_crash (f);
      fixture_start (f);
    }
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, f->alice->protocol, f->alice->account, TRUE);
  fixture_settle (f);
  g_assert_cmpuint (count_told (f, "notes about what it was sending"), ==, 1);
  g_assert_cmpuint (count_told (f, "may not have arrived: “One.”"), ==, 1);
}

/* Nobody can tell whether they have the answer already. */
static void
expect_draft (Fixture *f, const char *answer)
{
  g_autofree char *shown = g_strdup_printf ("To send it: /parley send\n%s", answer);

  pass (f, 3000);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  parley_test_backend_answer (f->backend, answer);
  fixture_settle (f);
  pass (f, 2000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, shown), ==, 1);
}

static void
expect_said (Fixture *f, const char *answer)
{
  g_autofree char *said = g_strdup_printf ("alice@localhost < %s\n", answer);

  pass (f, 700000);
  g_ptr_array_set_size (f->host->told, 0);
  ask (f, answer);
  expect_log (f, said);
}

static void
die_at_the_first_bubble (Fixture *f)
{
  f->host->during_say = kill_it;
  f->host->during_data = f;
  ask (f, "One.");
  pass (f, 100);
  g_assert_null (f->engine);
  f->host->during_say = NULL;
  expect_log (f, "alice@localhost < One.\n");
  g_ptr_array_set_size (f->host->told, 0);
}

/* The line still tells whom it is about, but not up to where they were answered. */
static void
test_what_a_damaged_line_is_about_gets_a_draft (Fixture *f, gconstpointer data)
{
  die_at_the_first_bubble (f);
  replace_in_intents (f, "\"mark_count\":1", "\"mark_count\":0");
  fixture_start (f);
  expect_draft (f, "One again.");
  expect_said (f, "Fine.");
}

/* A mark from nowhere would have what they say next taken for answered. */
static void
test_damaged_mark_has_nothing_taken_for_answered (Fixture *f, gconstpointer data)
{
  die_at_the_first_bubble (f);
  replace_in_intents (f, "\"mark_count\":1", "\"mark_count\":9");
  fixture_start (f);
  expect_draft (f, "One again.");
}

/* It may be about anybody. */
static void
test_what_was_not_answered_gets_drafts_when_a_line_is_lost (Fixture *f, gconstpointer data)
{
  die_at_the_first_bubble (f);
  damage (f, "\"One.\"", 6);
  fixture_start (f);
  expect_draft (f, "One again.");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  g_assert_cmpuint (count_told (f, "You get drafts for what was not answered then."), ==, 1);
  expect_said (f, "Fine.");
}

/* Bob's question was never answered, but nobody knows that. */
static void
test_everybody_gets_drafts_when_a_line_is_lost (Fixture *f, gconstpointer data)
{
  f->host->during_say = kill_it;
  f->host->during_data = f;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  write_line (f, f->bob, "are you there?");
  parley_test_backend_answer (f->backend, "One.");
  fixture_settle (f);
  pass (f, 100);
  g_assert_null (f->engine);
  f->host->during_say = NULL;
  expect_log (f, "alice@localhost < One.\n");
  damage (f, "\"One.\"", 6);
  fixture_start (f);
  pass (f, 3000);
  g_assert_cmpuint (f->backend->open.length, ==, 2);
  while (f->backend->open.length > 0)
    parley_test_backend_answer (f->backend, "I am here.");
  pass (f, 2000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "To send it: /parley send\nI am here."), ==, 2);
}

/* The start after that knows of no damage. */
static void
test_killed_before_the_draft_it_is_not_answered (Fixture *f, gconstpointer data)
{
  die_at_the_first_bubble (f);
  damage (f, "\"One.\"", 6);
  fixture_start (f);
  fixture_crash (f);
  fixture_start (f);
  pass (f, 20000);
  while (f->backend->open.length > 0)
    parley_test_backend_answer (f->backend, "One again.");
  pass (f, 20000);
  expect_log (f, "");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/damage/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("told", test_damage_is_told_once_and_the_rest_is_read);
  ADD ("not-taken-over", test_damage_is_told_once_where_nothing_can_be_taken_over);
  ADD ("tied", test_what_a_damaged_line_is_about_gets_a_draft);
  ADD ("mark", test_damaged_mark_has_nothing_taken_for_answered);
  ADD ("untied", test_what_was_not_answered_gets_drafts_when_a_line_is_lost);
  ADD ("everybody", test_everybody_gets_drafts_when_a_line_is_lost);
  ADD ("killed-again", test_killed_before_the_draft_it_is_not_answered);
  return g_test_run ();
}
