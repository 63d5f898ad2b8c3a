/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a person wrote last in a chat, so that what they change or take back of it is found. */
typedef struct
{
  GQueue bubbles; /* of ParleyRecent, oldest first */
  guint n_added;
} ParleyRecents;

typedef struct
{
  char handle[11]; /* by which the machine knows the bubble: ids of others may come twice */
  char *id;        /* (nullable): the protocol's own */
  char *later_id;  /* (nullable): that of the last change */
  /* GRefString, mostly the same three times: */
  char *first;    /* (nullable): as they wrote it */
  char *text;     /* as it is now; NULL: taken back */
  char *recorded; /* (nullable): as it stands in the history, once it does */
  gint64 written; /* seconds since 1970 */
  gint64 at;      /* when it came, monotonic ms */
  guint number;   /* under which it is kept until it is answered; 0: it is not */
  gboolean again; /* the model was asked again after a change */
} ParleyRecent;

void parley_recents_init (ParleyRecents *recents);
void parley_recents_clear (ParleyRecents *recents);

/* @id: (nullable). @written: seconds since 1970. @now: monotonic ms. Returns: (transfer none):
 * until the next add. */
ParleyRecent *parley_recents_add (ParleyRecents *recents,
                                  const char *id,
                                  const char *text,
                                  guint number,
                                  gint64 written,
                                  gint64 now);

/* Which one is meant. @id: (nullable): then nothing else counts. @was: (nullable): what it says, as
 * a protocol tells it, or when it was written. @text: (nullable): what it is changed to: the one
 * that this begins with, with more lines below, else the one that is most like it, the newer of
 * two. Returns: (transfer none) (nullable): likewise. */
ParleyRecent *
parley_recents_find (ParleyRecents *recents, const char *id, const char *was, const char *text);

/* It was changed to @text, or taken back: NULL. @id: (nullable): that of the change. */
void parley_recent_change (ParleyRecent *recent, const char *id, const char *text);

/* What it is now is as good as what they wrote first. */
void parley_recent_begin_anew (ParleyRecent *recent);

/* The history has it as @recorded. */
void parley_recent_note_recorded (ParleyRecent *recent, const char *recorded);

G_END_DECLS
