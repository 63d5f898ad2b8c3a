/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"
#include "context/parley-trace.h"
#include "guard/parley-line-match.h"

/* What a protocol took and shows later. Until its line appears it is waited for; that line is
 * nobody's own words, however late it comes. */

/* A server that is well shows what it took within this time. */
#define SHOWN_MS 30000

/* Where nothing is ever shown, it is on its way after this. */
#define UNSHOWN_MS 3000

/* A line that comes later than this is somebody's words. */
#define REMEMBERED_MS 600000

typedef struct
{
  char *text;
  gint64 at;
  guint64 epoch; /* of the read it belongs to */
  ParleyJournalKind kind;
  const char *reason; /* (nullable): for the journal */
  gboolean of_draft;
  gboolean over; /* nobody waits for it any more */
  ParleyDeclaration *declared;
} ParleyGiven;

static void
given_free (ParleyGiven *given)
{
  g_clear_pointer (&given->declared, parley_declaration_leave);
  g_free (given->text);
  g_free (given);
}

static gint64
get_wait (ParleySession *session)
{
  return parley_session_get_facts (session).unshown
                 || parley_unshown_is (session->context->observed.unshown, session->key)
             ? UNSHOWN_MS
             : SHOWN_MS;
}

static void
forget_old (ParleySession *session)
{
  gint64 now = parley_session_now (session);
  ParleyGiven *oldest = g_queue_peek_head (&session->outgoing.given);

  while (oldest != NULL && oldest->over && now - oldest->at > REMEMBERED_MS)
    {
      given_free (g_queue_pop_head (&session->outgoing.given));
      oldest = g_queue_peek_head (&session->outgoing.given);
    }
}

void
parley_session_give_away (ParleySession *session,
                          const char *text,
                          guint64 epoch,
                          ParleyJournalKind kind,
                          gboolean of_draft)
{
  ParleyGiven *given = g_new0 (ParleyGiven, 1);

  forget_old (session);
  given->text = g_strdup (text);
  given->at = parley_session_now (session);
  given->epoch = epoch;
  given->kind = kind;
  given->reason = session->answering.is_note && !of_draft ? "away_note" : NULL;
  given->of_draft = of_draft;
  given->declared = g_steal_pointer (&session->outgoing.declared);
  g_queue_push_tail (&session->outgoing.given, given);
}

static ParleyGiven *
find_awaited (ParleySession *session)
{
  for (GList *link = session->outgoing.given.head; link != NULL; link = link->next)
    {
      ParleyGiven *given = link->data;

      if (!given->over)
        return given;
    }
  return NULL;
}

static gboolean
is_of_open_turn (ParleySession *session, const ParleyGiven *given)
{
  return given->epoch == parley_chat_get_epoch (session->chat)
         && parley_chat_get_turn (session->chat) != NULL;
}

/* Behind a turn that is over already nothing is to come. */
static void
note_outcome (ParleySession *session, ParleyGiven *given, ParleyIntentOutcome outcome)
{
  ParleyDeclaration *declared = g_steal_pointer (&given->declared);
  gboolean goes_on
      = given->of_draft ? session->review.sending != NULL : is_of_open_turn (session, given);

  if (declared == NULL)
    return;
  parley_declaration_note (declared, outcome);
  if (goes_on)
    g_ptr_array_add (session->outgoing.declarations, declared);
  else
    parley_declaration_end (declared);
}

static void
amend (ParleySession *session, const ParleyGiven *given, gboolean certain)
{
  g_autofree char *perhaps = parley_session_dup_perhaps (given->text);

  parley_recorder_amend (session->record.recorder, PARLEY_SPEAKER_PARLEY,
                         certain ? perhaps : given->text, certain ? given->text : perhaps);
}

static void
go_on (ParleySession *session, const ParleyGiven *given, ParleySaid said)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_ARRIVED, .epoch = given->epoch, .said = said };

  if (given->of_draft)
    parley_session_go_on_sending (session, said == PARLEY_SAID_DELIVERED);
  else
    parley_session_post (session, &event);
}

static void
arrive (ParleySession *session, ParleyGiven *given)
{
  given->over = TRUE;
  note_outcome (session, given, PARLEY_INTENT_SAID);
  parley_session_journal (session, given->kind, given->reason, given->text);
  go_on (session, given, PARLEY_SAID_DELIVERED);
}

