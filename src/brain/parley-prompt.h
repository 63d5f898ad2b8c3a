/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "memory/parley-history.h"
#include "turn/parley-turn.h"

G_BEGIN_DECLS

/* What a prompt is made of, and nothing else may go in: no alias, group, note, path or host name.
 * All borrowed. */
typedef struct
{
  const char *rules;      /* of the house, data/prompts/rules.txt */
  const char *persona;    /* how the user wants to sound */
  ParleyHistory *history; /* of this chat, without the turn */
  const ParleyTurn *turn; /* to be answered */
  gint64 wall;            /* now, seconds since 1970 */
  int max_tokens;
} ParleyPromptInput;

/* The front stays the same from turn to turn, so that a server's prompt cache works: rules and
 * persona, then the history, then the burst as one message, and what changes last: whether our last
 * answer was cut, and the local time. Returns: (transfer full). */
ParleyRequest *parley_prompt_build (const ParleyPromptInput *input);

/* Returns: (transfer full): the turn's bubbles, a line each, within bounds and fenced as what they
 * are: somebody's words. */
char *parley_prompt_dup_fenced_burst (const ParleyTurn *turn);

G_END_DECLS
