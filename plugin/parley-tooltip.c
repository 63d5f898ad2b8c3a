/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-tooltip.h"

#include <glib/gi18n-lib.h>

#include <blist.h>
#include <gmodule.h>
#include <signals.h>

#include "contacts/parley-choice-labels.h"

typedef void *(*GetHandle) (void);

static PurpleBuddy *
get_buddy (PurpleBlistNode *node)
{
  if (PURPLE_BLIST_NODE_IS_CONTACT (node))
    return purple_contact_get_priority_buddy (PURPLE_CONTACT (node));
  return PURPLE_BLIST_NODE_IS_BUDDY (node) ? PURPLE_BUDDY (node) : NULL;
}

/* Why it does less at the moment is said, too. @markup: as Pango and Finch read it. */
static void
on_tooltip (PurpleBlistNode *node, GString *markup, gboolean full, ParleyInstance *instance)
{
  PurpleBuddy *buddy = get_buddy (node);
  PurpleAccount *account = buddy != NULL ? purple_buddy_get_account (buddy) : NULL;
  const char *name = buddy != NULL ? purple_buddy_get_name (buddy) : NULL;
  ParleyMode mode = buddy != NULL ? parley_contacts_get_mode (instance->contacts, account, name)
                                  : PARLEY_MODE_OFF;
  g_autoptr (ParleyChatKey) key = NULL;
  g_autofree char *obstacle = NULL;
  g_autofree char *line = NULL;

  if (mode == PARLEY_MODE_OFF)
    return;
  key = parley_irc_dup_key (instance->irc, account, name);
  obstacle = parley_engine_dup_obstacle (instance->engine, key);
  line = g_markup_printf_escaped ("\n<b>%s</b>: %s%s%s", _ ("Parley"), parley_mode_get_label (mode),
                                  obstacle != NULL ? ". " : "", obstacle != NULL ? obstacle : "");
  g_string_append (markup, line);
}

void
parley_tooltip_connect (ParleyInstance *instance)
{
  static const char *const names[] = { "pidgin_blist_get_handle", "finch_blist_get_handle" };
  GModule *program = g_module_open (NULL, 0);

  for (guint i = 0; program != NULL && i < G_N_ELEMENTS (names); i++)
    {
      gpointer symbol = NULL;

      if (g_module_symbol (program, names[i], &symbol) && symbol != NULL)
        parley_listening_add (instance->listening, ((GetHandle) symbol) (), "drawing-tooltip",
                              purple_marshal_VOID__POINTER_POINTER_UINT,
                              PURPLE_CALLBACK (on_tooltip), instance);
    }
  if (program != NULL)
    g_module_close (program);
}
