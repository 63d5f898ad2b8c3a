/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-player.h"

#include "base/parley-aside.h"

struct _ParleyPlayer
{
  const ParleyPlayerRules *rules;
  ParleyHabits *habits;
  ParleyPlayerFunc func;
  gpointer data;

  ParleyChat *chat;
  ParleyScriptedModel model;
  gint64 now;
  gint64 settled_at; /* typing is ignored before */
};

ParleyPlayer *
parley_player_new (const ParleyPlayerRules *rules,
                   ParleyHabits *habits,
                   ParleyPlayerFunc func,
                   gpointer data)
{
  ParleyPlayer *player = g_new0 (ParleyPlayer, 1);

  player->rules = rules;
  player->habits = habits;
  player->func = func;
  player->data = data;
  player->chat = parley_chat_new (&rules->reader->policy, rules->reader->lexicon,
                                  rules->reader->base_ms, habits);
  player->model = rules->model;
  return player;
}

void
parley_player_free (ParleyPlayer *player)
{
  parley_chat_free (player->chat);
  g_free (player);
}

/* Nothing is written down here, and everything arrives. Returns: whether the machine is told of
 * it. */
static gboolean
answer (const ParleyEffect *effect, ParleyEvent *result)
{
  if (effect->type == PARLEY_EFFECT_SAY)
    *result = (ParleyEvent){ .type = PARLEY_EVENT_SAID, .said = PARLEY_SAID_DELIVERED };
  else if (effect->type == PARLEY_EFFECT_INTEND)
    *result = (ParleyEvent){ .type = PARLEY_EVENT_INTENDED,
                             .intended = { .number = effect->say.intent, .held = TRUE } };
  else
    return FALSE;
  result->epoch = effect->epoch;
  return TRUE;
}

static void
carry_out (ParleyPlayer *player, ParleyEffect *effect)
{
  if (effect->type == PARLEY_EFFECT_ASK)
    parley_scripted_model_ask (&player->model, effect->epoch, player->now);
  if (effect->type == PARLEY_EFFECT_ABORT)
    parley_scripted_model_abort (&player->model, effect->epoch);
  /* The machine knows of the bubbles it has; how many there will be is known here. */
  if (effect->type == PARLEY_EFFECT_SAY)
    effect->say.of = player->model.n_bubbles;
  player->func (effect, player->data);
}

static void
step (ParleyPlayer *player, const ParleyEvent *event)
{
  g_autoptr (GArray) effects = parley_effects_new ();
  ParleyEvent result;
  gboolean answered = FALSE;

  parley_chat_step (player->chat, event, player->now, effects);
  for (guint i = 0; i < effects->len; i++)
    {
      ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      carry_out (player, effect);
      answered |= answer (effect, &result);
    }
  if (answered)
    step (player, &result);
}

void
parley_player_advance (ParleyPlayer *player, gint64 now)
{
  const ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };

  for (;;)
    {
      gint64 told = parley_scripted_model_get_due (&player->model);
      gint64 due = parley_chat_get_deadline (player->chat);
      gboolean is_result = told >= 0 && (due < 0 || told <= due);
      gint64 next = is_result ? told : due;
      ParleyEvent event = deadline;

      if (next < 0 || next >= now)
        break;
      player->now = MAX (player->now, next);
      if (is_result)
        event = parley_scripted_model_take (&player->model);
      step (player, &event);
    }
}

void
parley_player_rest (ParleyPlayer *player)
{
  parley_player_advance (player, G_MAXINT64);
}

static void
take_typing (ParleyPlayer *player, ParleyTyping typing)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TYPING, .typing = typing };

  if (player->rules->typing && player->now >= player->settled_at)
    step (player, &event);
}

static void
take_bubble (ParleyPlayer *player, const ParleyReplayEvent *event)
{
  const ParleyEvent bubble
      = { .type = PARLEY_EVENT_BUBBLE,
          .bubble = { .text = event->text != NULL ? event->text : "",
                      .id = event->id,
                      .when = parley_when_at (event->t / 1000),
                      .media = event->type == PARLEY_REPLAY_FILE ? PARLEY_ASIDE ("file") : NULL } };

  step (player, &bubble);
}

/* @text: (nullable): taken back. */
static void
take_edit (ParleyPlayer *player, const char *id, const char *text)
{
  const ParleyEvent edit = { .type = PARLEY_EVENT_EDIT, .edit = { .id = id, .text = text } };

  step (player, &edit);
}

static void
take_own (ParleyPlayer *player, gboolean typed_only)
{
  ParleySetting setting
      = typed_only ? PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS : PARLEY_SETTING_TURN_TAKEOVER_MS;
  const ParleyEvent takeover
      = { .type = PARLEY_EVENT_TAKEOVER,
          .typed = typed_only,
          .stand_down_ms = parley_settings_get_int (player->rules->reader->settings, setting) };

  step (player, &takeover);
}

