/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-protocol-question.h"

#include <glib/gi18n-lib.h>

#include <request.h>

#include "parley-choice.h"
#include "parley-switches.h"
#include "parley-tell.h"

void
parley_protocol_question_set (ParleyInstance *instance, PurpleAccount *account, gboolean trusted)
{
  const char *text = trusted ? _ ("Parley answers by itself on this account now.")
                             : _ ("Parley only writes drafts on this account.");

  parley_choice_set_protocol (account, trusted);
  parley_switches_note_protocol (instance->switches, account);
  parley_engine_look_again (instance->engine);
  parley_tell_when_written (instance, NULL, purple_account_get_username (account), text);
}

/* It may have been deleted while the question stood open. */
static void
take_answer (PurpleAccount *account, gboolean trusted)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PARLEY_PLUGIN_ID);

  if (g_list_find (purple_accounts_get_all (), account) != NULL)
    parley_protocol_question_set (parley_instance_get (plugin), account, trusted);
}

static void
on_drafts (PurpleAccount *account, int action)
{
  take_answer (account, FALSE);
}

static void
on_answer (PurpleAccount *account, int action)
{
  take_answer (account, TRUE);
}

static void
ask (ParleyInstance *instance, PurpleAccount *account)
{
  g_autofree char *title = g_strdup_printf (
      /* Translators: the name of a protocol */
      _ ("Answer on %s without you?"), purple_account_get_protocol_name (account));
  g_autofree char *text = g_strdup_printf (
      /* Translators: the name of an account */
      _ ("Parley doesn't know this protocol. If anybody can take a name there that is free, "
         "somebody else may be answered in the place of who you chose, and be told what they "
         "wrote. Until you choose, Parley only writes drafts on the account %s."),
      purple_account_get_username (account));

  purple_request_action (instance->plugin, _ ("Parley"), title, text, 0, account, NULL, NULL,
                         account, 2,
                         /* Translators: a button */
                         _ ("Only Write _Drafts"), on_drafts,
                         /* Translators: a button: nobody else can take the name of somebody */
                         _ ("Names Are Safe, _Answer"), on_answer);
}

void
parley_protocol_question_ask (ParleyInstance *instance, PurpleAccount *account, ParleyMode mode)
{
  gboolean known
      = parley_engine_knows_protocol (instance->engine, purple_account_get_protocol_id (account));

  if (mode > PARLEY_MODE_DRAFT && !known
      && parley_choice_read_protocol (account) == PARLEY_PROTOCOL_UNSAID)
    ask (instance, account);
}
