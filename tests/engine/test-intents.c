/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is about to be said is on the disk before it is: whatever ends the program then, nothing is
 * said twice, and the user is told what may have been said. */
#include "engine-fixture.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <glib/gstdio.h>

#include "session/parley-session-private.h"
#include "test-disk.h"

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

/* Between the intent and what came of it. */
static void
die_while_saying (Fixture *f)
{
  f->host->during_say = kill_it;
  f->host->during_data = f;
  ask (f, "One.\n\nTwo.");
  pass (f, 100);
  g_assert_null (f->engine);
  f->host->during_say = NULL;
  expect_log (f, "alice@localhost < One.\n");
  g_ptr_array_set_size (f->host->told, 0);
  fixture_start (f);
}

static void
test_killed_in_the_middle_of_saying_says_nothing_again (Fixture *f, gconstpointer data)
{
  guint n = f->backend->requests->len;

  die_while_saying (f);
  pass (f, 20000);
  g_assert_cmpuint (f->backend->requests->len, ==, n + 1);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "may not have arrived: “One.”"), ==, 1);
  g_assert_cmpuint (count_told (f, "/parley send\nTwo."), ==, 1);
}

static void
test_model_and_user_know_what_may_have_arrived (Fixture *f, gconstpointer data)
{
  die_while_saying (f);
  ask (f, "Fine.");
  g_assert_true (parley_test_backend_was_told (f->backend, "[perhaps not delivered] One."));
  expect_log (f, "alice@localhost < Fine.\n");
}

/* It may be long until somebody uses the chat again. */
static void
test_killed_twice_tells_it_once (Fixture *f, gconstpointer data)
{
  die_while_saying (f);
  fixture_crash (f);
  fixture_start (f);
  fixture_quit (f);
  fixture_start (f);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "may not have arrived: “One.”"), ==, 1);
}

static void
test_killed_between_two_bubbles_keeps_the_rest (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  ask (f, "One.\n\nTwo.");
  pass (f, 7000);
  g_assert_nonnull (strstr (f->host->log->str, "alice@localhost < One.\n"));
  g_assert_null (strstr (f->host->log->str, "Two."));
  fixture_crash (f);
  g_string_truncate (f->host->log, 0);
  fixture_start (f);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "may not have arrived"), ==, 0);
  g_assert_cmpuint (count_told (f, "/parley send\nTwo."), ==, 1);
}

/* What the system says may be a fragment or a sentence. */
static void
test_reason_ends_with_one_full_stop (void)
{
  static const char *const reasons[] = { "no space left", "no space left.", "no space left..." };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autofree char *line = parley_session_dup_undeclared (reasons[i]);

      g_assert_cmpstr (line, ==, "What is sent can't be written down first: no space left.");
    }
}

static void
test_whole_answer_leaves_nothing (Fixture *f, gconstpointer data)
{
  ask (f, "One.\n\nTwo.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < One.\nalice@localhost < Two.\n");
  fixture_crash (f);
  fixture_start (f);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_private_chat_leaves_no_trace (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  f->host->during_say = kill_it;
  f->host->during_data = f;
  ask (f, "Xyzzy.");
  pass (f, 100);
  f->host->during_say = NULL;
  expect_log (f, "alice@localhost < Xyzzy.\n");
  fixture_start (f);
  g_assert_false (is_in_files (f, "Xyzzy"));
}

static void
test_draft_that_was_being_sent_is_not_sent_again (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  ask (f, "One.\n\nTwo.");
  pass (f, 3000);
  f->host->during_say = kill_it;
  f->host->during_data = f;
  send_draft (f, f->alice, 0);
  f->host->during_say = NULL;
  expect_log (f, "alice@localhost < One.\n");
  fixture_start (f);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "may not have arrived: “One.”"), ==, 1);
  g_assert_cmpuint (count_told (f, "/parley send\nTwo."), ==, 1);
}

/* A disk that takes its time, or takes nothing */

