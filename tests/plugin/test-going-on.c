/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Whoever tells Parley to go on gets back what was, and no more than that. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>

#include "base/parley-timers.h"
#include "parley-instance.h"
#include "contacts/parley-switches.h"

static void
say (PurpleAccount *account, const char *who, const char *command)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who);
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

static const char *
get_mode (Fixture *f, PurpleAccount *account, const char *who)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);

  return parley_mode_to_string (parley_contacts_get_mode (instance->contacts, account, who));
}

static gboolean
is_stopped (Fixture *f, const char *who)
{
  return parley_contacts_is_stopped (parley_instance_get (f->plugin)->contacts, f->account, who);
}

static gboolean
is_paused (Fixture *f)
{
  return parley_settings_get_bool (parley_instance_get (f->plugin)->settings,
                                   PARLEY_SETTING_GUARD_PAUSED);
}

static void
assert_shown (const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  g_test_message ("“%s” has to be in “%s”", part, shown);
  g_assert_nonnull (strstr (shown, part));
}

/* The next answer is a draft, and nothing is sent. */
static void
assert_drafts (Fixture *f, guint index, const char *question)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", question);
  headless_answer (f, index, "Yes.");
  headless_wait_for_trace ("shelved");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
}

typedef struct
{
  const char *name;
  const char *silenced; /* typed before */
  const char *word;     /* typed then */
} Way;

static const Way ways[] = {
  { "stop-on", "parley stop", "parley on" },   { "stop-go", "parley stop", "parley go" },
  { "pause-on", "parley pause", "parley on" }, { "pause-go", "parley pause", "parley go" },
  { "off-on", "parley off", "parley on" },
};

/* The fault: the next answer was sent. */
static void
test_a_draft_chat_stays_one (gconstpointer data)
{
  const Way *way = data;
  Fixture f;

  headless_setup (&f, NULL);
  say (f.account, "alice", "parley draft");
  say (f.account, "alice", way->silenced);
  say (f.account, "alice", way->word);
  g_assert_cmpstr (get_mode (&f, f.account, "alice"), ==, "draft");
  g_assert_false (is_stopped (&f, "alice"));
  g_assert_false (is_paused (&f));
  assert_shown ("Parley shows you each answer, and you send it or not.");
  assert_drafts (&f, 0, "Are you there?");
  headless_teardown (&f, NULL);
}

static void
test_writing_oneself_is_taken_back_only (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");

  say (f->account, "alice", "parley draft");
  assert_drafts (f, 0, "Hello?");
  purple_conv_im_send (PURPLE_CONV_IM (conv), "I am here.");
  headless_settle ();
  say (f->account, "alice", "parley why");
  assert_shown ("because you wrote yourself");
  g_free (test_protocol_dup_wire (f->account));
  say (f->account, "alice", "parley on");
  assert_drafts (f, 1, "Good. And now?");
}

static void
test_go_switches_nobody_on (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley off");
  say (f->account, "alice", "parley pause");
  g_free (headless_dup_shown ());
  say (f->account, "alice", "parley go");
  assert_shown ("Parley goes on in all chats. Switched off for this person.");
  g_assert_false (is_paused (f));
  say (f->account, "alice", "parley go");
  assert_shown ("To switch it on: /parley on");
  g_assert_cmpstr (get_mode (f, f->account, "alice"), ==, "off");
}

/* One who is in a hurry may type it twice. */
static void
test_pause_twice_is_a_pause (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley pause");
  say (f->account, "alice", "parley pause");
  g_assert_true (is_paused (f));
  assert_shown ("Paused in all chats. To go on: /parley go");
}

static gboolean
is_over (gpointer data)
{
  return !is_paused (data);
}

static void
test_pause_for_a_time_ends (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley pause 1 s");
  g_assert_true (is_paused (f));
  assert_shown ("Paused in all chats until ");
  parley_test_wait (is_over, f);
}

/* Whoever asks why it is silent need not type anything. */
static void
test_pause_for_a_time_says_until_when (Fixture *f, gconstpointer data)
{
  gint64 now = parley_timers_wall (parley_instance_get (f->plugin)->timers);
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;

  headless_add_buddy (f->account, "bob", FALSE);
  say (f->account, "alice", "parley pause 2 days");
  when = parley_clock_dup_moment (now + 2 * 86400, now);
  words = g_strdup_printf ("Parley is paused in all chats until %.8s", when);
  g_free (headless_dup_shown ());
  say (f->account, "alice", "parley why");
  assert_shown (words);
  say (f->account, "alice", "parley status");
  assert_shown (words);
  say (f->account, "bob", "parley on");
  assert_shown (words);
  headless_reload (f);
  say (f->account, "alice", "parley why");
  assert_shown (words);
  say (f->account, "alice", "parley pause");
  g_free (headless_dup_shown ());
  say (f->account, "alice", "parley why");
  assert_shown ("Silent: Parley is paused in all chats until you type /parley go.");
}

/* What was to be over while the program did not run is over when it does. */
static void
test_pause_for_a_time_outlives_a_restart (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley pause 10 min");
  g_free (headless_dup_shown ());
  headless_reload (f);
  g_assert_true (is_paused (f));
  say (f->account, "alice", "parley pause 1 s");
  headless_reload (f);
  parley_test_wait (is_over, f);
}

/* The longer pause is the user's last word. */
static void
test_pause_without_an_end_has_none (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley pause 1 s");
  say (f->account, "alice", "parley pause");
  g_free (headless_dup_shown ());
  headless_reload (f);
  g_assert_cmpint (
      parley_switches_get_end_of_pause_for_tests (parley_instance_get (f->plugin)->switches), ==,
      0);
  g_assert_true (is_paused (f));
}

