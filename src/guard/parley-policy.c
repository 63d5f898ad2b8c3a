/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-policy.h"

#include <glib/gi18n-lib.h>

/* Whether @verdict speaks against anything. What is not known is refused. */
static gboolean
applies (ParleyVerdict verdict, const ParleyFacts *facts)
{
  switch (verdict)
    {
    case PARLEY_VERDICT_GROUP_CHAT:
      return facts->person.group_chat;
    case PARLEY_VERDICT_SERVICE:
      return facts->person.service;
    case PARLEY_VERDICT_OWN_ACCOUNT:
      return facts->person.own_account;
    case PARLEY_VERDICT_NOT_CHOSEN:
      return facts->mode <= PARLEY_MODE_OFF || facts->mode >= PARLEY_N_MODES;
    case PARLEY_VERDICT_BLOCKED:
      return facts->person.blocked;
    case PARLEY_VERDICT_OFFLINE:
      return !facts->connected;
    case PARLEY_VERDICT_ABSENT:
      return facts->person.absent;
    case PARLEY_VERDICT_INVISIBLE:
      return !facts->visible;
    case PARLEY_VERDICT_OTHER_SPEAKER:
      return !facts->speaker;
    case PARLEY_VERDICT_EXPOSED:
      return facts->secrecy.exposed;
    case PARLEY_VERDICT_RULE_BROKEN:
      return facts->rule_broken;
    case PARLEY_VERDICT_STOPPED:
      return facts->stopped;
    case PARLEY_VERDICT_PAUSED:
      return facts->paused;
    case PARLEY_VERDICT_ENCRYPTED:
      return parley_secrecy_forbids_model (&facts->secrecy);
    case PARLEY_VERDICT_LOOP:
      return facts->limit >= PARLEY_LIMIT_LOOP;
    case PARLEY_VERDICT_SPENT:
      return facts->limit == PARLEY_LIMIT_SPENT;
    case PARLEY_VERDICT_REQUESTS:
      return facts->asked_enough;
    case PARLEY_VERDICT_RULE_RESTS:
      return facts->rule_rests;
    case PARLEY_VERDICT_QUIET:
      return facts->quiet;
    case PARLEY_VERDICT_SHADOW:
      return facts->mode == PARLEY_MODE_SHADOW;
    case PARLEY_VERDICT_DRAFT:
      return facts->mode == PARLEY_MODE_DRAFT;
    case PARLEY_VERDICT_UNLOCKED:
      return facts->unlocked;
    case PARLEY_VERDICT_UNKNOWN_PROTOCOL:
      return facts->person.unknown_protocol;
    case PARLEY_VERDICT_RATE:
      return facts->limit == PARLEY_LIMIT_RATE;
    case PARLEY_VERDICT_IN_A_ROW:
      return facts->limit == PARLEY_LIMIT_IN_A_ROW;
    case PARLEY_VERDICT_BUDGET:
      return facts->limit == PARLEY_LIMIT_BUDGET;
    case PARLEY_VERDICT_COUNTDOWN:
      return facts->mode == PARLEY_MODE_COUNTDOWN;
    case PARLEY_VERDICT_ALLOWED:
    case PARLEY_N_VERDICTS:
      break;
    }
  return FALSE;
}

#define BY_HAND                                                                                    \
  {                                                                                                \
    [PARLEY_ACT_SEND] = PARLEY_PERMIT_FULL                                                         \
  }
#define AS_DRAFTS                                                                                  \
  {                                                                                                \
    [PARLEY_ACT_READ] = PARLEY_PERMIT_FULL, [PARLEY_ACT_ASK] = PARLEY_PERMIT_FULL,                 \
    [PARLEY_ACT_SAY] = PARLEY_PERMIT_DRAFT, [PARLEY_ACT_SEND] = PARLEY_PERMIT_FULL                 \
  }

