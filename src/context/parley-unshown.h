/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Accounts on which what a protocol took is never shown: learnt from what was waited for in vain,
 * until the program ends. */
typedef struct _ParleyUnshown ParleyUnshown;

/* Returns: (transfer full). */
ParleyUnshown *parley_unshown_new (void);
void parley_unshown_free (ParleyUnshown *unshown);

/* What was given away on the account of @key was shown, or was not. */
void parley_unshown_note (ParleyUnshown *unshown, const ParleyChatKey *key, gboolean shown);

/* Returns: whether nothing is shown there: three in a row were not. */
gboolean parley_unshown_is (ParleyUnshown *unshown, const ParleyChatKey *key);

/* Returns: whether the user is to be told so; once an account. */
gboolean parley_unshown_tell (ParleyUnshown *unshown, const ParleyChatKey *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyUnshown, parley_unshown_free)

G_END_DECLS
