/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-damage.h"

#include <glib/gi18n-lib.h>

#include "guard/parley-rule.h"
#include "contacts/parley-choice.h"
#include "contacts/parley-contact-card.h"
#include "dialogs/parley-finch.h"

/* More would not fit onto a screen. */
#define MAX_SHOWN 20

static char *
dup_mode_line (ParleyPlace place, const char *name)
{
  if (place.account != NULL)
    return g_strdup_printf (_ ("Account “%s”: mode"), name);
  if (PURPLE_BLIST_NODE_IS_GROUP (place.node))
    return g_strdup_printf (_ ("Group “%s”: mode"), name);
  return g_strdup_printf (_ ("Contact “%s”: mode"), name);
}

static char *
dup_rule_line (ParleyPlace place, const char *name)
{
  if (place.account != NULL)
    return g_strdup_printf (_ ("Account “%s”: when to answer"), name);
  if (PURPLE_BLIST_NODE_IS_GROUP (place.node))
    return g_strdup_printf (_ ("Group “%s”: when to answer"), name);
  return g_strdup_printf (_ ("Contact “%s”: when to answer"), name);
}

static void
check (GPtrArray *lines, ParleyPlace place, const char *name)
{
  const ParleyChoice choice = parley_choice_read (place);
  gboolean rule_broken = choice.rule != NULL && !parley_rule_check (choice.rule, NULL);

  if (choice.mode_broken)
    g_ptr_array_add (lines, dup_mode_line (place, name));
  if (rule_broken)
    g_ptr_array_add (lines, dup_rule_line (place, name));
}

static void
check_buddy (GPtrArray *lines, PurpleBuddy *buddy)
{
  const char *name = purple_buddy_get_name (buddy);

  check (lines, parley_place_of_buddy (buddy), name);
  if (!parley_contact_card_has_good_persona (buddy))
    g_ptr_array_add (lines, g_strdup_printf (_ ("Contact “%s”: your style"), name));
}

static void
check_list (GPtrArray *lines)
{
  PurpleBlistNode *node = purple_blist_get_root ();

  for (; node != NULL; node = purple_blist_node_next (node, TRUE))
    {
      if (PURPLE_BLIST_NODE_IS_BUDDY (node))
        check_buddy (lines, PURPLE_BUDDY (node));
      if (PURPLE_BLIST_NODE_IS_GROUP (node))
        check (lines, parley_place_of_group (PURPLE_GROUP (node)),
               purple_group_get_name (PURPLE_GROUP (node)));
    }
}

static char *
dup_text (const GPtrArray *lines)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len && i <= MAX_SHOWN; i++)
    g_string_append_printf (text, "%s\n",
                            i < MAX_SHOWN ? (const char *) g_ptr_array_index (lines, i) : "…");
  g_string_append (text, _ ("Parley sends nothing there until you choose again: for contacts and "
                            "groups in their menus, for accounts with “Answer for a whole "
                            "account…”, your style with /parley persona."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
parley_damage_tell (ParleyInstance *instance)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  check_list (lines);
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    check (lines, parley_place_of_account (link->data), purple_account_get_username (link->data));
  if (lines->len == 0)
    return;
  text = dup_text (lines);
  parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_WARNING,
                 _ ("Parley can't read what you chose"), text);
}
