/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* Returns: (transfer full) (element-type ParleyChatKey): for whom Parley is on, each once, whether
 * or not they are in the buddy list. */
GPtrArray *parley_people_list_on (ParleyInstance *instance);

/* Which of them is meant, as the fields of a dialog; at most so many that it opens at once.
 * @people: (element-type ParleyChatKey): at least one. Returns: (transfer full). */
PurpleRequestFields *parley_people_new_fields (const GPtrArray *people);

/* Returns: (transfer none): who was chosen in the answered dialog. */
const ParleyChatKey *parley_people_get_chosen (PurpleRequestFields *fields,
                                               const GPtrArray *people);

/* Returns: (transfer full) (nullable): where to find the others, if there are more. */
char *parley_people_dup_rest (const GPtrArray *people);

/* Returns: (transfer full): as the user knows the person and as they are called there, so that
 * nobody is taken for somebody else, with the account if there are several; on one line. */
char *parley_people_dup_name (const ParleyChatKey *key);

/* Opens the chat with a person, at the user's wish, and shows it; where there is none and none can
 * be made, because its account is not connected, says so. */
void parley_people_open_chat (ParleyInstance *instance, const ParleyChatKey *key);

G_END_DECLS
