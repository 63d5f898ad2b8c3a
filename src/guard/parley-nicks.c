/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-nicks.h"

#include <string.h>

/* Who was seen this long ago may have left since. */
#define FRESH_S 30

/* WHOIS is asked for a nick no more often than this. */
#define ASK_S 30

/* Whoever was away longer is asked about. */
#define REMEMBERED_S 86400

/* Of who has the nick now. */
typedef enum
{
  HOLDER_NONE,  /* not known */
  HOLDER_SAME,  /* whom the chat is with */
  HOLDER_DOUBT, /* only WHOIS can tell */
  HOLDER_OTHER,
} Holder;

/* What a WHOIS said so far. */
typedef struct
{
  char *address;
  char *account;
} Whois;

typedef struct
{
  char *nick;

  /* Whom the chat is with. */
  guint64 number;  /* no two have the same; 0: nobody yet */
  char *origin;    /* user@host, or *@host; NULL: it tells nobody from others */
  char *account;   /* NULL: none is known */
  char *twin;      /* who came from the same origin, last; NULL: nobody */
  gboolean near;   /* the twin is in a channel of the user's, and so does nothing unseen */
  gboolean shared; /* both were seen after each other */
  gint64 left_at;  /* 0: they did not */

  Holder holder;
  char *address; /* NULL: not known */
  gint64 seen_at;
  gboolean heard; /* somebody is there, whoever it is */

  Whois whois;
  gint64 asked_at; /* 0: never */
} Person;

struct _ParleyNicks
{
  GStrv hosts;
  ParleyNickFold fold;
  gpointer data;
  gboolean trusted;
  guint64 n_people;
  GHashTable *people;  /* nick → Person */
  GHashTable *changed; /* set of nicks */
};

static void
whois_clear (Whois *whois)
{
  g_clear_pointer (&whois->address, g_free);
  g_clear_pointer (&whois->account, g_free);
}

static void
person_free (gpointer data)
{
  Person *person = data;

  whois_clear (&person->whois);
  g_free (person->nick);
  g_free (person->origin);
  g_free (person->account);
  g_free (person->twin);
  g_free (person->address);
  g_free (person);
}

ParleyNicks *
parley_nicks_new (GStrv shared, ParleyNickFold fold, gpointer data)
{
  ParleyNicks *nicks = g_new0 (ParleyNicks, 1);

  nicks->hosts = shared;
  nicks->fold = fold;
  nicks->data = data;
  nicks->people = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, person_free);
  nicks->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return nicks;
}

void
parley_nicks_free (ParleyNicks *nicks)
{
  g_strfreev (nicks->hosts);
  g_hash_table_unref (nicks->people);
  g_hash_table_unref (nicks->changed);
  g_free (nicks);
}

static Person *
find (ParleyNicks *nicks, const char *nick)
{
  return g_hash_table_lookup (nicks->people, nick);
}

/* @nick: as it stands in a line. */
static Person *
find_raw (ParleyNicks *nicks, const char *nick)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);

  return find (nicks, folded);
}

static void
note_change (ParleyNicks *nicks, const Person *person)
{
  g_hash_table_add (nicks->changed, g_strdup (person->nick));
}

/* Where people come from */

/* Returns: (transfer full). */
static char *
dup_origin (const char *address)
{
  const char *host = strchr (address, '@');

  return *address == '~' ? g_strconcat ("*", host, NULL) : g_strdup (address);
}