/* Time passes, and nothing is waited for. */
static void
wait_meanwhile (Fixture *f, gint64 ms)
{
  for (; ms > 0; ms -= 500)
    {
      parley_test_clock_advance (&f->clock, 500);
      parley_timers_dispatch (f->timers);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

static void
wait_until_told (Fixture *f, const char *part)
{
  while (count_told (f, part) == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_busy_disk_holds_the_answer_and_is_told_once (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  parley_test_disk_begin (&disk);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_atomic_int_set (&disk.hangs, TRUE);
  parley_test_backend_answer (f->backend, "One.");
  wait_meanwhile (f, 29000);
  g_assert_cmpstr (f->host->log->str, ==, "");
  g_assert_cmpuint (count_told (f, "until the disk is less busy"), ==, 0);
  wait_meanwhile (f, 60000);
  g_assert_cmpstr (f->host->log->str, ==, "");
  g_assert_cmpuint (count_told (f, "until the disk is less busy"), ==, 1);
  g_atomic_int_set (&disk.hangs, FALSE);
  fixture_settle (f);
  parley_test_disk_end ();
  expect_log (f, "alice@localhost < One.\n");
}

static void
test_disk_that_stays_busy_makes_a_draft (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  parley_test_disk_begin (&disk);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_atomic_int_set (&disk.hangs, TRUE);
  parley_test_backend_answer (f->backend, "One.\n\nTwo.");
  wait_meanwhile (f, 125000);
  g_atomic_int_set (&disk.hangs, FALSE);
  fixture_settle (f);
  parley_test_disk_end ();
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "can't be written down first: the disk is busy."), ==, 1);
  g_assert_cmpuint (count_told (f, "\nOne.\nTwo."), ==, 1);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < One.\nalice@localhost < Two.\n");
}

static void
test_full_disk_makes_a_draft_that_the_user_may_send (Fixture *f, gconstpointer data)
{
  static const int numbers[] = { ENOSPC, EROFS };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      ParleyTestDisk disk = { 0 };

      parley_test_disk_begin (&disk);
      write_line (f, f->alice, i == 0 ? "hm?" : "and?");
      pass (f, 1000);
      g_atomic_int_set (&disk.number, numbers[i]);
      g_atomic_int_set (&disk.sync_number, numbers[i]);
      parley_test_backend_answer (f->backend, "One.\n\nTwo.");
      parley_timers_dispatch (f->timers);
      wait_until_told (f, "\nOne.\nTwo.");
      expect_log (f, "");
      wait_meanwhile (f, 2000);
      parley_engine_send_proposal (f->engine, f->alice, 0);
      wait_until_told (f, "noted in memory only");
      while (strstr (f->host->log->str, "Two.") == NULL)
        g_main_context_iteration (NULL, TRUE);
      expect_log (f, "alice@localhost < One.\nalice@localhost < Two.\n");
      g_assert_cmpuint (count_told (f, "noted in memory only"), ==, 1);
      g_ptr_array_set_size (f->host->told, 0);
      parley_test_disk_end ();
      fixture_settle (f);
    }
}

static void
test_words_meanwhile_take_the_answer_back (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  parley_test_disk_begin (&disk);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_atomic_int_set (&disk.hangs, TRUE);
  parley_test_backend_answer (f->backend, "One.");
  wait_meanwhile (f, 500);
  write_while_loading (f, f->alice, "no wait.");
  g_atomic_int_set (&disk.hangs, FALSE);
  fixture_settle (f);
  parley_test_disk_end ();
  expect_log (f, "");
  fixture_crash (f);
  fixture_start (f);
  g_assert_cmpuint (count_told (f, "may not have arrived"), ==, 0);
}

/* Who begins to type while a draft that is counted down is written down is waited for. */
static void
test_typing_meanwhile_holds_a_countdown (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  parley_test_disk_begin (&disk);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.");
  fixture_settle (f);
  g_atomic_int_set (&disk.hangs, TRUE);
  wait_meanwhile (f, 8500);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  g_atomic_int_set (&disk.hangs, FALSE);
  fixture_settle (f);
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  fixture_settle (f);
  parley_test_disk_end ();
  expect_log (f, "alice@localhost < One.\n");
}

/* Whoever came back while the disk was busy gets to say it themselves. */
static void
test_permission_is_asked_again_when_the_disk_is_done (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  parley_test_disk_begin (&disk);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_atomic_int_set (&disk.hangs, TRUE);
  parley_test_backend_answer (f->backend, "One.");
  wait_meanwhile (f, 100);
  f->host->facts.paused = TRUE;
  g_atomic_int_set (&disk.hangs, FALSE);
  fixture_settle (f);
  parley_test_disk_end ();
  expect_log (f, "");
  f->host->facts.paused = FALSE;
  fixture_crash (f);
  fixture_start (f);
  g_assert_cmpuint (count_told (f, "may not have arrived"), ==, 0);
}

/* At the end */

static gint64
measure_quitting (Fixture *f)
{
  gint64 from = g_get_monotonic_time ();

  g_clear_pointer (&f->engine, parley_engine_free);
  return (g_get_monotonic_time () - from) / G_TIME_SPAN_MILLISECOND;
}

/* The worker, which nobody waited for, has seen to it. */
static void
await_no_intents (Fixture *f)
{
  gboolean found = TRUE;

  while (found)
    {
      g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);

      found = FALSE;
      for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
        found = found || g_str_has_prefix (name, "intents-");
      g_main_context_iteration (NULL, FALSE);
    }
  parley_test_backend_settle ();
}

