/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is answered, when and how far: contacts, groups, accounts, and what of it can't be read. */
#include "headless-purple.h"

#include <string.h>

#include "contacts/parley-choice.h"
#include "contacts/parley-contacts.h"
#include "parley-instance.h"

#define MODE "parley-mode"
#define WHEN "parley-when"

static void
set (gpointer node, const char *name, const char *value)
{
  purple_blist_node_set_string (node, name, value);
}

static void
set_account (PurpleAccount *account, const char *name, const char *value)
{
  purple_account_set_ui_string (account, "parley", name, value);
}

static PurpleBlistNode *
add (PurpleAccount *account, const char *name)
{
  return PURPLE_BLIST_NODE (headless_add_buddy (account, name, FALSE));
}

static PurpleGroup *
get_group (PurpleBlistNode *buddy)
{
  return purple_buddy_get_group (PURPLE_BUDDY (buddy));
}

/* Once more, in another group. */
static PurpleBlistNode *
add_to (PurpleAccount *account, const char *name, const char *group_name)
{
  PurpleGroup *group = purple_group_new (group_name);
  PurpleBuddy *buddy = purple_buddy_new (account, name, NULL);

  purple_blist_add_group (group, NULL);
  purple_blist_add_buddy (buddy, NULL, group, NULL);
  return PURPLE_BLIST_NODE (buddy);
}

static ParleyFacts
get_facts (Fixture *f, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyFacts facts = { 0 };

  parley_host_get_facts (PARLEY_HOST (parley_instance_get (f->plugin)->host), key, &facts);
  return facts;
}

#define assert_mode(name, expected)                                                                \
  g_assert_cmpstr (parley_mode_to_string (get_facts (f, f->account, name).mode), ==, expected)

#define assert_rule(name, broken, rests)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    ParleyFacts facts_ = get_facts (f, f->account, name);                                          \
    g_assert_cmpint (facts_.rule_broken, ==, broken);                                              \
    g_assert_cmpint (facts_.rule_rests, ==, rests);                                                \
  }                                                                                                \
  G_STMT_END

static void
assert_not_answered (Fixture *f, const char *name)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, name, "hm?");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
assert_answered (Fixture *f, const char *name)
{
  g_autofree char *expected = g_strdup_printf ("%s < Yes.\n", name);
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, name, "hm?");
  headless_answer (f, parley_test_server_count (f->server), "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, expected);
}

/* Groups outlive the accounts of a test. */
static void
teardown (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *group = purple_blist_get_root ();

  headless_teardown (f, data);
  for (; group != NULL; group = purple_blist_node_get_sibling_next (group))
    parley_choice_clear (group);
}

/* Precedence */

static void
test_contact_before_group_before_account (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");
  PurpleGroup *group = get_group (bob);

  assert_mode ("bob", "off");
  set_account (f->account, MODE, "auto");
  assert_mode ("bob", "auto");
  set (group, MODE, "draft");
  assert_mode ("bob", "draft");
  set (bob, MODE, "countdown");
  assert_mode ("bob", "countdown");
  set (bob, MODE, "off");
  assert_mode ("bob", "off");
  purple_blist_node_remove_setting (bob, MODE);
  assert_mode ("bob", "draft");
  set_account (f->account, MODE, "off");
  assert_mode ("bob", "draft");
  set (group, MODE, "off");
  set_account (f->account, MODE, "auto");
  assert_mode ("bob", "off");
}

static void
test_when_has_the_same_precedence (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));

  set_account (f->account, WHEN, "away");
  assert_rule ("alice", FALSE, TRUE);
  set (get_group (alice), WHEN, "always");
  assert_rule ("alice", FALSE, FALSE);
  set (alice, WHEN, "idle");
  assert_rule ("alice", FALSE, TRUE);
  assert_mode ("alice", "auto");
}

