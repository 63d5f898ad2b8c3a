/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The last inbound bubble that was dealt with. libpurple 2 gives messages no ids, so it is known by
 * the second it was written in, its text, and which one of that second it was. What a server hands
 * out again is at or under the mark. A value: all zero is under everything. */
typedef struct
{
  gint64 wall_s; /* seconds since 1970, as the conversation's history shows it */
  guint64 hash;  /* of its text */
  guint count;   /* it was the nth bubble of that second */
} ParleyMark;

/* Moves the mark up to the bubble @text, the @count-th one of @wall_s; never down. That place in
 * that second is looked at once only: digests of long texts take time. */
void parley_mark_advance (ParleyMark *mark, gint64 wall_s, const char *text, guint count);

/* Returns: less than, equal to or greater than 0 as @a lies below, at or above @b. */
int parley_mark_compare (const ParleyMark *a, const ParleyMark *b);

/* Returns: whether the bubble is at or under the mark. */
gboolean parley_mark_covers (const ParleyMark *mark, gint64 wall_s, const char *text, guint count);

G_END_DECLS
