/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"

/* What an earlier run may have said: it reads as said, and the user is told where that is not
 * certain. */

gboolean
parley_session_is_damaged (ParleySession *session, const GPtrArray *left)
{
  gboolean damaged = parley_leftovers_get_damaged (session->context->observed.leftovers) > 0;

  for (guint i = 0; left != NULL && i < left->len; i++)
    damaged = damaged || ((const ParleyIntent *) g_ptr_array_index (left, i))->damaged;
  return damaged;
}

void
parley_session_restore_mark (ParleySession *session, const GPtrArray *left)
{
  ParleyMark *mark = &parley_keeper_get_record (session->record.keeper)->mark;

  for (guint i = 0; left != NULL && i < left->len; i++)
    {
      const ParleyIntent *intent = g_ptr_array_index (left, i);

      if (!intent->damaged && parley_mark_compare (&intent->mark, mark) > 0)
        *mark = intent->mark;
    }
}

/* The store had it before the program ended, or from a start in which not all could be taken over.
 * Returns: (transfer none) (nullable): as it stands there. */
static const char *
find_known (ParleySession *session, const ParleyIntent *intent)
{
  ParleyHistory *history = parley_recorder_get_history (session->record.recorder);
  g_autofree char *perhaps = parley_session_dup_perhaps (intent->text);

  for (guint i = parley_history_get_length (history); i > 0; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);

      if (utterance->speaker == PARLEY_SPEAKER_PARLEY && utterance->when.written == intent->wall
          && (g_str_equal (utterance->text, intent->text)
              || g_str_equal (utterance->text, perhaps)))
        return utterance->text;
    }
  return NULL;
}

/* What may be a secret the journal is not told. */
static void
tell_perhaps (ParleySession *session, const ParleyIntent *intent)
{
  g_autofree char *line
      = g_strdup_printf (_ ("Parley closed while it was sending this, so it may not have arrived: "
                            "“%s”. Parley doesn't send it again."),
                         intent->text);

  parley_session_journal (session, PARLEY_JOURNAL_SAID, "perhaps", intent->text);
  if (!parley_session_is_closed (session))
    parley_voice_tell (&session->voice, line);
}

static void
restore_words (ParleySession *session, const ParleyIntent *intent)
{
  gboolean certain = intent->outcome == PARLEY_INTENT_SAID;
  g_autofree char *words
      = certain ? g_strdup (intent->text) : parley_session_dup_perhaps (intent->text);
  const char *known = find_known (session, intent);

  if (known != NULL && g_str_equal (known, words))
    return;
  if (known != NULL)
    parley_recorder_amend (session->record.recorder, PARLEY_SPEAKER_PARLEY, known, words);
  else
    parley_session_record (session, PARLEY_SPEAKER_PARLEY, words, parley_when_at (intent->wall),
                           intent->turn);
  if (intent->outcome == PARLEY_INTENT_OPEN)
    tell_perhaps (session, intent);
}

/* Newer words of theirs take it back when they are read. */
static void
restore_rest (ParleySession *session, const ParleyIntent *intent)
{
  GPtrArray *bubbles = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_proposed_free);

  for (char **text = intent->rest; text != NULL && *text != NULL; text++)
    {
      ParleyProposed *bubble = g_new0 (ParleyProposed, 1);

      bubble->text = g_strdup (*text);
      g_ptr_array_add (bubbles, bubble);
    }
  parley_session_restore_draft (session, bubbles, intent->turn, FALSE);
}

void
parley_session_restore_words (ParleySession *session, const GPtrArray *left)
{
  if (left == NULL)
    return;
  for (guint i = 0; i < left->len && !parley_session_is_closed (session); i++)
    restore_words (session, g_ptr_array_index (left, i));
  if (parley_session_is_closed (session))
    return;
  parley_keeper_save (session->record.keeper);
  parley_leftovers_settle (session->context->observed.leftovers);
  if (left->len > 0)
    restore_rest (session, g_ptr_array_index (left, left->len - 1));
}
