/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-menu.h"

#include <glib/gi18n-lib.h>

#include <blist.h>
#include <signals.h>

#include "contacts/parley-choice-labels.h"
#include "contacts/parley-contact-card.h"
#include "commands/parley-draft-menu.h"
#include "dialogs/parley-dialogs.h"
#include "contacts/parley-switch.h"

/* The menu may still stand open when the plugin is gone, so items know only what they choose.
 * Returns: (transfer none) (nullable). */
static ParleyInstance *
find_instance (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PARLEY_PLUGIN_ID);

  return plugin != NULL ? parley_instance_get (plugin) : NULL;
}

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

/* What the items do */

static void
on_mode (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);
  ParleyMode mode = GPOINTER_TO_INT (data);

  if (instance == NULL)
    return;
  if (buddy != NULL)
    parley_switch (instance, purple_buddy_get_account (buddy), purple_buddy_get_name (buddy), mode);
  else
    parley_switch_place (instance, parley_place_of_group (PURPLE_GROUP (node)), mode);
}

static void
on_clear (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);

  if (instance == NULL)
    return;
  if (buddy != NULL)
    parley_switch_clear (instance, purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  else
    parley_switch_clear_group (instance, PURPLE_GROUP (node));
}

static void
on_rule (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);

  if (instance == NULL)
    return;
  if (buddy != NULL)
    parley_switch_rule (instance, purple_buddy_get_account (buddy), purple_buddy_get_name (buddy),
                        data);
  else
    parley_switch_place_rule (instance, parley_place_of_group (PURPLE_GROUP (node)), data);
}

static void
on_hours (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);

  if (instance == NULL)
    return;
  if (buddy != NULL)
    parley_hours_dialog_ask_for_buddy (instance->dialogs->hours, buddy);
  else
    parley_hours_dialog_ask_for_group (instance->dialogs->hours, PURPLE_GROUP (node));
}

static void
on_remembers (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);
  g_autoptr (ParleyChatKey) key = NULL;

  if (instance == NULL || buddy == NULL)
    return;
  key = parley_contacts_dup_key (purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  parley_memory_dialog_open (instance->dialogs->memory, key);
}

static void
on_learn (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);

  if (instance != NULL && buddy != NULL)
    parley_log_dialog_open_for (instance->dialogs->log, buddy);
}

static void
on_sees (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);
  g_autoptr (ParleyChatKey) key = NULL;

  if (instance == NULL || buddy == NULL)
    return;
  key = parley_contacts_dup_key (purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  parley_prompt_window_open (instance->dialogs->prompt, key);
}

static void
on_persona (PurpleBlistNode *node, gpointer data)
{
  ParleyInstance *instance = find_instance ();
  PurpleBuddy *buddy = get_buddy (node);

  if (instance != NULL && buddy != NULL)
    parley_persona_dialog_open_for (instance->dialogs->persona, buddy);
}

static void
on_allow_remote (PurpleBlistNode *node, gpointer data)
{
  PurpleBuddy *buddy = get_buddy (node);
  PurpleAccount *account = buddy != NULL ? purple_buddy_get_account (buddy) : NULL;
  const char *name = buddy != NULL ? purple_buddy_get_name (buddy) : NULL;

  if (find_instance () != NULL && buddy != NULL)
    parley_encryption_allow_remote (account, name,
                                    !parley_encryption_is_remote_allowed (account, name));
}

static void
set_undisclosed (const ParleyChatKey *key, gpointer data)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  if (account != NULL)
    parley_contact_card_set_undisclosed (account, key->person, GPOINTER_TO_INT (data));
}

static void
on_disclose (PurpleBlistNode *node, gpointer data)
{
  PurpleBuddy *buddy = get_buddy (node);
  PurpleAccount *account = buddy != NULL ? purple_buddy_get_account (buddy) : NULL;
  const char *name = buddy != NULL ? purple_buddy_get_name (buddy) : NULL;

  if (find_instance () != NULL && buddy != NULL)
    parley_contacts_foreach_alike (
        account, name, set_undisclosed,
        GINT_TO_POINTER (!parley_contact_card_is_undisclosed (account, name)));
}

/* The items */