static void
assert_pending (Fixture *f, const char *texts)
{
  g_autofree char *path = g_build_filename (f->folder, "store.db", NULL);
  sqlite3 *other = NULL;
  sqlite3_stmt *statement = NULL;

  fixture_settle (f);
  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (other,
                                       "SELECT group_concat (text, '|') FROM (SELECT text FROM "
                                       "pending WHERE text LIKE 'are%' ORDER BY id)",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, texts);
  sqlite3_finalize (statement);
  sqlite3_close (other);
}

/* With a bubble that waits for its line, and a store whose first commit and whose closing wait,
 * too. The shortest of some times counts: the machine has other things to do. */
static void
test_quitting_waits_a_tenth_of_a_second_for_a_hanging_disk (Fixture *f, gconstpointer data)
{
  gint64 shortest[2] = { G_MAXINT64, G_MAXINT64 };

  for (guint i = 0; i < 5; i++)
    {
      ParleyTestDisk disk = { 0 };
      g_autofree char *words = g_strdup_printf ("are you there? %u", i);
      gint64 took;

      if (i > 0)
        fixture_start (f);
      if (i % 2 == 0)
        {
          write_line (f, f->alice, "hm?");
          pass (f, 1000);
        }
      parley_test_disk_begin (&disk);
      g_atomic_int_set (&disk.hangs, TRUE);
      if (i % 2 == 0)
        parley_test_backend_answer (f->backend, "One.");
      write_while_loading (f, f->bob, words);
      wait_meanwhile (f, 1000);
      took = measure_quitting (f);
      shortest[i % 2] = MIN (shortest[i % 2], took);
      g_test_message ("%d ms", (int) took);
      g_atomic_int_set (&disk.hangs, FALSE);
      await_no_intents (f);
      parley_test_disk_end ();
      expect_log (f, "");
    }
  g_assert_cmpint (shortest[0], <, 150);
  g_assert_cmpint (shortest[1], <, 150);
  fixture_start (f);
  assert_pending (f, "are you there? 0|are you there? 1|are you there? 2|are you there? 3"
                     "|are you there? 4");
  g_assert_cmpuint (count_told (f, "may not have arrived"), ==, 0);
}

/* A power cut */

static void
copy_file (const char *from_folder, const char *to_folder, const char *name)
{
  g_autofree char *from = g_build_filename (from_folder, name, NULL);
  g_autofree char *to = g_build_filename (to_folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize length = 0;

  g_remove (to);
  if (g_file_get_contents (from, &bytes, &length, NULL))
    g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
}

/* A question that is known for good, and is asked about now. */
static void
begin_lasting (Fixture *f, ParleyTestDisk *disk)
{
  write_line (f, f->alice, "hm?");
  fixture_quit (f);
  disk->lasting = g_build_filename (f->top, "lasting", NULL);
  g_assert_cmpint (g_mkdir (disk->lasting, 0700), ==, 0);
  copy_file (f->folder, disk->lasting, "store.db");
  parley_test_disk_begin (disk);
  fixture_start (f);
  pass (f, 3000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

/* What the store wrote and was not on the disk yet is gone. Of the intents that is gone which was
 * to go: it may have been on the disk as soon as it was done. */
static void
cut_power (Fixture *f, ParleyTestDisk *disk)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  fixture_settle (f);
  parley_test_disk_end ();
  fixture_crash (f);
  dir = g_dir_open (f->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);

      if (g_str_has_prefix (name, "store.db"))
        g_remove (path);
    }
  copy_file (disk->lasting, f->folder, "store.db");
  copy_file (disk->lasting, f->folder, "store.db-wal");
  g_free ((char *) disk->lasting);
}

static void
expect_no_second_answer (Fixture *f)
{
  guint n = f->backend->requests->len;

  g_ptr_array_set_size (f->host->told, 0);
  fixture_start (f);
  pass (f, 20000);
  g_assert_cmpuint (f->backend->requests->len, ==, n);
  expect_log (f, "");
  ask (f, "Fine.");
  g_assert_true (parley_test_backend_was_told (f->backend, "One."));
  expect_log (f, "alice@localhost < Fine.\n");
}

static void
test_power_cut_after_an_answer_says_nothing_again (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };

  begin_lasting (f, &disk);
  parley_test_backend_answer (f->backend, "One.");
  pass (f, 3000);
  expect_log (f, "alice@localhost < One.\n");
  cut_power (f, &disk);
  expect_no_second_answer (f);
}

