/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-nick-record.h"
#include "guard/parley-nicks.h"

G_BEGIN_DECLS

/* What the files of it share: parley-nicks.c finds out who has which nick, parley-nicks-look.c says
 * what is known of it. */

/* Who was seen this long ago may have left since. */
#define PARLEY_NICKS_FRESH_S 30

/* Of who has the nick now. */
typedef enum
{
  PARLEY_HOLDER_NONE,  /* not known */
  PARLEY_HOLDER_SAME,  /* whom the chat is with */
  PARLEY_HOLDER_DOUBT, /* only WHOIS can tell */
  PARLEY_HOLDER_OTHER,
} ParleyHolder;

/* What a WHOIS said so far. */
typedef struct
{
  char *address;
  char *account;
} ParleyWhois;

typedef struct
{
  char *nick;             /* the user knows them by */
  char *current;          /* that they have, or had last: they were seen to change it */
  char *former;           /* (nullable): that they had when they left, if it was another */
  ParleyNickRecord *kept; /* (nullable): of an earlier run; nobody is bound yet */
  gboolean accepted;      /* that is whom the user means, however long they are away */

  /* Whom the chat is with. */
  guint64 number;  /* no two have the same; 0: nobody yet */
  char *origin;    /* user@host, or *@host; NULL: it tells nobody from others */
  char *account;   /* NULL: none is known */
  char *twin;      /* who came from the same origin, last; NULL: nobody */
  gboolean near;   /* the twin is in a channel of the user's, and so does nothing unseen */
  gboolean shared; /* both were seen after each other */
  gint64 left_at;  /* 0: they did not */

  ParleyHolder holder;
  char *address; /* NULL: not known */
  gint64 seen_at;
  gboolean heard; /* somebody is there, whoever it is */

  ParleyWhois whois;
  gint64 asked_at; /* 0: never */
} ParleyNick;

struct _ParleyNicks
{
  char *salt;
  GStrv hosts;
  ParleyNickFold fold;
  gpointer data;
  gboolean trusted;
  guint64 n_people;
  GHashTable *people;  /* nick → ParleyNick */
  GHashTable *current; /* the same by their current nick, borrowed */
  GHashTable *changed; /* set of nicks */
};

/* Returns: (transfer none) (nullable). */
static inline ParleyNick *
parley_nicks_find (ParleyNicks *nicks, const char *nick)
{
  return g_hash_table_lookup (nicks->people, nick);
}

/* Where people come from: parley-nicks-origin.c. */
char *parley_nicks_dup_origin (const char *address);
gboolean parley_nicks_is_of_many (ParleyNicks *nicks, const char *address);
gboolean parley_nicks_is_same (const char *a, const char *b);
void parley_nicks_set_origin (ParleyNicks *nicks, ParleyNick *person, const char *address);
gboolean parley_nicks_comes_from_origin (const ParleyNick *person, const char *address);
void parley_nicks_note_twins (ParleyNicks *nicks, const ParleyIrcLine *line);
void parley_nicks_end_twins (ParleyNicks *nicks, const char *nick);

G_END_DECLS
