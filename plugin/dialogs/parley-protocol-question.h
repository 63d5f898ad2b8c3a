/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Of a protocol that Parley doesn't know it can't tell whose a name is: there it writes drafts,
 * unless the user says that names are somebody's own. They are asked once for an account. */

/* Somebody on the account was switched to @mode: the user is asked, if that matters and they were
 * not before. */
void
parley_protocol_question_ask (ParleyInstance *instance, PurpleAccount *account, ParleyMode mode);

/* The user said so: written down at once, and confirmed then. */
void
parley_protocol_question_set (ParleyInstance *instance, PurpleAccount *account, gboolean trusted);

G_END_DECLS
