/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-echoes.h"

#include "guard/parley-line-match.h"

/* Servers send copies at once. What comes later is somebody's words. */
#define MAX_AGE_MS 60000

typedef struct
{
  char *key; /* of its text */
  gint64 at;
} ParleyEcho;

static void
echo_free (gpointer data)
{
  ParleyEcho *echo = data;

  g_free (echo->key);
  g_free (echo);
}

void
parley_echoes_init (ParleyEchoes *echoes)
{
  g_queue_init (&echoes->echoes);
}

void
parley_echoes_clear (ParleyEchoes *echoes)
{
  g_queue_clear_full (&echoes->echoes, echo_free);
}

static void
forget_old (ParleyEchoes *echoes, gint64 now)
{
  for (;;)
    {
      ParleyEcho *oldest = g_queue_peek_head (&echoes->echoes);

      if (oldest == NULL || now - oldest->at <= MAX_AGE_MS)
        break;
      echo_free (g_queue_pop_head (&echoes->echoes));
    }
}

void
parley_echoes_add (ParleyEchoes *echoes, const char *text, gint64 now)
{
  ParleyEcho *echo = g_new0 (ParleyEcho, 1);

  forget_old (echoes, now);
  echo->key = parley_line_match_dup_key (text);
  echo->at = now;
  g_queue_push_tail (&echoes->echoes, echo);
}

gboolean
parley_echoes_match (ParleyEchoes *echoes, const char *text, gint64 now)
{
  g_autofree char *key = parley_line_match_dup_key (text);

  forget_old (echoes, now);
  for (GList *link = echoes->echoes.head; link != NULL; link = link->next)
    {
      const ParleyEcho *echo = link->data;

      if (g_str_equal (echo->key, key))
        return TRUE;
    }
  return FALSE;
}

void
parley_echoes_leave (ParleyEchoes *echoes, ParleyStrays *strays, const ParleyChatKey *chat)
{
  for (GList *link = echoes->echoes.head; link != NULL; link = link->next)
    {
      const ParleyEcho *echo = link->data;

      parley_strays_add (strays, chat, echo->key, echo->at + MAX_AGE_MS);
    }
}