/* @why: for the user. */
static void
give_up (ParleySession *session, ParleyGiven *given, const char *why)
{
  given->over = TRUE;
  note_outcome (session, given, PARLEY_INTENT_UNKNOWN);
  amend (session, given, FALSE);
  parley_session_journal (session, given->kind, "perhaps", given->text);
  parley_session_trace (
      session, parley_trace_error (session->tag, parley_session_now (session), "not_shown"));
  /* With what follows it the user is told of both at once. */
  if (!given->of_draft && is_of_open_turn (session, given))
    session->review.perhaps = why;
  else
    parley_voice_tell (&session->voice, why);
  if (!parley_session_is_closed (session))
    go_on (session, given, PARLEY_SAID_UNKNOWN);
}

/* The same may have been said before: what is waited for goes first. */
static ParleyGiven *
find_shown (ParleySession *session, const char *text)
{
  ParleyGiven *shown = NULL;

  for (GList *link = session->outgoing.given.head; link != NULL; link = link->next)
    {
      ParleyGiven *given = link->data;

      if (parley_line_match (given->text, text) && (shown == NULL || !given->over))
        shown = given;
    }
  return shown;
}

gboolean
parley_session_take_shown (ParleySession *session, const char *text)
{
  ParleyGiven *given;

  forget_old (session);
  given = find_shown (session, text);
  if (given == NULL)
    return FALSE;
  parley_unshown_note (session->context->observed.unshown, session->key, TRUE);
  if (given->over)
    amend (session, given, TRUE);
  else
    arrive (session, given);
  return TRUE;
}

void
parley_session_take_error (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  ParleyGiven *awaited = find_awaited (session);

  if (awaited != NULL && !parley_session_is_closed (session))
    give_up (session, awaited,
             _ ("A message may not have arrived: the server answered with an error. Parley doesn't "
                "send it again."));
}

gint64
parley_session_get_given_deadline (ParleySession *session)
{
  const ParleyGiven *awaited = find_awaited (session);

  return awaited != NULL ? awaited->at + get_wait (session) : -1;
}

static void
tell_unshown (ParleySession *session)
{
  if (parley_unshown_tell (session->context->observed.unshown, session->key))
    parley_voice_tell (&session->voice,
                       _ ("This account doesn't confirm messages, so Parley counts one as "
                          "delivered after 3 seconds. You may be able to change that under "
                          "Accounts → Manage Accounts → Modify → Advanced."));
}

void
parley_session_check_given (ParleySession *session)
{
  ParleyGiven *awaited = find_awaited (session);
  gint64 wait;

  if (awaited == NULL || parley_session_is_closed (session))
    return;
  wait = get_wait (session);
  if (parley_session_now (session) < awaited->at + wait)
    return;
  if (wait == UNSHOWN_MS)
    {
      tell_unshown (session);
      if (!parley_session_is_closed (session))
        arrive (session, awaited);
      return;
    }
  parley_unshown_note (session->context->observed.unshown, session->key, FALSE);
  give_up (session, awaited,
           _ ("A message may not have arrived: the server never confirmed it. Parley doesn't send "
              "it again."));
}

void
parley_session_leave_strays (ParleySession *session)
{
  ParleyStrays *strays = session->context->observed.strays;

  parley_echoes_leave (&session->outgoing.echoes, strays, session->key);
  for (GList *link = session->outgoing.given.head; link != NULL; link = link->next)
    {
      const ParleyGiven *given = link->data;
      g_autofree char *line = parley_line_match_dup_key (given->text);

      parley_strays_add (strays, session->key, line, given->at + REMEMBERED_MS);
    }
}

void
parley_session_leave_given (ParleySession *session)
{
  g_queue_clear_full (&session->outgoing.given, (GDestroyNotify) given_free);
}

void
parley_session_drop_given (ParleySession *session)
{
  for (GList *link = session->outgoing.given.head; link != NULL; link = link->next)
    {
      ParleyGiven *given = link->data;

      if (given->declared != NULL)
        parley_declaration_note (given->declared, PARLEY_INTENT_SAID);
      g_clear_pointer (&given->declared, parley_declaration_end);
    }
  parley_session_leave_given (session);
}
