/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

#include "session/parley-session-private.h"

#include "base/parley-i18n.h"

/* What a user who looks at the chat is told of what goes on in it: docs/status-lines.md. */

/* A longer countdown is announced again, so much before its end. */
#define LONG_COUNTDOWN_MS 12000
#define REMIND_MS         6000

/* A draft says itself when it is sent, unless that is long ago or no longer true. */
static ParleyActivity
find_countdown (ParleySession *session)
{
  const ParleyProposal *proposal = &session->review.proposal;
  gint64 now = parley_session_now (session);
  gint64 left = proposal->send_at - now;

  if (proposal->send_at < 0)
    return PARLEY_ACTIVITY_NONE;
  if (proposal->typing_since >= 0)
    return left <= 0 ? PARLEY_ACTIVITY_WAITING : PARLEY_ACTIVITY_NONE;
  return proposal->send_at - proposal->shown_at >= LONG_COUNTDOWN_MS
                 && left <= REMIND_MS + PARLEY_NARRATOR_AFTER_MS
             ? PARLEY_ACTIVITY_COUNTDOWN
             : PARLEY_ACTIVITY_NONE;
}

/* Of the last message there is nothing left to tell. */
static ParleyActivity
find_speaking (ParleySession *session)
{
  guint of;
  guint next = parley_chat_get_next_bubble (session->chat, &of);

  return next > 1 && next == of ? PARLEY_ACTIVITY_NONE : PARLEY_ACTIVITY_SPEAKING;
}

static ParleyActivity
find_activity (ParleySession *session)
{
  if (parley_chat_is_held (session->chat, parley_session_now (session)))
    return PARLEY_ACTIVITY_WAITING;
  switch (parley_chat_get_state (session->chat))
    {
    case PARLEY_STATE_IDLE:
      return find_countdown (session);
    case PARLEY_STATE_THINKING:
      return PARLEY_ACTIVITY_THINKING;
    case PARLEY_STATE_SPEAKING:
      return find_speaking (session);
    case PARLEY_STATE_COLLECTING:
    case PARLEY_N_STATES:
      break;
    }
  return PARLEY_ACTIVITY_NONE;
}

static char *
describe_speaking (ParleySession *session)
{
  guint of;
  guint next = parley_chat_get_next_bubble (session->chat, &of);

  if (of < 2)
    return g_strdup (_ ("Speaking."));
  /* Translators: the second of three messages */
  return g_strdup_printf (_ ("Speaking, %u of %u."), next, of);
}

static char *
describe_countdown (ParleySession *session)
{
  gint64 left = session->review.proposal.send_at - parley_session_now (session);
  int seconds = (int) ((left + 999) / 1000);
  char *blind = parley_session_dup_blind_countdown (session, seconds);

  if (blind != NULL)
    return blind;
  return g_strdup_printf (ngettext ("Sending in %d second, type to stop.",
                                    "Sending in %d seconds, type to stop.", (gulong) seconds),
                          seconds);
}

/* Returns: (transfer full). */
static char *
describe (ParleySession *session, ParleyActivity activity)
{
  switch (activity)
    {
    case PARLEY_ACTIVITY_WAITING:
      return g_strdup (_ ("Waiting: they are still typing."));
    case PARLEY_ACTIVITY_THINKING:
      return g_strdup (parley_slots_is_waiting (session->context->model.slots, session)
                           ? _ ("Waiting: Parley is writing answers in other chats.")
                           : _ ("Thinking about an answer."));
    case PARLEY_ACTIVITY_SPEAKING:
      return describe_speaking (session);
    case PARLEY_ACTIVITY_COUNTDOWN:
      return describe_countdown (session);
    case PARLEY_ACTIVITY_STANDING_DOWN:
      return g_strdup (_ ("Stopped: you are writing."));
    case PARLEY_ACTIVITY_NONE:
    case PARLEY_N_ACTIVITIES:
      break;
    }
  return NULL;
}

/* Of what a person is not answered by, nothing is said. Where the user sees answers first, the
 * draft speaks for itself. */
static gboolean
may_tell (ParleySession *session, ParleyActivity activity)
{
  ParleyDecision decision = parley_session_decide (
      session, activity == PARLEY_ACTIVITY_SPEAKING ? PARLEY_ACT_SAY : PARLEY_ACT_READ);

  return decision.permit == PARLEY_PERMIT_FULL
         && (activity == PARLEY_ACTIVITY_STANDING_DOWN
             || !parley_host_user_is_typing (session->context->host, session->key));
}

static gboolean
is_wanted (ParleySession *session)
{
  return !parley_session_is_closed (session)
         && parley_settings_get_bool (session->context->settings,
                                      PARLEY_SETTING_GUARD_STATUS_LINES);
}

/* Returns: FALSE if nobody looks. */
static gboolean
show (ParleySession *session, ParleyActivity activity)
{
  g_autofree char *line = describe (session, activity);

  return parley_host_show_status (session->context->host, session->key, line);
}

/* Whoever comes to look later is told then, if it is still so. */
void
parley_session_narrate (ParleySession *session)
{
  ParleyNarrator *narrator = &session->voice.narrator;
  gint64 now;

  if (!is_wanted (session))
    return;
  now = parley_session_now (session);
  parley_narrator_note (narrator, find_activity (session), now);
  if (parley_narrator_is_due (narrator, now) && may_tell (session, narrator->activity)
      && show (session, narrator->activity))
    parley_narrator_note_told (narrator);
}

void
parley_session_tell_stand_down (ParleySession *session)
{
  if (is_wanted (session) && may_tell (session, PARLEY_ACTIVITY_STANDING_DOWN)
      && parley_narrator_stand_down (&session->voice.narrator))
    show (session, PARLEY_ACTIVITY_STANDING_DOWN);
}
