/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* When each account signed on last, and under which name: no signal tells that the user gave it
 * another one. */
typedef struct _ParleySignOns ParleySignOns;

/* Returns: (transfer full): with the accounts that are connected, as if for long. */
ParleySignOns *parley_sign_ons_new (void);
void parley_sign_ons_free (ParleySignOns *sign_ons);

/* It signed on @now, monotonic ms. */
void parley_sign_ons_add (ParleySignOns *sign_ons, PurpleAccount *account, gint64 now);

/* Its address may be given to another account. */
void parley_sign_ons_remove (ParleySignOns *sign_ons, PurpleAccount *account);

/* Returns: whether it signed on within the last @ms before @now. */
gboolean
parley_sign_ons_is_recent (ParleySignOns *sign_ons, PurpleAccount *account, gint64 now, gint64 ms);

/* Returns: whether what was written at @wall, seconds since 1970, was so before the account signed
 * on, and it did so a moment ago, or does now: servers hand out then what came meanwhile. @now:
 * monotonic ms, and it is @now_wall. */
gboolean parley_sign_ons_is_catching_up (
    ParleySignOns *sign_ons, PurpleAccount *account, gint64 wall, gint64 now, gint64 now_wall);

/* Returns: (transfer full) (nullable): the name that the account had until now, of nobody; NULL: it
 * is still the same. */
ParleyChatKey *parley_sign_ons_take_old_name (ParleySignOns *sign_ons, PurpleAccount *account);

G_END_DECLS
