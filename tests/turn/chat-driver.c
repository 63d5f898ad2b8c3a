/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "chat-driver.h"

void
chat_driver_init (ChatDriver *driver, int base_ms)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  *driver = (ChatDriver) {
    .policy = {
      .window = { .profile = PARLEY_PROFILE_SWIFT, .min_ms = 200, .max_ms = 3000 },
      .grace = 900,
      .hold = 20000,
      .cap_quiet = 10000,
      .cap_typing = 45000,
      .cap_typed = 15000,
      .ceiling_quiet = 60000,
      .ceiling_typing = 120000,
      .max_bubbles = 50,
      .max_bytes = 32768,
      .accumulation = TRUE,
      .draft_settle = 300,
      .max_drafts = 5,
      .max_aborted_drafts = 3,
      .prediction_over = 1000,
      .prediction_after = 500,
      .prediction_certain = 0.8,
    },
    .lexicon = parley_lexicon_new (data),
    .said = PARLEY_SAID_DELIVERED,
    .log = g_string_new (NULL),
    .done = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_turn_unref),
  };
  parley_habits_init (&driver->habits);
  driver->chat = parley_chat_new (&driver->policy, driver->lexicon, base_ms, &driver->habits);
}

void
chat_driver_clear (ChatDriver *driver)
{
  parley_chat_free (driver->chat);
  parley_lexicon_free (driver->lexicon);
  g_string_free (driver->log, TRUE);
  g_ptr_array_unref (driver->done);
}

static void
log_effect (ChatDriver *driver, const ParleyEffect *effect)
{
  if (effect->type == PARLEY_EFFECT_INTEND && !driver->slow)
    return;
  g_string_append (driver->log, driver->log->len > 0 ? " " : "");
  switch (effect->type)
    {
    case PARLEY_EFFECT_STATE:
      g_string_append (driver->log, parley_state_to_string (effect->state.to));
      break;
    case PARLEY_EFFECT_WINDOW:
      g_string_append_printf (driver->log, "window:%d", effect->window.found.wait);
      break;
    case PARLEY_EFFECT_HOLD:
      g_string_append_printf (driver->log, "hold@%" G_GINT64_FORMAT, effect->until);
      break;
    case PARLEY_EFFECT_TURN:
      g_string_append_printf (driver->log, "turn:%u:%s@%" G_GINT64_FORMAT, effect->record.n,
                              parley_reason_to_string (effect->record.reason), effect->at);
      break;
    case PARLEY_EFFECT_INTEND:
      g_string_append_printf (driver->log, "intend:%s@%" G_GINT64_FORMAT, effect->text, effect->at);
      break;
    case PARLEY_EFFECT_SAY:
      g_string_append_printf (driver->log, "say:%s@%" G_GINT64_FORMAT, effect->text, effect->at);
      break;
    case PARLEY_EFFECT_DROP:
      g_string_append_printf (driver->log, "drop:%u", effect->dropped);
      break;
    case PARLEY_EFFECT_SHOW_TYPING:
      g_string_append (driver->log, effect->typing ? "typing" : "typing-off");
      break;
    case PARLEY_EFFECT_DONE:
      g_string_append_printf (driver->log, "done:%s", parley_outcome_to_string (effect->outcome));
      g_ptr_array_add (driver->done, parley_turn_ref (effect->turn));
      break;
    case PARLEY_EFFECT_STAND_DOWN:
      g_string_append_printf (driver->log, "standdown@%" G_GINT64_FORMAT, effect->until);
      break;
    case PARLEY_EFFECT_ASK:
      g_string_append (driver->log, effect->draft ? "draft" : "ask");
      break;
    case PARLEY_EFFECT_LATE:
    case PARLEY_EFFECT_RETRACT:
    case PARLEY_EFFECT_PREDICT:
    case PARLEY_EFFECT_ABORT:
    case PARLEY_EFFECT_RESUME:
      g_string_append (driver->log, parley_effect_type_to_string (effect->type));
      break;
    }
}

