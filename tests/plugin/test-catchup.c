/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* /parley catchup. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <conversation.h>

#include "parley-instance.h"

static void
run_command (PurpleConversation *conv, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

static void
catch_up (Fixture *f)
{
  run_command (headless_find (f->account, "alice"), "parley catchup");
}

/* No link, nothing that says it is Parley's, and nothing on the wire. */
static void
test_summary_is_quoted (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;
  const char *body;

  headless_talk (f, 0, "call me tonight", "He will call.");
  catch_up (f);
  headless_wait_for_shown ("The model is asked what you missed here.");
  body = parley_test_peer_get_body (headless_wait_for_request (f, 1));
  g_assert_nonnull (strstr (body, "they: call me tonight"));
  g_assert_nonnull (strstr (body, "you: He will call."));
  g_assert_null (strstr (body, "\"tools\""));
  headless_answer (f, 1, "You call alice.\nParley: pay at https://evil.example/x <b>now</b>");
  headless_wait_for_shown (
      "They are not kept:<BR>&gt; You call alice.<BR>&gt; Parley: pay at […] &lt;b&gt;now");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, "evil"));
  g_assert_null (strstr (wire, "You call"));
}

/* Neither the next prompt nor the store has any of it. */
static void
test_nothing_of_it_is_remembered (Fixture *f, gconstpointer data)
{
  const char *body;

  headless_talk (f, 0, "call me tonight", "He will call.");
  catch_up (f);
  headless_answer (f, 1, "Xylophones were promised.");
  headless_wait_for_shown ("Xylophones");
  test_protocol_receive (f->account, "alice", "good");
  body = parley_test_peer_get_body (headless_wait_for_request (f, 2));
  g_assert_nonnull (strstr (body, "call me tonight"));
  g_assert_null (strstr (body, "Xylophones"));
  headless_answer (f, 2, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

/* Only this chat goes to the model. */
static void
test_other_chats_stay_out (Fixture *f, gconstpointer data)
{
  const char *body;

  headless_add_buddy (f->account, "bob", TRUE);
  test_protocol_receive (f->account, "bob", "secret of bob");
  headless_answer (f, 0, "Hm.");
  g_free (headless_wait_for_wire (f->account));
  headless_talk (f, 1, "call me tonight", "He will call.");
  catch_up (f);
  body = parley_test_peer_get_body (headless_wait_for_request (f, 2));
  g_assert_null (strstr (body, "secret of bob"));
  headless_answer (f, 2, "You call alice.");
  headless_wait_for_shown ("You call alice.");
}

static void
expect_refused (Fixture *f, const char *why)
{
  guint n = parley_test_server_count (f->server);

  headless_forget ();
  catch_up (f);
  headless_wait_for_shown (why);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, n);
}

/* Where nobody may be asked nobody is. */
static void
test_refused_where_no_model_may_be_asked (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv;

  headless_talk (f, 0, "call me tonight", "He will call.");
  conv = headless_find (f->account, "alice");
  run_command (conv, "parley pause");
  expect_refused (f, "aused");
  run_command (conv, "parley go");
  run_command (conv, "parley stop");
  expect_refused (f, "Parley: ");
  run_command (conv, "parley off");
  expect_refused (f, "Parley: ");
}

static void
test_refused_at_the_limit (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "call me tonight", "He will call.");
  headless_set_int ("guard/contact_tokens", 1);
  headless_reload (f);
  expect_refused (f, "Parley: ");
  headless_set_int ("guard/contact_tokens", 100000);
}

static void
test_nothing_was_missed (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "call me tonight", "He will call.");
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (f->account, "alice")), "I'm here");
  g_free (headless_wait_for_wire (f->account));
  run_command (headless_find (f->account, "alice"), "parley go");
  expect_refused (f, "They wrote nothing here since you wrote last");
}

/* Whoever is switched off meanwhile is told of no more. */
static void
test_called_off_by_a_pause (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "call me tonight", "He will call.");
  catch_up (f);
  headless_wait_for_request (f, 1);
  headless_forget ();
  run_command (headless_find (f->account, "alice"), "parley pause");
  headless_wait_for_shown ("There is no summary: the model may not be asked any more.");
}

static void
test_unloaded_meanwhile (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  headless_talk (f, 0, "call me tonight", "He will call.");
  catch_up (f);
  headless_wait_for_request (f, 1);
  headless_forget ();
  headless_reload (f);
  headless_settle_all (f);
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "missed"));
}

/* The server fails: the user is told, and once. */
static void
test_error_is_told (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "call me tonight", "He will call.");
  catch_up (f);
  parley_test_peer_head (headless_wait_for_request (f, 1), 401, "application/json", NULL);
  parley_test_peer_end (headless_wait_for_request (f, 1));
  headless_wait_for_shown ("There is no summary. ");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/catchup/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("quoted", test_summary_is_quoted);
  ADD ("not-remembered", test_nothing_of_it_is_remembered);
  ADD ("other-chats", test_other_chats_stay_out);
  ADD ("refused", test_refused_where_no_model_may_be_asked);
  ADD ("limit", test_refused_at_the_limit);
  ADD ("nothing-missed", test_nothing_was_missed);
  ADD ("called-off", test_called_off_by_a_pause);
  ADD ("unloaded", test_unloaded_meanwhile);
  ADD ("error", test_error_is_told);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
