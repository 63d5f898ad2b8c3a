/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-turn.h"

#include <string.h>

ParleyBubble *
parley_bubble_new (const ParleyEvent *event, gint64 at)
{
  ParleyBubble *bubble = g_new0 (ParleyBubble, 1);

  bubble->text = g_strdup (event->bubble.text);
  bubble->media = g_strdup (event->bubble.media);
  bubble->id = g_strdup (event->bubble.id);
  bubble->at = at;
  bubble->when = event->bubble.when;
  bubble->number = event->bubble.number;
  return bubble;
}

void
parley_bubble_free (ParleyBubble *bubble)
{
  g_free (bubble->text);
  g_free (bubble->media);
  g_free (bubble->id);
  g_free (bubble);
}

char *
parley_bubble_dup_words (const ParleyBubble *bubble)
{
  return parley_words_join (bubble->media, bubble->text);
}

ParleyTurn *
parley_turn_new (guint64 id)
{
  ParleyTurn *turn = g_rc_box_new0 (ParleyTurn);

  turn->id = id;
  turn->bubbles = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_bubble_free);
  turn->said = g_ptr_array_new_with_free_func (g_free);
  turn->shelved = g_ptr_array_new_with_free_func (g_free);
  return turn;
}

ParleyTurn *
parley_turn_ref (ParleyTurn *turn)
{
  return g_rc_box_acquire (turn);
}

static void
turn_clear (gpointer data)
{
  ParleyTurn *turn = data;

  g_ptr_array_unref (turn->bubbles);
  g_ptr_array_unref (turn->said);
  g_ptr_array_unref (turn->shelved);
}

void
parley_turn_unref (ParleyTurn *turn)
{
  g_rc_box_release_full (turn, turn_clear);
}

void
parley_turn_absorb (ParleyTurn *turn, ParleyBubble *bubble)
{
  turn->bytes += strlen (bubble->text);
  g_ptr_array_add (turn->bubbles, bubble);
}

void
parley_turn_correct_last (ParleyTurn *turn, ParleyBubble *bubble)
{
  turn->bytes -= strlen (parley_turn_get_last (turn)->text);
  g_ptr_array_remove_index (turn->bubbles, turn->bubbles->len - 1);
  turn->n_read = MIN (turn->n_read, turn->bubbles->len);
  parley_turn_absorb (turn, bubble);
}

/* Returns: -1 if it is not in the turn. */
static int
find (const ParleyTurn *turn, const char *id)
{
  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);

      if (g_strcmp0 (bubble->id, id) == 0)
        return (int) i;
    }
  return -1;
}

gboolean
parley_turn_is_shelving (const ParleyTurn *turn)
{
  return turn->shelved->len > 0 || turn->unsure;
}

gboolean
parley_turn_has_reply (const ParleyTurn *turn)
{
  return turn->said->len > 0 || turn->shelved->len > 0;
}

gboolean
parley_turn_has_words (const ParleyTurn *turn)
{
  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);

      if (*bubble->text != '\0' || bubble->media == NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_turn_has (const ParleyTurn *turn, const char *id)
{
  return find (turn, id) >= 0;
}

gboolean
parley_turn_edit (ParleyTurn *turn, const char *id, const char *text)
{
  int i = find (turn, id);
  ParleyBubble *bubble = i >= 0 ? g_ptr_array_index (turn->bubbles, i) : NULL;

  if (bubble == NULL)
    return FALSE;
  turn->bytes -= strlen (bubble->text);
  if (text == NULL)
    {
      g_ptr_array_remove_index (turn->bubbles, (guint) i);
      turn->n_read -= (guint) i < turn->n_read ? 1 : 0;
      return TRUE;
    }
  turn->bytes += strlen (text);
  g_free (bubble->text);
  bubble->text = g_strdup (text);
  return TRUE;
}

const ParleyBubble *
parley_turn_get_first (const ParleyTurn *turn)
{
  return turn->bubbles->len > 0 ? g_ptr_array_index (turn->bubbles, 0) : NULL;
}

const ParleyBubble *
parley_turn_get_last (const ParleyTurn *turn)
{
  guint n = turn->bubbles->len;

  return n > 0 ? g_ptr_array_index (turn->bubbles, n - 1) : NULL;
}

const char *
parley_reason_to_string (ParleyReason reason)
{
  static const char *const names[] = {
    [PARLEY_REASON_TIMEOUT] = "timeout",
    [PARLEY_REASON_TYPING_STOPPED] = "typing_stopped",
    [PARLEY_REASON_EXPLICIT_SIGNAL] = "explicit_signal",
    [PARLEY_REASON_AI_PREDICTED] = "ai_predicted",
    [PARLEY_REASON_HARD_CAP] = "hard_cap",
  };

  return names[reason];
}

const char *
parley_outcome_to_string (ParleyOutcome outcome)
{
  static const char *const names[] = {
    [PARLEY_OUTCOME_ANSWERED] = "answered", [PARLEY_OUTCOME_CUT] = "cut",
    [PARLEY_OUTCOME_DRAFTED] = "drafted",   [PARLEY_OUTCOME_SILENT] = "silent",
    [PARLEY_OUTCOME_FAILED] = "failed",     [PARLEY_OUTCOME_WITHDRAWN] = "withdrawn",
  };

  return names[outcome];
}