static gboolean
is_of_many (ParleyNicks *nicks, const char *address)
{
  g_autofree char *host = g_ascii_strdown (strrchr (address, '@') + 1, -1);

  for (guint i = 0; nicks->hosts != NULL && nicks->hosts[i] != NULL; i++)
    {
      g_autofree char *pattern = g_ascii_strdown (nicks->hosts[i], -1);

      if (g_pattern_match_simple (pattern, host))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_same (const char *a, const char *b)
{
  return a != NULL && b != NULL && g_ascii_strcasecmp (a, b) == 0;
}

static void
set_origin (ParleyNicks *nicks, Person *person, const char *address)
{
  g_free (person->origin);
  person->origin = is_of_many (nicks, address) ? NULL : dup_origin (address);
  g_clear_pointer (&person->twin, g_free);
  person->shared = FALSE;
}

static gboolean
comes_from_origin (const Person *person, const char *address)
{
  g_autofree char *origin = dup_origin (address);

  return !person->shared && is_same (person->origin, origin);
}

/* Who it is */

static void
bind (ParleyNicks *nicks, Person *person, const char *address)
{
  person->number = ++nicks->n_people;
  g_clear_pointer (&person->account, g_free);
  person->left_at = 0;
  set_origin (nicks, person, address);
}

static gboolean
is_forgotten (const Person *person, gint64 now)
{
  return person->left_at > 0 && now - person->left_at > REMEMBERED_S;
}

/* Somebody is seen to have the nick who was not seen to have it before. */
static Holder
judge (ParleyNicks *nicks, Person *person, const char *address, gint64 now)
{
  if (nicks->trusted)
    return HOLDER_DOUBT;
  if (person->number == 0)
    {
      bind (nicks, person, address);
      return HOLDER_SAME;
    }
  if (is_forgotten (person, now))
    return HOLDER_OTHER;
  if (comes_from_origin (person, address))
    return HOLDER_SAME;
  return person->account != NULL ? HOLDER_DOUBT : HOLDER_OTHER;
}

static void
set_holder (ParleyNicks *nicks, Person *person, Holder holder, gint64 now)
{
  if (person->holder == HOLDER_SAME && holder != HOLDER_SAME)
    person->left_at = now;
  if (holder == HOLDER_SAME)
    person->left_at = 0;
  person->holder = holder;
  note_change (nicks, person);
}

static void
see (ParleyNicks *nicks, Person *person, const char *address, gint64 now)
{
  gboolean stayed = person->holder != HOLDER_NONE && is_same (person->address, address);
  gboolean was_stale = now - person->seen_at > FRESH_S || now < person->seen_at;

  person->heard = FALSE;
  person->seen_at = now;
  if (stayed && was_stale)
    note_change (nicks, person);
  if (stayed)
    return;
  g_free (person->address);
  person->address = g_strdup (address);
  set_holder (nicks, person, judge (nicks, person, address, now), now);
}

/* A twin that may go, or take the name back, unseen is no other one once they are gone. */
static void
leave (ParleyNicks *nicks, Person *person, gint64 now)
{
  if (!person->near)
    g_clear_pointer (&person->twin, g_free);
  g_clear_pointer (&person->address, g_free);
  whois_clear (&person->whois);
  person->heard = FALSE;
  set_holder (nicks, person, HOLDER_NONE, now);
}

/* They are gone, and no line said so: then whoever else came from there may have gone unseen, too,
 * or have been them. */
static void
miss (ParleyNicks *nicks, Person *person, gint64 now)
{
  if (person->holder == HOLDER_SAME)
    g_clear_pointer (&person->twin, g_free);
  leave (nicks, person, now);
}

static gboolean
is_command (const ParleyIrcLine *line, const char *command)
{
  return g_ascii_strcasecmp (line->command, command) == 0;
}

static gboolean
is_in_channel (const ParleyIrcLine *line)
{
  const char *to = line->n_words > 0 ? line->words[0] : "";

  return *to != '\0' && strchr ("#&+!@%", *to) != NULL;
}

static void
set_twin (Person *person, const char *nick, const ParleyIrcLine *line)
{
  gboolean stays = person->near && g_strcmp0 (person->twin, nick) == 0;

  person->near = !is_command (line, "PART") && (stays || is_in_channel (line));
  g_free (person->twin);
  person->twin = g_strdup (nick);
}

/* Somebody in whose name there is a line is alive. Two nicks that come from one place may be one
 * person who has just come back while their old connection is not yet given up; if the old one is
 * alive after the other they are two. */
static void
note_twins (ParleyNicks *nicks, const ParleyIrcLine *line)
{
  g_autofree char *folded = nicks->fold (nicks->data, line->nick);
  g_autofree char *origin = dup_origin (line->address);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Person *person = value;

      if (person->holder != HOLDER_SAME || !is_same (person->origin, origin))
        continue;
      if (g_str_equal (person->nick, folded))
        person->shared |= person->twin != NULL;
      else
        set_twin (person, folded, line);
    }
}

static void
end_twins (ParleyNicks *nicks, const char *nick)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Person *person = value;

      if (g_strcmp0 (person->twin, folded) == 0)
        g_clear_pointer (&person->twin, g_free);
    }
}

/* WHOIS */

static gboolean
is_own_account (ParleyNicks *nicks, const Person *person, const char *account)
{
  g_autofree char *folded = account != NULL ? nicks->fold (nicks->data, account) : NULL;

  return g_strcmp0 (folded, person->nick) == 0;
}

