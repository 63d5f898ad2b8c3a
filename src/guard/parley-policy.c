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

ParleyVerdict
parley_policy_judge (const ParleyFacts *facts)
{
  ParleyVerdict person = parley_policy_judge_person (facts);

  if (person != PARLEY_VERDICT_ALLOWED)
    return person;
  if (!facts->chosen)
    return PARLEY_VERDICT_NOT_CHOSEN;
  if (facts->blocked)
    return PARLEY_VERDICT_BLOCKED;
  if (!facts->connected)
    return PARLEY_VERDICT_OFFLINE;
  if (!facts->visible)
    return PARLEY_VERDICT_INVISIBLE;
  if (!facts->speaker)
    return PARLEY_VERDICT_OTHER_SPEAKER;
  return PARLEY_VERDICT_ALLOWED;
}

const char *
parley_verdict_explain (ParleyVerdict verdict)
{
  static const char *const sentences[] = {
    [PARLEY_VERDICT_ALLOWED] = N_ ("Switched on for this person."),
    [PARLEY_VERDICT_GROUP_CHAT] = N_ ("Group chats are never answered."),
    [PARLEY_VERDICT_SERVICE] = N_ ("This is a program or a server, not a person."),
    [PARLEY_VERDICT_OWN_ACCOUNT] = N_ ("This is one of your own accounts."),
    [PARLEY_VERDICT_NOT_CHOSEN] = N_ ("Switched off for this person."),
    [PARLEY_VERDICT_BLOCKED] = N_ ("You block this person."),
    [PARLEY_VERDICT_INVISIBLE] = N_ ("You are invisible, so nothing is sent."),
    [PARLEY_VERDICT_OTHER_SPEAKER] = N_ ("Another Pidgin or Finch answers on this account."),
    [PARLEY_VERDICT_OFFLINE] = N_ ("The account is not connected."),
  };

  return _ (sentences[verdict]);
}

const char *
parley_verdict_to_string (ParleyVerdict verdict)
{
  static const char *const names[] = {
    [PARLEY_VERDICT_ALLOWED] = "allowed",
    [PARLEY_VERDICT_GROUP_CHAT] = "group_chat",
    [PARLEY_VERDICT_SERVICE] = "service",
    [PARLEY_VERDICT_OWN_ACCOUNT] = "own_account",
    [PARLEY_VERDICT_NOT_CHOSEN] = "not_chosen",
    [PARLEY_VERDICT_BLOCKED] = "blocked",
    [PARLEY_VERDICT_INVISIBLE] = "invisible",
    [PARLEY_VERDICT_OFFLINE] = "offline",
    [PARLEY_VERDICT_OTHER_SPEAKER] = "other_speaker",
  };

  return names[verdict];
}

gboolean
parley_facts_are_private (const ParleyFacts *facts)
{
  return !facts->logged || !facts->proven;
}
