/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* Returns: (transfer full) (element-type ParleyChatKey): for whom Parley is on, each once, whether
 * or not they are in the buddy list. */
GPtrArray *parley_people_list_on (ParleyInstance *instance);

/* Returns: (transfer full): as the user knows the person, on one line. */
char *parley_people_dup_name (const ParleyChatKey *key);

/* Returns: (transfer full): the same, with the account if there are several. */
char *parley_people_dup_full_name (const ParleyChatKey *key);

/* A field that lets the user choose one of several rows. */
PurpleRequestField *parley_people_field_new (const char *id, const char *label);

/* Adds the row number @index, from 0; that one is chosen until the user chooses another. @text: two
 * that are alike are told apart. */
void parley_people_field_add (PurpleRequestField *field, guint index, const char *text);

/* Returns: the number of the chosen row; -1: none. */
int parley_people_field_get (PurpleRequestFields *fields, const char *id);

G_END_DECLS
