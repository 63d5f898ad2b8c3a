/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-speech.h"

typedef struct
{
  char *text;
  int pace_ms;
} ParleyUnsaid;

static void
unsaid_free (gpointer data)
{
  ParleyUnsaid *unsaid = data;

  g_free (unsaid->text);
  g_free (unsaid);
}

void
parley_speech_begin (ParleySpeech *speech, gint64 now)
{
  parley_speech_clear (speech);
  speech->ended = FALSE;
  speech->paced_from = now;
}

guint
parley_speech_clear (ParleySpeech *speech)
{
  guint dropped = g_queue_get_length (&speech->unsaid);

  g_queue_clear_full (&speech->unsaid, unsaid_free);
  g_clear_pointer (&speech->saying, g_free);
  speech->n_handed = 0;
  speech->intent = 0;
  speech->late = FALSE;
  speech->ended = TRUE;
  speech->hold_until = 0;
  return dropped;
}

void
parley_speech_push (ParleySpeech *speech, const char *text, int pace_ms)
{
  ParleyUnsaid *unsaid = g_new0 (ParleyUnsaid, 1);

  unsaid->text = g_strdup (text);
  unsaid->pace_ms = pace_ms;
  g_queue_push_tail (&speech->unsaid, unsaid);
}

gboolean
parley_speech_is_empty (const ParleySpeech *speech)
{
  return speech->unsaid.head == NULL;
}

gint64
parley_speech_get_due (const ParleySpeech *speech)
{
  const ParleyUnsaid *next = speech->unsaid.head != NULL ? speech->unsaid.head->data : NULL;

  return next != NULL ? speech->paced_from + next->pace_ms : -1;
}

const char *
parley_speech_peek (const ParleySpeech *speech)
{
  const ParleyUnsaid *next = speech->unsaid.head->data;

  return next->text;
}

char **
parley_speech_dup_unsaid (const ParleySpeech *speech)
{
  g_autoptr (GStrvBuilder) unsaid = g_strv_builder_new ();

  for (GList *link = speech->unsaid.head; link != NULL; link = link->next)
    g_strv_builder_add (unsaid, ((const ParleyUnsaid *) link->data)->text);
  return g_strv_builder_end (unsaid);
}

const char *
parley_speech_take (ParleySpeech *speech)
{
  ParleyUnsaid *next = g_queue_pop_head (&speech->unsaid);

  speech->n_handed++;
  speech->saying = g_steal_pointer (&next->text);
  unsaid_free (next);
  return speech->saying;
}

char *
parley_speech_done (ParleySpeech *speech, gint64 now)
{
  speech->paced_from = now;
  speech->hold_until = 0;
  return g_steal_pointer (&speech->saying);
}
