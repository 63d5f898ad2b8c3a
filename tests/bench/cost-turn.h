/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-history.h"
#include "test-site.h"
#include "turn/parley-chat.h"

G_BEGIN_DECLS

/* The turn that everything is measured with: three bubbles and an answer of one. */
#define COST_TURN_BUBBLES 3
#define COST_TURN_STEPS   8 /* of the machine */

/* A person writes it in a chat of @site; returns when it is answered and all is idle. */
void cost_turn_play (ParleyTestSite *site, const ParleyChatKey *key);

/* The same in a chat machine alone. */
void cost_turn_walk (ParleyChat *chat, gint64 *now);

/* Adds what the chat remembers of it. */
void cost_turn_remember (ParleyHistory *history);

G_END_DECLS