/* Returns: who it is, of whom WHOIS told all, and as far as could be said without it. */
static Holder
judge_account (ParleyNicks *nicks, const Person *person, const char *account, gint64 now)
{
  if (nicks->trusted)
    return is_own_account (nicks, person, account) ? HOLDER_SAME : HOLDER_OTHER;
  if (is_same (person->account, account) && !is_forgotten (person, now))
    return HOLDER_SAME;
  if (person->holder == HOLDER_DOUBT)
    return HOLDER_OTHER;
  if (person->holder == HOLDER_SAME && person->account != NULL && account != NULL
      && !is_same (person->account, account))
    return HOLDER_OTHER;
  return person->holder;
}

/* An account counts only for who comes from where it was seen. */
static void
conclude (ParleyNicks *nicks, Person *person, gint64 now)
{
  g_autofree char *address = g_steal_pointer (&person->whois.address);
  g_autofree char *account = g_steal_pointer (&person->whois.account);
  Holder holder;

  if (address == NULL)
    return;
  see (nicks, person, address, now);
  holder = judge_account (nicks, person, account, now);
  if (holder == HOLDER_SAME && person->number == 0)
    bind (nicks, person, address);
  if (holder == HOLDER_SAME && !comes_from_origin (person, address) && !person->shared)
    set_origin (nicks, person, address);
  if (holder == HOLDER_SAME && account != NULL)
    {
      g_free (person->account);
      person->account = g_steal_pointer (&account);
    }
  set_holder (nicks, person, holder, now);
}

static void
take_whois (ParleyNicks *nicks, Person *person, const ParleyIrcLine *line, gint64 now)
{
  gint64 numeric = g_ascii_strtoll (line->command, NULL, 10);

  if (numeric == 311 && line->n_words > 3)
    {
      whois_clear (&person->whois);
      person->whois.address = g_strdup_printf ("%s@%s", line->words[2], line->words[3]);
    }
  else if (numeric == 330 && line->n_words > 2)
    {
      g_free (person->whois.account);
      person->whois.account = g_strdup (line->words[2]);
    }
  else if (numeric == 307 && person->whois.account == NULL)
    person->whois.account = g_strdup (person->nick);
  else if (numeric == 318)
    conclude (nicks, person, now);
  else if (numeric == 401)
    miss (nicks, person, now);
}

/* Lines */

static void
take_who (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  g_autofree char *address = g_strdup_printf ("%s@%s", line->words[2], line->words[3]);
  Person *person = find_raw (nicks, line->words[5]);

  if (person != NULL)
    see (nicks, person, address, now);
}

/* Who is on, of those that the application asked for. */
static void
take_ison (ParleyNicks *nicks, const char *list)
{
  g_auto (GStrv) names = g_strsplit (list, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      Person *person = find_raw (nicks, names[i]);

      if (person == NULL || person->holder != HOLDER_NONE || person->heard)
        continue;
      person->heard = TRUE;
      note_change (nicks, person);
    }
}

static void
take_reply (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  Person *person;

  if (g_str_equal (line->command, "352") && line->n_words > 5)
    take_who (nicks, line, now);
  else if (g_str_equal (line->command, "303") && line->n_words > 1)
    take_ison (nicks, line->words[1]);
  else if (line->n_words > 1 && (person = find_raw (nicks, line->words[1])) != NULL)
    take_whois (nicks, person, line, now);
}

static void
take_name_change (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  gboolean renamed = is_command (line, "NICK") && line->n_words > 0;
  Person *old = find_raw (nicks, line->nick);
  Person *new = renamed ? find_raw (nicks, line->words[0]) : NULL;

  end_twins (nicks, line->nick);
  if (old == new &&old != NULL) /* only its capitals changed */
    return;
  if (old != NULL)
    leave (nicks, old, now);
  if (new != NULL)
    see (nicks, new, line->address, now);
}

void
parley_nicks_take_line (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  Person *person;

  if (g_hash_table_size (nicks->people) == 0)
    return;
  if (line->nick == NULL)
    {
      take_reply (nicks, line, now);
      return;
    }
  if (is_command (line, "NICK") || is_command (line, "QUIT"))
    {
      take_name_change (nicks, line, now);
      return;
    }
  person = find_raw (nicks, line->nick);
  if (person != NULL)
    see (nicks, person, line->address, now);
  note_twins (nicks, line);
}

/* From outside */

