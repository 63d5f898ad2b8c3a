/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-context.h"

G_BEGIN_DECLS

/* Removes all that is remembered of a chat, wherever it is. The user hears, in the chat, when it is
 * done and what is left. */
void parley_forgetting_start (ParleyContext *context, const ParleyChatKey *key);

G_END_DECLS
