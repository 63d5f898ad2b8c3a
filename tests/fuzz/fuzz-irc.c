/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Any lines at all from an IRC server, and what Parley does between them. Whom a chat is with
 * changes only when the user says so; whoever has the nick counts as them only as long as somebody
 * is known to have it. One line of input each: "+N" seconds, "watch N", "unwatch N", "accept N",
 * "leave N", "ask N", "off", "trust", "distrust"; all else is the server's. */
#include "fuzz.h"

#include <string.h>

#include "guard/parley-nicks.h"

#define MAX_LINES 200

typedef struct
{
  ParleyNicks *nicks;
  gint64 now;
} World;

static char *
fold (gpointer data, const char *nick)
{
  return g_ascii_strdown (nick, -1);
}

static gboolean
take_argument (const char *line, const char *verb, char **nick)
{
  if (!g_str_has_prefix (line, verb))
    return FALSE;
  *nick = g_ascii_strdown (line + strlen (verb), -1);
  return TRUE;
}

/* Returns: whether it was one. */
static gboolean
take_word_of_user (World *world, const char *line)
{
  g_autofree char *nick = NULL;

  if (take_argument (line, "unwatch ", &nick))
    parley_nicks_unwatch (world->nicks, nick);
  else if (take_argument (line, "accept ", &nick))
    parley_nicks_accept (world->nicks, nick);
  else if (strcmp (line, "trust") == 0 || strcmp (line, "distrust") == 0)
    parley_nicks_trust (world->nicks, *line == 't');
  else
    return FALSE;
  return TRUE;
}

/* Returns: whether it may change whom a chat is with. */
static gboolean
take_deed (World *world, const char *line)
{
  g_autofree char *nick = NULL;

  if (*line == '+')
    world->now += g_ascii_strtoull (line + 1, NULL, 10) % 100000;
  else if (strcmp (line, "off") == 0)
    parley_nicks_disconnect (world->nicks, world->now);
  else if (take_argument (line, "watch ", &nick))
    parley_nicks_watch (world->nicks, nick, NULL);
  else if (take_argument (line, "leave ", &nick))
    parley_nicks_leave (world->nicks, nick, world->now);
  else if (take_argument (line, "ask ", &nick))
    parley_nicks_ask (world->nicks, nick, world->now);
  else
    return take_word_of_user (world, line);
  return FALSE;
}

static void
check_line (const ParleyIrcLine *line)
{
  g_assert_cmpuint (line->n_words, ==, g_strv_length (line->words));
  g_assert_true ((line->nick == NULL) == (line->address == NULL));
  g_assert_null (strpbrk (line->command, " \r\n"));
  for (guint i = 0; i < line->n_words; i++)
    g_assert_null (strpbrk (line->words[i], "\r\n"));
  parley_irc_line_is_request (line);
}

static void
check_sight (const World *world, const char *nick)
{
  ParleySight sight = parley_nicks_look (world->nicks, nick, world->now);
  g_autoptr (ParleyIdentity) identity = parley_nicks_dup_identity (world->nicks, nick);

  if (sight != PARLEY_SIGHT_FRESH && sight != PARLEY_SIGHT_STALE)
    return;
  g_assert_nonnull (identity);
  g_assert_nonnull (parley_nicks_get_address (world->nicks, nick));
}

static void
step (World *world, const char *text)
{
  g_autoptr (ParleyIdentity) before = parley_nicks_dup_identity (world->nicks, "alex");
  g_autoptr (ParleyIdentity) after = NULL;
  g_autoptr (ParleyIrcLine) line = parley_irc_line_parse (text);
  gboolean free_hand = FALSE;

  if (line != NULL)
    {
      check_line (line);
      parley_nicks_take_line (world->nicks, line, world->now);
    }
  else
    free_hand = take_deed (world, text);
  after = parley_nicks_dup_identity (world->nicks, "alex");
  if (before != NULL && !free_hand)
    g_assert_true (after != NULL && parley_identity_equal (before, after));
  check_sight (world, "alex");
  check_sight (world, "sam");
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  World world = { .now = 1000 };

  world.nicks
      = parley_nicks_new (g_strsplit ("gateway/*;*.many.example", ";", -1), "salt", fold, NULL);
  parley_nicks_watch (world.nicks, "alex", NULL);
  parley_nicks_watch (world.nicks, "sam", NULL);
  for (guint i = 0; i < MAX_LINES && input.left > 0; i++)
    {
      g_autofree char *line = fuzz_take_line (&input);

      step (&world, line);
      g_strfreev (parley_nicks_take_changed (world.nicks));
    }
  parley_nicks_free (world.nicks);
  return 0;
}