static void
take_simple (ParleyPlayer *player, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  step (player, &event);
}

static void
take_online (ParleyPlayer *player)
{
  player->settled_at
      = player->now
        + parley_settings_get_int (player->rules->reader->settings, PARLEY_SETTING_TURN_SETTLE_MS);
  take_simple (player, PARLEY_EVENT_ONLINE);
}

/* What the person did, or what became of the chat. */
static void
hand_in (ParleyPlayer *player, const ParleyReplayEvent *event)
{
  switch (event->type)
    {
    case PARLEY_REPLAY_MSG:
    case PARLEY_REPLAY_FILE:
      take_bubble (player, event);
      break;
    case PARLEY_REPLAY_TYPING:
      take_typing (player, PARLEY_TYPING_ACTIVE);
      break;
    case PARLEY_REPLAY_PAUSED:
      take_typing (player, PARLEY_TYPING_PAUSED);
      break;
    case PARLEY_REPLAY_STOPPED:
      take_typing (player, PARLEY_TYPING_NONE);
      break;
    case PARLEY_REPLAY_EDIT:
      take_edit (player, event->id, event->text);
      break;
    case PARLEY_REPLAY_WITHDRAW:
      take_edit (player, event->id, NULL);
      break;
    case PARLEY_REPLAY_OWN:
      take_own (player, event->typed_only);
      break;
    case PARLEY_REPLAY_BLOCK:
    case PARLEY_REPLAY_UNLOAD:
    case PARLEY_REPLAY_CLOSE:
      take_simple (player, PARLEY_EVENT_WITHDRAW);
      break;
    case PARLEY_REPLAY_OFFLINE:
      take_simple (player, PARLEY_EVENT_OFFLINE);
      break;
    case PARLEY_REPLAY_ONLINE:
      take_online (player);
      break;
    case PARLEY_REPLAY_ECHO:
    case PARLEY_REPLAY_N_EVENTS:
      break;
    }
}

void
parley_player_note (const ParleyPlayerRules *rules,
                    ParleyHabits *habits,
                    const ParleyReplayEvent *event)
{
  gboolean theirs = parley_replay_event_is_of (event, rules->person);
  gboolean message = parley_replay_event_is_message (event);
  gboolean sent = event->type == PARLEY_REPLAY_OWN && !event->typed_only;

  if (message && theirs)
    parley_habits_note_bubble (habits, event->t);
  else if (message || sent)
    parley_habits_note_answer (habits, event->text != NULL ? event->text : "", event->t);
  else if (theirs && rules->typing && parley_replay_event_is_typing (event))
    parley_habits_note_typing (habits, event->t);
}

void
parley_player_take (ParleyPlayer *player, const ParleyReplayEvent *event)
{
  parley_player_advance (player, event->t);
  player->now = event->t;
  parley_player_note (player->rules, player->habits, event);
  if (parley_replay_event_is_of (event, player->rules->person))
    hand_in (player, event);
  else if (parley_replay_event_is_message (event))
    take_simple (player, PARLEY_EVENT_WITHDRAW);
}

void
parley_scripted_model_ask (ParleyScriptedModel *model, guint64 epoch, gint64 now)
{
  model->writing = TRUE;
  model->epoch = epoch;
  model->asked_at = now;
  model->n_written = 0;
}

void
parley_scripted_model_abort (ParleyScriptedModel *model, guint64 epoch)
{
  if (model->epoch == epoch)
    model->writing = FALSE;
}

gint64
parley_scripted_model_get_due (const ParleyScriptedModel *model)
{
  guint n_gaps = model->n_bubbles > 0 ? MIN (model->n_written, model->n_bubbles - 1) : 0;

  return model->writing ? model->asked_at + model->think_ms + (gint64) n_gaps * model->gap_ms : -1;
}

ParleyEvent
parley_scripted_model_take (ParleyScriptedModel *model)
{
  const ParleyEvent bubble = { .type = PARLEY_EVENT_REPLY_BUBBLE,
                               .epoch = model->epoch,
                               .reply_bubble.text = "an answer" };
  const ParleyEvent end
      = { .type = PARLEY_EVENT_REPLY_END,
          .epoch = model->epoch,
          .reply_end.how = model->n_bubbles > 0 ? PARLEY_REPLY_COMPLETE : PARLEY_REPLY_SILENT };

  if (model->n_written < model->n_bubbles)
    {
      model->n_written++;
      return bubble;
    }
  model->writing = FALSE;
  return end;
}
