/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The program “parley” forgets somebody beside a client that has it all at hand. */
#include "engine-fixture.h"

#include <string.h>
#include <glib/gstdio.h>

static void
talk (Fixture *f, const char *question, const char *answer)
{
  write_line (f, f->alice, question);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  f->clock.wall += 30;
}

/* Whether a text is in the newest request. */
static gboolean
is_told (Fixture *f, const char *text)
{
  ParleyRequest *request = f->backend->requests->pdata[f->backend->requests->len - 1];

  for (guint i = 0; i < request->messages->len; i++)
    {
      if (strstr (((ParleyMessage *) request->messages->pdata[i])->text, text) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
run_forget (Fixture *f, const char *program)
{
  g_autofree char *path = g_build_filename (f->folder, "store.db", NULL);
  g_autofree char *chat = g_strdup_printf ("%s/%s", f->alice->account, f->alice->person);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, program, "memory", "forget",
                          "--store", path, "--chat", chat, NULL);

  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (child, NULL, &error));
  g_assert_no_error (error);
}

static void
test_the_next_prompt_knows_nothing_of_it (Fixture *f, gconstpointer program)
{
  talk (f, "is the boat blue?", "It is green.");
  run_forget (f, program);
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_true (is_told (f, "and the car?"));
  g_assert_false (is_told (f, "is the boat blue?"));
  g_assert_false (is_told (f, "It is green."));
}

/* It is forgotten between a message and the request for its answer. */
static void
test_nor_the_one_that_is_about_to_be_sent (Fixture *f, gconstpointer program)
{
  talk (f, "is the boat blue?", "It is green.");
  write_line (f, f->alice, "and the car?");
  run_forget (f, program);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_false (is_told (f, "is the boat blue?"));
  g_assert_false (is_told (f, "It is green."));
}

static void
test_others_are_not_forgotten (Fixture *f, gconstpointer program)
{
  write_line (f, f->bob, "is the boat blue?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is green.");
  pass (f, 100);
  f->clock.wall += 30;
  talk (f, "is the cat black?", "It is white.");
  run_forget (f, program);
  write_line (f, f->bob, "and the car?");
  pass (f, 1000);
  g_assert_true (is_told (f, "is the boat blue?"));
}

/* --- a draft that is on the screen --- */

static void
draft (Fixture *f)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is green.");
  pass (f, 3000);
  g_ptr_array_set_size (f->host->told, 0);
}

static const char *
get_told (Fixture *f)
{
  g_assert_cmpuint (f->host->told->len, ==, 1);
  return f->host->told->pdata[0];
}

static void
test_draft_is_not_sent (Fixture *f, gconstpointer program)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  draft (f);
  run_forget (f, program);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
  g_assert_cmpstr (get_told (f), ==, "There is no draft.");
  g_assert_false (is_in_files (f, "It is green."));
}

static void
test_draft_is_not_changed (Fixture *f, gconstpointer program)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  draft (f);
  run_forget (f, program);
  parley_engine_edit_proposal (f->engine, f->alice, "It is red.");
  g_assert_cmpstr (get_told (f), ==, "There is no draft.");
  g_ptr_array_set_size (f->host->told, 0);
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  g_assert_cmpstr (get_told (f), ==, "There is no draft.");
  g_ptr_array_set_size (f->host->told, 0);
  send_draft (f, f->alice, 1);
  expect_log (f, "");
  g_assert_false (is_in_files (f, "It is green."));
}

static void
test_countdown_does_not_send_it (Fixture *f, gconstpointer program)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  draft (f);
  run_forget (f, program);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_false (is_in_files (f, "It is green."));
}

static void
test_draft_of_others_is_sent (Fixture *f, gconstpointer program)
{
  g_autoptr (ParleyChatKey) alice = g_steal_pointer (&f->alice);

  f->host->facts.mode = PARLEY_MODE_DRAFT;
  f->alice = parley_chat_key_copy (f->bob);
  draft (f);
  parley_chat_key_free (f->alice);
  f->alice = parley_chat_key_copy (alice);
  draft (f);
  run_forget (f, program);
  send_draft (f, f->bob, 0);
  expect_log (f, "bob@localhost < It is green.\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/forgotten/" name, Fixture, program, fixture_setup_kept, func,               \
              fixture_teardown)

int
main (int argc, char **argv)
{
  const char *program;

  g_test_init (&argc, &argv, NULL);
  program = argv[1];
  ADD ("the-next-prompt-knows-nothing-of-it", test_the_next_prompt_knows_nothing_of_it);
  ADD ("nor-the-one-that-is-about-to-be-sent", test_nor_the_one_that_is_about_to_be_sent);
  ADD ("others-are-not-forgotten", test_others_are_not_forgotten);
  ADD ("draft/sent", test_draft_is_not_sent);
  ADD ("draft/changed", test_draft_is_not_changed);
  ADD ("draft/countdown", test_countdown_does_not_send_it);
  ADD ("draft/of-others", test_draft_of_others_is_sent);
  return g_test_run ();
}
