/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "contacts/parley-choice.h"
#include "parley-instance.h"

G_BEGIN_DECLS

/* Whom a question is about while it stands open: a person, a group or an account, by name, because
 * the user may remove any of them meanwhile. */
typedef struct _ParleySubject ParleySubject;

/* Returns: (transfer full). */
ParleySubject *parley_subject_new_person (PurpleAccount *account, const char *name);
ParleySubject *parley_subject_new_place (ParleyPlace place);
void parley_subject_free (ParleySubject *subject);

gboolean parley_subject_equal (const ParleySubject *a, const ParleySubject *b);

/* Whether it is this person. */
gboolean parley_subject_is_person (const ParleySubject *subject, const ParleyChatKey *key);

/* Returns: (transfer none): for the user. */
const char *parley_subject_get_name (const ParleySubject *subject);

/* Returns: (transfer full): a name that somebody else may have chosen, as it can be shown. */
char *parley_subject_dup_shown_name (const char *name);

/* In the conversation if there is one, else in a dialog. */
void parley_subject_tell (const ParleySubject *subject, ParleyInstance *instance, const char *text);

/* In the conversation, if it is a person and there is one. */
void parley_subject_note (const ParleySubject *subject, ParleyInstance *instance, const char *text);

/* Whether it is still there, and of a person whether they may be answered at all; tells the user if
 * not. */
gboolean parley_subject_check (const ParleySubject *subject, ParleyInstance *instance);

/* Returns: (transfer none) (nullable): NULL: it is a group or an account. */
const ParleyChatKey *parley_subject_get_person (const ParleySubject *subject);

/* Where the group or account is. Only after parley_subject_check (). */
ParleyPlace parley_subject_find_place (const ParleySubject *subject);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySubject, parley_subject_free)

G_END_DECLS
