/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-tell.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>

#include "dialogs/parley-finch.h"
#include "contacts/parley-switches.h"

/* In the conversation if there is one, else in a dialog: the user must see where a chat goes. */
void
parley_tell_person (ParleyInstance *instance,
                    PurpleAccount *account,
                    const char *name,
                    const char *text)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, name, account) != NULL)
    parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
  else
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, name, text);
}

/* Confirming */

typedef struct
{
  ParleyInstance *instance;
  ParleyChatKey *key; /* (nullable) */
  char *title;
  char *text;
} Confirmation;

static void
confirmation_free (gpointer data)
{
  Confirmation *confirmation = data;

  g_clear_pointer (&confirmation->key, parley_chat_key_free);
  g_free (confirmation->title);
  g_free (confirmation->text);
  g_free (confirmation);
}

static void
on_written_down (gpointer data, const GError *error)
{
  const Confirmation *it = data;
  PurpleAccount *account = it->key != NULL ? parley_contacts_find_account (it->key) : NULL;
  g_autofree char *doubt = NULL;
  g_autofree char *text = NULL;

  if (error != NULL)
    doubt = g_strdup_printf (
        _ ("Parley couldn't save this, so it may be lost if the program crashes. (%s)"),
        error->message);
  text = it->text != NULL ? g_strjoin (" ", it->text, doubt, NULL) : g_strdup (doubt);
  if (account != NULL)
    parley_tell_person (it->instance, account, it->title, text);
  else if (it->key == NULL)
    parley_notice (it->instance->plugin,
                   error == NULL ? PURPLE_NOTIFY_MSG_INFO : PURPLE_NOTIFY_MSG_WARNING, it->title,
                   text);
}

void
parley_tell_when_written (ParleyInstance *instance,
                          const ParleyChatKey *key,
                          const char *title,
                          const char *text)
{
  Confirmation *it = g_new0 (Confirmation, 1);

  it->instance = instance;
  it->key = key != NULL ? parley_chat_key_copy (key) : NULL;
  it->title = g_strdup (title);
  it->text = g_strdup (text);
  parley_switches_confirm (instance->switches, on_written_down, it, confirmation_free);
}
