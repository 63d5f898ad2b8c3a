/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-menu.h"

#include <glib/gi18n-lib.h>

#include <blist.h>
#include <signals.h>

#include "parley-switch.h"

/* Returns: (transfer none) (nullable): the buddy a menu was opened for. */
static PurpleBuddy *
get_buddy (PurpleBlistNode *node)
{
  if (PURPLE_BLIST_NODE_IS_BUDDY (node))
    return PURPLE_BUDDY (node);
  if (PURPLE_BLIST_NODE_IS_CONTACT (node))
    return purple_contact_get_priority_buddy (PURPLE_CONTACT (node));
  return NULL;
}

static gboolean
is_chosen (ParleyInstance *instance, PurpleBuddy *buddy)
{
  return parley_contacts_is_chosen (instance->contacts, purple_buddy_get_account (buddy),
                                    purple_buddy_get_name (buddy));
}

static void
on_switch (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = parley_instance_get (data);
  PurpleBuddy *buddy = get_buddy (node);

  /* The menu may still stand open when the plugin is gone. */
  if (instance != NULL && buddy != NULL)
    parley_switch (instance, purple_buddy_get_account (buddy), purple_buddy_get_name (buddy),
                   !is_chosen (instance, buddy));
}

static void
on_allow_remote (PurpleBlistNode *node, gpointer data)
{
  PurpleBuddy *buddy = get_buddy (node);
  PurpleAccount *account = buddy != NULL ? purple_buddy_get_account (buddy) : NULL;
  const char *name = buddy != NULL ? purple_buddy_get_name (buddy) : NULL;

  if (parley_instance_get (data) != NULL && buddy != NULL)
    parley_encryption_allow_remote (account, name,
                                    !parley_encryption_is_remote_allowed (account, name));
}

/* Offered where it makes a difference. Returns: (transfer none) (nullable). */
static const char *
get_remote_label (ParleyInstance *instance, PurpleBuddy *buddy)
{
  PurpleAccount *account = purple_buddy_get_account (buddy);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, purple_buddy_get_name (buddy));
  ParleyFacts facts = { 0 };

  parley_encryption_get_facts (instance->encryption, account, key->person, &facts);
  if (facts.remote_allowed)
    return _ ("Keep encrypted chats from the model's server");
  return facts.encrypted ? _ ("Let the model's server read encrypted chats") : NULL;
}

static void
on_extended_menu (PurpleBlistNode *node, GList **menu, ParleyInstance *instance)
{
  PurpleBuddy *buddy = get_buddy (node);
  const char *label;
  const char *remote;

  if (buddy == NULL)
    return;
  label = is_chosen (instance, buddy) ? _ ("Stop answering for me") : _ ("Answer for me");
  *menu = g_list_append (
      *menu, purple_menu_action_new (label, PURPLE_CALLBACK (on_switch), instance->plugin, NULL));
  remote = get_remote_label (instance, buddy);
  if (remote != NULL)
    *menu = g_list_append (*menu, purple_menu_action_new (remote, PURPLE_CALLBACK (on_allow_remote),
                                                          instance->plugin, NULL));
}

void
parley_menu_connect (ParleyInstance *instance)
{
  purple_signal_connect (purple_blist_get_handle (), "blist-node-extended-menu", instance->plugin,
                         PURPLE_CALLBACK (on_extended_menu), instance);
}