static void
test_most_careful_group_counts (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *first = add_to (f->account, "bob", "Friends");
  PurpleBlistNode *second = add_to (f->account, "bob", "Work");

  set (get_group (first), MODE, "auto");
  assert_mode ("bob", "off");
  set (get_group (second), MODE, "draft");
  assert_mode ("bob", "draft");
  set (get_group (second), MODE, "auto");
  set (get_group (second), WHEN, "away");
  assert_rule ("bob", FALSE, TRUE);
  set (get_group (second), WHEN, "sometimes");
  assert_rule ("bob", TRUE, FALSE);
}

static void
test_strangers_are_not_covered (Fixture *f, gconstpointer data)
{
  set_account (f->account, MODE, "auto");
  assert_mode ("stranger", "off");
  assert_not_answered (f, "stranger");
}

/* Until the user takes them into the list, where they have not chosen yet. */
static void
test_stranger_may_be_chosen_for_the_sitting (Fixture *f, gconstpointer data)
{
  ParleyContacts *contacts = parley_instance_get (f->plugin)->contacts;

  set_account (f->account, WHEN, "away");
  g_assert_false (
      parley_contacts_choose (contacts, f->account, "stranger/phone", PARLEY_MODE_DRAFT));
  assert_mode ("stranger", "draft");
  assert_rule ("stranger", FALSE, FALSE);
  add (f->account, "stranger");
  assert_mode ("stranger", "off");
}

/* As Bonjour does with everybody in the same network. */
static void
test_who_came_by_itself_is_not_covered (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");

  purple_blist_node_set_flags (bob, PURPLE_BLIST_NODE_FLAG_NO_SAVE);
  set (get_group (bob), MODE, "auto");
  set_account (f->account, MODE, "auto");
  assert_mode ("bob", "off");
  set (bob, MODE, "auto");
  assert_mode ("bob", "auto");
}

static void
test_group_covers_no_services_and_own_accounts (Fixture *f, gconstpointer data)
{
  PurpleAccount *irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");
  PurpleBlistNode *service = add (irc, "nickserv");
  g_autofree char *wire = NULL;

  test_protocol_connect (TEST_PROTOCOL_A, "me too");
  add (f->account, "me too");
  set (get_group (service), MODE, "auto");
  assert_not_answered (f, "me too");
  test_protocol_receive (irc, "nickserv", "Password?");
  headless_settle ();
  wire = test_protocol_dup_wire (irc);
  g_assert_cmpstr (wire, ==, "");
}

static void
test_group_is_answered (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");

  set (get_group (bob), MODE, "auto");
  assert_answered (f, "bob");
}

static void
test_later_buddy_of_a_contact_is_off (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");
  PurpleBuddy *later = purple_buddy_new (f->account, "bob's phone", NULL);

  set (get_group (bob), MODE, "auto");
  purple_blist_add_buddy (later, PURPLE_CONTACT (bob->parent), NULL, NULL);
  assert_mode ("bob's phone", "auto"); /* nobody was chosen singly */
  set (bob, MODE, "draft");
  assert_mode ("bob", "draft");
  assert_mode ("bob's phone", "off");
  parley_contacts_choose (parley_instance_get (f->plugin)->contacts, f->account, "bob",
                          PARLEY_MODE_AUTO);
  assert_mode ("bob's phone", "auto");
}

static void
test_alias_does_not_count (Fixture *f, gconstpointer data)
{
  purple_blist_alias_buddy (PURPLE_BUDDY (add (f->account, "bob")), "alice");
  assert_mode ("bob", "off");
  assert_mode ("alice/phone", "auto");
}

/* The switch of earlier versions */

static void
test_old_switch_counts_until_a_mode_is_chosen (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");
  ParleyContacts *contacts = parley_instance_get (f->plugin)->contacts;

  purple_blist_node_set_bool (bob, "parley-answer", TRUE);
  assert_mode ("bob", "auto");
  purple_blist_node_set_bool (bob, "parley-answer", FALSE);
  set (get_group (bob), MODE, "auto");
  assert_mode ("bob", "off");
  parley_contacts_choose (contacts, f->account, "bob", PARLEY_MODE_COUNTDOWN);
  assert_mode ("bob", "countdown");
  g_assert_null (g_hash_table_lookup (bob->settings, "parley-answer"));
}

