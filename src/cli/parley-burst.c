/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-burst.h"

/* An answer that comes sooner was not to the last bubble: nobody reads and writes that fast. */
#define MIN_ANSWER_MS 1000

/* A longer gap is more of a pause than part of a burst. */
#define MAX_TIGHT_GAP_MS 10000

/* The stretch of a dialogue from one message of somebody else to the next. */
typedef struct
{
  const GPtrArray *events;
  guint from;
  guint last; /* the burst's last bubble */
  guint to;   /* the answer, or the dialogue's end */
} Stretch;

typedef struct
{
  ParleyBurst *burst;
  gint64 last_at;   /* of the last bubble */
  gboolean whole;   /* the last bubble was handed in */
  guint64 turn;     /* that fired last; 0: none did */
  ParleyReason why; /* it fired */
} Watch;

static const ParleyReplayEvent *
get_event (const Stretch *stretch, guint i)
{
  return g_ptr_array_index (stretch->events, i);
}

/* A turn that was called back and fires again counts once, with its last reason. */
static void
watch_turn (Watch *watch, const ParleyEffect *effect)
{
  ParleyBurst *burst = watch->burst;

  if (effect->turn_id == watch->turn)
    burst->reasons[watch->why]--;
  else
    burst->n_turns++;
  watch->turn = effect->turn_id;
  watch->why = effect->record.reason;
  burst->reasons[watch->why]++;

  /* The last bubble is in the last turn: none comes after it, and order is kept. */
  if (watch->whole)
    burst->latency = effect->at - watch->last_at;
  else
    burst->interrupted = TRUE;
  burst->first_bubble = -1;
}

static void
watch_say (Watch *watch, const ParleyEffect *effect)
{
  ParleyBurst *burst = watch->burst;

  if (!watch->whole)
    burst->visible = TRUE;
  else if (burst->first_bubble < 0)
    burst->first_bubble = effect->at - watch->last_at;
}

static void
watch_effect (const ParleyEffect *effect, gpointer data)
{
  Watch *watch = data;

  if (effect->type == PARLEY_EFFECT_TURN)
    watch_turn (watch, effect);
  else if (effect->type == PARLEY_EFFECT_SAY)
    watch_say (watch, effect);
  else if (effect->type == PARLEY_EFFECT_ASK)
    watch->burst->n_asks++;
  else if (effect->type == PARLEY_EFFECT_ABORT)
    watch->burst->n_aborted++;
}

static void
play (const ParleyPlayerRules *rules,
      ParleyHabits *habits,
      const Stretch *stretch,
      ParleyBurst *burst)
{
  Watch watch = { .burst = burst, .last_at = get_event (stretch, stretch->last)->t };
  g_autoptr (ParleyPlayer) player = parley_player_new (rules, habits, watch_effect, &watch);

  for (guint i = stretch->from; i < stretch->last; i++)
    parley_player_take (player, get_event (stretch, i));
  parley_player_advance (player, watch.last_at);
  watch.whole = TRUE;
  parley_player_take (player, get_event (stretch, stretch->last));
  parley_player_rest (player);
}

/* Returns: whether the burst of @stretch counts. */
static gboolean
describe (const ParleyPlayerRules *rules, const Stretch *stretch, ParleyBurst *burst)
{
  gint64 before = -1;
  gboolean skip = FALSE;

  *burst = (ParleyBurst){ .tight = TRUE, .latency = -1, .first_bubble = -1 };
  for (guint i = stretch->from; i < stretch->to; i++)
    {
      const ParleyReplayEvent *event = get_event (stretch, i);

      if (!parley_replay_event_is_message (event))
        continue;
      if (burst->n++ == 0)
        burst->t = event->t;
      else if (event->t - before > MAX_TIGHT_GAP_MS)
        burst->tight = FALSE;
      burst->dialogue = event->dialogue;
      skip |= event->skip;
      before = event->t;
    }
  burst->tight &= burst->n > 1;
  return burst->n > 0 && !skip && stretch->to < stretch->events->len
         && get_event (stretch, stretch->to)->t - before >= MIN_ANSWER_MS;
}

/* Finds the end of the stretch that begins at @from. */
static Stretch
find_stretch (const ParleyPlayerRules *rules, const GPtrArray *events, guint from)
{
  Stretch stretch = { .events = events, .from = from, .last = from, .to = from };

  for (; stretch.to < events->len; stretch.to++)
    {
      const ParleyReplayEvent *event = get_event (&stretch, stretch.to);

      if (!parley_replay_event_is_message (event))
        continue;
      if (!parley_replay_event_is_of (event, rules->person))
        break;
      stretch.last = stretch.to;
    }
  return stretch;
}

void
parley_burst_foreach (const ParleyPlayerRules *rules,
                      const GPtrArray *dialogue,
                      ParleyBurstFunc func,
                      gpointer data)
{
  ParleyHabits habits;
  guint from = 0;

  parley_habits_init (&habits);
  while (from < dialogue->len)
    {
      Stretch stretch = find_stretch (rules, dialogue, from);
      ParleyBurst burst;
      gboolean counts = describe (rules, &stretch, &burst);

      if (counts)
        play (rules, &habits, &stretch, &burst);
      for (guint i = counts ? stretch.last + 1 : from; i < MIN (stretch.to + 1, dialogue->len); i++)
        parley_player_note (rules, &habits, get_event (&stretch, i));
      if (counts)
        func (&burst, data);
      from = stretch.to + 1;
    }
}
