/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-people.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>

#include "base/parley-text.h"
#include "contacts/parley-choice.h"
#include "dialogs/parley-finch.h"

#define MAX_NAME   100 /* bytes that are shown */
#define MAX_PEOPLE 200 /* to choose from; more would take the main loop too long */
#define FIELD      "person"

static void
add_once (GPtrArray *keys, GHashTable *seen, ParleyChatKey *key)
{
  if (!g_hash_table_add (seen, key))
    {
      parley_chat_key_free (key);
      return;
    }
  g_ptr_array_add (keys, key);
}

static void
add_buddy (ParleyInstance *instance, GPtrArray *keys, GHashTable *seen, PurpleBuddy *buddy)
{
  PurpleAccount *account = purple_buddy_get_account (buddy);
  const char *name = purple_buddy_get_name (buddy);

  if (parley_contacts_get_mode (instance->contacts, account, name) != PARLEY_MODE_OFF)
    add_once (keys, seen, parley_contacts_dup_key (account, name));
}

/* Who is not in the list may be switched on for this sitting. */
static void
add_sitting (ParleyInstance *instance, GPtrArray *keys, GHashTable *seen)
{
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      g_autoptr (GPtrArray) sitting = parley_contacts_list_sitting (
          instance->contacts, purple_account_get_protocol_id (link->data),
          purple_account_get_username (link->data));

      for (guint i = 0; i < sitting->len; i++)
        add_once (keys, seen, parley_chat_key_copy (g_ptr_array_index (sitting, i)));
    }
}

GPtrArray *
parley_people_list_on (ParleyInstance *instance)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (parley_chat_key_hash, parley_chat_key_equal);
  g_autoptr (GSList) buddies = parley_choice_list_buddies ((ParleyPlace){ 0 });

  for (GSList *link = buddies; link != NULL; link = link->next)
    add_buddy (instance, keys, seen, link->data);
  add_sitting (instance, keys, seen);
  return keys;
}

/* Returns: (transfer full): as the user knows the person. */
static char *
dup_person (const ParleyChatKey *key, PurpleAccount *account)
{
  PurpleBuddy *buddy = account != NULL ? purple_find_buddy (account, key->person) : NULL;
  g_autofree char *alias
      = parley_text_dup_line (buddy != NULL ? purple_buddy_get_alias (buddy) : "", MAX_NAME);
  g_autofree char *person = parley_text_dup_line (key->person, MAX_NAME);

  if (*alias == '\0' || g_str_equal (alias, person))
    return g_steal_pointer (&person);
  return g_strdup_printf ("%s (%s)", alias, person);
}

char *
parley_people_dup_name (const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  g_autofree char *person = dup_person (key, account);
  g_autofree char *own_name = parley_text_dup_line (key->account, MAX_NAME);
  GList *accounts = purple_accounts_get_all ();

  if (accounts != NULL && accounts->next == NULL && accounts->data == account)
    return g_steal_pointer (&person);
  /* Translators: a person, and the user's account on which they talk. */
  return g_strdup_printf (_ ("%s on %s"), person, own_name);
}

/* Returns: (transfer none) (nullable): NULL where none can be opened. */
static PurpleConversation *
get_conversation (ParleyInstance *instance, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  const char *name = parley_irc_get_name (instance->irc, key);
  PurpleConversation *conv;

  if (account == NULL)
    return NULL;
  conv = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, name, account);
  if (conv == NULL && purple_account_is_connected (account))
    conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, account, name);
  return conv;
}

void
parley_people_open_chat (ParleyInstance *instance, const ParleyChatKey *key)
{
  PurpleConversation *conv = get_conversation (instance, key);

  if (conv != NULL)
    purple_conversation_present (conv); /* allowed: the user wants to see it */
  else
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("The chat can't be opened"),
                   _ ("This account is not connected."));
}

PurpleRequestFields *
parley_people_new_fields (const GPtrArray *people)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = parley_row_field_new (FIELD, NULL);

  for (guint i = 0; i < MIN (people->len, MAX_PEOPLE); i++)
    {
      g_autofree char *name = parley_people_dup_name (g_ptr_array_index (people, i));

      parley_row_field_add (field, name, i == 0);
    }
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  return fields;
}

const ParleyChatKey *
parley_people_get_chosen (PurpleRequestFields *fields, const GPtrArray *people)
{
  return g_ptr_array_index (people, parley_row_field_get (fields, FIELD));
}

char *
parley_people_dup_rest (const GPtrArray *people)
{
  if (people->len <= MAX_PEOPLE)
    return NULL;
  return parley_finch_dup_wrapped (
      _ ("There are more than this list shows. For the others, use the contact's own menu."));
}
