/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "changes.h"

#include <blist.h>
#include <core.h>
#include <version.h>

static PurpleBuddy *
get_alice (Fixture *f)
{
  return purple_find_buddy (f->account, "alice");
}

/* As the account editor does it: no signal, and nobody is disconnected. */
static void
rename_account (Fixture *f)
{
  purple_account_set_username (f->account, "somebody else");
}

static void
rename_offline_account (Fixture *f)
{
  purple_account_disconnect (f->account);
  purple_account_set_username (f->account, "somebody else");
  purple_account_connect (f->account);
}

static void
swap_accounts (Fixture *f)
{
  purple_account_set_username (f->account, "somebody else");
  purple_account_set_protocol_id (f->other, TEST_PROTOCOL_A);
  purple_account_set_username (f->other, "me");
}

static void
change_protocol (Fixture *f)
{
  purple_account_disconnect (f->account);
  purple_account_set_protocol_id (f->account, TEST_PROTOCOL_B);
  purple_account_connect (f->account);
}

static void
disable_account (Fixture *f)
{
  purple_account_set_enabled (f->account, purple_core_get_ui (), FALSE);
}

static void
delete_account (Fixture *f)
{
  GString *wire = f->account->ui_data;

  f->account->ui_data = NULL;
  if (wire != NULL)
    g_string_free (wire, TRUE);
  purple_accounts_delete (f->account);
  f->account = NULL;
}

static void
rename_buddy (Fixture *f)
{
  purple_blist_rename_buddy (get_alice (f), "carol");
}

static void
move_buddy (Fixture *f)
{
  PurpleGroup *group = purple_group_new ("Elsewhere");

  purple_blist_add_group (group, NULL);
  purple_blist_add_buddy (get_alice (f), NULL, group, NULL);
}

static void
merge_buddy (Fixture *f)
{
  PurpleBuddy *other = headless_add_buddy (f->other, "alice too", FALSE);

  purple_blist_merge_contact (purple_buddy_get_contact (get_alice (f)),
                              PURPLE_BLIST_NODE (purple_buddy_get_contact (other)));
}

static void
remove_buddy (Fixture *f)
{
  purple_blist_remove_buddy (get_alice (f));
}

static void
rename_group (Fixture *f)
{
  purple_blist_rename_group (purple_buddy_get_group (get_alice (f)), "Friends");
}

static void
remove_group (Fixture *f)
{
  PurpleGroup *group = purple_buddy_get_group (get_alice (f));

  purple_blist_remove_buddy (get_alice (f));
  purple_blist_remove_group (group);
}

static void
close_conversation (Fixture *f)
{
  PurpleConversation *conv = headless_find (f->account, "alice");

  if (conv != NULL)
    purple_conversation_destroy (conv);
}

static gboolean
do_nothing (PurplePlugin *plugin)
{
  return TRUE;
}

static void
load_another (Fixture *f)
{
  static PurplePluginInfo info = {
    /* libpurple: wants it not const */
    .magic = PURPLE_PLUGIN_MAGIC,
    .major_version = PURPLE_MAJOR_VERSION,
    .minor_version = PURPLE_MINOR_VERSION,
    .type = PURPLE_PLUGIN_STANDARD,
    .id = (char *) "core-another",
    .name = (char *) "Another",
    .load = do_nothing,
    .unload = do_nothing,
  };
  PurplePlugin *plugin = purple_plugins_find_with_id (info.id);

  if (plugin == NULL)
    {
      plugin = purple_plugin_new (TRUE, NULL);
      plugin->info = &info;
      purple_plugin_register (plugin);
    }
  g_assert_true (purple_plugin_load (plugin));
  headless_settle ();
  g_assert_true (purple_plugin_unload (plugin));
}

static void
unload_parley (Fixture *f)
{
  g_assert_true (purple_plugin_unload (f->plugin));
}

const Change *
changes_get (guint *n_changes)
{
  static const Change changes[] = {
    { "account-renamed", rename_account },
    { "account-renamed-offline", rename_offline_account },
    { "accounts-swapped", swap_accounts },
    { "protocol-changed", change_protocol },
    { "account-disabled", disable_account },
    { "account-deleted", delete_account },
    { "buddy-renamed", rename_buddy },
    { "buddy-moved", move_buddy },
    { "buddy-merged", merge_buddy },
    { "buddy-removed", remove_buddy },
    { "group-renamed", rename_group },
    { "group-removed", remove_group },
    { "conversation-closed", close_conversation },
    { "plugin", load_another },
    { "unloaded", unload_parley },
  };

  *n_changes = G_N_ELEMENTS (changes);
  return changes;
}
