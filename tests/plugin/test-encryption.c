/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked of encrypting plugins that answer otherwise than expected, and what the user
 * allows. The real ones are in the end-to-end tests. */
#include <signals.h>
#include <version.h>

#include "headless-purple.h"

#include <string.h>
#include "parley-sources.h"
#include "test-dialog.h"

static ParleySecrecy
get_secrecy (Fixture *f, PurpleAccount *account, const char *person)
{
  ParleySecrecy secrecy = { 0 };

  parley_encryption_get_secrecy (parley_instance_get (f->plugin)->sources->encryption, account,
                                 person, &secrecy);
  return secrecy;
}

static gboolean
do_load (PurplePlugin *plugin)
{
  return TRUE;
}

static PurplePluginInfo strange_otr = {
  /* libpurple: written to */
  .magic = PURPLE_PLUGIN_MAGIC,   .major_version = PURPLE_MAJOR_VERSION,
  .type = PURPLE_PLUGIN_STANDARD, .id = (char *) "otr",
  .name = (char *) "OTR",         .load = do_load,
};
static PurplePluginInfo strange_lurch = {
  /* libpurple: written to */
  .magic = PURPLE_PLUGIN_MAGIC,   .major_version = PURPLE_MAJOR_VERSION,
  .type = PURPLE_PLUGIN_STANDARD, .id = (char *) "core-riba-lurch",
  .name = (char *) "lurch",       .load = do_load,
};

static PurplePlugin *
load_plugin (PurplePluginInfo *info)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (info->id);

  if (plugin == NULL)
    {
      plugin = purple_plugin_new (TRUE, NULL);
      plugin->info = info;
      g_assert_true (purple_plugin_register (plugin));
    }
  g_assert_true (purple_plugin_load (plugin));
  return plugin;
}

static void
test_otr_of_a_strange_kind_counts_as_encrypted (Fixture *f, gconstpointer data)
{
  PurplePlugin *plugin;

  g_assert_false (get_secrecy (f, f->account, "alice").encrypted);
  plugin = load_plugin (&strange_otr);
  g_assert_true (get_secrecy (f, f->account, "alice").encrypted);
  g_assert_true (purple_plugin_unload (plugin));
  g_assert_false (get_secrecy (f, f->account, "alice").encrypted);
}

typedef struct
{
  gint32 error;
  int status; /* lurch_status_t */
  gboolean encrypted;
} Answer;

typedef void (*StatusFunc) (gint32 error, int status, gpointer data);

static void
answer_status (PurpleAccount *account,
               const char *person,
               StatusFunc func,
               gpointer data,
               const Answer *answer)
{
  g_assert_cmpstr (person, ==, "alice@localhost");
  func (answer->error, answer->status, data);
}

static void
expect_lurch (Fixture *f, PurpleAccount *account, const Answer *answer)
{
  void *handle = purple_plugins_get_handle ();

  purple_signal_register (handle, "lurch-status-im",
                          purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER, NULL, 0);
  purple_signal_connect (handle, "lurch-status-im", f->plugin, PURPLE_CALLBACK (answer_status),
                         (gpointer) answer);
  g_assert_cmpint (get_secrecy (f, account, "alice@localhost").encrypted, ==, answer->encrypted);
  purple_signal_disconnect (handle, "lurch-status-im", f->plugin, PURPLE_CALLBACK (answer_status));
  purple_signal_unregister (handle, "lurch-status-im");
}

static void
test_lurch_is_asked_on_xmpp (Fixture *f, gconstpointer data)
{
  static const Answer answers[] = {
    { 0, 0, FALSE }, /* disabled */
    { 0, 1, FALSE }, /* not supported */
    { 0, 2, TRUE },  /* no session yet */
    { 0, 3, TRUE },  /* all is well */
    { -1, 0, TRUE }, /* an error */
    { 0, 9, TRUE },  /* of a later version */
  };
  PurpleAccount *account = purple_account_new ("me@localhost", "prpl-jabber");
  PurplePlugin *plugin = load_plugin (&strange_lurch);

  purple_accounts_add (account);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    expect_lurch (f, account, &answers[i]);
  g_assert_true (get_secrecy (f, account, "alice@localhost").encrypted); /* it gives no answer */
  g_assert_false (get_secrecy (f, f->account, "alice").encrypted);       /* not on XMPP */
  g_assert_true (purple_plugin_unload (plugin));
  g_assert_false (get_secrecy (f, account, "alice@localhost").encrypted);
  purple_accounts_delete (account);
}

