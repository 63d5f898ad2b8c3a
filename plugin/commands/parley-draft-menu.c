/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-draft-menu.h"

#include <glib/gi18n-lib.h>

#include "commands/parley-entry.h"
#include "contacts/parley-people.h"
#include "contacts/parley-tell.h"

typedef void (*DraftFunc) (ParleyInstance *instance, const ParleyChatKey *key, guint number);

typedef struct
{
  const char *label;
  DraftFunc func;
} Item;

static void
do_send (ParleyInstance *instance, const ParleyChatKey *key, guint number)
{
  parley_engine_send_proposal (instance->engine, key, number);
}

/* What the user wrote there themselves is not touched. */
static void
do_take (ParleyInstance *instance, const ParleyChatKey *key, guint number)
{
  PurpleConversation *conv = purple_find_conversation_with_account (
      PURPLE_CONV_TYPE_IM, parley_irc_get_name (instance->irc, key),
      parley_contacts_find_account (key));

  if (conv != NULL && parley_entry_is_in_use (conv))
    parley_host_tell_user (
        PARLEY_HOST (instance->host), key,
        _ ("You are writing there. Send or delete that first, then wait a moment."));
  else
    parley_entry_take_draft (instance->entry, key, number);
}

static void
do_again (ParleyInstance *instance, const ParleyChatKey *key, guint number)
{
  parley_engine_again (instance->engine, key, "");
}

/* A newer one may have come while the menu stood open. */
static void
do_drop (ParleyInstance *instance, const ParleyChatKey *key, guint number)
{
  parley_engine_drop_proposal (instance->engine, key, number);
}

static const Item items[] = {
  { N_ ("Send the draft"), do_send },
  /* Translators: "entry" is the field in which one writes a message */
  { N_ ("Put it into the entry"), do_take },
  { N_ ("Write another one"), do_again },
  { N_ ("Drop it"), do_drop },
};

/* Which item, and which draft it was opened for. */
#define PACK(item, number) GUINT_TO_POINTER ((number) *G_N_ELEMENTS (items) + (item))
#define GET_ITEM(packed)   (GPOINTER_TO_UINT (packed) % G_N_ELEMENTS (items))
#define GET_NUMBER(packed) (GPOINTER_TO_UINT (packed) / G_N_ELEMENTS (items))

/* The menu may still stand open when the plugin is gone. */
static void
on_item (PurpleBlistNode *node, gpointer packed)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PARLEY_PLUGIN_ID);
  ParleyInstance *instance = plugin != NULL ? parley_instance_get (plugin) : NULL;
  PurpleBuddy *buddy = PURPLE_BLIST_NODE_IS_CONTACT (node)
                           ? purple_contact_get_priority_buddy (PURPLE_CONTACT (node))
                           : PURPLE_BUDDY (node);
  g_autoptr (ParleyChatKey) key = NULL;

  if (instance == NULL || buddy == NULL)
    return;
  key = parley_irc_dup_key (instance->irc, purple_buddy_get_account (buddy),
                            purple_buddy_get_name (buddy));
  parley_people_open_chat (instance, key);
  items[GET_ITEM (packed)].func (instance, key, (guint) GET_NUMBER (packed));
}

static PurpleMenuAction *
new_menu (guint number)
{
  g_autofree char *label = NULL;
  GList *children = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    children = g_list_append (children,
                              purple_menu_action_new (_ (items[i].label), PURPLE_CALLBACK (on_item),
                                                      PACK (i, number), NULL));
  label = g_strdup_printf (_ ("Draft %u"), number);
  return purple_menu_action_new (label, NULL, NULL, children);
}

GList *
parley_draft_menus_new (ParleyInstance *instance, PurpleBuddy *buddy)
{
  g_autoptr (ParleyChatKey) key = parley_irc_dup_key (
      instance->irc, purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  g_autoptr (GPtrArray) drafts = parley_engine_list_drafts (instance->engine);
  GList *menus = NULL;

  for (guint i = 0; i < drafts->len; i++)
    {
      const ParleyWaitingDraft *draft = g_ptr_array_index (drafts, i);

      if (parley_chat_key_equal (draft->key, key))
        menus = g_list_prepend (menus, new_menu (draft->number));
    }
  return menus;
}
