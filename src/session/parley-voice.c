/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-voice.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"

/* The user hears of the same kind of thing once in this time. */
#define IMPORTANT_GAP_MS 60000

/* So much waits for a conversation to be told in; of more, the oldest is lost. */
#define MAX_UNHEARD 8

void
parley_voice_init (ParleyVoice *voice, ParleyHost *host, const ParleyChatKey *key)
{
  voice->host = host;
  voice->key = key;
  voice->hold_until = -1;
}

void
parley_voice_clear (ParleyVoice *voice)
{
  g_clear_pointer (&voice->unheard, g_ptr_array_unref);
  g_clear_pointer (&voice->why, g_free);
}

void
parley_voice_end (ParleyVoice *voice)
{
  voice->ended = TRUE;
}

gboolean
parley_voice_say (ParleyVoice *voice, const char *line)
{
  return !voice->ended && parley_host_tell_user (voice->host, voice->key, line);
}

static void
keep_unheard (ParleyVoice *voice, const char *line)
{
  if (voice->unheard == NULL)
    voice->unheard = g_ptr_array_new_with_free_func (g_free);
  if (voice->unheard->len == MAX_UNHEARD)
    g_ptr_array_remove_index (voice->unheard, 0);
  g_ptr_array_add (voice->unheard, g_strdup (line));
}

/* Where there is no conversation yet, the client itself has shown what happened; the line follows
 * with the next message. */
void
parley_voice_tell (ParleyVoice *voice, const char *line)
{
  if (!parley_voice_say (voice, line) && !voice->ended)
    keep_unheard (voice, line);
}

void
parley_voice_catch_up (ParleyVoice *voice)
{
  g_autoptr (GPtrArray) unheard = g_steal_pointer (&voice->unheard);

  for (guint i = 0; unheard != NULL && i < unheard->len; i++)
    parley_voice_tell (voice, g_ptr_array_index (unheard, i));
}

void
parley_voice_tell_once (ParleyVoice *voice, ParleyTold what, const char *line)
{
  if ((voice->told & what) == 0 && parley_voice_say (voice, line))
    voice->told |= what;
}

void
parley_voice_forget (ParleyVoice *voice, ParleyTold what)
{
  voice->told &= ~what;
}

gboolean
parley_voice_take_important (ParleyVoice *voice, ParleyImportant kind, gint64 now)
{
  if (kind == PARLEY_IMPORTANT_WORDS)
    {
      gboolean told = (voice->told & PARLEY_TOLD_URGENT) != 0;

      voice->told |= PARLEY_TOLD_URGENT;
      return !told;
    }
  if (now < voice->important_after[kind])
    return FALSE;
  voice->important_after[kind] = now + IMPORTANT_GAP_MS;
  return TRUE;
}

/* @quote: (nullable). Returns: (transfer full). */
static char *
describe (ParleyImportant kind, const char *quote)
{
  switch (kind)
    {
    case PARLEY_IMPORTANT_WORDS:
      return g_strdup_printf (_ ("This sounds urgent: “%s”"), quote != NULL ? quote : "…");
    case PARLEY_IMPORTANT_FILE:
      return g_strdup_printf (_ ("They offer a file, “%s”. You decide whether to take it."),
                              quote != NULL ? quote : "…");
    case PARLEY_IMPORTANT_CALL:
      return g_strdup (_ ("They are calling you. Only you can answer a call."));
    case PARLEY_IMPORTANT_ATTENTION:
      break;
    }
  return g_strdup (_ ("They ask for your attention."));
}

void
parley_voice_tell_important (ParleyVoice *voice, ParleyImportant kind, const char *text)
{
  g_autofree char *quote = parley_http_quote (text, NULL);
  g_autofree char *line = describe (kind, quote);

  if (!voice->ended && !parley_host_alert_user (voice->host, voice->key, line))
    keep_unheard (voice, line);
}

void
parley_voice_note_outcome (ParleyVoice *voice, ParleyOutcome outcome)
{
  voice->has_outcome = TRUE;
  voice->handed_over = FALSE;
  voice->outcome = outcome;
}
