/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-contacts.h"

#include <util.h>

/* In the buddy list's file. */
#define SETTING "parley-answer"

struct _ParleyContacts
{
  GHashTable *sitting; /* set of ParleyChatKey */
};

ParleyContacts *
parley_contacts_new (void)
{
  ParleyContacts *contacts = g_new0 (ParleyContacts, 1);

  contacts->sitting = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                             (GDestroyNotify) parley_chat_key_free, NULL);
  return contacts;
}

void
parley_contacts_free (ParleyContacts *contacts)
{
  g_hash_table_unref (contacts->sitting);
  g_free (contacts);
}

/* purple_normalize() returns a static buffer, and NULL for names a protocol can't read. */
ParleyChatKey *
parley_contacts_dup_key (PurpleAccount *account, const char *name)
{
  const char *person = purple_normalize (account, name);

  return parley_chat_key_new (purple_account_get_protocol_id (account),
                              purple_account_get_username (account),
                              person != NULL ? person : name);
}

PurpleAccount *
parley_contacts_find_account (const ParleyChatKey *key)
{
  return purple_accounts_find (key->account, key->protocol);
}

/* Somebody who stands in several groups is chosen if all of them say so. Once they are in the list,
 * what held for the sitting is over. */
gboolean
parley_contacts_is_chosen (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (buddies == NULL)
    return g_hash_table_contains (contacts->sitting, key);
  g_hash_table_remove (contacts->sitting, key);
  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      if (!purple_blist_node_get_bool (PURPLE_BLIST_NODE (link->data), SETTING))
        return FALSE;
    }
  return TRUE;
}

/* A buddy can stand in several groups: all of them count. Returns: (transfer container). */
static GSList *
find_alike (PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) same = purple_find_buddies (account, name);
  GSList *alike = NULL;

  for (GSList *link = same; link != NULL; link = link->next)
    {
      PurpleBlistNode *contact = PURPLE_BLIST_NODE (purple_buddy_get_contact (link->data));
      PurpleBlistNode *child = purple_blist_node_get_first_child (contact);

      for (; child != NULL; child = purple_blist_node_get_sibling_next (child))
        {
          if (PURPLE_BLIST_NODE_IS_BUDDY (child) && g_slist_find (alike, child) == NULL)
            alike = g_slist_prepend (alike, child);
        }
    }
  return alike;
}

gboolean
parley_contacts_choose (ParleyContacts *contacts,
                        PurpleAccount *account,
                        const char *name,
                        gboolean chosen)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  for (GSList *link = alike; link != NULL; link = link->next)
    purple_blist_node_set_bool (PURPLE_BLIST_NODE (link->data), SETTING, chosen);
  if (alike == NULL && chosen)
    g_hash_table_add (contacts->sitting, g_steal_pointer (&key));
  else
    g_hash_table_remove (contacts->sitting, key);
  return alike != NULL;
}

void
parley_contacts_end_sitting (ParleyContacts *contacts, const ParleyChatKey *key)
{
  g_hash_table_remove (contacts->sitting, key);
}

void
parley_contacts_foreach_alike (PurpleAccount *account,
                               const char *name,
                               ParleyContactFunc func,
                               gpointer data)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) own = parley_contacts_dup_key (account, name);

  func (own, data);
  for (GSList *link = alike; link != NULL; link = link->next)
    {
      g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (
          purple_buddy_get_account (link->data), purple_buddy_get_name (link->data));

      func (key, data);
    }
}