/* How far each act may go where a verdict applies: not at all, where nothing is said. */
static const ParleyPermit permits[PARLEY_N_VERDICTS][PARLEY_N_ACTS] = {
  [PARLEY_VERDICT_STOPPED] = BY_HAND,
  [PARLEY_VERDICT_PAUSED] = BY_HAND,
  [PARLEY_VERDICT_ENCRYPTED] = BY_HAND,
  [PARLEY_VERDICT_LOOP] = BY_HAND,
  [PARLEY_VERDICT_SPENT] = BY_HAND,
  /* What was being said when the user came back is theirs to finish. */
  [PARLEY_VERDICT_RULE_RESTS]
  = { [PARLEY_ACT_SAY] = PARLEY_PERMIT_DRAFT, [PARLEY_ACT_SEND] = PARLEY_PERMIT_FULL },
  /* What was written already is said. */
  [PARLEY_VERDICT_REQUESTS] = { [PARLEY_ACT_READ] = PARLEY_PERMIT_FULL,
                                [PARLEY_ACT_TYPE] = PARLEY_PERMIT_FULL,
                                [PARLEY_ACT_SAY] = PARLEY_PERMIT_FULL,
                                [PARLEY_ACT_SEND] = PARLEY_PERMIT_FULL },
  /* What comes now is answered afterwards. */
  [PARLEY_VERDICT_QUIET]
  = { [PARLEY_ACT_READ] = PARLEY_PERMIT_FULL, [PARLEY_ACT_SEND] = PARLEY_PERMIT_FULL },
  [PARLEY_VERDICT_SHADOW] = { [PARLEY_ACT_READ] = PARLEY_PERMIT_FULL,
                              [PARLEY_ACT_ASK] = PARLEY_PERMIT_FULL,
                              [PARLEY_ACT_SAY] = PARLEY_PERMIT_DRAFT },
  [PARLEY_VERDICT_DRAFT] = AS_DRAFTS,
  [PARLEY_VERDICT_UNLOCKED] = AS_DRAFTS,
  [PARLEY_VERDICT_UNKNOWN_PROTOCOL] = AS_DRAFTS,
  [PARLEY_VERDICT_RATE] = AS_DRAFTS,
  [PARLEY_VERDICT_IN_A_ROW] = AS_DRAFTS,
  [PARLEY_VERDICT_BUDGET] = AS_DRAFTS,
  [PARLEY_VERDICT_COUNTDOWN] = AS_DRAFTS,
};

ParleyDecision
parley_policy_decide (const ParleyFacts *facts, ParleyAct act)
{
  ParleyDecision decision = { PARLEY_PERMIT_FULL, PARLEY_VERDICT_ALLOWED };

  for (ParleyVerdict v = PARLEY_VERDICT_GROUP_CHAT; v < PARLEY_N_VERDICTS; v++)
    {
      if (permits[v][act] < decision.permit && applies (v, facts))
        decision = (ParleyDecision){ permits[v][act], v };
    }
  return decision;
}

ParleyVerdict
parley_policy_judge_person (const ParleyFacts *facts)
{
  for (ParleyVerdict v = PARLEY_VERDICT_GROUP_CHAT; v <= PARLEY_VERDICT_OWN_ACCOUNT; v++)
    {
      if (applies (v, facts))
        return v;
    }
  return PARLEY_VERDICT_ALLOWED;
}

gboolean
parley_verdict_is_out_of_reach (ParleyVerdict verdict)
{
  return verdict == PARLEY_VERDICT_OFFLINE || verdict == PARLEY_VERDICT_ABSENT;
}

