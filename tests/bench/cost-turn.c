/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-turn.h"

#include <string.h>

#define GAP_MS 400

static const char *const bubbles[COST_TURN_BUBBLES]
    = { "hey, one question", "the train at half past nine", "does it still go on Sundays?" };
static const char *const answer = "It does, but ten minutes later.";

void
cost_turn_play (ParleyTestSite *site, const ParleyChatKey *key)
{
  gsize length = site->host->log->len;

  for (guint i = 0; i < COST_TURN_BUBBLES; i++)
    {
      parley_test_clock_advance (&site->clock, GAP_MS);
      parley_timers_dispatch (site->timers);
      parley_test_site_write (site, key, bubbles[i]);
    }
  parley_test_site_finish (site, answer);
  g_assert_nonnull (strstr (site->host->log->str + length, answer));
}

/* When the machine wants to be called, at least, is the time. What is declared stands at once. */
static void
take (ParleyChat *chat, ParleyEvent event, gint64 *now)
{
  g_autoptr (GArray) effects = parley_effects_new ();

  if (event.type == PARLEY_EVENT_DEADLINE)
    *now = MAX (*now, parley_chat_get_deadline (chat));
  event.epoch = parley_chat_get_epoch (chat);
  parley_chat_step (chat, &event, *now, effects);
  for (guint i = 0; i < effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      if (effect->type == PARLEY_EFFECT_INTEND)
        take (chat,
              (ParleyEvent){ .type = PARLEY_EVENT_INTENDED,
                             .intended = { .number = effect->say.intent, .held = TRUE } },
              now);
    }
}

void
cost_turn_walk (ParleyChat *chat, gint64 *now)
{
  for (guint i = 0; i < COST_TURN_BUBBLES; i++)
    {
      *now += GAP_MS;
      take (chat, (ParleyEvent){ .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = bubbles[i] } },
            now);
    }
  take (chat, (ParleyEvent){ .type = PARLEY_EVENT_DEADLINE }, now);
  take (chat,
        (ParleyEvent){ .type = PARLEY_EVENT_REPLY_BUBBLE,
                       .reply_bubble = { .text = answer, .pace_ms = 1200 } },
        now);
  take (chat, (ParleyEvent){ .type = PARLEY_EVENT_REPLY_END }, now);
  take (chat, (ParleyEvent){ .type = PARLEY_EVENT_DEADLINE }, now);
  take (chat, (ParleyEvent){ .type = PARLEY_EVENT_SAID, .said = PARLEY_SAID_DELIVERED }, now);
  g_assert_cmpint (parley_chat_get_state (chat), ==, PARLEY_STATE_IDLE);
}

void
cost_turn_remember (ParleyHistory *history)
{
  for (guint i = 0; i < COST_TURN_BUBBLES; i++)
    parley_history_add (history, PARLEY_SPEAKER_PERSON, bubbles[i], parley_when_at (0), 0);
  parley_history_add (history, PARLEY_SPEAKER_PARLEY, answer, parley_when_at (0), 0);
}