void
parley_nicks_trust (ParleyNicks *nicks, gboolean trusted)
{
  if (nicks->trusted != trusted)
    g_hash_table_remove_all (nicks->people);
  nicks->trusted = trusted;
}

void
parley_nicks_watch (ParleyNicks *nicks, const char *nick)
{
  Person *person;

  if (find (nicks, nick) != NULL)
    return;
  person = g_new0 (Person, 1);
  person->nick = g_strdup (nick);
  g_hash_table_insert (nicks->people, person->nick, person);
}

void
parley_nicks_unwatch (ParleyNicks *nicks, const char *nick)
{
  g_hash_table_remove (nicks->people, nick);
}

void
parley_nicks_leave (ParleyNicks *nicks, const char *nick, gint64 now)
{
  Person *person = find (nicks, nick);

  if (person != NULL && person->holder != HOLDER_NONE)
    miss (nicks, person, now);
}

void
parley_nicks_disconnect (ParleyNicks *nicks, gint64 now)
{
  GHashTableIter iter;
  gpointer person;

  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &person))
    {
      leave (nicks, person, now);
      g_clear_pointer (&((Person *) person)->twin, g_free); /* it may go unseen */
      ((Person *) person)->asked_at = 0;
    }
}

void
parley_nicks_accept (ParleyNicks *nicks, const char *nick)
{
  Person *person = find (nicks, nick);

  if (person == NULL || person->holder == HOLDER_SAME)
    return;
  person->left_at = 0;
  if (person->holder == HOLDER_NONE && parley_nicks_knows_again (nicks, nick))
    return;
  person->number = 0;
  if (person->holder == HOLDER_NONE || nicks->trusted)
    return;
  bind (nicks, person, person->address);
  person->holder = HOLDER_SAME;
  note_change (nicks, person);
}

ParleySight
parley_nicks_look (ParleyNicks *nicks, const char *nick, gint64 now)
{
  const Person *person = find (nicks, nick);
  gint64 age;

  if (person == NULL || (person->number == 0 && person->holder == HOLDER_NONE))
    return PARLEY_SIGHT_NONE;
  if (person->holder == HOLDER_OTHER)
    return PARLEY_SIGHT_OTHER;
  if (person->holder != HOLDER_SAME)
    return PARLEY_SIGHT_AWAY;
  age = now - person->seen_at;
  return age >= 0 && age <= FRESH_S ? PARLEY_SIGHT_FRESH : PARLEY_SIGHT_STALE;
}

gboolean
parley_nicks_knows_again (ParleyNicks *nicks, const char *nick)
{
  const Person *person = find (nicks, nick);

  if (person == NULL || person->number == 0)
    return FALSE;
  return nicks->trusted || person->account != NULL || (person->origin != NULL && !person->shared);
}

ParleyIdentity *
parley_nicks_dup_identity (ParleyNicks *nicks, const char *nick)
{
  const Person *person = find (nicks, nick);
  g_autofree char *proof = NULL;

  if (person == NULL || person->number == 0)
    return NULL;
  proof = g_strdup_printf ("%s %" G_GUINT64_FORMAT, person->nick, person->number);
  return parley_identity_new (nicks->trusted ? PARLEY_IDENTITY_ACCOUNT : PARLEY_IDENTITY_SEEN,
                              proof);
}

const char *
parley_nicks_get_address (ParleyNicks *nicks, const char *nick)
{
  const Person *person = find (nicks, nick);

  return person != NULL ? person->address : NULL;
}

gboolean
parley_nicks_wants (ParleyNicks *nicks, const char *nick)
{
  const Person *person = find (nicks, nick);

  if (person == NULL)
    return FALSE;
  return person->holder == HOLDER_DOUBT || person->heard
         || (person->holder == HOLDER_SAME && person->asked_at == 0);
}

gboolean
parley_nicks_ask (ParleyNicks *nicks, const char *nick, gint64 now)
{
  Person *person = find (nicks, nick);

  if (person == NULL
      || (person->asked_at > 0 && now >= person->asked_at && now - person->asked_at < ASK_S))
    return FALSE;
  person->asked_at = now;
  person->heard = FALSE;
  return TRUE;
}

GStrv
parley_nicks_take_changed (ParleyNicks *nicks)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer nick;

  g_hash_table_iter_init (&iter, nicks->changed);
  while (g_hash_table_iter_next (&iter, &nick, NULL))
    g_strv_builder_add (builder, nick);
  g_hash_table_remove_all (nicks->changed);
  return g_strv_builder_end (builder);
}
