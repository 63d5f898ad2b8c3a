/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-menu.h"

#include <signals.h>

static void
list_menu (GList *menu, GString *labels)
{
  for (GList *link = menu; link != NULL; link = link->next)
    {
      PurpleMenuAction *action = link->data;

      g_string_append_printf (labels, "%s\n", action->label);
      list_menu (action->children, labels);
    }
}

void
test_menu_choose (GList *menu, PurpleBlistNode *node, const char *label)
{
  for (GList *link = menu; link != NULL; link = link->next)
    {
      PurpleMenuAction *action = link->data;

      if (g_str_equal (action->label, label))
        ((void (*) (PurpleBlistNode *, gpointer)) action->callback) (node, action->data);
      test_menu_choose (action->children, node, label);
    }
}

void
test_menu_choose_in (GList *menu, PurpleBlistNode *node, const char *parent, const char *label)
{
  for (GList *link = menu; link != NULL; link = link->next)
    {
      PurpleMenuAction *action = link->data;

      if (g_str_equal (action->label, parent))
        test_menu_choose (action->children, node, label);
      else
        test_menu_choose_in (action->children, node, parent, label);
    }
}

void
test_menu_free (GList *menu)
{
  for (GList *link = menu; link != NULL; link = link->next)
    {
      test_menu_free (((PurpleMenuAction *) link->data)->children);
      purple_menu_action_free (link->data);
    }
  g_list_free (menu);
}

GList *
test_menu_open (PurpleBlistNode *node)
{
  GList *menu = NULL;

  purple_signal_emit (purple_blist_get_handle (), "blist-node-extended-menu", node, &menu);
  return menu;
}

char *
test_menu_use (PurpleBlistNode *node, const char *label)
{
  g_autoptr (GString) labels = g_string_new (NULL);
  GList *menu = test_menu_open (node);

  list_menu (menu, labels);
  if (label != NULL)
    test_menu_choose (menu, node, label);
  test_menu_free (menu);
  return g_string_free (g_steal_pointer (&labels), FALSE);
}
