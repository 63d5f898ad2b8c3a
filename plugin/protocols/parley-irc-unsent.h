/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <connection.h>

#include "protocols/parley-irc.h"

G_BEGIN_DECLS

/* What Parley said and libpurple's IRC keeps back: each line for up to a second, and two more for
 * each line before it when there are many. Meanwhile the name may go to somebody else, so who has
 * it is asked once more when the line leaves. */
typedef struct _ParleyIrcUnsent ParleyIrcUnsent;

/* Something that was said is not sent. */
typedef void (*ParleyIrcUnsentFunc) (const ParleyChatKey *key, gpointer data);

/* @listening, @irc, @timers: borrowed. Returns: (transfer full). */
ParleyIrcUnsent *parley_irc_unsent_new (ParleyListening *listening,
                                        ParleyIrc *irc,
                                        ParleyTimers *timers,
                                        ParleyIrcUnsentFunc func,
                                        gpointer data);
void parley_irc_unsent_free (ParleyIrcUnsent *unsent);

/* libpurple is about to be handed @text, plain. */
void parley_irc_unsent_add (ParleyIrcUnsent *unsent, const ParleyChatKey *key, const char *text);

/* The account's connection is gone, and what waited with it; what may have left in other words is
 * not called unsent. */
void parley_irc_unsent_disconnect (ParleyIrcUnsent *unsent, PurpleAccount *account);

G_END_DECLS
