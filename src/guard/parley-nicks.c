/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-nicks-private.h"

#include <string.h>

/* Whoever was away longer is asked about. */
#define REMEMBERED_S 86400

static void
whois_clear (ParleyWhois *whois)
{
  g_clear_pointer (&whois->address, g_free);
  g_clear_pointer (&whois->account, g_free);
}

static void
person_free (gpointer data)
{
  ParleyNick *person = data;

  whois_clear (&person->whois);
  g_clear_pointer (&person->kept, parley_nick_record_free);
  g_free (person->nick);
  g_free (person->current);
  g_free (person->former);
  g_free (person->origin);
  g_free (person->account);
  g_free (person->twin);
  g_free (person->address);
  g_free (person);
}

ParleyNicks *
parley_nicks_new (GStrv shared, const char *salt, ParleyNickFold fold, gpointer data)
{
  ParleyNicks *nicks = g_new0 (ParleyNicks, 1);

  nicks->salt = g_strdup (salt);
  nicks->hosts = shared;
  nicks->fold = fold;
  nicks->data = data;
  nicks->people = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, person_free);
  nicks->current = g_hash_table_new (g_str_hash, g_str_equal);
  nicks->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return nicks;
}

void
parley_nicks_free (ParleyNicks *nicks)
{
  g_strfreev (nicks->hosts);
  g_free (nicks->salt);
  g_hash_table_unref (nicks->current);
  g_hash_table_unref (nicks->people);
  g_hash_table_unref (nicks->changed);
  g_free (nicks);
}

/* @nick: as it stands in a line. Returns: who has it, or had it last. */
static ParleyNick *
find_raw (ParleyNicks *nicks, const char *nick)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);

  return g_hash_table_lookup (nicks->current, folded);
}

static void
set_current (ParleyNicks *nicks, ParleyNick *person, const char *nick)
{
  g_hash_table_remove (nicks->current, person->current);
  g_free (person->current);
  person->current = g_strdup (nick);
  g_hash_table_insert (nicks->current, person->current, person);
}

static void
note_change (ParleyNicks *nicks, const ParleyNick *person)
{
  g_hash_table_add (nicks->changed, g_strdup (person->nick));
}

/* Who it is */

static void
bind (ParleyNicks *nicks, ParleyNick *person, const char *address)
{
  person->number = ++nicks->n_people;
  g_clear_pointer (&person->account, g_free);
  g_clear_pointer (&person->former, g_free);
  g_clear_pointer (&person->kept, parley_nick_record_free);
  person->left_at = 0;
  parley_nicks_set_origin (nicks, person, address);
}

static gboolean
is_forgotten (const ParleyNick *person, gint64 now)
{
  return person->left_at > 0 && now - person->left_at > REMEMBERED_S;
}

static gboolean
comes_from_kept_origin (ParleyNicks *nicks, const ParleyNick *person, const char *address)
{
  g_autofree char *origin = parley_nicks_dup_origin (address);

  return !parley_nicks_is_of_many (nicks, address)
         && parley_nick_record_is_origin (person->kept, origin);
}

/* An earlier run knew who they are. */
static ParleyHolder
judge_kept (ParleyNicks *nicks, ParleyNick *person, const char *address, gint64 now)
{
  const ParleyNickRecord *kept = person->kept;
  gint64 age = now - kept->seen_at;

  if (kept->nobody || (!person->accepted && (age < 0 || age > REMEMBERED_S)))
    return PARLEY_HOLDER_OTHER;
  if (kept->account != NULL)
    return PARLEY_HOLDER_DOUBT;
  if (!comes_from_kept_origin (nicks, person, address))
    return PARLEY_HOLDER_OTHER;
  bind (nicks, person, address);
  return PARLEY_HOLDER_SAME;
}