const char *
parley_verdict_explain (ParleyVerdict verdict)
{
  static const char *const sentences[PARLEY_N_VERDICTS] = {
    [PARLEY_VERDICT_ALLOWED] = N_ ("Switched on for this person."),
    /* Translators: these sentences stand by themselves, and behind "Silent: " */
    [PARLEY_VERDICT_GROUP_CHAT] = N_ ("Parley never answers group chats."),
    [PARLEY_VERDICT_SERVICE] = N_ ("This is a program or a server, not a person."),
    [PARLEY_VERDICT_OWN_ACCOUNT] = N_ ("This is one of your own accounts."),
    [PARLEY_VERDICT_NOT_CHOSEN] = N_ ("Switched off for this person."),
    [PARLEY_VERDICT_BLOCKED] = N_ ("You have blocked this person."),
    [PARLEY_VERDICT_INVISIBLE] = N_ ("You are invisible, so Parley sends nothing."),
    [PARLEY_VERDICT_OTHER_SPEAKER] = N_ ("Another Pidgin or Finch answers for this account."),
    [PARLEY_VERDICT_OFFLINE] = N_ ("The account is not connected."),
    [PARLEY_VERDICT_ABSENT] = N_ (
        "They left this name, or somebody else may have it, so Parley waits until they are back."),
    [PARLEY_VERDICT_EXPOSED]
    = N_ ("They wrote encrypted and an answer would not be, so Parley sends nothing."),
    [PARLEY_VERDICT_RULE_BROKEN]
    = N_ ("Parley can't read what you set, so it sends nothing until you set it again."),
    [PARLEY_VERDICT_RULE_RESTS] = N_ ("You chose to answer at other times, or while you are away."),
    [PARLEY_VERDICT_STOPPED] = N_ ("Parley is stopped for this person until you type /parley go."),
    [PARLEY_VERDICT_PAUSED] = N_ ("Parley is paused in all chats until you type /parley go."),
    [PARLEY_VERDICT_ENCRYPTED]
    = N_ ("This chat is encrypted and the model is on another machine, so Parley sends nothing "
          "there unless you allow it in the contact's menu."),
    [PARLEY_VERDICT_LOOP] = N_ ("Another program seems to answer here, so Parley stopped."),
    [PARLEY_VERDICT_RATE]
    = N_ ("The limit of answers is reached. Parley goes on by itself when there is room again."),
    [PARLEY_VERDICT_SPENT] = N_ ("You are far over today's token limit, so Parley writes nothing."),
    [PARLEY_VERDICT_REQUESTS] = N_ ("The limit of requests to the model is reached. Parley goes on "
                                    "by itself when there is room again."),
    [PARLEY_VERDICT_QUIET] = N_ ("These are your quiet hours; Parley answers after them."),
    [PARLEY_VERDICT_SHADOW] = N_ ("Parley only watches: it writes answers and never sends them."),
    [PARLEY_VERDICT_DRAFT] = N_ ("Parley writes drafts for you to send."),
    [PARLEY_VERDICT_UNLOCKED] = N_ ("Parley can't tell whether another Pidgin or Finch answers on "
                                    "this account, so it only writes drafts."),
    [PARLEY_VERDICT_UNKNOWN_PROTOCOL]
    = N_ ("Parley doesn't know this protocol, so it only writes drafts. To change that, choose "
          "“Answer for a whole account…”."),
    [PARLEY_VERDICT_COUNTDOWN] = N_ ("Parley shows you each answer before it sends it."),
    [PARLEY_VERDICT_IN_A_ROW]
    = N_ ("Parley has sent many answers without a word from you, so it writes drafts."),
    [PARLEY_VERDICT_BUDGET] = N_ ("You are over today's token limit, so Parley writes drafts."),
  };

  return _ (sentences[verdict]);
}

const char *
parley_verdict_to_string (ParleyVerdict verdict)
{
  static const char *const names[PARLEY_N_VERDICTS] = {
    [PARLEY_VERDICT_ALLOWED] = "allowed",
    [PARLEY_VERDICT_GROUP_CHAT] = "group_chat",
    [PARLEY_VERDICT_SERVICE] = "service",
    [PARLEY_VERDICT_OWN_ACCOUNT] = "own_account",
    [PARLEY_VERDICT_NOT_CHOSEN] = "not_chosen",
    [PARLEY_VERDICT_BLOCKED] = "blocked",
    [PARLEY_VERDICT_INVISIBLE] = "invisible",
    [PARLEY_VERDICT_OTHER_SPEAKER] = "other_speaker",
    [PARLEY_VERDICT_OFFLINE] = "offline",
    [PARLEY_VERDICT_ABSENT] = "absent",
    [PARLEY_VERDICT_EXPOSED] = "exposed",
    [PARLEY_VERDICT_RULE_BROKEN] = "rule_broken",
    [PARLEY_VERDICT_RULE_RESTS] = "rule_rests",
    [PARLEY_VERDICT_STOPPED] = "stopped",
    [PARLEY_VERDICT_PAUSED] = "paused",
    [PARLEY_VERDICT_ENCRYPTED] = "encrypted",
    [PARLEY_VERDICT_LOOP] = "loop",
    [PARLEY_VERDICT_RATE] = "rate",
    [PARLEY_VERDICT_SPENT] = "spent",
    [PARLEY_VERDICT_REQUESTS] = "requests",
    [PARLEY_VERDICT_QUIET] = "quiet",
    [PARLEY_VERDICT_SHADOW] = "shadow",
    [PARLEY_VERDICT_DRAFT] = "draft",
    [PARLEY_VERDICT_UNLOCKED] = "unlocked",
    [PARLEY_VERDICT_UNKNOWN_PROTOCOL] = "unknown_protocol",
    [PARLEY_VERDICT_COUNTDOWN] = "countdown",
    [PARLEY_VERDICT_IN_A_ROW] = "in_a_row",
    [PARLEY_VERDICT_BUDGET] = "budget",
  };

  return names[verdict];
}

gboolean
parley_away_note_is_due (const ParleyAwayStatus *status,
                         const ParleyAwayNoteGiven *last,
                         gint64 now)
{
  if (!status->away)
    return FALSE;
  if (!last->given)
    return TRUE;
  return last->period != status->period && now - last->at >= PARLEY_AWAY_NOTE_GAP_MS;
}
