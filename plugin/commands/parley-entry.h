/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Where the user writes. libpurple knows of it only that something can be put there, which Pidgin
 * adds to what stands there already (purple_conv_send_confirm ()). For Finch, which can't,
 * libpurple would ask whether to send it, and keeps a text for that which is gone by then: so it is
 * asked for here, in a dialog in which it can be changed. What is sent are the user's own words. */

/* Returns: (transfer full). */
ParleyEntry *parley_entry_new (ParleyInstance *instance);
void parley_entry_free (ParleyEntry *entry);

/* Puts the draft of the chat there, in the loop's next turn: until then Pidgin has emptied the
 * entry of the command that was typed. @number: as the user saw it, 0: the one that waits. They are
 * told why not. */
void parley_entry_take_draft (ParleyEntry *entry, const ParleyChatKey *key, guint number);

/* Returns: whether the user was seen to write in the conversation within the last seconds; that
 * nothing stands there can't be known. */
gboolean parley_entry_is_in_use (PurpleConversation *conv);

G_END_DECLS
