/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-diary.h"
#include "session/parley-session-private.h"

/* What a session does goes into the journal. What it does to end itself does not. */

void
parley_session_journal_entry (ParleySession *session, const ParleyJournalEntry *entry)
{
  if (session->life >= PARLEY_LIFE_LEAVING)
    return;
  parley_session_look (session);
  parley_diary_add (session->context, session->key,
                    parley_recorder_get_privacy (session->record.recorder) != PARLEY_PRIVACY_NONE,
                    entry);
}

void
parley_session_journal (ParleySession *session,
                        ParleyJournalKind kind,
                        const char *reason,
                        const char *text)
{
  const ParleyJournalEntry entry = { .kind = kind, .reason = reason, .text = text };

  parley_session_journal_entry (session, &entry);
}

void
parley_session_journal_bubble (ParleySession *session,
                               ParleyJournalKind kind,
                               const char *text,
                               ParleyDelivery delivery)
{
  static const char *const failures[] = {
    [PARLEY_DELIVERY_REFUSED] = "not_sent",
    [PARLEY_DELIVERY_VETOED] = "vetoed",
    [PARLEY_DELIVERY_TAMPERED] = "tampered",
  };

  if (delivery == PARLEY_DELIVERY_SHOWN)
    parley_session_journal (session, kind, session->answering.is_note ? "away_note" : NULL, text);
  else if (delivery == PARLEY_DELIVERY_UNKNOWN)
    parley_session_journal (session, kind, "perhaps", text);
  else
    parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, failures[delivery], text);
}

static void
journal_read (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyJournalEntry entry = {
    .kind = PARLEY_JOURNAL_READ,
    .reason = parley_reason_to_string (effect->record.reason),
    .n = effect->record.n,
    .ms = effect->record.duration,
  };

  parley_session_journal_entry (session, &entry);
}

static void
journal_drop (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyJournalEntry entry = { .kind = PARLEY_JOURNAL_DROPPED, .n = effect->dropped };

  parley_session_journal_entry (session, &entry);
}

static void
journal_turn (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyBubble *first = parley_turn_get_first (effect->turn);
  gboolean watched = effect->outcome == PARLEY_OUTCOME_DRAFTED
                     && session->review.shelved_why == PARLEY_VERDICT_SHADOW;
  const ParleyJournalEntry entry = {
    .kind = PARLEY_JOURNAL_TURN,
    .reason = watched ? "watched" : parley_outcome_to_string (effect->outcome),
    .n = effect->turn->said->len,
    .ms = first != NULL ? effect->at - first->at : 0,
  };

  parley_session_journal_entry (session, &entry);
}

static void
journal_stand_down (ParleySession *session, const ParleyEffect *effect)
{
  const char *reason = session->stand_down.left_to_parley ? "other_parley" : "taken_over";

  parley_session_journal (session, PARLEY_JOURNAL_STOPPED,
                          parley_chat_only_typed (session->chat) ? "user_types" : reason, NULL);
}

static void
journal_resume (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_journal (session, PARLEY_JOURNAL_RESUMED, NULL, NULL);
}

void
parley_session_journal_effect (ParleySession *session, const ParleyEffect *effect)
{
  static void (*const funcs[]) (ParleySession *, const ParleyEffect *) = {
    [PARLEY_EFFECT_TURN] = journal_read,     [PARLEY_EFFECT_DROP] = journal_drop,
    [PARLEY_EFFECT_DONE] = journal_turn,     [PARLEY_EFFECT_STAND_DOWN] = journal_stand_down,
    [PARLEY_EFFECT_RESUME] = journal_resume,
  };

  if (effect->type < G_N_ELEMENTS (funcs) && funcs[effect->type] != NULL)
    funcs[effect->type](session, effect);
}
