/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-otr.h"

#include <gmodule.h>

#include <conversation.h>
#include <plugin.h>

#define PLUGIN_ID "otr"

/* What pidgin-otr 4 and libotr 4 and 5 call themselves. Both are asked by name, for Parley must run
 * without them. */
#define NOT_PRIVATE 0 /* of TrustLevel */
#define INSTAG_BEST 1 /* the most private of all the other side's clients */

typedef gpointer (*FindFunc) (gpointer state,
                              const char *user,
                              const char *account,
                              const char *protocol,
                              guint instance,
                              int create,
                              int *created,
                              gpointer add_data,
                              gpointer data);
typedef gpointer (*FindSelectedFunc) (PurpleConversation *conv, int create);
typedef int (*GetTrustFunc) (gpointer context);

typedef struct
{
  gpointer *state; /* where the plugin keeps its pointer to all it knows */
  FindFunc find;
  FindSelectedFunc find_selected;
  GetTrustFunc get_trust;
} Otr;

/* Returns: FALSE if it is another plugin of that name, or one of a version we don't know. */
static gboolean
look_up (PurplePlugin *plugin, Otr *otr)
{
  GModule *module = plugin->handle;

  return module != NULL
         && g_module_symbol (module, "otrg_plugin_userstate", (gpointer *) &otr->state)
         && g_module_symbol (module, "otrl_context_find", (gpointer *) &otr->find)
         && g_module_symbol (module, "otrg_plugin_conv_to_selected_context",
                             (gpointer *) &otr->find_selected)
         && g_module_symbol (module, "otrg_plugin_context_to_trust", (gpointer *) &otr->get_trust)
         && *otr->state != NULL;
}

/* What the plugin would encrypt for may be another client of theirs than the one that was private:
 * the user can choose. */
static gboolean
sends_in_the_open (const Otr *otr, PurpleAccount *account, const char *person)
{
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, person, account);

  return conv != NULL && otr->get_trust (otr->find_selected (conv, FALSE)) == NOT_PRIVATE;
}

void
parley_otr_add_secrecy (PurpleAccount *account, const char *person, ParleySecrecy *secrecy)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PLUGIN_ID);
  Otr otr = { 0 };
  gpointer context;

  if (plugin == NULL || !purple_plugin_is_loaded (plugin))
    return;
  secrecy->encrypted = TRUE;
  if (!look_up (plugin, &otr))
    return;
  context
      = otr.find (*otr.state, person, purple_account_get_username (account),
                  purple_account_get_protocol_id (account), INSTAG_BEST, FALSE, NULL, NULL, NULL);
  secrecy->encrypted = otr.get_trust (context) != NOT_PRIVATE;
  secrecy->exposed = secrecy->encrypted && sends_in_the_open (&otr, account, person);
}
