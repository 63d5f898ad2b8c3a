/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-switch.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>
#include <notify.h>

/* In the conversation if there is one, else in a dialog: the user must see where a chat goes. */
static void
tell (ParleyInstance *instance, PurpleAccount *account, const char *name, const char *text)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, name, account) != NULL)
    parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
  else
    purple_notify_info (instance->plugin, _ ("Parley"), name, text);
}

static void
switch_on (ParleyInstance *instance,
           PurpleAccount *account,
           const char *name,
           const ParleyChatKey *key)
{
  gboolean kept = parley_contacts_choose (instance->contacts, account, name, TRUE);
  g_autofree char *disclosure = parley_engine_dup_disclosure (instance->engine);
  const char *warning = parley_engine_name_proves (instance->engine, key)
                            ? ""
                            : _ ("Here anybody can take a name that is free, so nothing is "
                                 "remembered of this chat beyond this sitting. ");
  g_autofree char *line = g_strdup_printf (
      kept ? _ ("Switched on for this person. %s %sTo stop it: /parley off")
           : _ ("Switched on for this person until you close this program, because they are not in "
                "your buddy list. %s %sTo stop it: /parley off"),
      disclosure, warning);

  parley_engine_note_mode (instance->engine, key, PARLEY_MODE_AUTO);
  parley_engine_resume (instance->engine, key);
  tell (instance, account, name, line);
}

static void
forget_chat (const ParleyChatKey *key, gpointer data)
{
  parley_engine_forget (((ParleyInstance *) data)->engine, key);
}

gboolean
parley_switch (ParleyInstance *instance, PurpleAccount *account, const char *name, gboolean on)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyVerdict verdict = parley_engine_judge_person (instance->engine, key);

  if (on && verdict != PARLEY_VERDICT_ALLOWED)
    {
      tell (instance, account, name, parley_verdict_explain (verdict));
      return FALSE;
    }
  if (on)
    {
      switch_on (instance, account, name, key);
      return TRUE;
    }
  if (parley_contacts_is_chosen (instance->contacts, account, name))
    parley_engine_note_mode (instance->engine, key, PARLEY_MODE_OFF);
  parley_contacts_choose (instance->contacts, account, name, FALSE);
  parley_contacts_foreach_alike (account, name, forget_chat, instance);
  tell (instance, account, name, _ ("Switched off for this person."));
  return TRUE;
}
