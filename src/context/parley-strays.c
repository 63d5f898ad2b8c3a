/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-strays.h"

#include "guard/parley-line-match.h"

/* Copies of a line come together. Later it is somebody's words. */
#define COPIES_MS 60000

typedef struct
{
  ParleyChatKey *chat;
  char *line;
  gint64 until;
} Stray;

struct _ParleyStrays
{
  GQueue strays; /* of Stray */
};

static void
stray_free (gpointer data)
{
  Stray *stray = data;

  parley_chat_key_free (stray->chat);
  g_free (stray->line);
  g_free (stray);
}

ParleyStrays *
parley_strays_new (void)
{
  ParleyStrays *strays = g_new0 (ParleyStrays, 1);

  g_queue_init (&strays->strays);
  return strays;
}

void
parley_strays_free (ParleyStrays *strays)
{
  g_queue_clear_full (&strays->strays, stray_free);
  g_free (strays);
}

void
parley_strays_add (ParleyStrays *strays, const ParleyChatKey *chat, const char *line, gint64 until)
{
  Stray *stray = g_new0 (Stray, 1);

  stray->chat = parley_chat_key_copy (chat);
  stray->line = g_strdup (line);
  stray->until = until;
  g_queue_push_tail (&strays->strays, stray);
}

static void
forget_old (ParleyStrays *strays, gint64 now)
{
  GList *next;

  for (GList *link = strays->strays.head; link != NULL; link = next)
    {
      Stray *stray = link->data;

      next = link->next;
      if (now <= stray->until)
        continue;
      g_queue_delete_link (&strays->strays, link);
      stray_free (stray);
    }
}

gboolean
parley_strays_match (ParleyStrays *strays, const ParleyChatKey *chat, const char *text, gint64 now)
{
  g_autofree char *line = NULL;

  forget_old (strays, now);
  if (g_queue_is_empty (&strays->strays))
    return FALSE;
  line = parley_line_match_dup_key (text);
  for (GList *link = strays->strays.head; link != NULL; link = link->next)
    {
      Stray *stray = link->data;

      if (!parley_chat_key_equal (stray->chat, chat) || !g_str_equal (stray->line, line))
        continue;
      stray->until = MIN (stray->until, now + COPIES_MS);
      return TRUE;
    }
  return FALSE;
}
