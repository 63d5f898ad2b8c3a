/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One message of a burst. */
typedef struct
{
  char *text;  /* plain, valid UTF-8 */
  gint64 at;   /* when it came, monotonic ms */
  gint64 wall; /* when it was written, seconds since 1970 */
} ParleyBubble;

/* @text is copied. Returns: (transfer full). */
ParleyBubble *parley_bubble_new (const char *text, gint64 at, gint64 wall);
void parley_bubble_free (ParleyBubble *bubble);

/* Why a turn was taken as over. */
typedef enum
{
  PARLEY_REASON_TIMEOUT,         /* the window ran out */
  PARLEY_REASON_TYPING_STOPPED,  /* they stopped typing and stayed quiet */
  PARLEY_REASON_EXPLICIT_SIGNAL, /* the channel never waits */
  PARLEY_REASON_HARD_CAP,        /* whatever the signals say */
} ParleyReason;

/* How a turn ended. */
typedef enum
{
  PARLEY_OUTCOME_ANSWERED,  /* the whole reply was said */
  PARLEY_OUTCOME_CUT,       /* they went on while we spoke: some of it was said */
  PARLEY_OUTCOME_SILENT,    /* nothing was to be said */
  PARLEY_OUTCOME_FAILED,    /* the model or the connection failed */
  PARLEY_OUTCOME_WITHDRAWN, /* the chat was closed or switched off, or the user took over */
} ParleyOutcome;

/* Everything a person said since we last finished speaking, and what was said to it.
 * Reference counted. */
typedef struct
{
  guint64 id;
  GPtrArray *bubbles; /* of ParleyBubble */
  gsize bytes;        /* of their texts */
  GPtrArray *said;    /* of char *: our bubbles that were delivered, in order */
  gboolean after_cut; /* the reply before this turn was cut by it */
} ParleyTurn;

/* Returns: (transfer full): empty. */
ParleyTurn *parley_turn_new (guint64 id);
ParleyTurn *parley_turn_ref (ParleyTurn *turn);
void parley_turn_unref (ParleyTurn *turn);

/* @bubble: (transfer full). */
void parley_turn_absorb (ParleyTurn *turn, ParleyBubble *bubble);

/* Returns: (transfer none): NULL when the turn is empty. */
const ParleyBubble *parley_turn_get_first (const ParleyTurn *turn);
const ParleyBubble *parley_turn_get_last (const ParleyTurn *turn);

/* Returns: (transfer none): "timeout" and so on. */
const char *parley_reason_to_string (ParleyReason reason);
const char *parley_outcome_to_string (ParleyOutcome outcome);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyBubble, parley_bubble_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTurn, parley_turn_unref)

G_END_DECLS