/* Damage */

static void
test_unknown_words_are_named_and_kept (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));
  g_autofree char *again = NULL;

  set (alice, WHEN, "soon");
  set (get_group (alice), MODE, "atuo");
  headless_reload (f);
  again = headless_dup_shown ();
  g_assert_nonnull (strstr (again, "Contact “alice”: when to answer"));
  g_assert_nonnull (strstr (again, "Group “Buddies”: mode"));
  g_assert_null (strstr (again, "Account"));
  assert_rule ("alice", TRUE, FALSE);
  assert_not_answered (f, "alice");
  g_assert_cmpstr (purple_blist_node_get_string (alice, WHEN), ==, "soon");
  g_clear_pointer (&again, g_free);
  again = headless_dup_shown ();
  g_assert_null (strstr (again, "can't be read"));
}

static void
test_wrong_types_are_named (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");
  PurpleBlistNode *carol = add (f->account, "carol");
  g_autofree char *shown = NULL;

  purple_blist_node_set_int (bob, MODE, 4);
  purple_blist_node_set_string (carol, "parley-answer", "yes");
  purple_blist_node_set_bool (carol, WHEN, TRUE);
  purple_account_set_ui_int (f->other, "parley", MODE, 4);
  purple_account_set_ui_bool (f->other, "parley", WHEN, TRUE);
  headless_reload (f);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "Contact “bob”: mode"));
  g_assert_nonnull (strstr (shown, "Contact “carol”: mode"));
  g_assert_nonnull (strstr (shown, "Contact “carol”: when to answer"));
  g_assert_nonnull (strstr (shown, "Account “me too”: mode"));
  g_assert_nonnull (strstr (shown, "Account “me too”: when to answer"));
  assert_mode ("bob", "off");
  assert_rule ("bob", TRUE, FALSE);
  assert_rule ("carol", TRUE, FALSE);
  assert_not_answered (f, "bob");
}

static void
test_persona_of_a_wrong_type (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));
  g_autofree char *shown = NULL;

  purple_blist_node_set_int (alice, "parley-persona", 7);
  headless_reload (f);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "Contact “alice”: your style"));
  assert_not_answered (f, "alice");
  set (alice, "parley-persona", "Brief.");
  assert_answered (f, "alice");
}

static void
test_choosing_anew_mends_it (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = add (f->account, "bob");

  purple_blist_node_set_int (bob, MODE, 4);
  purple_blist_node_set_int (bob, WHEN, 4);
  parley_contacts_choose (parley_instance_get (f->plugin)->contacts, f->account, "bob",
                          PARLEY_MODE_AUTO);
  assert_rule ("bob", TRUE, FALSE);
  parley_contacts_choose_rule (f->account, "bob", "always");
  assert_rule ("bob", FALSE, FALSE);
  assert_answered (f, "bob");
}

/* What is wrong elsewhere does not matter to whom it does not count for. */
static void
test_damage_counts_where_it_is_looked_at (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));

  set (get_group (alice), MODE, "atuo");
  set_account (f->account, WHEN, "soon");
  set (alice, WHEN, "always");
  assert_rule ("alice", FALSE, FALSE);
  assert_answered (f, "alice");
}

/* Rules */

static void
set_rule (Fixture *f, const char *rule)
{
  set (purple_find_buddy (f->account, "alice"), WHEN, rule);
}

static void
set_status (Fixture *f, const char *id)
{
  purple_account_set_status (f->account, id, TRUE, NULL);
}

static void
set_idle (Fixture *f, gboolean idle)
{
  purple_presence_set_idle (purple_account_get_presence (f->account), idle,
                            idle ? time (NULL) - 600 : 0);
}

static void
test_only_while_away (Fixture *f, gconstpointer data)
{
  set_rule (f, "away");
  assert_not_answered (f, "alice");
  set_status (f, "away");
  assert_answered (f, "alice");
}

static void
test_only_while_idle (Fixture *f, gconstpointer data)
{
  set_rule (f, "idle");
  assert_not_answered (f, "alice");
  set_status (f, "away");
  assert_not_answered (f, "alice");
  set_idle (f, TRUE);
  assert_answered (f, "alice");
}

