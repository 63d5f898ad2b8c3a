/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Who wrote while the user was away and had no answer, whether or not Parley is on for them, as far
 * as the open windows tell: they are counted when they are asked for, and nothing is kept. */
typedef struct
{
  PurpleConversation *conv; /* borrowed */
  guint n;                  /* messages */
} ParleyUnanswered;

/* @account: without a person. @since: what came before, seconds since 1970, doesn't count. Returns:
 * (transfer full) (element-type ParleyUnanswered): the one who wrote last comes first. */
GPtrArray *parley_unanswered_list (const ParleyChatKey *account, gint64 since);

G_END_DECLS
