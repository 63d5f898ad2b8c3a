/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-context.h"

G_BEGIN_DECLS

/* Removes from @store all that it has of a chat. @tell: the user hears, in the chat, when it is
 * done and what is left. */
void parley_forgetting_start (ParleyContext *context,
                              ParleyStore *store,
                              const ParleyChatKey *key,
                              gboolean tell);

G_END_DECLS
