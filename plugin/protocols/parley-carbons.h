/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Takes in the copies that an XMPP server hands out of what the user's other clients send and get
 * (XEP-0280). What the user sent is written into the conversation, with its time; what they got
 * goes on through libpurple as if it had been sent here. Whoever asked for them, they are taken in
 * before other plugins see them, and each once. */

/* Its handler stays with the plugin's: the caller disconnects it. Returns: (transfer full). */
ParleyCarbons *parley_carbons_new (ParleyInstance *instance);
void parley_carbons_free (ParleyCarbons *carbons);

/* Whether the line that is being written is of a Parley of the user's on another device. */
gboolean parley_carbons_is_writing_parleys (ParleyCarbons *carbons);

/* Returns: how many copies came that were not believed. */
guint parley_carbons_get_n_forged (ParleyCarbons *carbons);

G_END_DECLS