/* Somebody is seen to have the nick who was not seen to have it before. */
static ParleyHolder
judge (ParleyNicks *nicks, ParleyNick *person, const char *address, gint64 now)
{
  if (nicks->trusted)
    return PARLEY_HOLDER_DOUBT;
  if (person->kept != NULL)
    return judge_kept (nicks, person, address, now);
  if (person->number == 0)
    {
      bind (nicks, person, address);
      return PARLEY_HOLDER_SAME;
    }
  if (is_forgotten (person, now))
    return PARLEY_HOLDER_OTHER;
  if (parley_nicks_comes_from_origin (person, address))
    return PARLEY_HOLDER_SAME;
  return person->account != NULL ? PARLEY_HOLDER_DOUBT : PARLEY_HOLDER_OTHER;
}

static void
set_holder (ParleyNicks *nicks, ParleyNick *person, ParleyHolder holder, gint64 now)
{
  if (person->holder == PARLEY_HOLDER_SAME && holder != PARLEY_HOLDER_SAME)
    person->left_at = now;
  if (holder == PARLEY_HOLDER_SAME)
    person->left_at = 0;
  person->holder = holder;
  note_change (nicks, person);
}

static void
see (ParleyNicks *nicks, ParleyNick *person, const char *address, gint64 now)
{
  gboolean stayed
      = person->holder != PARLEY_HOLDER_NONE && parley_nicks_is_same (person->address, address);
  gboolean was_stale = now - person->seen_at > PARLEY_NICKS_FRESH_S || now < person->seen_at;

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

/* A twin that may go, or take the name back, unseen is no other one once they are gone. They are
 * expected under the name that the user knows. */
static void
leave (ParleyNicks *nicks, ParleyNick *person, gint64 now)
{
  if (!g_str_equal (person->current, person->nick))
    {
      g_free (person->former);
      person->former = g_strdup (person->current);
    }
  set_current (nicks, person, person->nick);
  if (!person->near)
    g_clear_pointer (&person->twin, g_free);
  g_clear_pointer (&person->address, g_free);
  whois_clear (&person->whois);
  person->heard = FALSE;
  set_holder (nicks, person, PARLEY_HOLDER_NONE, now);
}

/* They are gone, and no line said so: then whoever else came from there may have gone unseen, too,
 * or have been them. */
static void
miss (ParleyNicks *nicks, ParleyNick *person, gint64 now)
{
  if (person->holder == PARLEY_HOLDER_SAME)
    g_clear_pointer (&person->twin, g_free);
  leave (nicks, person, now);
}

/* WHOIS */

static gboolean
is_own_account (ParleyNicks *nicks, const ParleyNick *person, const char *account)
{
  g_autofree char *folded = account != NULL ? nicks->fold (nicks->data, account) : NULL;

  return g_strcmp0 (folded, person->nick) == 0;
}

/* Whoever is logged in to no account may be them from where they came. */
static ParleyHolder
judge_kept_account (ParleyNicks *nicks, const ParleyNick *person, const char *account)
{
  if (person->holder != PARLEY_HOLDER_DOUBT)
    return person->holder;
  return parley_nick_record_is_account (person->kept, account)
                 || (account == NULL && comes_from_kept_origin (nicks, person, person->address))
             ? PARLEY_HOLDER_SAME
             : PARLEY_HOLDER_OTHER;
}

/* Returns: who it is, of whom WHOIS told all, and as far as could be said without it. */
static ParleyHolder
judge_account (ParleyNicks *nicks, const ParleyNick *person, const char *account, gint64 now)
{
  if (nicks->trusted)
    return is_own_account (nicks, person, account) ? PARLEY_HOLDER_SAME : PARLEY_HOLDER_OTHER;
  if (person->kept != NULL)
    return judge_kept_account (nicks, person, account);
  if (parley_nicks_is_same (person->account, account) && !is_forgotten (person, now))
    return PARLEY_HOLDER_SAME;
  if (person->holder == PARLEY_HOLDER_DOUBT)
    return PARLEY_HOLDER_OTHER;
  if (person->holder == PARLEY_HOLDER_SAME && person->account != NULL && account != NULL
      && !parley_nicks_is_same (person->account, account))
    return PARLEY_HOLDER_OTHER;
  return person->holder;
}

/* An account counts only for who comes from where it was seen. */
static void
conclude (ParleyNicks *nicks, ParleyNick *person, gint64 now)
{
  g_autofree char *address = g_steal_pointer (&person->whois.address);
  g_autofree char *account = g_steal_pointer (&person->whois.account);
  ParleyHolder holder;

  if (address == NULL)
    return;
  see (nicks, person, address, now);
  holder = judge_account (nicks, person, account, now);
  if (holder == PARLEY_HOLDER_SAME && person->number == 0)
    bind (nicks, person, address);
  if (holder == PARLEY_HOLDER_SAME && !parley_nicks_comes_from_origin (person, address)
      && !person->shared)
    parley_nicks_set_origin (nicks, person, address);
  if (holder == PARLEY_HOLDER_SAME && account != NULL)
    {
      g_free (person->account);
      person->account = g_steal_pointer (&account);
    }
  set_holder (nicks, person, holder, now);
}

static void
take_whois (ParleyNicks *nicks, ParleyNick *person, const ParleyIrcLine *line, gint64 now)
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
    person->whois.account = g_strdup (person->current);
  else if (numeric == 318)
    conclude (nicks, person, now);
  else if (numeric == 401)
    miss (nicks, person, now);
}