static void
test_remote_is_allowed_per_contact (Fixture *f, gconstpointer data)
{
  PurpleBuddy *alice = purple_find_buddy (f->account, "alice");
  PurpleBuddy *other = headless_add_buddy (f->other, "alice-too", TRUE);

  purple_blist_merge_contact (purple_buddy_get_contact (other),
                              PURPLE_BLIST_NODE (purple_buddy_get_contact (alice)));
  g_assert_false (get_secrecy (f, f->account, "alice").remote_allowed);
  parley_encryption_allow_remote (f->account, "alice", TRUE);
  g_assert_true (get_secrecy (f, f->account, "alice").remote_allowed);
  g_assert_true (get_secrecy (f, f->other, "alice-too").remote_allowed);
  g_assert_false (get_secrecy (f, f->account, "stranger").remote_allowed);
  parley_encryption_allow_remote (f->account, "alice", FALSE);
  g_assert_false (get_secrecy (f, f->account, "alice").remote_allowed);
  parley_encryption_allow_remote (f->account, "stranger", TRUE);
  g_assert_false (get_secrecy (f, f->account, "stranger").remote_allowed);
}

/* lurch drops what it can't encrypt; libpurple takes it as sent. What it can't encrypt for one of
 * their devices only it sends. Nobody can tell them apart. */
static void
write_error (PurpleAccount *account, const char *who, char **message, gpointer data)
{
  purple_conversation_write (headless_find (account, who), NULL, "could not encrypt",
                             PURPLE_MESSAGE_ERROR, time (NULL));
}

/* The one question, for all with whom the account's protocol always encrypts. */
static void
test_encrypted_chats_of_an_account (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *row;
    gboolean allowed;
  } answers[] = {
    { "No change", FALSE },
    { "Let the model's server read them", TRUE },
    { "No change", TRUE },
    { "No model on another machine reads them", FALSE },
  };

  test_dialogs_begin ();
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      headless_run_action (f, "Answer for a whole account…");
      purple_request_field_account_set_value (
          purple_request_fields_get_field (test_dialog_get ()->fields, "account"), f->account);
      test_dialog_mark ("mode", "Answer for me");
      test_dialog_mark ("secrets", answers[i].row);
      test_dialog_answer_fields ();
      g_assert_cmpint (get_secrecy (f, f->account, "bob").e2e_allowed, ==, answers[i].allowed);
      g_assert_false (get_secrecy (f, f->account, "bob").remote_allowed);
    }
  test_dialogs_end ();
}

/* What may have arrived is not said again, whatever happens; what was to come behind it waits for
 * the user. */
static void
test_answer_beside_an_error_is_never_said_again (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *next = NULL;
  int handle;

  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (write_error), NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  purple_signals_disconnect_by_handle (&handle);
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < One.\n");
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "may not have arrived"));
  g_assert_nonnull (strstr (shown, "Draft 1. To send it: /parley send"));
  purple_account_disconnect (f->account);
  purple_account_connect (f->account);
  test_protocol_receive (f->account, "alice", "and then?");
  headless_answer (f, 1, "Nothing.");
  next = headless_wait_for_wire (f->account);
  g_assert_cmpstr (next, ==, "alice < Nothing.\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/encryption/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("strange-otr", test_otr_of_a_strange_kind_counts_as_encrypted);
  ADD ("lurch", test_lurch_is_asked_on_xmpp);
  ADD ("remote-allowed", test_remote_is_allowed_per_contact);
  ADD ("of-an-account", test_encrypted_chats_of_an_account);
  ADD ("error", test_answer_beside_an_error_is_never_said_again);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
