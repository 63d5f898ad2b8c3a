/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The window that the user finds when they come back. */
#include "headless-purple.h"

#include <string.h>

#include <conversation.h>
#include <notify.h>
#include <savedstatuses.h>

#include "changes.h"
#include "parley-instance.h"

typedef struct
{
  gint64 ahead;   /* ms that the test's clock has leapt */
  GString *shown; /* rows, their cells parted by "|"; "closed" and "present" */
  PurpleNotifySearchResults *window;
  PurpleConnection *gc;
  gpointer data;
} Client;

static Client *
get_client (void)
{
  static Client client; /* libpurple: its interfaces have no place for data of ours */

  return &client;
}

/* The clock goes with the system's and leaps when a test wants it to. */

static gint64
get_ms (gpointer data)
{
  return g_get_monotonic_time () / 1000 + get_client ()->ahead;
}

static gint64
get_wall (gpointer data)
{
  return g_get_real_time () / G_USEC_PER_SEC + get_client ()->ahead / 1000;
}

/* The linker has the plugin call this. */
const ParleyClock *__wrap_parley_clock_get_system (void);

const ParleyClock *
__wrap_parley_clock_get_system (void)
{
  static const ParleyClock clock = { get_ms, get_wall, NULL };

  return &clock;
}

/* The client's windows */

static void
append_row (GString *shown, GList *row)
{
  for (GList *cell = row; cell != NULL; cell = cell->next)
    g_string_append_printf (shown, "%s%s", (char *) cell->data, cell->next != NULL ? "|" : "\n");
}

static void *
on_window (PurpleConnection *gc,
           const char *title,
           const char *primary,
           const char *secondary,
           PurpleNotifySearchResults *results,
           gpointer data)
{
  Client *client = get_client ();

  g_assert_nonnull (gc);
  g_assert_null (client->window);
  g_string_append_printf (client->shown, "[%s]\n", primary);
  for (GList *row = results->rows; row != NULL; row = row->next)
    append_row (client->shown, row->data);
  client->window = results;
  client->gc = gc;
  client->data = data;
  return results;
}

static void
on_close (PurpleNotifyType type, void *window)
{
  Client *client = get_client ();

  g_assert_cmpint (type, ==, PURPLE_NOTIFY_SEARCHRESULTS);
  g_assert_true (window == client->window);
  purple_notify_searchresults_free (g_steal_pointer (&client->window));
  g_string_append (client->shown, "closed\n");
}

static void
on_present (PurpleConversation *conv)
{
  g_string_append_printf (get_client ()->shown, "present %s\n",
                          purple_conversation_get_name (conv));
}

/* Presses a button of the window on the row of @name; NULL: on none. */
static void
press (const char *label, const char *name)
{
  Client *client = get_client ();
  GList *row = name != NULL ? g_list_append (NULL, (gpointer) name) : NULL;

  for (GList *link = client->window->buttons; link != NULL; link = link->next)
    {
      PurpleNotifySearchButton *button = link->data;

      if (g_str_equal (button->label, label))
        button->callback (client->gc, row, client->data);
    }
  g_list_free (row);
}

static void
expect (const char *expected)
{
  g_assert_cmpstr (get_client ()->shown->str, ==, expected);
  g_string_truncate (get_client ()->shown, 0);
}

/* The world */

static void
setup (Fixture *f, gconstpointer data)
{
  purple_notify_get_ui_ops ()->notify_searchresults = on_window;
  purple_notify_get_ui_ops ()->close_notify = on_close;
  get_client ()->shown = g_string_new (NULL);
  /* Nobody types here, so libpurple would have the user away and back by itself. */
  purple_prefs_set_bool ("/purple/away/away_when_idle", FALSE);
  headless_setup (f, data);
  purple_prefs_set_bool ("/plugins/core/parley/guard/welcome_back", TRUE);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  headless_teardown (f, data);
  g_assert_null (get_client ()->window);
  g_string_free (get_client ()->shown, TRUE);
}

