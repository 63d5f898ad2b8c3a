/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"

/* The user answers themselves, or begins to, here or elsewhere: Parley is silent for a while. */

/* What the user sent is written within this time, before or after. */
#define SAME_LINE_MS 1000

/* What they wrote a while ago keeps us silent for the rest of the time. */
static gint64
get_takeover_left (ParleySession *session)
{
  ParleyContext *context = session->context;
  int takeover_ms = parley_settings_get_int (context->settings, PARLEY_SETTING_TURN_TAKEOVER_MS);

  if (session->stand_down.own_stamp == 0)
    return takeover_ms;
  return takeover_ms
         - parley_server_clock_get_age (context->observed.server_clock, session->key,
                                        session->stand_down.own_stamp,
                                        parley_session_wall (session))
               * 1000;
}

/* A newer stamp may show that it is longer ago that they wrote. */
void
parley_session_shorten_stand_down (ParleySession *session)
{
  const ParleyChat *chat = session->chat;
  ParleyEvent resume = { .type = PARLEY_EVENT_RESUME };
  ParleyEvent rest = { .type = PARLEY_EVENT_TAKEOVER };

  if (session->stand_down.own_stamp == 0 || parley_chat_get_stand_down (chat) < 0
      || parley_chat_only_typed (chat))
    return;
  rest.stand_down_ms = get_takeover_left (session);
  if (parley_session_now (session) + rest.stand_down_ms >= parley_chat_get_stand_down (chat))
    return;
  parley_session_step (session, &resume);
  if (rest.stand_down_ms > 0 && !parley_session_is_closed (session))
    parley_session_step (session, &rest);
}

/* It ends by the clock that comes there first: the one stands still in a sleep, the other may have
 * been set back. */
void
parley_session_renew_stand_down (ParleySession *session)
{
  gint64 until = parley_chat_get_stand_down (session->chat);
  gint64 until_wall = parley_keeper_get_record (session->record.keeper)->stand_down_until;
  const ParleyEvent rest = {
    .type = PARLEY_EVENT_TAKEOVER,
    .typed = parley_chat_only_typed (session->chat),
    .stand_down_ms = MIN (until - parley_session_now (session),
                          (until_wall - parley_session_wall (session)) * 1000),
  };

  if (until < 0)
    return;
  if (rest.stand_down_ms <= 0)
    parley_session_post_simple (session, PARLEY_EVENT_WITHDRAW);
  parley_session_post_simple (session, PARLEY_EVENT_RESUME);
  if (rest.stand_down_ms > 0)
    parley_session_post (session, &rest);
}

void
parley_session_post_takeover (ParleySession *session, ParleySetting how_long)
{
  const ParleyEvent event = {
    .type = PARLEY_EVENT_TAKEOVER,
    .typed = how_long == PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS,
    .stand_down_ms = parley_settings_get_int (session->context->settings, how_long),
  };

  parley_session_post (session, &event);
}

/* Where nothing went on, nothing ends: it may also be a command that they type. */
void
parley_session_own_typing (ParleySession *session)
{
  session->stand_down.took_over |= parley_chat_get_state (session->chat) != PARLEY_STATE_IDLE;
  parley_session_post_takeover (session, PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS);
}

/* @by_parley: not for the user, but for a Parley elsewhere, who goes on. */
static void
stand_down (ParleySession *session, gint64 stamp, gboolean by_parley)
{
  ParleyEvent event = { .type = PARLEY_EVENT_TAKEOVER };

  session->stand_down.own_stamp = stamp;
  session->stand_down.took_over = !by_parley;
  session->stand_down.left_to_parley = by_parley;
  event.stand_down_ms = MAX (get_takeover_left (session), 0);
  parley_session_post (session, &event);
}

/* Mostly its line was written just before. */
void
parley_session_sent_by_hand (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  int takeover_ms
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_TURN_TAKEOVER_MS);
  gint64 until = parley_session_now (session) + takeover_ms;

  if (!parley_session_is_closed (session)
      && parley_chat_get_stand_down (session->chat) < until - SAME_LINE_MS)
    stand_down (session, 0, FALSE);
}

void
parley_session_own_words (
    ParleySession *session, const char *text, ParleyWhen when, gint64 stamp, gboolean by_parley)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  if (text != NULL
      && (parley_session_take_shown (session, text)
          || parley_echoes_match (&session->outgoing.echoes, text, parley_session_now (session))))
    return;
  if (!by_parley)
    {
      parley_session_note_unused (session, text);
      parley_meters_note_user (session->context->meters, session->key);
    }
  parley_narrator_note_message (&session->voice.narrator);
  stand_down (session, stamp, by_parley);
  if (text != NULL)
    parley_session_record (session, by_parley ? PARLEY_SPEAKER_PARLEY : PARLEY_SPEAKER_USER, text,
                           when, 0);
}
