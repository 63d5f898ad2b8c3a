/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-policy.h"

#include <glib/gi18n-lib.h>

ParleyVerdict
parley_policy_judge_person (const ParleyFacts *facts)
{
  if (facts->group_chat)
    return PARLEY_VERDICT_GROUP_CHAT;
  if (facts->service)
    return PARLEY_VERDICT_SERVICE;
  if (facts->own_account)
    return PARLEY_VERDICT_OWN_ACCOUNT;
  return PARLEY_VERDICT_ALLOWED;
}

/* What nothing can be done against, not even by the user's own “send it”. */
static ParleyVerdict
judge_way (const ParleyFacts *facts)
{
  ParleyVerdict person = parley_policy_judge_person (facts);

  if (person != PARLEY_VERDICT_ALLOWED)
    return person;
  if (facts->mode == PARLEY_MODE_OFF)
    return PARLEY_VERDICT_NOT_CHOSEN;
  if (facts->blocked)
    return PARLEY_VERDICT_BLOCKED;
  if (!facts->connected)
    return PARLEY_VERDICT_OFFLINE;
  if (!facts->visible)
    return PARLEY_VERDICT_INVISIBLE;
  if (!facts->speaker)
    return PARLEY_VERDICT_OTHER_SPEAKER;
  if (facts->exposed)
    return PARLEY_VERDICT_EXPOSED;
  return PARLEY_VERDICT_ALLOWED;
}

/* What keeps Parley from acting by itself. */
static ParleyVerdict
judge_rules (const ParleyFacts *facts)
{
  if (facts->rule_broken)
    return PARLEY_VERDICT_RULE_BROKEN;
  if (facts->paused)
    return PARLEY_VERDICT_PAUSED;
  if (facts->encrypted && facts->remote && !facts->remote_allowed)
    return PARLEY_VERDICT_ENCRYPTED;
  if (facts->limit == PARLEY_LIMIT_LOOP)
    return PARLEY_VERDICT_LOOP;
  if (facts->limit == PARLEY_LIMIT_RATE)
    return PARLEY_VERDICT_RATE;
  if (facts->limit == PARLEY_LIMIT_SPENT)
    return PARLEY_VERDICT_SPENT;
  if (facts->rule_rests)
    return PARLEY_VERDICT_RULE_RESTS;
  if (facts->quiet)
    return PARLEY_VERDICT_QUIET;
  return PARLEY_VERDICT_ALLOWED;
}

/* What lets the user see an answer first. */
static ParleyVerdict
judge_mode (const ParleyFacts *facts)
{
  if (facts->mode == PARLEY_MODE_SHADOW)
    return PARLEY_VERDICT_SHADOW;
  if (facts->mode == PARLEY_MODE_DRAFT)
    return PARLEY_VERDICT_DRAFT;
  if (facts->limit == PARLEY_LIMIT_IN_A_ROW)
    return PARLEY_VERDICT_IN_A_ROW;
  if (facts->limit == PARLEY_LIMIT_BUDGET)
    return PARLEY_VERDICT_BUDGET;
  if (facts->mode == PARLEY_MODE_COUNTDOWN)
    return PARLEY_VERDICT_COUNTDOWN;
  return PARLEY_VERDICT_ALLOWED;
}

/* What was being said when the user came back is theirs to finish; what comes in a quiet hour is
 * read, and answered after it. */
static ParleyPermit
permit_against_rule (ParleyVerdict rule, ParleyAct act)
{
  if (rule == PARLEY_VERDICT_RULE_RESTS && act == PARLEY_ACT_SAY)
    return PARLEY_PERMIT_DRAFT;
  if (rule == PARLEY_VERDICT_QUIET && act == PARLEY_ACT_READ)
    return PARLEY_PERMIT_FULL;
  return PARLEY_PERMIT_NONE;
}

static ParleyPermit
permit_for_draft (ParleyAct act)
{
  if (act == PARLEY_ACT_SAY)
    return PARLEY_PERMIT_DRAFT;
  return act == PARLEY_ACT_TYPE ? PARLEY_PERMIT_NONE : PARLEY_PERMIT_FULL;
}

ParleyDecision
parley_policy_decide (const ParleyFacts *facts, ParleyAct act)
{
  ParleyVerdict verdict = judge_way (facts);

  if (verdict != PARLEY_VERDICT_ALLOWED)
    return (ParleyDecision){ PARLEY_PERMIT_NONE, verdict };
  if (act == PARLEY_ACT_SEND)
    return (ParleyDecision){ PARLEY_PERMIT_FULL, verdict };
  verdict = judge_rules (facts);
  if (verdict != PARLEY_VERDICT_ALLOWED)
    return (ParleyDecision){ permit_against_rule (verdict, act), verdict };
  verdict = judge_mode (facts);
  if (verdict != PARLEY_VERDICT_ALLOWED)
    return (ParleyDecision){ permit_for_draft (act), verdict };
  return (ParleyDecision){ PARLEY_PERMIT_FULL, verdict };
}

