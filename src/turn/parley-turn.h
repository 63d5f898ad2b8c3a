/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-event.h"

G_BEGIN_DECLS

/* One message of a burst. */
typedef struct
{
  char *text;  /* plain, valid UTF-8 */
  char *media; /* (nullable): what stands for what is no text in it: "⟦picture⟧" */
  char *id;    /* the protocol's own; NULL where it has none */
  gint64 at;   /* when it came, monotonic ms */
  ParleyWhen when;
  guint number; /* in the order in which the chat's came; 0: not known */
} ParleyBubble;

/* @event: a BUBBLE. Returns: (transfer full). */
ParleyBubble *parley_bubble_new (const ParleyEvent *event, gint64 at);
void parley_bubble_free (ParleyBubble *bubble);

/* Returns: (transfer full): what the bubble says to somebody who sees only text. */
char *parley_bubble_dup_words (const ParleyBubble *bubble);

/* Why a turn was taken as over. */
typedef enum
{
  PARLEY_REASON_TIMEOUT,         /* the window ran out */
  PARLEY_REASON_TYPING_STOPPED,  /* they stopped typing and stayed quiet */
  PARLEY_REASON_EXPLICIT_SIGNAL, /* the channel never waits, or what was expected came */
  PARLEY_REASON_AI_PREDICTED,    /* a small model says they are done */
  PARLEY_REASON_HARD_CAP,        /* whatever the signals say */
} ParleyReason;

/* How a turn ended. */
typedef enum
{
  PARLEY_OUTCOME_ANSWERED,  /* the whole reply was said */
  PARLEY_OUTCOME_CUT,       /* they went on while we spoke: some of it was said */
  PARLEY_OUTCOME_DRAFTED,   /* the reply, or the rest of it, waits for the user */
  PARLEY_OUTCOME_SILENT,    /* nothing was to be said */
  PARLEY_OUTCOME_FAILED,    /* the model or the connection failed */
  PARLEY_OUTCOME_WITHDRAWN, /* the chat was closed or switched off, or the user took over */
} ParleyOutcome;

/* Everything a person said since we last finished speaking, and what was said to it.
 * Reference counted. */
typedef struct _ParleyTurn
{
  guint64 id;
  GPtrArray *bubbles; /* of ParleyBubble */
  guint n_read;       /* as many of them, the first, were in a turn before and are history */
  gsize bytes;        /* of their texts */
  GPtrArray *said;    /* of char *: our bubbles that were delivered, in order */
  gboolean unsure;    /* whether all of that arrived */
  GPtrArray *shelved; /* of char *: our bubbles that the user is to see first, in order */
  gboolean after_cut; /* the reply before this turn was cut by it */
  guint n_waits;      /* how often the model wanted to read more first */
} ParleyTurn;

/* Returns: (transfer full): empty. */
ParleyTurn *parley_turn_new (guint64 id);
ParleyTurn *parley_turn_ref (ParleyTurn *turn);
void parley_turn_unref (ParleyTurn *turn);

/* @bubble: (transfer full). */
void parley_turn_absorb (ParleyTurn *turn, ParleyBubble *bubble);

/* The last bubble was written anew. @bubble: (transfer full). */
void parley_turn_correct_last (ParleyTurn *turn, ParleyBubble *bubble);

/* Returns: whether what comes next of the reply is for the user to see first. */
gboolean parley_turn_is_shelving (const ParleyTurn *turn);

/* Returns: whether a reply to the turn has begun, be it only for the user. */
gboolean parley_turn_has_reply (const ParleyTurn *turn);

/* Returns: whether there is a word in the turn, and not only what nobody here sees or hears. */
gboolean parley_turn_has_words (const ParleyTurn *turn);

/* Returns: whether the bubble with @id is in the turn. */
gboolean parley_turn_has (const ParleyTurn *turn, const char *id);

/* The bubble with @id was changed, or taken back if @text is NULL. Returns: whether it is in the
 * turn. */
gboolean parley_turn_edit (ParleyTurn *turn, const char *id, const char *text);

/* Returns: (transfer none): NULL when the turn is empty. */
const ParleyBubble *parley_turn_get_first (const ParleyTurn *turn);
const ParleyBubble *parley_turn_get_last (const ParleyTurn *turn);

/* Returns: (transfer none): "timeout" and so on. */
const char *parley_reason_to_string (ParleyReason reason);
const char *parley_outcome_to_string (ParleyOutcome outcome);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyBubble, parley_bubble_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTurn, parley_turn_unref)

G_END_DECLS
