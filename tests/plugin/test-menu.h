/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <blist.h>

G_BEGIN_DECLS

/* The user opens the menu of a contact or a group. @label: (nullable): the item that they choose.
 * Returns: (transfer full): what there was to choose, a line each. */
char *test_menu_use (PurpleBlistNode *node, const char *label);

/* The same for a menu that stands open: its beginning, its item, and its end. @parent: the item
 * below which @label is looked for. */
GList *test_menu_open (PurpleBlistNode *node);
void test_menu_choose (GList *menu, PurpleBlistNode *node, const char *label);
void
test_menu_choose_in (GList *menu, PurpleBlistNode *node, const char *parent, const char *label);
void test_menu_free (GList *menu);

G_END_DECLS
