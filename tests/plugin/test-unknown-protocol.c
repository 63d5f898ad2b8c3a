/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A protocol that nobody told Parley anything of: whose a name is there only the user can say. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>

#include "contacts/parley-choice.h"
#include "contacts/parley-contacts.h"
#include "parley-instance.h"
#include "contacts/parley-switch.h"
#include "contacts/parley-switches.h"
#include "test-dialog.h"

#define ANSWER "Names are safe, _answer"
#define DRAFTS "Only write _drafts"

static void
setup (Fixture *f, gconstpointer data)
{
  headless_setup_bare (f);
  f->account = test_protocol_connect (TEST_PROTOCOL_NEW, "me");
  headless_add_buddy (f->account, "alice", FALSE);
  test_dialogs_begin ();
}

static void
teardown (Fixture *f, gconstpointer data)
{
  test_dialogs_end ();
  headless_teardown (f, data);
}

static void
switch_to (Fixture *f, ParleyMode mode)
{
  parley_switch (parley_instance_get (f->plugin), f->account, "alice", mode);
  headless_settle_all (f);
}

static char *
dup_wire (Fixture *f)
{
  headless_settle_all (f);
  return test_protocol_dup_wire (f->account);
}

static gboolean
is_written_down (gpointer data)
{
  ParleyInstance *instance = parley_instance_get (((Fixture *) data)->plugin);

  return parley_switches_are_settled_for_tests (instance->switches);
}

static void
test_drafts_until_the_user_says_so (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;
  g_autofree char *sent = NULL;

  switch_to (f, PARLEY_MODE_AUTO);
  headless_wait_for_shown ("nothing is remembered of this chat beyond this sitting");
  g_assert_true (test_dialog_get ()->open);
  test_protocol_receive (f->account, "alice", "are you there?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_shown ("To send it: /parley send");
  wire = dup_wire (f);
  g_assert_cmpstr (wire, ==, "");
  test_dialog_press (ANSWER);
  headless_wait_for_shown ("Parley now answers by itself on this account.");
  g_assert_true (is_written_down (f));
  test_protocol_receive (f->account, "alice", "and now?");
  headless_answer (f, 1, "Now, too.");
  sent = headless_wait_for_wire (f->account);
  g_assert_cmpstr (sent, ==, "alice < Now, too.\n");
}

static void
test_who_wants_drafts_is_asked_once (Fixture *f, gconstpointer data)
{
  switch_to (f, PARLEY_MODE_AUTO);
  test_dialog_press (DRAFTS);
  headless_wait_for_shown ("Parley only writes drafts on this account.");
  switch_to (f, PARLEY_MODE_OFF);
  switch_to (f, PARLEY_MODE_AUTO);
  g_assert_false (test_dialog_get ()->open);
  test_protocol_receive (f->account, "alice", "are you there?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_shown ("To send it: /parley send");
}

static void
test_drafts_ask_nothing (Fixture *f, gconstpointer data)
{
  switch_to (f, PARLEY_MODE_DRAFT);
  g_assert_false (test_dialog_get ()->open);
}

/* libpurple writes its accounts seconds later, and died in between. */
static void
test_taken_back_outlives_a_crash (Fixture *f, gconstpointer data)
{
  switch_to (f, PARLEY_MODE_AUTO);
  test_dialog_press (DRAFTS);
  parley_test_wait (is_written_down, f);
  parley_choice_set_protocol (f->account, TRUE);
  headless_reload (f);
  g_assert_cmpint (parley_choice_read_protocol (f->account), ==, PARLEY_PROTOCOL_NOT_TRUSTED);
}

static void
test_known_protocols_ask_nothing (Fixture *f, gconstpointer data)
{
  f->other = test_protocol_connect (TEST_PROTOCOL_A, "me");
  headless_add_buddy (f->other, "bob", FALSE);
  parley_switch (parley_instance_get (f->plugin), f->other, "bob", PARLEY_MODE_AUTO);
  headless_settle_all (f);
  g_assert_false (test_dialog_get ()->open);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/unknown-protocol/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("drafts", test_drafts_until_the_user_says_so);
  ADD ("asked-once", test_who_wants_drafts_is_asked_once);
  ADD ("no-question/draft", test_drafts_ask_nothing);
  ADD ("no-question/known", test_known_protocols_ask_nothing);
  ADD ("crash", test_taken_back_outlives_a_crash);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
