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

/* Which messages of one chat have come, so that what a server hands out again is known for that.
 * Most messages have no ids: one is known by the time that is told for it and its text, as often as
 * it came. Where there is an id it tells, with the text: ids are the sender's choice. Pure: times
 * are handed in, seconds since 1970. */
typedef struct _ParleyHeard ParleyHeard;

/* So many are known, the newest. */
#define PARLEY_HEARD_MAX 400

typedef struct
{
  guint number;    /* in the order in which they came, from 1 */
  gint64 stamp;    /* when it was written, as it was told */
  gint64 received; /* when it came */
  guint64 hash;    /* parley_mark_hash () of its text; 0: not to be known, any text fits */
  guint64 origin;  /* parley_heard_hash_origin () of its id; 0: it has none */
  guint64 former;  /* of one that comes: parley_mark_hash () of what an earlier version of Parley
                      took  for its text; 0: the same */
} ParleyHeardLine;

/* @client: (nullable): which of the person's programs gave the id. @id: (nullable): none. Returns:
 * what stands for both; 0: there is no id. */
guint64 parley_heard_hash_origin (const char *client, const char *id);

/* Returns: (transfer full). */
ParleyHeard *parley_heard_new (void);
void parley_heard_free (ParleyHeard *heard);

/* One that came in an earlier run. */
void parley_heard_add (ParleyHeard *heard, const ParleyHeardLine *line);

/* Numbers go on behind @number, if they are not beyond it. */
void parley_heard_skip_to (ParleyHeard *heard, guint number);

/* From now on a server may hand out again what came before: each once. */
void parley_heard_begin_connection (ParleyHeard *heard);

/* A message comes. @line: its number is set if it is new. @dealt_with: up to this number they got
 * what they get. Returns: whether it is new. */
gboolean parley_heard_take (ParleyHeard *heard, ParleyHeardLine *line, guint dealt_with);

gboolean parley_heard_is_empty (const ParleyHeard *heard);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyHeard, parley_heard_free)

G_END_DECLS
