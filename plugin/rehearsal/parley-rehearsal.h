/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* “Talk to my Parley”: one window in which the user writes as somebody who writes to them would,
 * and is answered as that person would be. Nothing is sent to anybody, and nothing is kept but what
 * it cost. It ends when the window is closed. */
ParleyRehearsal *parley_rehearsal_new (ParleyInstance *instance);

/* Closes the window. Nothing is said and nobody is called after it. */
void parley_rehearsal_free (ParleyRehearsal *rehearsal);

/* Opens the window in the next turn of the main loop, or shows the one that is open. */
void parley_rehearsal_open (ParleyRehearsal *rehearsal);

/* What the server knows of the user has changed: a key. */
void parley_rehearsal_forget_backend (ParleyRehearsal *rehearsal);

/* The user gave Parley's command @verb in @conv. @rest: what stands behind it. Returns: FALSE if
 * that is another window; else the user was told what came of it. */
gboolean parley_rehearsal_take_command (ParleyRehearsal *rehearsal,
                                        PurpleConversation *conv,
                                        const char *verb,
                                        const char *rest);

G_END_DECLS