/* Another program has the store at the end, so that it can't be written. */
static void
test_power_cut_after_quitting_says_nothing_again (Fixture *f, gconstpointer data)
{
  g_autofree char *path = NULL;
  ParleyTestDisk disk = { 0 };
  sqlite3 *other = NULL;

  begin_lasting (f, &disk);
  path = g_build_filename (f->folder, "store.db", NULL);
  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==, SQLITE_OK);
  parley_test_backend_answer (f->backend, "One.");
  wait_meanwhile (f, 1000);
  while (*f->host->log->str == '\0')
    g_main_context_iteration (NULL, TRUE);
  expect_log (f, "alice@localhost < One.\n");
  fixture_quit (f);
  sqlite3_close (other);
  cut_power (f, &disk);
  expect_no_second_answer (f);
}

/* What it costs */

static void
test_idle_disk_takes_one_turn_of_the_loop (Fixture *f, gconstpointer data)
{
  guint n = 0;

  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.");
  fixture_settle (f);
  g_string_truncate (f->host->log, 0); /* our typing is shown */
  parley_test_clock_advance (&f->clock, 9000);
  parley_timers_dispatch (f->timers);
  while (*f->host->log->str == '\0')
    n += g_main_context_iteration (NULL, TRUE);
  expect_log (f, "alice@localhost < One.\n");
  g_assert_cmpuint (n, ==, 1);
}

/* Perhaps */

static void
test_what_may_have_arrived_is_never_said_again (Fixture *f, gconstpointer data)
{
  f->host->delivery = PARLEY_DELIVERY_UNKNOWN;
  ask (f, "One.\n\nTwo.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < One.\n");
  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  g_assert_cmpuint (count_told (f, "may not have arrived"), ==, 1);
  g_assert_cmpuint (count_told (f, "/parley send\nTwo."), ==, 1);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 20000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  expect_log (f, "");
  ask (f, "Fine.");
  g_assert_true (parley_test_backend_was_told (f->backend, "[perhaps not delivered] One."));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/intents/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("killed-while-saying", test_killed_in_the_middle_of_saying_says_nothing_again);
  ADD ("known", test_model_and_user_know_what_may_have_arrived);
  ADD ("told-once", test_killed_twice_tells_it_once);
  ADD ("killed-between", test_killed_between_two_bubbles_keeps_the_rest);
  g_test_add_func ("/engine/intents/full-stop", test_reason_ends_with_one_full_stop);
  ADD ("nothing-left", test_whole_answer_leaves_nothing);
  ADD ("private", test_private_chat_leaves_no_trace);
  ADD ("draft", test_draft_that_was_being_sent_is_not_sent_again);
  ADD ("busy", test_busy_disk_holds_the_answer_and_is_told_once);
  ADD ("busy-for-long", test_disk_that_stays_busy_makes_a_draft);
  ADD ("full", test_full_disk_makes_a_draft_that_the_user_may_send);
  ADD ("words-meanwhile", test_words_meanwhile_take_the_answer_back);
  ADD ("countdown-typing", test_typing_meanwhile_holds_a_countdown);
  ADD ("permission", test_permission_is_asked_again_when_the_disk_is_done);
  ADD ("quitting", test_quitting_waits_a_tenth_of_a_second_for_a_hanging_disk);
  ADD ("power-cut", test_power_cut_after_an_answer_says_nothing_again);
  ADD ("power-cut-after-quitting", test_power_cut_after_quitting_says_nothing_again);
  ADD ("one-turn", test_idle_disk_takes_one_turn_of_the_loop);
  ADD ("perhaps", test_what_may_have_arrived_is_never_said_again);
  return g_test_run ();
}
