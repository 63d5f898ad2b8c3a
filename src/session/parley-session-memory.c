/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"
#include "context/parley-trace.h"
#include "guard/parley-inbound.h"
#include "guard/parley-media.h"

/* A turn that was in flight at as many crashes is not tried again: it may be why. */
#define MAX_ATTEMPTS 2

void
parley_session_record (
    ParleySession *session, ParleySpeaker speaker, const char *text, ParleyWhen when, guint64 turn)
{
  if (parley_session_is_closed (session))
    return;
  parley_session_look (session);
  parley_recorder_add (session->record.recorder, speaker, text, when, turn);
}

/* The numbers of turns begin anew in each sitting: that of its last message stands for one. */
guint64
parley_session_get_turn_number (const ParleyTurn *turn)
{
  return parley_turn_get_last (turn)->number;
}

void
parley_session_record_turn (ParleySession *session, const ParleyTurn *turn)
{
  for (guint i = turn->n_read; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);
      g_autofree char *words = parley_bubble_dup_words (bubble);

      parley_session_record (session, PARLEY_SPEAKER_PERSON, words, bubble->when,
                             parley_session_get_turn_number (turn));
    }
}

/* Taking over what was kept */

static void
restore_habits (ParleySession *session, const ParleyChatRecord *record)
{
  ParleyHabits *habits = &session->habits;

  habits->cadence = record->cadence;
  habits->hint = record->hint;
  habits->types = record->types;
  habits->asked = record->asked;
  if (record->turn_wall > 0)
    habits->turn_at
        = parley_session_now (session) - (parley_session_wall (session) - record->turn_wall) * 1000;
}

/* A clock that was set back meanwhile doesn't make it longer. */
static void
restore_stand_down (ParleySession *session, const ParleyChatRecord *record)
{
  gint64 left_ms = (record->stand_down_until - parley_session_wall (session)) * 1000;
  gint64 most_ms
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_TURN_TAKEOVER_MS);
  const ParleyEvent event
      = { .type = PARLEY_EVENT_TAKEOVER, .stand_down_ms = MIN (left_ms, most_ms) };

  session->stand_down.left_to_parley = record->left_to_parley;
  if (event.stand_down_ms > 0)
    parley_event_queue_push_first (&session->events, &event);
}

/* Returns: FALSE also for what a reply took into account that the program did not live to end. */
static gboolean
may_still_be_answered (ParleySession *session,
                       const ParleyChatRecord *record,
                       const ParleyPending *pending)
{
  gint64 written = pending->when.written;

  return !parley_mark_covers (&record->mark, pending->number) && record->attempts < MAX_ATTEMPTS
         && parley_session_wall (session) - written
                <= parley_context_get_max_age (session->context, written);
}

static void
only_read (ParleySession *session, const ParleyPending *pending)
{
  parley_session_note (session, PARLEY_SPEAKER_PERSON, pending->text, pending->when);
  parley_keeper_advance (session->record.keeper, pending->number, pending->when.received,
                         pending->text);
}

/* It became too old while the program did not run, or in trouble. What may have been answered is
 * told elsewhere. */
static void
journal_too_old (ParleySession *session, const ParleyChatRecord *record, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (parley_mark_covers (&record->mark, parley_chat_record_get_pending (record, i)->number)
          || record->attempts >= MAX_ATTEMPTS)
        continue;
      parley_session_journal (session, PARLEY_JOURNAL_REFUSED, NULL, NULL);
      return;
    }
}

/* What an earlier run left unanswered goes before what came since; what is too old is only read. */
static void
restore_pending (ParleySession *session, const ParleyChatRecord *record)
{
  guint n = record->pending->len;
  guint first = 0;

  for (guint i = 0; i < n; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      if (!may_still_be_answered (session, record, pending) && first == i)
        first++;
    }
  journal_too_old (session, record, first);
  for (guint i = 0; i < first; i++)
    only_read (session, parley_chat_record_get_pending (record, i));
  for (guint i = n; i > first; i--)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i - 1);
      const char *words;
      g_autofree char *media = parley_media_split (pending->text, &words);
      const ParleyEvent event = {
        .type = PARLEY_EVENT_BUBBLE,
        .bubble
        = { .text = words, .media = media, .when = pending->when, .number = pending->number },
      };

      parley_event_queue_push_first (&session->events, &event);
    }
  session->record.n_restored = n - first;
  session->record.restored_attempts = first < n ? record->attempts : 0;
  if (first > 0)
    parley_keeper_settle (session->record.keeper, n - first, session->record.restored_attempts);
}