/* A pause is for everybody: switching on one person does not end it, and that is said. */
static void
test_on_for_somebody_new_leaves_the_pause (Fixture *f, gconstpointer data)
{
  headless_add_buddy (f->account, "bob", FALSE);
  say (f->account, "alice", "parley pause");
  g_free (headless_dup_shown ());
  say (f->account, "bob", "parley on");
  g_assert_cmpstr (get_mode (f, f->account, "bob"), ==, "auto");
  g_assert_true (is_paused (f));
  assert_shown ("But not now: Parley is paused in all chats until you type /parley go.");
}

static void
test_off_and_on_outlives_a_restart (Fixture *f, gconstpointer data)
{
  say (f->account, "alice", "parley shadow");
  say (f->account, "alice", "parley off");
  say (f->account, "alice", "parley off");
  headless_reload (f);
  say (f->account, "alice", "parley on");
  g_assert_cmpstr (get_mode (f, f->account, "alice"), ==, "shadow");
}

static void
test_stranger_in_drafts_comes_back_so (Fixture *f, gconstpointer data)
{
  say (f->account, "stranger", "parley draft");
  say (f->account, "stranger", "parley off");
  say (f->account, "stranger", "parley on");
  g_assert_cmpstr (get_mode (f, f->account, "stranger"), ==, "draft");
}

/* On IRC the notice says "If it is them again: /parley on". */
static void
test_who_left_a_nick_comes_back_as_they_were (Fixture *f, gconstpointer data)
{
  PurpleAccount *irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");

  headless_add_buddy (irc, "ann", TRUE);
  say (irc, "ann", "parley draft");
  purple_conversation_set_name (headless_find (irc, "ann"), "somebody");
  g_assert_cmpstr (get_mode (f, irc, "ann"), ==, "off");
  say (irc, "ann", "parley on");
  g_assert_cmpstr (get_mode (f, irc, "ann"), ==, "draft");
}

/* Two buddies of one contact, one of them in drafts: nobody named another mode. */
static void
test_contact_takes_the_most_careful (Fixture *f, gconstpointer data)
{
  PurpleBuddy *first = headless_add_buddy (f->account, "bob", FALSE);
  PurpleBuddy *second = headless_add_buddy (f->account, "rob", FALSE);

  say (f->account, "bob", "parley draft");
  purple_blist_add_buddy (second, purple_buddy_get_contact (first), NULL, NULL);
  g_assert_cmpstr (get_mode (f, f->account, "rob"), ==, "off");
  say (f->account, "rob", "parley on");
  g_assert_cmpstr (get_mode (f, f->account, "rob"), ==, "draft");
  g_assert_cmpstr (get_mode (f, f->account, "bob"), ==, "draft");
}

static void
test_what_cannot_be_read_comes_back_as_drafts (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", FALSE);

  purple_blist_node_set_string (PURPLE_BLIST_NODE (bob), "parley-mode", "darft");
  say (f->account, "bob", "parley on");
  g_assert_cmpstr (get_mode (f, f->account, "bob"), ==, "draft");
}

/* Neither makes room for another answer, and both say so. */
static void
test_on_and_go_at_the_limit (Fixture *f, gconstpointer data)
{
  static const char obstacle[] = "But not now: The limit of answers is reached";

  say (f->account, "alice", "parley set contact_10min 1");
  headless_talk (f, 0, "hm?", "Yes.");
  headless_wait_for_shown ("This chat has reached its limit of answers, so Parley waits for 10 "
                           "minutes. To raise the limit: /parley set contact_10min");
  say (f->account, "alice", "parley on");
  assert_shown (obstacle);
  say (f->account, "alice", "parley go");
  assert_shown (obstacle);
  say (f->account, "alice", "parley why");
  assert_shown ("Silent: The limit of answers is reached");
}

/* What waits need not wait for the time it was told. */
static void
test_a_raised_limit_makes_room (Fixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  say (f->account, "alice", "parley set contact_10min 1");
  headless_talk (f, 0, "hm?", "Yes.");
  g_free (test_protocol_dup_wire (f->account));
  test_protocol_receive (f->account, "alice", "the train is late.");
  headless_answer (f, 1, "So I see.");
  headless_wait_for_trace ("shelved");
  headless_settle ();
  before = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (before, ==, "");
  say (f->account, "alice", "parley set contact_10min 20");
  after = headless_wait_for_wire (f->account);
  g_assert_nonnull (strstr (after, "So I see."));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/going-on/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/going-on/draft/%s", ways[i].name);

      g_test_add_data_func (path, &ways[i], test_a_draft_chat_stays_one);
    }
  ADD ("wrote", test_writing_oneself_is_taken_back_only);
  ADD ("go-off", test_go_switches_nobody_on);
  ADD ("pause-twice", test_pause_twice_is_a_pause);
  ADD ("pause-ends", test_pause_for_a_time_ends);
  ADD ("pause-until", test_pause_for_a_time_says_until_when);
  ADD ("pause-restart", test_pause_for_a_time_outlives_a_restart);
  ADD ("pause-no-end", test_pause_without_an_end_has_none);
  ADD ("pause-new", test_on_for_somebody_new_leaves_the_pause);
  ADD ("restart", test_off_and_on_outlives_a_restart);
  ADD ("stranger", test_stranger_in_drafts_comes_back_so);
  ADD ("nick", test_who_left_a_nick_comes_back_as_they_were);
  ADD ("contact", test_contact_takes_the_most_careful);
  ADD ("at-the-limit", test_on_and_go_at_the_limit);
  ADD ("limit-raised", test_a_raised_limit_makes_room);
  ADD ("broken", test_what_cannot_be_read_comes_back_as_drafts);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
