/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "wire-irc.h"

G_BEGIN_DECLS

/* Fourteen people on the server of wire-irc.h, and four who take their nicks when they can: they
 * write, quit, are called otherwise for a while, are split off, leave ghosts. The user's client is
 * told what a server would tell it, which is little of those who are not in its channel. What
 * happens follows from the seed alone. All times in seconds from the beginning. */
typedef struct _Town Town;

typedef struct
{
  guint id;
  const char *home;         /* the nick that the user knows them by, or a thief's own */
  const char *addresses[2]; /* they come from the one, or from the other */
  const char *account;      /* (nullable): that they are logged in to */
  gboolean far;             /* they share no channel with the user */
  gboolean nameless;        /* nobody could know them again */
  gboolean thief;
  char *nick; /* NULL: they are not on */
  guint from; /* of the addresses */
  gint64 next_at;
  gint64 left_at;  /* when they left their nick; 0: they did not */
  guint n_lines;   /* that they still write in one go */
  guint n_written; /* lines to the user, ever */
} TownPerson;

/* Somebody wrote to the user; their line number is person->n_written. */
typedef void (*TownFunc) (gpointer data, const TownPerson *person);

/* Returns: (transfer full). */
Town *town_new (Wire *wire, guint32 seed, TownFunc wrote, gpointer data);
void town_free (Town *town);

/* What happens until @now, one thing at a time a person. @linked: whether the user's client is
 * logged in; otherwise all goes on without it. */
void town_go_on (Town *town, gint64 now, gboolean linked);

/* All thieves leave; all the others are where they are known, and write once more. */
void town_come_home (Town *town, gint64 now);

/* When something happens next. */
gint64 town_get_next (Town *town);

/* Whether WHOIS gets no answer. */
gboolean town_is_mute (Town *town);

/* Who is in the channel: "alice bob". Returns: (transfer full). */
char *town_dup_names (Town *town);

/* Returns: (transfer none) (nullable). */
const TownPerson *town_find (Town *town, const char *nick);
const TownPerson *town_get (Town *town, guint id);
guint town_count (Town *town);

G_END_DECLS