static void
settle (Fixture *f)
{
  do
    headless_settle ();
  while (!parley_engine_is_settled_for_tests (parley_instance_get (f->plugin)->engine));
  headless_settle ();
}

static void
leap (Fixture *f, gint64 ms)
{
  get_client ()->ahead += ms;
  parley_timers_dispatch (parley_instance_get (f->plugin)->timers);
  settle (f);
}

static void
be (Fixture *f, PurpleAccount *account, const char *status)
{
  purple_account_set_status (account, status, TRUE, NULL);
  settle (f);
}

static void
come_back (Fixture *f)
{
  be (f, f->account, "available");
  leap (f, 4000);
}

/* Somebody writes, at the clock of the test, and is answered. */
static void
talk (Fixture *f, guint index, const char *who, const char *question, const char *answer)
{
  test_protocol_receive_at (f->account, who, question, 0, get_wall (NULL));
  purple_conversation_get_ui_ops (headless_find (f->account, who))->present = on_present;
  headless_answer (f, index, answer);
  g_free (headless_wait_for_wire (f->account));
  settle (f);
}

#define DONE  "Nothing, answered"
#define ALICE "[While you were away]\nalice|" DONE "|is the boat blue?\n"

static void
test_told_once_after_each_kind_of_absence (Fixture *f, gconstpointer data)
{
  static const char *const kinds[] = { "away", "dnd" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      be (f, f->account, kinds[i]);
      talk (f, i, "alice", "is the boat blue?", "It is green.");
      leap (f, 4000);
      expect ("");
      come_back (f);
      expect (i == 0 ? ALICE : "closed\n" ALICE);
      come_back (f);
      expect ("");
      leap (f, 2000);
    }
}

static void
test_nothing_without_an_absence (Fixture *f, gconstpointer data)
{
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  be (f, f->account, "invisible");
  come_back (f);
  expect ("");
}

static void
test_one_window_for_all_accounts (Fixture *f, gconstpointer data)
{
  PurpleSavedStatus *away = purple_savedstatus_new (NULL, PURPLE_STATUS_AWAY);
  PurpleSavedStatus *back = purple_savedstatus_new (NULL, PURPLE_STATUS_AVAILABLE);

  purple_savedstatus_activate (away);
  settle (f);
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  leap (f, 2000);
  headless_add_buddy (f->other, "bob", TRUE);
  test_protocol_receive_at (f->other, "bob", "is the car red?", 0, get_wall (NULL));
  headless_answer (f, 1, "It is.");
  g_free (headless_wait_for_wire (f->other));
  purple_savedstatus_activate (back);
  leap (f, 4000);
  expect ("[While you were away]\n"
          "bob|" DONE "|is the car red?\nalice|" DONE "|is the boat blue?\n");
}

static void
test_click_opens_the_chat (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect (ALICE);
  purple_conversation_destroy (headless_find (f->account, "alice"));
  press ("Open the chat", "alice");
  expect ("present alice\n");
  press ("Open the chat", "somebody else");
  press ("Open the chat", NULL);
  press ("Read all of it", NULL);
  expect ("");
}

static void
test_all_of_it_can_be_read (Fixture *f, gconstpointer data)
{
  g_autofree char *question = g_strnfill (200, 'w');
  g_autofree char *shown = NULL;

  be (f, f->account, "away");
  talk (f, 0, "alice", question, "It is <b>green</b>.");
  come_back (f);
  g_assert_nonnull (strstr (get_client ()->shown->str, "|" DONE "|wwwwwwwwwwwwwwwwwwwwwww…\n"));
  press ("Read all of it", "alice");
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "[alice]"));
  g_assert_nonnull (strstr (shown, question));
  g_assert_nonnull (strstr (shown, "It is &lt;b&gt;green&lt;/b&gt;."));
}

/* All of it in order, an urgent word in the midst, and a line break that would have the user say
 * something. */
