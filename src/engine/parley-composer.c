/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-composer.h"

#include "guard/parley-inert.h"
#include "reply/parley-bubbles.h"

/* More bubbles than a reply can have, so that no two of a chat share a seed. */
#define SEEDS_PER_EPOCH 64

static void
composed_free (gpointer data)
{
  ParleyComposed *composed = data;

  g_free (composed->text);
  g_free (composed);
}

static GPtrArray *
split (ParleySettings *settings, const ParleyLimits *limits, const char *text)
{
  const ParleyBubbleRules rules = {
    .max_bubbles = parley_settings_get_int (settings, PARLEY_SETTING_REPLY_MAX_BUBBLES),
    .max_chars = parley_settings_get_int (settings, PARLEY_SETTING_REPLY_MAX_CHARS),
    .limits = *limits,
  };

  return parley_bubbles_split (text, &rules);
}

/* Two messages on a slow protocol are kept apart, however fast the typist. */
GPtrArray *
parley_composer_compose (ParleyContext *context,
                         const ParleyLimits *limits,
                         guint64 epoch,
                         const char *text)
{
  g_autoptr (GPtrArray) bubbles = split (context->settings, limits, text);
  const ParleyPacing pacing = parley_context_get_pacing (context);
  GPtrArray *reply = g_ptr_array_new_with_free_func (composed_free);

  for (guint i = 0; i < bubbles->len; i++)
    {
      g_autofree char *inert = parley_inert_dup (g_ptr_array_index (bubbles, i));
      int pace = parley_pacing_compute (&pacing, inert, epoch * SEEDS_PER_EPOCH + i);
      ParleyComposed *composed;

      if (*inert == '\0')
        continue;
      composed = g_new0 (ParleyComposed, 1);
      composed->text = g_steal_pointer (&inert);
      composed->pace_ms = reply->len > 0 ? MAX (pace, limits->min_gap_ms) : pace;
      g_ptr_array_add (reply, composed);
    }
  return reply;
}
