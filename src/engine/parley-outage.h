/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-host.h"

G_BEGIN_DECLS

/* A time in which the model gives no answers, the same for all chats. The user hears of it once, of
 * each new kind of trouble in it, and once when it is over. */
typedef struct
{
  char *told;       /* what the user heard last; NULL: nothing */
  gboolean passing; /* turns wait for its end */
} ParleyOutage;

void parley_outage_clear (ParleyOutage *outage);

/* A model failed that was asked in the chat @key. @untold: the user is not to hear of it. Returns:
 * whether it is likely to pass by itself. */
gboolean parley_outage_note_failure (ParleyOutage *outage,
                                     ParleyHost *host,
                                     const ParleyChatKey *key,
                                     const GError *error,
                                     gboolean untold);

/* A model answered in the chat @key. Returns: whether turns waited for that. */
gboolean
parley_outage_note_success (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key);

G_END_DECLS