/* Nobody can tell whether it was answered: now it gets a draft, and in the next run not even that.
 */
static void
doubt_pending (ParleySession *session)
{
  if (session->record.n_restored == 0)
    return;
  session->record.unsure = TRUE;
  session->record.restored_attempts = MAX_ATTEMPTS;
  parley_keeper_get_record (session->record.keeper)->attempts = MAX_ATTEMPTS;
  parley_keeper_save (session->record.keeper);
}

void
parley_session_look (ParleySession *session)
{
  const ParleyFacts facts = parley_session_get_facts (session);
  ParleyPrivacy privacy = MAX (session->record.privacy, parley_facts_get_privacy (&facts));

  parley_keeper_set_private (session->record.keeper, privacy != PARLEY_PRIVACY_NONE);
  parley_recorder_set_privacy (session->record.recorder, privacy);
}

void
parley_session_restore (ParleySession *session, const ParleyChatRecord *record)
{
  g_autoptr (GPtrArray) left = NULL;

  restore_habits (session, record);
  parley_session_look (session);
  if (parley_session_get_facts (session).speaker)
    {
      left = parley_leftovers_take (session->context->observed.leftovers, session->key);
      parley_session_restore_mark (session, left);
      parley_session_restore_kept (session, record, left);
      restore_pending (session, record);
      if (parley_session_is_damaged (session, left))
        doubt_pending (session);
      parley_session_restore_words (session, left);
    }
  else
    parley_keeper_leave_pending (session->record.keeper);
  restore_stand_down (session, record);
}

/* Writing down what is to be kept */

/* What was read, and a reply to it that waits for the user, are done with. */
static void
begin_privacy (ParleySession *session)
{
  session->record.privacy = PARLEY_PRIVACY_NONE;
  parley_voice_forget (&session->voice, PARLEY_TOLD_EXPOSED);
}

/* Returns: FALSE if it came before. One of an earlier run has its number, and the record of one
 * that is not there yet is for the next run to look at. */
static gboolean
is_new (ParleySession *session, ParleyEvent *event)
{
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);
  const ParleyHeardLine line = {
    .stamp = event->bubble.stamp,
    .received = event->bubble.when.received,
    .origin = event->bubble.origin,
    .former = event->bubble.former,
  };

  if (event->bubble.number != 0 || session->life <= PARLEY_LIFE_LOADED)
    return TRUE;
  event->bubble.number = parley_keeper_hear (session->record.keeper, &line, words);
  if (event->bubble.number != 0)
    return TRUE;
  parley_session_trace (session,
                        parley_trace_error (session->tag, parley_session_now (session), "known"));
  return FALSE;
}

static ParleySpeaker
get_speaker (const ParleyEvent *event)
{
  if (!event->bubble.own)
    return PARLEY_SPEAKER_PERSON;
  return event->bubble.by_parley ? PARLEY_SPEAKER_PARLEY : PARLEY_SPEAKER_USER;
}

/* The chat may have become less private while it waited to be read. */
static void
read_only (ParleySession *session, const ParleyEvent *event)
{
  ParleyPrivacy before = session->record.privacy;
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);

  session->record.privacy = MAX (before, (ParleyPrivacy) event->bubble.privacy);
  parley_session_look (session);
  parley_keeper_add_read (session->record.keeper);
  parley_session_note (session, get_speaker (event), words, event->bubble.when);
  if (!event->bubble.own)
    parley_recents_add (&session->record.recents, event->bubble.id, words, 0,
                        event->bubble.when.written, parley_session_now (session));
  session->record.privacy = before;
}

/* Returns: whether it is kept for the next run. */
static gboolean
keep_bubble (ParleySession *session, const ParleyEvent *event)
{
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);
  const ParleyPending pending
      = { .when = event->bubble.when, .number = event->bubble.number, .text = words };

  if (session->record.n_restored == 0)
    return parley_keeper_add (session->record.keeper, &pending);
  session->record.n_restored--;
  return TRUE;
}

/* The machine knows it by a name of ours from now on. */
static void
remember (ParleySession *session, ParleyEvent *event, gboolean kept)
{
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);
  const ParleyRecent *recent = parley_recents_add (
      &session->record.recents, event->bubble.id, words, kept ? event->bubble.number : 0,
      event->bubble.when.written, parley_session_now (session));

  g_free ((char *) event->bubble.id);
  event->bubble.id = g_strdup (recent->handle);
}