const char *
parley_verdict_explain (ParleyVerdict verdict)
{
  static const char *const sentences[PARLEY_N_VERDICTS] = {
    [PARLEY_VERDICT_ALLOWED] = N_ ("Switched on for this person."),
    [PARLEY_VERDICT_GROUP_CHAT] = N_ ("Group chats are never answered."),
    [PARLEY_VERDICT_SERVICE] = N_ ("This is a program or a server, not a person."),
    [PARLEY_VERDICT_OWN_ACCOUNT] = N_ ("This is one of your own accounts."),
    [PARLEY_VERDICT_NOT_CHOSEN] = N_ ("Switched off for this person."),
    [PARLEY_VERDICT_BLOCKED] = N_ ("You block this person."),
    [PARLEY_VERDICT_INVISIBLE] = N_ ("You are invisible, so nothing is sent."),
    [PARLEY_VERDICT_OTHER_SPEAKER] = N_ ("Another Pidgin or Finch answers on this account."),
    [PARLEY_VERDICT_OFFLINE] = N_ ("The account is not connected."),
    [PARLEY_VERDICT_EXPOSED]
    = N_ ("They wrote encrypted, and an answer would not be, so nothing is sent."),
    [PARLEY_VERDICT_RULE_BROKEN]
    = N_ ("When to answer this person can't be read, so nothing is sent."),
    [PARLEY_VERDICT_RULE_RESTS] = N_ ("You chose to answer at other times, or while you are away."),
    [PARLEY_VERDICT_PAUSED] = N_ ("Parley pauses everywhere."),
    [PARLEY_VERDICT_ENCRYPTED]
    = N_ ("This chat is encrypted and the model is on another machine, so nothing is sent there "
          "unless you allow it in the contact's menu."),
    [PARLEY_VERDICT_LOOP] = N_ ("Another program seems to answer here, so it stopped."),
    [PARLEY_VERDICT_RATE] = N_ ("Too many answers in a short time, so it waits."),
    [PARLEY_VERDICT_SPENT] = N_ ("Far more than today's tokens are used, so nothing is written."),
    [PARLEY_VERDICT_QUIET] = N_ ("These are your quiet hours; it answers after them."),
    [PARLEY_VERDICT_SHADOW] = N_ ("It only watches: answers are written, never sent."),
    [PARLEY_VERDICT_DRAFT] = N_ ("It writes drafts for you to send."),
    [PARLEY_VERDICT_COUNTDOWN] = N_ ("It shows you each answer before it is sent."),
    [PARLEY_VERDICT_IN_A_ROW]
    = N_ ("Many answers were sent without a word of yours, so it writes drafts."),
    [PARLEY_VERDICT_BUDGET] = N_ ("Today's tokens are used, so it writes drafts."),
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
    [PARLEY_VERDICT_EXPOSED] = "exposed",
    [PARLEY_VERDICT_RULE_BROKEN] = "rule_broken",
    [PARLEY_VERDICT_RULE_RESTS] = "rule_rests",
    [PARLEY_VERDICT_PAUSED] = "paused",
    [PARLEY_VERDICT_ENCRYPTED] = "encrypted",
    [PARLEY_VERDICT_LOOP] = "loop",
    [PARLEY_VERDICT_RATE] = "rate",
    [PARLEY_VERDICT_SPENT] = "spent",
    [PARLEY_VERDICT_QUIET] = "quiet",
    [PARLEY_VERDICT_SHADOW] = "shadow",
    [PARLEY_VERDICT_DRAFT] = "draft",
    [PARLEY_VERDICT_COUNTDOWN] = "countdown",
    [PARLEY_VERDICT_IN_A_ROW] = "in_a_row",
    [PARLEY_VERDICT_BUDGET] = "budget",
  };

  return names[verdict];
}

ParleyPrivacy
parley_facts_get_privacy (const ParleyFacts *facts)
{
  if (facts->encrypted)
    return PARLEY_PRIVACY_ENCRYPTED;
  return facts->logged && facts->proven ? PARLEY_PRIVACY_NONE : PARLEY_PRIVACY_SITTING;
}

gboolean
parley_facts_are_private (const ParleyFacts *facts)
{
  return parley_facts_get_privacy (facts) != PARLEY_PRIVACY_NONE;
}
