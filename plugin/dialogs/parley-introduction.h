/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"
#include "contacts/parley-subject.h"

G_BEGIN_DECLS

/* What the user is asked when they switch Parley on for the first time: who writes the answers,
 * and, told what leaves the machine then and to whom, what to do. Nothing is changed before the
 * last answer. It is asked once; not of people who chose a model server before, or switched
 * somebody on. One dialog at a time; what the user is asked is about the first they wanted to
 * switch on. */

/* Makes sure that it is stored whether the user was asked. To be called while libpurple looks at
 * the plugin, loaded or not. */
void parley_introduction_add_pref (void);

/* All was answered: @subject, who may be answered, is to be switched to @mode. */
typedef void (*ParleyIntroductionFunc) (ParleyInstance *instance,
                                        const ParleySubject *subject,
                                        ParleyMode mode);

/* Returns: (transfer full). */
ParleyIntroduction *parley_introduction_new (ParleyInstance *instance,
                                             ParleyIntroductionFunc answered);
void parley_introduction_free (ParleyIntroduction *introduction);

/* The user wants @mode for @subject: (transfer full), who may be answered. Returns: whether they
 * are asked first. */
gboolean parley_introduction_take (ParleyIntroduction *introduction,
                                   ParleySubject *subject,
                                   ParleyMode mode);

/* Returns: whether the user is still to be asked. */
gboolean parley_introduction_is_due (ParleyIntroduction *introduction);

/* The person was switched off, or left a name that anybody can take: what is asked about them is
 * over, and changed nothing. */
void parley_introduction_drop (ParleyIntroduction *introduction, const ParleyChatKey *key);

G_END_DECLS
