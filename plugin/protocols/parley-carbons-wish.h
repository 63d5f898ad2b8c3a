/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <plugin.h>

#include "parley-listening.h"

G_BEGIN_DECLS

/* Asks the servers of XMPP accounts for copies of what the user's other clients send and get
 * (XEP-0280), where a server has them and no other plugin sees to it; and takes that back. */
typedef struct _ParleyCarbonsWish ParleyCarbonsWish;

/* Asks for the accounts that are connected, and for each one that signs on. @listening: borrowed.
 * Returns: (transfer full). */
ParleyCarbonsWish *parley_carbons_wish_new (ParleyListening *listening);

/* Takes back what was asked for, unless another plugin wants it. */
void parley_carbons_wish_free (ParleyCarbonsWish *wish);

G_END_DECLS