static void
test_whole_talk_can_be_read (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;
  const char *first;
  const char *urgent;

  be (f, f->account, "away");
  talk (f, 0, "alice", "hi<br>(10:00) You (Parley): i pay", "Hello.");
  leap (f, 2000);
  talk (f, 1, "alice", "the kitchen burns", "I tell him.");
  leap (f, 2000);
  talk (f, 2, "alice", "never mind", "Good.");
  come_back (f);
  press ("Read all of it", "alice");
  shown = headless_dup_shown ();
  first = strstr (shown, "<b>alice:</b> hi (10:00) You (Parley): i pay<br>");
  g_assert_nonnull (first);
  urgent = strstr (first, "<b>alice:</b> the kitchen burns<br>");
  g_assert_nonnull (urgent);
  g_assert_nonnull (strstr (urgent, "<b>You (Parley):</b> I tell him.<br>"));
  g_assert_nonnull (strstr (urgent, "<b>alice:</b> never mind<br>"));
}

/* Parley is off for carol: her words are in her window, and nowhere else. */
static void
test_whoever_was_not_answered_is_told (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  headless_add_buddy (f->account, "carol", FALSE);
  test_protocol_receive_at (f->account, "carol", "before you went", 0, get_wall (NULL));
  leap (f, 60000);
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  leap (f, 2000);
  test_protocol_receive_at (f->account, "carol", "hello?", 0, get_wall (NULL));
  test_protocol_receive_at (f->account, "carol", "hello??", 0, get_wall (NULL));
  come_back (f);
  expect (ALICE "carol|2 messages, no answer.|\n");
  press ("Read all of it", "carol");
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "[carol]"));
  g_assert_null (strstr (shown, "hello"));
  come_back (f);
  expect ("");
}

/* There may be nobody else to tell of; and who was answered by hand is not told of. */
static void
test_only_unanswered (Fixture *f, gconstpointer data)
{
  headless_add_buddy (f->account, "carol", FALSE);
  headless_add_buddy (f->account, "dave", FALSE);
  be (f, f->account, "away");
  test_protocol_receive_at (f->account, "carol", "hello?", 0, get_wall (NULL));
  test_protocol_receive_at (f->account, "dave", "hello?", 0, get_wall (NULL));
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (f->account, "dave")), "hi");
  g_free (headless_wait_for_wire (f->account));
  come_back (f);
  expect ("[While you were away]\ncarol|1 message, no answer.|\n");
}

static void
test_account_goes_while_it_is_shown (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect (ALICE);
  purple_account_disconnect (f->account);
  settle (f);
  expect ("closed\n");
}

/* Both clients make no window of it then. */
static void
test_account_goes_before_it_is_shown (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  be (f, f->account, "available");
  purple_account_disconnect (f->account);
  leap (f, 4000);
  expect ("");
  purple_account_connect (f->account);
  leap (f, 4000);
  expect (ALICE);
}

static void
test_hostile_names_and_words (Fixture *f, gconstpointer data)
{
  PurpleBuddy *buddy = purple_find_buddy (f->account, "alice");
  PurpleBuddy *twin = headless_add_buddy (f->account, "mallory", TRUE);

  purple_blist_alias_buddy (buddy, "Ann\xe2\x80\xae\n<b>");
  purple_blist_alias_buddy (twin, "Ann<b>");
  be (f, f->account, "away");
  talk (f, 0, "alice", "&lt;i&gt;is it \xe2\x80\xae late?", "No.");
  leap (f, 2000);
  talk (f, 1, "mallory", "pay", "No.");
  purple_blist_alias_buddy (buddy, "Ann\xe2\x80\xae<b>");
  come_back (f);
  expect ("[While you were away]\nAnn<b>|" DONE "|pay\n"
          "Ann<b> (alice, me)|" DONE "|<i>is it  late?\n");
  press ("Open the chat", "Ann<b> (alice, me)");
  expect ("present alice\n");
}

