/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-event.h"

char *
parley_words_join (const char *media, const char *text)
{
  if (media == NULL)
    return g_strdup (text);
  return g_strconcat (media, *text != '\0' ? " " : "", text, NULL);
}

const char *
parley_event_type_to_string (ParleyEventType type)
{
  static const char *const names[] = {
    [PARLEY_EVENT_BUBBLE] = "bubble",         [PARLEY_EVENT_TYPING] = "typing",
    [PARLEY_EVENT_DEADLINE] = "deadline",     [PARLEY_EVENT_REPLY_BUBBLE] = "reply_bubble",
    [PARLEY_EVENT_REPLY_END] = "reply_end",   [PARLEY_EVENT_SAID] = "said",
    [PARLEY_EVENT_TAKEOVER] = "takeover",     [PARLEY_EVENT_RESUME] = "resume",
    [PARLEY_EVENT_OFFLINE] = "offline",       [PARLEY_EVENT_ONLINE] = "online",
    [PARLEY_EVENT_WITHDRAW] = "withdraw",     [PARLEY_EVENT_EDIT] = "edit",
    [PARLEY_EVENT_PREDICTION] = "prediction", [PARLEY_EVENT_AGAIN] = "again",
    [PARLEY_EVENT_INTENDED] = "intended",     [PARLEY_EVENT_ARRIVED] = "arrived",
  };

  return names[type];
}

const char *
parley_typing_to_string (ParleyTyping typing)
{
  static const char *const names[] = {
    [PARLEY_TYPING_NONE] = "stopped",
    [PARLEY_TYPING_ACTIVE] = "typing",
    [PARLEY_TYPING_PAUSED] = "paused",
  };

  return names[typing];
}