/* Lines */

/* Somebody has a nick, as it stands in a line. */
static void
recall (ParleyNicks *nicks, const char *nick, const char *address, gint64 now)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);
  GHashTableIter iter;
  gpointer value;

  if (nicks->trusted || g_hash_table_contains (nicks->current, folded)
      || parley_nicks_find (nicks, folded) != NULL)
    return;
  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ParleyNick *person = value;

      if (person->holder != PARLEY_HOLDER_NONE || g_strcmp0 (person->former, folded) != 0
          || is_forgotten (person, now) || !parley_nicks_comes_from_origin (person, address))
        continue;
      set_current (nicks, person, folded);
      return;
    }
}

void
parley_nicks_recall (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  if (line->nick != NULL && line->address != NULL)
    recall (nicks, line->nick, line->address, now);
}

/* Returns: (nullable): who is seen to have a nick; where somebody of that name has another one now,
 * whoever has it is expected to be them no longer. */
static ParleyNick *
find_holder (ParleyNicks *nicks, const char *nick, gint64 now)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);
  ParleyNick *person = g_hash_table_lookup (nicks->current, folded);

  if (person == NULL && (person = parley_nicks_find (nicks, folded)) != NULL)
    leave (nicks, person, now);
  return person;
}

static void
take_who (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  g_autofree char *address = g_strdup_printf ("%s@%s", line->words[2], line->words[3]);
  ParleyNick *person;

  recall (nicks, line->words[5], address, now);
  person = find_holder (nicks, line->words[5], now);
  if (person != NULL)
    see (nicks, person, address, now);
}

/* Who is on, of those that the application asked for. */
static void
take_ison (ParleyNicks *nicks, const char *list, gint64 now)
{
  g_auto (GStrv) names = g_strsplit (list, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      ParleyNick *person = find_holder (nicks, names[i], now);

      if (person == NULL || person->holder != PARLEY_HOLDER_NONE || person->heard)
        continue;
      person->heard = TRUE;
      note_change (nicks, person);
    }
}

static void
take_reply (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  ParleyNick *person;

  if (g_str_equal (line->command, "352") && line->n_words > 5)
    take_who (nicks, line, now);
  else if (g_str_equal (line->command, "303") && line->n_words > 1)
    take_ison (nicks, line->words[1], now);
  else if (line->n_words > 1 && (person = find_raw (nicks, line->words[1])) != NULL)
    take_whois (nicks, person, line, now);
}

/* They go on under the new nick, unless the user knows somebody else by it. Of who is known by
 * their own account the nick says who they are. */
