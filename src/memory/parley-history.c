/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-history.h"

#include <string.h>

struct _ParleyHistory
{
  GQueue utterances;
  gsize bytes;
  guint max_entries;
  gsize max_bytes;
  guint64 turn; /* of the newest */
};

void
parley_utterance_free (ParleyUtterance *utterance)
{
  g_free (utterance->text);
  g_free (utterance);
}

ParleyHistory *
parley_history_new (guint max_entries, gsize max_bytes)
{
  ParleyHistory *history = g_new0 (ParleyHistory, 1);

  g_queue_init (&history->utterances);
  history->max_entries = max_entries;
  history->max_bytes = max_bytes;
  return history;
}

void
parley_history_free (ParleyHistory *history)
{
  g_queue_clear_full (&history->utterances, (GDestroyNotify) parley_utterance_free);
  g_free (history);
}

static void
drop_oldest (ParleyHistory *history)
{
  while (history->utterances.length > history->max_entries
         || (history->bytes > history->max_bytes && history->utterances.length > 1))
    {
      ParleyUtterance *oldest = g_queue_pop_head (&history->utterances);

      history->bytes -= strlen (oldest->text);
      parley_utterance_free (oldest);
    }
}

void
parley_history_add (
    ParleyHistory *history, ParleySpeaker speaker, const char *text, ParleyWhen when, guint64 turn)
{
  ParleyUtterance *utterance = g_new0 (ParleyUtterance, 1);

  utterance->speaker = speaker;
  utterance->text = g_strdup (text);
  utterance->when = when;
  utterance->turn = turn;
  utterance->begins_turn = turn != 0 && turn != history->turn;
  history->turn = turn;
  g_queue_push_tail (&history->utterances, utterance);
  history->bytes += strlen (text);
  drop_oldest (history);
}

gboolean
parley_history_amend (ParleyHistory *history,
                      ParleySpeaker speaker,
                      const char *text,
                      const char *amended)
{
  for (GList *link = history->utterances.tail; link != NULL; link = link->prev)
    {
      ParleyUtterance *utterance = link->data;

      if (utterance->speaker != speaker || !g_str_equal (utterance->text, text))
        continue;
      history->bytes += strlen (amended) - strlen (text);
      g_free (utterance->text);
      utterance->text = g_strdup (amended);
      return TRUE;
    }
  return FALSE;
}

guint
parley_history_get_length (ParleyHistory *history)
{
  return history->utterances.length;
}

const ParleyUtterance *
parley_history_get (ParleyHistory *history, guint index)
{
  return g_queue_peek_nth (&history->utterances, index);
}