static void
test_only_while_unavailable (Fixture *f, gconstpointer data)
{
  set_rule (f, "unavailable");
  set_status (f, "away");
  assert_not_answered (f, "alice");
  set_status (f, "dnd");
  assert_answered (f, "alice");
}

static void
test_only_at_hours (Fixture *f, gconstpointer data)
{
  static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  int today = g_date_time_get_day_of_week (now) - 1;
  g_autofree char *later = g_strdup_printf ("hours:%s 00:00-24:00", days[(today + 3) % 7]);

  set_rule (f, later);
  assert_not_answered (f, "alice");
  set_rule (f, "hours:00:00-24:00");
  assert_answered (f, "alice");
}

/* The user comes back while the model writes: the answer is theirs to send. */
static void
come_back (Fixture *f, const char *rule, void (*leave) (Fixture *f), void (*back) (Fixture *f))
{
  g_autofree char *wire = NULL;

  set_rule (f, rule);
  leave (f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  back (f);
  headless_answer (f, 0, "Yes.");
  headless_wait_for_shown ("Yes.");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, "Yes."));
}

static void
go_away (Fixture *f)
{
  set_status (f, "away");
}

static void
go_dnd (Fixture *f)
{
  set_status (f, "dnd");
}

static void
come_online (Fixture *f)
{
  set_status (f, "available");
}

static void
go_idle (Fixture *f)
{
  set_idle (f, TRUE);
}

static void
touch (Fixture *f)
{
  set_idle (f, FALSE);
}

static void
end_hours (Fixture *f)
{
  static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *rule
      = g_strdup_printf ("hours:%s 00:00-24:00", days[(g_date_time_get_day_of_week (now) + 2) % 7]);

  set_rule (f, rule);
}

static void
test_back_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  come_back (f, "away", go_away, come_online);
}

static void
test_not_idle_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  come_back (f, "idle", go_idle, touch);
}

static void
test_available_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  come_back (f, "unavailable", go_dnd, come_online);
}

static void
test_hours_end_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  come_back (f, "hours:00:00-24:00", come_online, end_hours);
}

static void
test_damage_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  set_rule (f, "soon");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, "Yes."));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/contacts/" name, Fixture, NULL, headless_setup, func, teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("precedence", test_contact_before_group_before_account);
  ADD ("precedence-when", test_when_has_the_same_precedence);
  ADD ("several-groups", test_most_careful_group_counts);
  ADD ("strangers", test_strangers_are_not_covered);
  ADD ("stranger-chosen", test_stranger_may_be_chosen_for_the_sitting);
  ADD ("came-by-itself", test_who_came_by_itself_is_not_covered);
  ADD ("never-a-person", test_group_covers_no_services_and_own_accounts);
  ADD ("group", test_group_is_answered);
  ADD ("later-buddy", test_later_buddy_of_a_contact_is_off);
  ADD ("alias", test_alias_does_not_count);
  ADD ("old-switch", test_old_switch_counts_until_a_mode_is_chosen);
  ADD ("unknown-words", test_unknown_words_are_named_and_kept);
  ADD ("wrong-types", test_wrong_types_are_named);
  ADD ("persona", test_persona_of_a_wrong_type);
  ADD ("mended", test_choosing_anew_mends_it);
  ADD ("damage-elsewhere", test_damage_counts_where_it_is_looked_at);
  ADD ("away", test_only_while_away);
  ADD ("idle", test_only_while_idle);
  ADD ("unavailable", test_only_while_unavailable);
  ADD ("hours", test_only_at_hours);
  ADD ("back", test_back_in_the_middle_of_a_turn);
  ADD ("not-idle", test_not_idle_in_the_middle_of_a_turn);
  ADD ("available", test_available_in_the_middle_of_a_turn);
  ADD ("hours-end", test_hours_end_in_the_middle_of_a_turn);
  ADD ("damage-in-a-turn", test_damage_in_the_middle_of_a_turn);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