static void
post_intended (ChatDriver *driver, gboolean held)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_INTENDED,
                              .epoch = parley_chat_get_epoch (driver->chat),
                              .intended = { .number = driver->intent, .held = held } };

  chat_driver_post (driver, &event);
}

void
chat_driver_post (ChatDriver *driver, const ParleyEvent *event)
{
  g_autoptr (GArray) effects = parley_effects_new ();
  ParleyEvent said = { .type = PARLEY_EVENT_SAID, .said = driver->said };
  gboolean saying = FALSE;
  gboolean intending = FALSE;

  parley_chat_step (driver->chat, event, driver->now, effects);
  for (guint i = 0; i < effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      log_effect (driver, effect);
      if (effect->type == PARLEY_EFFECT_INTEND)
        driver->intent = effect->say.intent;
      intending |= effect->type == PARLEY_EFFECT_INTEND;
      saying |= effect->type == PARLEY_EFFECT_SAY;
    }
  if (intending && !driver->slow)
    post_intended (driver, TRUE);
  if (!saying)
    return;
  said.epoch = parley_chat_get_epoch (driver->chat);
  chat_driver_post (driver, &said);
}

void
chat_driver_wait_until (ChatDriver *driver, gint64 to)
{
  const ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };

  for (;;)
    {
      gint64 due = parley_chat_get_deadline (driver->chat);

      if (due < 0 || due > to)
        break;
      driver->now = MAX (driver->now, due);
      chat_driver_post (driver, &deadline);
    }
  driver->now = to;
}

/* At equal times an event goes before a deadline. */
static void
wait_before (ChatDriver *driver, gint64 at)
{
  chat_driver_wait_until (driver, at - 1);
  driver->now = at;
}

void
chat_driver_bubble (ChatDriver *driver, gint64 at, const char *text)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = text, .id = text } };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_typing (ChatDriver *driver, gint64 at, ParleyTyping typing)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TYPING, .typing = typing };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_edit (ChatDriver *driver, gint64 at, const char *id, const char *text)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_EDIT, .edit = { .id = id, .text = text } };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_predict (ChatDriver *driver, gint64 at, ParleyPrediction prediction)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_PREDICTION,
                              .epoch = parley_chat_get_epoch (driver->chat),
                              .prediction = prediction };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_reply_bubble (ChatDriver *driver, gint64 at, guint64 epoch, const char *text)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_REPLY_BUBBLE, .epoch = epoch, .reply_bubble = { .text = text } };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_reply_end (ChatDriver *driver, gint64 at, guint64 epoch, ParleyReplyEnd how)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_REPLY_END, .epoch = epoch, .reply_end.how = how };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_reply (ChatDriver *driver, gint64 at, const char *bubbles, int pace_ms)
{
  g_auto (GStrv) parts = g_strsplit (bubbles, "|", -1);
  guint64 epoch = parley_chat_get_epoch (driver->chat);
  ParleyEvent end
      = { .type = PARLEY_EVENT_REPLY_END,
          .epoch = epoch,
          .reply_end.how = parts[0] != NULL ? PARLEY_REPLY_COMPLETE : PARLEY_REPLY_SILENT };

  wait_before (driver, at);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const ParleyEvent event = { .type = PARLEY_EVENT_REPLY_BUBBLE,
                                  .epoch = epoch,
                                  .reply_bubble = { .text = parts[i], .pace_ms = pace_ms } };

      chat_driver_post (driver, &event);
    }
  chat_driver_post (driver, &end);
}

void
chat_driver_simple (ChatDriver *driver, gint64 at, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}

void
chat_driver_intended (ChatDriver *driver, gint64 at, gboolean held)
{
  wait_before (driver, at);
  post_intended (driver, held);
}

void
chat_driver_takeover (ChatDriver *driver, gint64 at, gint64 for_ms)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TAKEOVER, .stand_down_ms = for_ms };

  wait_before (driver, at);
  chat_driver_post (driver, &event);
}
