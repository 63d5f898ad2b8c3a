/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "engine/parley-leftovers.h"
#include "engine/parley-server-clock.h"
#include "engine/parley-strays.h"
#include "engine/parley-unshown.h"
#include "guard/parley-away.h"

G_BEGIN_DECLS

/* What was seen of accounts and chats, whether those have a session or not. */
typedef struct
{
  ParleyLeftovers *leftovers; /* what earlier runs may have said */
  ParleyUnshown *unshown;
  ParleyStrays *strays;
  ParleyServerClock *server_clock;
  GHashTable *notes; /* ParleyChatKey → ParleyAwayNoteGiven; also of chats that were switched off */
} ParleyObserved;

/* @observed: all zero before. */
void parley_observed_init (ParleyObserved *observed);
void parley_observed_clear (ParleyObserved *observed);

/* The last away note that was given in a chat. All zero: none was. */
ParleyAwayNoteGiven parley_observed_get_note (ParleyObserved *observed, const ParleyChatKey *key);
void parley_observed_set_note (ParleyObserved *observed,
                               const ParleyChatKey *key,
                               const ParleyAwayNoteGiven *note);

G_END_DECLS