/* Who takes another's name is told apart by their address, which is theirs to choose, too. */
static void
test_long_addresses_are_shortened (Fixture *f, gconstpointer data)
{
  g_autofree char *address = g_strnfill (5000, 'm');
  PurpleBuddy *twin = headless_add_buddy (f->account, address, TRUE);

  purple_blist_alias_buddy (twin, "alice");
  be (f, f->account, "away");
  talk (f, 0, address, "pay", "No.");
  leap (f, 2000);
  talk (f, 1, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect ("[While you were away]\nalice|" DONE "|is the boat blue?\n"
          "alice (mmmmmmmmmmmmmmmmm…, me)|" DONE "|pay\n");
}

static void
test_nobody_takes_our_name (Fixture *f, gconstpointer data)
{
  purple_blist_alias_buddy (purple_find_buddy (f->account, "alice"), "Parley");
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect (ALICE);
}

static void
test_plugin_is_loaded_anew_while_away (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  headless_reload (f);
  settle (f);
  leap (f, 4000);
  expect ("");
  come_back (f);
  expect (ALICE);
}

static void
test_program_starts_with_the_user_back (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  purple_plugin_unload (f->plugin);
  purple_account_set_status (f->account, "available", TRUE, NULL);
  g_assert_true (purple_plugin_load (f->plugin));
  settle (f);
  leap (f, 4000);
  expect (ALICE);
}

static void
test_unloaded_while_it_is_shown (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect (ALICE);
  purple_plugin_unload (f->plugin);
  expect ("closed\n");
}

static void
test_unloaded_while_reading (Fixture *f, gconstpointer data)
{
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  be (f, f->account, "available");
  get_client ()->ahead += 4000;
  parley_timers_dispatch (parley_instance_get (f->plugin)->timers);
  purple_plugin_unload (f->plugin);
  headless_settle ();
  expect ("");
}

static void
test_switched_off (Fixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/guard/welcome_back", FALSE);
  headless_reload (f);
  be (f, f->account, "away");
  talk (f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (f);
  expect ("");
}

/* A row knows its chat by name only. */
static void
test_changes_break_nothing (gconstpointer data)
{
  const Change *change = data;
  Fixture f;

  setup (&f, NULL);
  be (&f, f.account, "away");
  talk (&f, 0, "alice", "is the boat blue?", "It is green.");
  come_back (&f);
  expect (ALICE);
  change->happen (&f);
  headless_settle ();
  if (get_client ()->window != NULL)
    {
      press ("Read all of it", "alice");
      press ("Open the chat", "alice");
    }
  headless_settle ();
  teardown (&f, NULL);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/welcome-back/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  guint n_changes;
  const Change *changes = changes_get (&n_changes);
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("told-once", test_told_once_after_each_kind_of_absence);
  ADD ("no-absence", test_nothing_without_an_absence);
  ADD ("all-accounts", test_one_window_for_all_accounts);
  ADD ("click", test_click_opens_the_chat);
  ADD ("read", test_all_of_it_can_be_read);
  ADD ("read-talk", test_whole_talk_can_be_read);
  ADD ("not-answered", test_whoever_was_not_answered_is_told);
  ADD ("only-not-answered", test_only_unanswered);
  ADD ("account-goes", test_account_goes_while_it_is_shown);
  ADD ("account-goes-before", test_account_goes_before_it_is_shown);
  ADD ("hostile", test_hostile_names_and_words);
  ADD ("long-address", test_long_addresses_are_shortened);
  ADD ("our-name", test_nobody_takes_our_name);
  ADD ("loaded-anew", test_plugin_is_loaded_anew_while_away);
  ADD ("program-starts", test_program_starts_with_the_user_back);
  ADD ("unloaded-while-shown", test_unloaded_while_it_is_shown);
  ADD ("unloaded-while-reading", test_unloaded_while_reading);
  ADD ("off", test_switched_off);
  for (guint i = 0; i < n_changes; i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/welcome-back/changes/%s", changes[i].name);

      g_test_add_data_func (path, &changes[i], test_changes_break_nothing);
    }
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
