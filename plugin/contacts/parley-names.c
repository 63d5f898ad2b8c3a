/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-names.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>

#include "dialogs/parley-finch.h"
#include "dialogs/parley-introduction.h"
#include "parley-sources.h"

/* The window in which the user saw the chat may be called otherwise by now. Returns: (transfer
 * none) (nullable). */
static PurpleConversation *
find_seen (ParleyInstance *instance, const ParleyChatKey *key)
{
  GHashTableIter iter;
  gpointer conv;
  gpointer known;

  g_hash_table_iter_init (&iter, instance->conversations);
  while (g_hash_table_iter_next (&iter, &conv, &known))
    {
      if (parley_chat_key_equal (known, key))
        return conv;
    }
  return NULL;
}

static void
tell_left (ParleyInstance *instance, const ParleyChatKey *key)
{
  PurpleConversation *conv = find_seen (instance, key);
  const char *text = _ ("They left this name, and anybody can take it, so Parley is off here now. "
                        "If it is them again: /parley on");

  if (conv != NULL)
    parley_purple_host_tell_in (instance->host, conv, text);
  else
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, key->person, text);
}

gboolean
parley_names_is_on (ParleyInstance *instance, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  return account != NULL
         && parley_contacts_get_mode (instance->contacts, account, key->person) != PARLEY_MODE_OFF;
}

/* Where anybody can take a name that is free, whoever had it is not trusted to have it again.
 * Returns: whether they were on until now. */
static gboolean
drop_sitting (ParleyInstance *instance, const ParleyChatKey *key)
{
  gboolean was_on = parley_names_is_on (instance, key);

  parley_engine_lose (instance->engine, key);
  was_on |= parley_contacts_end_sitting (instance->contacts, key);
  parley_introduction_drop (instance->introduction, key);
  if (!parley_engine_name_proves (instance->engine, key))
    parley_contacts_distrust (instance->contacts, key);
  parley_irc_leave (instance->irc, key, TRUE);
  return was_on;
}

void
parley_names_end_sitting (ParleyInstance *instance, const ParleyChatKey *key)
{
  /* What waits for somebody who is known again when they are back waits until then. */
  if (parley_irc_knows_again (instance->irc, key))
    parley_introduction_drop (instance->introduction, key);
  else if (drop_sitting (instance, key) && !parley_engine_name_proves (instance->engine, key))
    tell_left (instance, key);
}

/* Returns: whether somebody was switched off whom the user does not know of yet. */
static gboolean
end_under_old_name (ParleyInstance *instance, PurpleConversation *conv, const ParleyChatKey *known)
{
  PurpleAccount *account = purple_conversation_get_account (conv);
  gboolean renamed = g_strcmp0 (purple_account_get_username (account), known->account) != 0
                     || g_strcmp0 (purple_account_get_protocol_id (account), known->protocol) != 0;
  g_autoptr (ParleyChatKey) old = parley_chat_key_copy (known); /* telling of it replaces it */

  if (renamed)
    return drop_sitting (instance, old)
           || parley_contacts_has_moved (account, purple_conversation_get_name (conv));
  parley_names_end_sitting (instance, old);
  return FALSE;
}

static const char *
get_renamed_text (void)
{
  return _ ("Your account has another name now, so Parley is off here. To go on: /parley on");
}

/* People change their nicks, and their conversation goes along: what was meant for one name must
 * not reach whoever takes it next. */
const ParleyChatKey *
parley_names_see_conversation (ParleyInstance *instance, PurpleConversation *conv)
{
  g_autoptr (ParleyChatKey) key = parley_irc_dup_key (
      instance->irc, purple_conversation_get_account (conv), purple_conversation_get_name (conv));
  const ParleyChatKey *known = g_hash_table_lookup (instance->conversations, conv);
  gboolean switched_off;

  if (known != NULL && parley_chat_key_equal (known, key))
    return known;
  switched_off = known != NULL && end_under_old_name (instance, conv, known);
  known = key;
  g_hash_table_insert (instance->conversations, conv, g_steal_pointer (&key));
  if (switched_off) /* last, for the line is written, and seen, in the conversation */
    parley_purple_host_tell_in (instance->host, conv, get_renamed_text ());
  return known;
}

/* No signal tells that the user gave an account another name: what was chosen for the sitting is
 * over, whether its chats have windows or not. */
void
parley_names_see_account (ParleyInstance *instance, PurpleAccount *account)
{
  g_autoptr (ParleyChatKey) old
      = parley_sign_ons_take_old_name (instance->sources->sign_ons, account);
  g_autoptr (GPtrArray) keys = NULL;

  if (old == NULL)
    return;
  keys = parley_contacts_list_sitting (instance->contacts, old->protocol, old->account);
  for (guint i = 0; i < keys->len; i++)
    {
      const ParleyChatKey *key = g_ptr_array_index (keys, i);
      PurpleConversation *conv = find_seen (instance, key);

      if (conv != NULL)
        parley_names_see_conversation (instance, conv);
      else if (drop_sitting (instance, key))
        parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, key->person, get_renamed_text ());
    }
  parley_engine_forget_account (instance->engine, old->protocol, old->account);
}

void
parley_names_watch (ParleyInstance *instance, PurpleAccount *account, const char *name)
{
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, name, account);

  if (conv != NULL)
    parley_names_see_conversation (instance, conv);
}

/* While we are away we don't see who takes which name. */
void
parley_names_end_sittings (ParleyInstance *instance, PurpleAccount *account)
{
  g_autoptr (GPtrArray) keys
      = parley_contacts_list_sitting (instance->contacts, purple_account_get_protocol_id (account),
                                      purple_account_get_username (account));

  for (guint i = 0; i < keys->len; i++)
    {
      if (!parley_engine_name_proves (instance->engine, g_ptr_array_index (keys, i)))
        parley_names_end_sitting (instance, g_ptr_array_index (keys, i));
    }
}
