/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

#include "base/parley-chat-key.h"
#include "base/parley-route.h"

G_BEGIN_DECLS

/* Who is in rooms, where somebody who writes to the user alone out of one is called by the room and
 * by their nick in it, as on XMPP: "room@host/nick". Nicks change hands, and no two people who had
 * one after the other are told apart by it; so each stay under a nick has a number. Only those are
 * known who were asked about. */
typedef struct _ParleyRooms ParleyRooms;

/* Returns: (transfer full). */
ParleyRooms *parley_rooms_new (void);
void parley_rooms_free (ParleyRooms *rooms);

/* Returns: whether the key's name is one of an occupant, of a room that is open or was. */
gboolean parley_rooms_is_occupant (const ParleyChatKey *key);

/* Returns: (transfer full) (nullable): who has the name now; NULL: it is not one of an occupant. */
ParleyIdentity *parley_rooms_dup_identity (ParleyRooms *rooms, const ParleyChatKey *key);

/* libpurple is about to let go of an occupant, @occupant, who leaves, is called otherwise now, or
 * whose room is closed. Returns: (transfer full) (nullable): who it was; NULL: nobody asked. */
ParleyChatKey *parley_rooms_take_gone (ParleyRooms *rooms, gconstpointer occupant);

G_END_DECLS