static gboolean
follow (ParleyNicks *nicks, ParleyNick *person, const ParleyIrcLine *line, gint64 now)
{
  g_autofree char *nick = nicks->fold (nicks->data, line->words[0]);
  const ParleyNick *known = parley_nicks_find (nicks, nick);
  ParleyNick *former = find_raw (nicks, nick);

  if (nicks->trusted || (known != NULL && known != person)
      || !parley_nicks_knows_again (nicks, person->nick))
    return FALSE;
  see (nicks, person, line->address, now);
  if (person->holder != PARLEY_HOLDER_SAME)
    return FALSE;
  if (former != NULL && former != person)
    leave (nicks, former, now);
  set_current (nicks, person, nick);
  note_change (nicks, person);
  return TRUE;
}

static void
take_rename (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  ParleyNick *old = find_holder (nicks, line->nick, now);
  ParleyNick *new;

  if (old != NULL && follow (nicks, old, line, now))
    return;
  if (old != NULL)
    leave (nicks, old, now);
  recall (nicks, line->words[0], line->address, now);
  new = find_holder (nicks, line->words[0], now);
  if (new != NULL)
    see (nicks, new, line->address, now);
}

static void
take_quit (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  ParleyNick *person = find_raw (nicks, line->nick);

  if (person != NULL)
    leave (nicks, person, now);
}

void
parley_nicks_take_line (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now)
{
  ParleyNick *person;

  if (g_hash_table_size (nicks->people) == 0)
    return;
  if (line->nick == NULL)
    {
      take_reply (nicks, line, now);
      return;
    }
  if (parley_irc_line_is (line, "NICK") || parley_irc_line_is (line, "QUIT"))
    {
      parley_nicks_end_twins (nicks, line->nick);
      if (parley_irc_line_is (line, "QUIT"))
        take_quit (nicks, line, now);
      else if (line->n_words > 0)
        take_rename (nicks, line, now);
      return;
    }
  person = find_holder (nicks, line->nick, now);
  if (person != NULL)
    see (nicks, person, line->address, now);
  parley_nicks_note_twins (nicks, line);
}

/* From outside */

void
parley_nicks_trust (ParleyNicks *nicks, gboolean trusted)
{
  if (nicks->trusted != trusted)
    {
      g_hash_table_remove_all (nicks->current);
      g_hash_table_remove_all (nicks->people);
    }
  nicks->trusted = trusted;
}

void
parley_nicks_watch (ParleyNicks *nicks, const char *nick, const char *kept)
{
  ParleyNick *person;

  if (parley_nicks_find (nicks, nick) != NULL || g_hash_table_contains (nicks->current, nick))
    return;
  person = g_new0 (ParleyNick, 1);
  person->nick = g_strdup (nick);
  person->current = g_strdup (nick);
  person->kept = kept != NULL ? parley_nick_record_parse (kept) : NULL;
  g_hash_table_insert (nicks->people, person->nick, person);
  g_hash_table_insert (nicks->current, person->current, person);
}

void
parley_nicks_unwatch (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person != NULL)
    g_hash_table_remove (nicks->current, person->current);
  g_hash_table_remove (nicks->people, nick);
}

void
parley_nicks_leave (ParleyNicks *nicks, const char *nick, gint64 now)
{
  ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person != NULL && person->holder != PARLEY_HOLDER_NONE
      && g_str_equal (person->current, person->nick))
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
      g_clear_pointer (&((ParleyNick *) person)->twin, g_free); /* it may go unseen */
      ((ParleyNick *) person)->asked_at = 0;
    }
}

void
parley_nicks_accept (ParleyNicks *nicks, const char *nick)
{
  ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person == NULL || person->holder == PARLEY_HOLDER_SAME)
    return;
  person->left_at = 0;
  person->accepted = TRUE;
  if (person->holder == PARLEY_HOLDER_NONE && parley_nicks_knows_again (nicks, nick))
    return;
  g_clear_pointer (&person->kept, parley_nick_record_free);
  person->number = 0;
  if (person->holder == PARLEY_HOLDER_NONE || nicks->trusted)
    return;
  bind (nicks, person, person->address);
  person->holder = PARLEY_HOLDER_SAME;
  note_change (nicks, person);
}
