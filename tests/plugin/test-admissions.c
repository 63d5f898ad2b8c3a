/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Contact requests, from the stanza that a server stamps to the one that goes back. */
#include "wire-fixture.h"

#include <string.h>

#include "contacts/parley-contacts.h"
#include "parley-instance.h"

static void
setup (WireFixture *f, gconstpointer data)
{
  wire_setup_xmpp (f, data);
  headless_set_string ("guard/accept", "@wire.example=auto, bob@elsewhere.example");
  headless_reload (&f->f);
  wire_forget (f->wire);
  headless_forget ();
}

static void
teardown (WireFixture *f, gconstpointer data)
{
  headless_set_string ("guard/accept", "");
  wire_teardown (f, data);
}

/* Somebody's server asks for them, as RFC 6121 has it. */
static void
ask (WireFixture *f, const char *from)
{
  wire_pushf (f->wire, "<presence type='subscribe' from='%s' to='" WIRE_XMPP_USER "'/>", from);
  wire_xmpp_drain (f->wire);
  headless_settle ();
}

static guint
count_accepted (WireFixture *f)
{
  return wire_count (f->wire, "type='subscribed'");
}

static ParleyMode
get_mode (WireFixture *f, const char *person)
{
  return parley_contacts_get_mode (parley_instance_get (f->f.plugin)->contacts, f->f.account,
                                   person);
}

static gboolean
is_listed (WireFixture *f, const char *person)
{
  return purple_find_buddy (f->f.account, person) != NULL;
}

static void
test_who_has_a_rule_is_let_in_and_answered (WireFixture *f, gconstpointer data)
{
  ask (f, "carol@wire.example");
  g_assert_nonnull (strstr (wire_wait_for (f->wire, "type='subscribed'", 0), "carol@wire.example"));
  wire_wait_for (f->wire, "type='subscribe'", 0);
  g_assert_true (is_listed (f, "carol@wire.example"));
  g_assert_cmpint (get_mode (f, "carol@wire.example"), ==, PARLEY_MODE_AUTO);
  wire_xmpp_write (f->wire, "carol@wire.example/phone", "are you there?");
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
}

static void
test_rule_without_a_mode_means_drafts (WireFixture *f, gconstpointer data)
{
  ask (f, "bob@elsewhere.example");
  g_assert_cmpuint (count_accepted (f), ==, 1);
  g_assert_cmpint (get_mode (f, "bob@elsewhere.example"), ==, PARLEY_MODE_DRAFT);
}

static void
assert_left_to_user (WireFixture *f, const char *person)
{
  ask (f, person);
  g_assert_cmpuint (count_accepted (f), ==, 0);
  g_assert_false (is_listed (f, person));
  g_assert_cmpint (get_mode (f, person), ==, PARLEY_MODE_OFF);
}

static void
test_all_others_are_left_to_the_user (WireFixture *f, gconstpointer data)
{
  assert_left_to_user (f, "carol@elsewhere.example");
  assert_left_to_user (f, "carol@sub.wire.example");
  assert_left_to_user (f, "elsewhere.example/@wire.example");
  assert_left_to_user (f, "carol@elsewhere.example/@wire.example");
  assert_left_to_user (f, "wire.example");
}

static void
test_as_installed_nobody_is_let_in (WireFixture *f, gconstpointer data)
{
  headless_set_string ("guard/accept", "");
  headless_reload (&f->f);
  assert_left_to_user (f, "carol@wire.example");
}

static void
test_while_paused_nobody_is_let_in (WireFixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", TRUE);
  headless_reload (&f->f);
  assert_left_to_user (f, "carol@wire.example");
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", FALSE);
}

/* Who was switched off stays off, also when they come back by this door. */
static void
test_who_is_in_the_list_keeps_what_was_chosen (WireFixture *f, gconstpointer data)
{
  PurpleBuddy *buddy = headless_add_buddy (f->f.account, "carol@wire.example", FALSE);

  ask (f, "carol@wire.example");
  g_assert_cmpuint (count_accepted (f), ==, 1);
  g_assert_cmpint (get_mode (f, "carol@wire.example"), ==, PARLEY_MODE_OFF);
  g_assert_true (purple_find_buddy (f->f.account, "carol@wire.example") == buddy);
}

/* Also across a restart, and the twenty-first may still be let in by the user. */
static void
test_twenty_a_day (WireFixture *f, gconstpointer data)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *person = g_strdup_printf ("carol%u@wire.example", i);

      ask (f, person);
    }
  g_assert_cmpuint (count_accepted (f), ==, 20);
  headless_reload (&f->f);
  ask (f, "dave@wire.example");
  g_assert_cmpuint (count_accepted (f), ==, 20);
  g_assert_false (is_listed (f, "dave@wire.example"));
  ask (f, "carol3@wire.example");
  g_assert_cmpuint (count_accepted (f), ==, 21);
}

static int
deny (PurpleAccount *account, const char *who, gpointer data)
{
  return PURPLE_ACCOUNT_RESPONSE_DENY;
}

static void
test_another_plugin_is_heard_first (WireFixture *f, gconstpointer data)
{
  purple_signal_connect (purple_accounts_get_handle (), "account-authorization-requested", f,
                         PURPLE_CALLBACK (deny), NULL);
  assert_left_to_user (f, "carol@wire.example");
  wire_wait_for (f->wire, "type='unsubscribed'", 0);
  purple_signals_disconnect_by_handle (f);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/admissions/" name, WireFixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  ADD ("let-in", test_who_has_a_rule_is_let_in_and_answered);
  ADD ("drafts", test_rule_without_a_mode_means_drafts);
  ADD ("others", test_all_others_are_left_to_the_user);
  ADD ("nobody", test_as_installed_nobody_is_let_in);
  ADD ("paused", test_while_paused_nobody_is_let_in);
  ADD ("listed", test_who_is_in_the_list_keeps_what_was_chosen);
  ADD ("day", test_twenty_a_day);
  ADD ("other-plugin", test_another_plugin_is_heard_first);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
