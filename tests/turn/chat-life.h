/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "chat-city.h"

G_BEGIN_DECLS

/* What people, users and networks do to the chats of a city; what it is the city picks. */

/* One thing happens to one chat, now. */
void chat_life_go_on (ChatCity *city);

/* Everybody stops. Checks that each chat comes to rest, and forgets no bubble. */
void chat_life_come_to_rest (ChatCity *city);

G_END_DECLS