/* Menus of libpurple have no marks of their own. */
static GList *
add_item (GList *items, const char *label, gboolean current, PurpleCallback func, gpointer data)
{
  g_autofree char *marked = current ? g_strdup_printf ("✓ %s", label) : g_strdup (label);

  return g_list_append (items, purple_menu_action_new (marked, func, data, NULL));
}

static GList *
add_modes (GList *items, const ParleyChoice *choice)
{
  for (ParleyMode mode = 0; mode < PARLEY_N_MODES; mode++)
    {
      gboolean current = choice->has_mode && !choice->mode_broken && choice->mode == mode;

      items = add_item (items, parley_mode_get_label (mode), current, PURPLE_CALLBACK (on_mode),
                        GINT_TO_POINTER (mode));
    }
  return items;
}

static GList *
new_rules (const ParleyChoice *choice)
{
  GList *items = NULL;

  for (const ParleyRuleLabel *label = parley_rule_get_labels (); label->rule != NULL; label++)
    {
      gboolean current = parley_rule_label_fits (label, choice->rule);
      PurpleCallback func = parley_rule_label_is_hours (label) ? PURPLE_CALLBACK (on_hours)
                                                               : PURPLE_CALLBACK (on_rule);

      items = add_item (items, _ (label->label), current, func, (gpointer) label->rule);
    }
  return items;
}

static PurpleMenuAction *
new_menu (ParleyPlace place, const char *inherit)
{
  const ParleyChoice choice = parley_choice_read (place);
  GList *items = add_modes (NULL, &choice);

  items = add_item (items, inherit, !choice.has_mode && choice.rule == NULL,
                    PURPLE_CALLBACK (on_clear), NULL);
  items = g_list_append (
      items, purple_menu_action_new (
                 /* Translators: a menu with times: always, while you are away, at hours… */
                 _ ("When to answer"), NULL, NULL, new_rules (&choice)));
  return purple_menu_action_new (_ ("Parley"), NULL, NULL, items);
}

static PurpleMenuAction *
new_buddy_menu (ParleyInstance *instance, PurpleBuddy *buddy)
{
  PurpleMenuAction *menu = new_menu (parley_place_of_buddy (buddy), _ ("Same as the group"));
  PurpleAccount *account = purple_buddy_get_account (buddy);
  const char *name = purple_buddy_get_name (buddy);
  gboolean allowed = parley_encryption_is_remote_allowed (account, name);

  menu->children = g_list_concat (parley_draft_menus_new (instance, buddy), menu->children);
  menu->children = add_item (menu->children, _ ("Your style with them…"), FALSE,
                             PURPLE_CALLBACK (on_persona), NULL);
  menu->children = add_item (menu->children, _ ("What Parley remembers about them…"), FALSE,
                             PURPLE_CALLBACK (on_remembers), NULL);
  menu->children = add_item (menu->children, _ ("What the model sees of the chat…"), FALSE,
                             PURPLE_CALLBACK (on_sees), NULL);
  menu->children = add_item (menu->children, _ ("Learn your style from your logs…"), FALSE,
                             PURPLE_CALLBACK (on_learn), NULL);
  menu->children = add_item (menu->children, _ ("Let the model's server read encrypted chats"),
                             allowed, PURPLE_CALLBACK (on_allow_remote), NULL);
  /* Where nobody is told there is nothing to choose. */
  if (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_DISCLOSURE))
    menu->children = add_item (menu->children, _ ("Say that answers are automatic"),
                               !parley_contact_card_is_undisclosed (account, name),
                               PURPLE_CALLBACK (on_disclose), NULL);
  return menu;
}

static void
on_extended_menu (PurpleBlistNode *node, GList **menu, ParleyInstance *instance)
{
  PurpleBuddy *buddy = get_buddy (node);

  if (buddy != NULL)
    *menu = g_list_append (*menu, new_buddy_menu (instance, buddy));
  else if (PURPLE_BLIST_NODE_IS_GROUP (node))
    *menu = g_list_append (
        *menu, new_menu (parley_place_of_group (PURPLE_GROUP (node)), _ ("Same as the account")));
}

void
parley_menu_connect (ParleyInstance *instance)
{
  parley_listening_add (instance->listening, purple_blist_get_handle (), "blist-node-extended-menu",
                        purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_extended_menu),
                        instance);
}
