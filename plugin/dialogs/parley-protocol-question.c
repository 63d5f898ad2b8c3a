/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-protocol-question.h"

#include <glib/gi18n-lib.h>

#include <request.h>

#include "contacts/parley-choice.h"
#include "contacts/parley-switches.h"
#include "contacts/parley-tell.h"

void
parley_protocol_question_set (ParleyInstance *instance, PurpleAccount *account, gboolean trusted)
{
  const char *text = trusted ? _ ("Parley now answers by itself on this account.")
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
      _ ("Let Parley answer by itself on %s?"), purple_account_get_protocol_name (account));
  g_autofree char *text = g_strdup_printf (
      /* Translators: the name of an account */
      _ ("Parley doesn't know this protocol. If anybody can take a free name there, Parley may "
         "answer somebody else in place of the person you chose, and tell them what that person "
         "wrote. Until you choose, Parley only writes drafts on the account %s."),
      purple_account_get_username (account));

  purple_request_action (instance->plugin, _ ("Parley"), title, text, 0, account, NULL, NULL,
                         account, 2,
                         /* Translators: a button */
                         _ ("Only write _drafts"), on_drafts,
                         /* Translators: a button: nobody else can take the name of somebody */
                         _ ("Names are safe, _answer"), on_answer);
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
