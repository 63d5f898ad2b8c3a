/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <blist.h>

#include "brain/parley-contact-info.h"

G_BEGIN_DECLS

/* Returns: (transfer full) (nullable): what @name publishes of themselves on @account: never the
 * user's alias for them, their group or the user's notes. NULL if they are not in the list. */
ParleyContactInfo *parley_contact_card_read (PurpleAccount *account, const char *name);

/* Returns: (transfer full) (nullable): how the user wants to sound to @name; NULL: as to everybody.
 */
char *parley_contact_card_dup_persona (PurpleAccount *account, const char *name);

/* Returns: FALSE if what is stored there can't be read; it is none then. */
gboolean parley_contact_card_has_good_persona (PurpleBuddy *buddy);

/* @persona: "" to sound as to everybody. Returns: FALSE if @name is not in the list. */
gboolean
parley_contact_card_set_persona (PurpleAccount *account, const char *name, const char *persona);

/* Whether the user wants automatic answers to @name to bear no mark. */
gboolean parley_contact_card_is_undisclosed (PurpleAccount *account, const char *name);

/* Returns: FALSE if @name is not in the list. */
gboolean parley_contact_card_set_undisclosed (PurpleAccount *account,
                                              const char *name,
                                              gboolean undisclosed);

G_END_DECLS
