/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-nicks-private.h"

/* WHOIS is asked for a nick no more often than this. */
#define ASK_S 30

ParleySight
parley_nicks_look (ParleyNicks *nicks, const char *nick, gint64 now)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);
  gint64 age;

  if (person == NULL || (person->number == 0 && person->holder == PARLEY_HOLDER_NONE))
    return PARLEY_SIGHT_NONE;
  if (person->holder == PARLEY_HOLDER_OTHER)
    return PARLEY_SIGHT_OTHER;
  if (person->holder != PARLEY_HOLDER_SAME)
    return PARLEY_SIGHT_AWAY;
  age = now - person->seen_at;
  return age >= 0 && age <= PARLEY_NICKS_FRESH_S ? PARLEY_SIGHT_FRESH : PARLEY_SIGHT_STALE;
}

gboolean
parley_nicks_knows_again (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person == NULL || (person->number == 0 && person->kept == NULL))
    return FALSE;
  if (person->kept != NULL)
    return nicks->trusted || !person->kept->nobody;
  return nicks->trusted || person->account != NULL || (person->origin != NULL && !person->shared);
}

ParleyIdentity *
parley_nicks_dup_identity (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);
  g_autofree char *proof = NULL;

  if (person == NULL || person->number == 0)
    return NULL;
  proof = g_strdup_printf ("%s %" G_GUINT64_FORMAT, person->nick, person->number);
  return parley_identity_new (nicks->trusted ? PARLEY_IDENTITY_ACCOUNT : PARLEY_IDENTITY_SEEN,
                              proof);
}

const char *
parley_nicks_get_current (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  return person != NULL ? person->current : nick;
}

const char *
parley_nicks_get_known (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = g_hash_table_lookup (nicks->current, nick);

  return person != NULL ? person->nick : nick;
}

char *
parley_nicks_dup_kept (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person == NULL || person->number == 0 || nicks->trusted)
    return NULL;
  return parley_nick_record_write (nicks->salt, person->shared ? NULL : person->origin,
                                   person->account,
                                   person->left_at > 0 ? person->left_at : person->seen_at);
}

const char *
parley_nicks_get_address (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  return person != NULL ? person->address : NULL;
}

gboolean
parley_nicks_wants (ParleyNicks *nicks, const char *nick)
{
  const ParleyNick *person = parley_nicks_find (nicks, nick);

  if (person == NULL)
    return FALSE;
  return person->holder == PARLEY_HOLDER_DOUBT || person->heard
         || (person->holder == PARLEY_HOLDER_SAME && person->asked_at == 0);
}

gboolean
parley_nicks_ask (ParleyNicks *nicks, const char *nick, gint64 now)
{
  ParleyNick *person = parley_nicks_find (nicks, nick);

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
