/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The last inbound bubble that was dealt with: it and all that came before it get no answer any
 * more. Only the order in which they came counts: a server may hand out late what was written long
 * ago. A value: all zero is under everything. */
typedef struct
{
  gint64 wall_s; /* when it was received, seconds since 1970 */
  guint64 hash;  /* of its text */
  guint count;   /* its number in the order in which the chat's bubbles came, from 1 */
} ParleyMark;

/* Moves the mark up to the bubble @text, the @count-th of the chat; never down. */
void parley_mark_advance (ParleyMark *mark, gint64 wall_s, const char *text, guint count);

/* Returns: less than, equal to or greater than 0 as @a lies below, at or above @b. */
int parley_mark_compare (const ParleyMark *a, const ParleyMark *b);

/* Returns: whether the chat's @count-th bubble is at or under the mark. */
gboolean parley_mark_covers (const ParleyMark *mark, guint count);

/* Returns: what stands for @text: the first bytes of a digest, the same in every run and on every
 * machine. Never 0. */
guint64 parley_mark_hash (const char *text);

G_END_DECLS
