/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-composer.h"

#include "guard/parley-inert.h"
#include "reply/parley-bubbler.h"

/* More bubbles than a reply can have, so that no two of a chat share a seed. */
#define SEEDS_PER_EPOCH 64

struct _ParleyComposer
{
  ParleyBubbleRules rules;
  ParleyPacing pacing;
  guint64 seed; /* of the next bubble's pace */
  ParleyAnswer *answer;
  ParleyBubbler *bubbler;
  GString *said;  /* what the bubbler has yet to get */
  gboolean held;  /* it gets it at the end */
  gboolean begun; /* a bubble was taken */
};

void
parley_composed_free (ParleyComposed *composed)
{
  g_free (composed->text);
  g_free (composed->markup);
  g_free (composed);
}

ParleyComposer *
parley_composer_new (ParleyContext *context, const ParleyLimits *limits, guint64 epoch)
{
  ParleySettings *settings = context->settings;
  ParleyComposer *composer = g_new0 (ParleyComposer, 1);

  composer->rules.max_bubbles
      = parley_settings_get_int (settings, PARLEY_SETTING_REPLY_MAX_BUBBLES);
  composer->rules.max_chars = parley_settings_get_int (settings, PARLEY_SETTING_REPLY_MAX_CHARS);
  composer->rules.limits = *limits;
  composer->pacing = parley_context_get_pacing (context);
  composer->seed = epoch * SEEDS_PER_EPOCH;
  composer->answer = parley_answer_new ();
  composer->bubbler = parley_bubbler_new (&composer->rules);
  composer->said = g_string_new (NULL);
  return composer;
}

void
parley_composer_free (ParleyComposer *composer)
{
  parley_answer_free (composer->answer);
  parley_bubbler_free (composer->bubbler);
  g_string_free (composer->said, TRUE);
  g_free (composer);
}

void
parley_composer_hold (ParleyComposer *composer)
{
  composer->held = TRUE;
}

static void
push_said (ParleyComposer *composer)
{
  parley_bubbler_push (composer->bubbler, composer->said->str);
  g_string_truncate (composer->said, 0);
}

gboolean
parley_composer_feed (ParleyComposer *composer, const char *delta)
{
  g_autoptr (GString) said = g_string_new (NULL);
  gboolean valid = parley_answer_feed (composer->answer, delta, said);

  if (!valid)
    {
      parley_bubbler_free (composer->bubbler);
      composer->bubbler = parley_bubbler_new (&composer->rules);
      g_string_truncate (composer->said, 0);
    }
  g_string_append_len (composer->said, said->str, said->len);
  if (!composer->held)
    push_said (composer);
  return valid;
}

ParleyAnswerKind
parley_composer_end (ParleyComposer *composer)
{
  ParleyAnswerKind kind = parley_answer_end (composer->answer, composer->said);

  push_said (composer);
  parley_bubbler_end (composer->bubbler);
  return kind;
}

gboolean
parley_composer_is_over (const ParleyComposer *composer)
{
  return !composer->held && parley_answer_is_over (composer->answer);
}

/* What the guard had to change is sent as it stands, without any markup. Two messages on a slow
 * protocol are kept apart, however fast the typist. */
static ParleyComposed *
compose (ParleyComposer *composer, const ParleyMarkup *bubble)
{
  const char *seen = parley_markup_get_text (bubble);
  g_autofree char *inert = parley_inert_dup (seen);
  int pace = parley_pacing_compute (&composer->pacing, inert, composer->seed++);
  ParleyComposed *composed;

  if (*inert == '\0')
    return NULL;
  composed = g_new0 (ParleyComposed, 1);
  if (g_str_equal (inert, seen) && !parley_markup_is_plain (bubble))
    composed->markup = parley_markup_dup_html (bubble);
  composed->text = g_steal_pointer (&inert);
  composed->pace_ms = composer->begun ? MAX (pace, composer->rules.limits.min_gap_ms) : pace;
  composer->begun = TRUE;
  return composed;
}

ParleyComposed *
parley_composer_take (ParleyComposer *composer)
{
  ParleyComposed *composed = NULL;

  while (composed == NULL)
    {
      g_autoptr (ParleyMarkup) bubble = parley_bubbler_take (composer->bubbler);

      if (bubble == NULL)
        return NULL;
      composed = compose (composer, bubble);
    }
  return composed;
}

GPtrArray *
parley_composer_compose (ParleyContext *context,
                         const ParleyLimits *limits,
                         guint64 epoch,
                         const char *text)
{
  g_autoptr (ParleyComposer) composer = parley_composer_new (context, limits, epoch);
  GPtrArray *reply = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_composed_free);
  ParleyComposed *composed;

  parley_composer_feed (composer, text);
  parley_composer_end (composer);
  while ((composed = parley_composer_take (composer)) != NULL)
    g_ptr_array_add (reply, composed);
  return reply;
}