gboolean
parley_session_admit (ParleySession *session, ParleyEvent *event)
{
  if (!is_new (session, event))
    return FALSE;
  if (event->bubble.only_read)
    {
      read_only (session, event);
      return FALSE;
    }
  parley_session_clear_again (session);
  session->waiting.turn_closed = 0;
  if (parley_chat_get_turn (session->chat) == NULL)
    begin_privacy (session);
  session->record.privacy = MAX (session->record.privacy, (ParleyPrivacy) event->bubble.privacy);
  parley_session_look (session);
  session->record.privacy = parley_recorder_get_privacy (session->record.recorder);
  remember (session, event, keep_bubble (session, event));
  parley_meters_hear (session->context->meters, session->key, event->bubble.text);
  parley_chat_set_thrifty (session->chat, parley_session_saves (session)
                                              || parley_context_pays_twice (session->context));
  parley_context_ask_model (session->context);
  parley_chat_set_base_ms (session->chat,
                           parley_context_get_base_ms (session->context, session->key));
  parley_habits_note_bubble (&session->habits, parley_session_now (session));
  return TRUE;
}

ParleyMark
parley_session_get_next_mark (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  const ParleyBubble *last = turn != NULL ? parley_turn_get_last (turn) : NULL;

  return last != NULL ? parley_keeper_get_next_mark (session->record.keeper, last->number,
                                                     last->when.received, last->text)
                      : parley_keeper_get_record (session->record.keeper)->mark;
}

void
parley_session_note_said (ParleySession *session, const char *text, ParleyDelivery delivery)
{
  g_autofree char *words
      = delivery == PARLEY_DELIVERY_UNKNOWN ? parley_session_dup_perhaps (text) : g_strdup (text);
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  const ParleyBubble *last = turn != NULL ? parley_turn_get_last (turn) : NULL;

  parley_habits_note_answer (&session->habits, text, parley_session_now (session));
  parley_session_note_disclosure (session, text);
  session->waiting.has_room = FALSE;
  parley_meters_note_said (
      session->context->meters, session->key, text,
      parley_channels_show_typing (session->context->knowledge->channels, session->kind));
  if (last == NULL)
    return;
  parley_keeper_advance (session->record.keeper, last->number, last->when.received, last->text);
  parley_keeper_save (session->record.keeper);
  /* Now, for the program may end before the turn does. */
  if (turn->said->len == 0)
    parley_session_record_turn (session, turn);
  parley_session_record (session, PARLEY_SPEAKER_PARLEY, words,
                         parley_when_at (parley_declaration_get_wall (session->outgoing.declared)),
                         parley_session_get_turn_number (turn));
  session->record.restored_attempts = 0;
  parley_keeper_settle (session->record.keeper,
                        parley_chat_count_unread (session->chat) - turn->bubbles->len, 0);
}

void
parley_session_settle (ParleySession *session, const ParleyEffect *done)
{
  const ParleyBubble *last = parley_turn_get_last (done->turn);

  if (last != NULL && done->outcome != PARLEY_OUTCOME_FAILED)
    parley_keeper_advance (session->record.keeper, last->number, last->when.received, last->text);
  if (parley_chat_get_turn (session->chat) == NULL)
    {
      parley_voice_forget (&session->voice, PARLEY_TOLD_URGENT);
      if (!parley_session_has_proposal (session))
        begin_privacy (session);
      parley_habits_end_burst (&session->habits);
    }
  session->record.restored_attempts = 0;
  session->record.unsure = FALSE;
  parley_session_keep (session);
  parley_keeper_settle (session->record.keeper, parley_chat_count_unread (session->chat), 0);
}

void
parley_session_keep (ParleySession *session)
{
  ParleyChatRecord *record = parley_keeper_get_record (session->record.keeper);
  const ParleyHabits *habits = &session->habits;
  gint64 now = parley_session_now (session);
  gint64 wall = parley_session_wall (session);
  gint64 stand_down = parley_chat_get_stand_down (session->chat);

  record->cadence = habits->cadence;
  record->hint = habits->hint;
  record->types = habits->types;
  record->asked = habits->asked;
  record->turn_wall = habits->turn_at != PARLEY_NEVER ? wall - (now - habits->turn_at) / 1000 : 0;
  record->stand_down_until = stand_down >= 0 ? wall + (stand_down - now) / 1000 : 0;
  record->left_to_parley = session->stand_down.left_to_parley;
  parley_keeper_save (session->record.keeper);
}
