/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-channels.h"

G_BEGIN_DECLS

/* How a reply is cut into messages. */
typedef struct
{
  guint max_bubbles;   /* what is left over joins the last one */
  guint max_chars;     /* of one, as far as it can be cut there */
  ParleyLimits limits; /* what the protocol allows; goes before the two above */
} ParleyBubbleRules;

/* Cuts @text at blank lines and, where a part is too long, at sentences, then words, and only if a
 * single word is too long between graphemes; never inside a fenced code block unless the protocol
 * leaves no choice. Returns: (transfer full): array of char *, trimmed, none empty. */
GPtrArray *parley_bubbles_split (const char *text, const ParleyBubbleRules *rules);

G_END_DECLS
