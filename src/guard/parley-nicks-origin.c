/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "guard/parley-nicks-private.h"

/* Where people come from, and who else comes from there. */

/* Returns: (transfer full). */
char *
parley_nicks_dup_origin (const char *address)
{
  const char *host = strchr (address, '@');

  return *address == '~' ? g_strconcat ("*", host, NULL) : g_strdup (address);
}

gboolean
parley_nicks_is_of_many (ParleyNicks *nicks, const char *address)
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

gboolean
parley_nicks_is_same (const char *a, const char *b)
{
  return a != NULL && b != NULL && g_ascii_strcasecmp (a, b) == 0;
}

void
parley_nicks_set_origin (ParleyNicks *nicks, ParleyNick *person, const char *address)
{
  g_free (person->origin);
  person->origin
      = parley_nicks_is_of_many (nicks, address) ? NULL : parley_nicks_dup_origin (address);
  g_clear_pointer (&person->twin, g_free);
  person->shared = FALSE;
}

gboolean
parley_nicks_comes_from_origin (const ParleyNick *person, const char *address)
{
  g_autofree char *origin = parley_nicks_dup_origin (address);

  return !person->shared && parley_nicks_is_same (person->origin, origin);
}

static void
set_twin (ParleyNick *person, const char *nick, const ParleyIrcLine *line)
{
  gboolean stays = person->near && g_strcmp0 (person->twin, nick) == 0;

  person->near
      = !parley_irc_line_is (line, "PART") && (stays || parley_irc_line_is_in_channel (line));
  g_free (person->twin);
  person->twin = g_strdup (nick);
}

/* Somebody in whose name there is a line is alive. Two nicks that come from one place may be one
 * person who has just come back while their old connection is not yet given up; if the old one is
 * alive after the other they are two. */
void
parley_nicks_note_twins (ParleyNicks *nicks, const ParleyIrcLine *line)
{
  g_autofree char *folded = nicks->fold (nicks->data, line->nick);
  g_autofree char *origin = parley_nicks_dup_origin (line->address);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ParleyNick *person = value;

      if (person->holder != PARLEY_HOLDER_SAME || !parley_nicks_is_same (person->origin, origin))
        continue;
      if (g_str_equal (person->current, folded))
        person->shared |= person->twin != NULL;
      else
        set_twin (person, folded, line);
    }
}

void
parley_nicks_end_twins (ParleyNicks *nicks, const char *nick)
{
  g_autofree char *folded = nicks->fold (nicks->data, nick);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, nicks->people);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ParleyNick *person = value;

      if (g_strcmp0 (person->twin, folded) == 0)
        g_clear_pointer (&person->twin, g_free);
    }
}
