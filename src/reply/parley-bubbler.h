/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "base/parley-channels.h"
#include "reply/parley-markup.h"

G_BEGIN_DECLS

/* How a reply is cut into messages. 0 is no bound. */
typedef struct
{
  guint max_bubbles;   /* what is left over joins the last one */
  guint max_chars;     /* of one, as far as it can be cut there */
  ParleyLimits limits; /* what the protocol allows; goes before the two above */
} ParleyBubbleRules;

/* Makes bubbles of a reply's Markdown while it is still being written: cut at blank lines and,
 * where a part is too long, as parley_cut_find() says. A bubble is given as soon as nothing that
 * may follow can change it. However the text is pushed, the same bubbles come out.
 *
 * Where a message is one line, the first line goes as soon as it is known; how the others must be
 * run together to fit into what the protocol allows is known only at the end. */
typedef struct _ParleyBubbler ParleyBubbler;

/* Returns: (transfer full). */
ParleyBubbler *parley_bubbler_new (const ParleyBubbleRules *rules);
void parley_bubbler_free (ParleyBubbler *bubbler);

/* @text: valid UTF-8, of any length. */
void parley_bubbler_push (ParleyBubbler *bubbler, const char *text);

/* The reply is over; nothing may be pushed after it. */
void parley_bubbler_end (ParleyBubbler *bubbler);

/* Returns: (transfer full) (nullable): the next bubble, trimmed and not empty; NULL if none is
 * complete. */
ParleyMarkup *parley_bubbler_take (ParleyBubbler *bubbler);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyBubbler, parley_bubbler_free)

/* How fast a reply is typed. */
typedef struct
{
  int cps;    /* characters a second; 0: at once */
  int min_ms; /* of one bubble */
  int max_ms;
  int jitter; /* percent, each way */
} ParleyPacing;

/* Returns: how long typing @text takes, in ms. @seed: the same seed gives the same time. */
int parley_pacing_compute (const ParleyPacing *pacing, const char *text, guint64 seed);

G_END_DECLS
