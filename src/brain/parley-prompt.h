/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "backend/parley-request.h"
#include "base/parley-data.h"
#include "base/parley-hint.h"
#include "brain/parley-contact-info.h"
#include "brain/parley-style.h"
#include "memory/parley-history.h"
#include "turn/parley-turn.h"

G_BEGIN_DECLS

/* The rules of the house, data/prompts/rules*.txt. A model is given one way to be silent: tools
 * where it has any, else words. */
typedef struct
{
  char *text;       /* for all */
  char *with_tools; /* what is added for those that have tools */
  char *with_words; /* and for those that have none */
  char *told;       /* the words of the first two, as parley_echo_dup_words () gives them */
} ParleyRules;

/* Returns: (transfer full). */
ParleyRules *parley_rules_new (ParleyData *data);
void parley_rules_free (ParleyRules *rules);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRules, parley_rules_free)

/* Who writes, and how they sound. All borrowed. */
typedef struct
{
  const char *name;          /* (nullable): the user's, as they gave it; "" for none */
  const char *about;         /* (nullable): their lines about themselves; "" for none */
  const char *persona;       /* how the user wants to sound */
  const char *their_persona; /* (nullable): to this person, instead */
  const ParleyStyle *style;  /* (nullable): how the user writes to them */
} ParleyAuthor;

/* What another answer is wanted for. */
typedef struct
{
  char *unwanted;  /* (nullable): a draft that the user did not want; "": one not to show */
  gboolean second; /* they want two: @unwanted is the first of them */
  char *wish;      /* (nullable): how they want another one */
} ParleyAnother;

/* @another: all zero, or cleared. */
void parley_another_copy (ParleyAnother *another, const ParleyAnother *from);
void parley_another_clear (ParleyAnother *another);

/* What a prompt is made of, and nothing else may go in: no alias, group, note, path or host name.
 * All borrowed. */
typedef struct
{
  const ParleyRules *rules;
  const GPtrArray *tools; /* of ParleyToolSpec: that the model has; may be empty */
  const char *nonce;      /* of the fence, the chat's own */
  ParleyAuthor author;
  const GPtrArray
      *lessons;        /* (nullable): of ParleyLesson, oldest first: what they did with drafts */
  const char *summary; /* (nullable): of what was said until @until; "" for none */
  const char *const *disclosures; /* (nullable): what we put before answers, in all languages */
  gint64 until;           /* seconds since 1970: what came before is left out of the history; 0 */
  ParleyHistory *history; /* of this chat, without what is new in the turn */
  const ParleyTurn *turn; /* to be answered */
  const char *facts;      /* (nullable): what is remembered that matters now */
  const ParleyContactInfo *contact; /* (nullable) */
  const char *status;               /* (nullable): what the user shows the world, plain text */
  ParleyHint hint;                  /* of the last answer */
  gboolean asks_program;            /* they ask in the turn whether a program writes */
  gint64 wall;                      /* now, seconds since 1970 */
  GTimeZone *zone;              /* (nullable): in which times are told; NULL for the local one */
  const ParleyAnother *another; /* (nullable): they want another answer than this */
  guint late_min;               /* they wrote so many minutes ago; 0: just now */
  int max_tokens;
} ParleyPromptInput;

/* The front stays the same bytes from turn to turn, so that a server's prompt cache works: rules,
 * who writes, how they sound, summary, history. What changes comes behind it: a line of our own
 * words on the state of things, fenced notes, and the burst, last.
 * Returns: (transfer full). */
ParleyRequest *parley_prompt_build (const ParleyPromptInput *input);

/* Returns: (transfer full): the turn's bubbles, a line each, within bounds and fenced as what they
 * are: somebody's words. */
char *parley_prompt_dup_fenced_burst (const ParleyTurn *turn, const char *nonce);

/* The text of the turn, a bubble a line, unbounded: for judging it. Returns: (transfer full). */
char *parley_prompt_dup_burst (const ParleyTurn *turn);

G_END_DECLS
