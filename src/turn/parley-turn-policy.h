/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-settings.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* What bounds a turn. All times in ms. The numbers are explained in docs/turn-taking.md. */
typedef struct
{
  ParleyWindowPolicy window;
  int grace;          /* quiet that is needed after typing stopped */
  int hold;           /* of a later bubble while typing is shown */
  int cap_quiet;      /* without fresh evidence: nothing shown */
  int cap_typing;     /* typing shown */
  int cap_typed;      /* a text left in the box */
  int ceiling_quiet;  /* from the turn's first bubble, if no typing was seen in it */
  int ceiling_typing; /* if it was */
  guint max_bubbles;  /* of a turn; what goes past them waits for the next turn */
  gsize max_bytes;
  gboolean accumulation;     /* off: each message is a turn */
  gboolean drafts;           /* begin to write during the window */
  int draft_settle;          /* quiet that is needed before a draft */
  guint max_drafts;          /* of a turn */
  guint max_aborted_drafts;  /* an hour; 0: no bound. At most PARLEY_DRAFTS_REMEMBERED */
  gboolean prediction;       /* ask a small model about long windows */
  int prediction_over;       /* how long a window has to be for that */
  int prediction_after;      /* asked when this much of it has passed */
  double prediction_certain; /* a confidence, 0..1, that ends the turn */
} ParleyTurnPolicy;

/* Returns: the policy as the settings are now. */
ParleyTurnPolicy parley_turn_policy_read (ParleySettings *settings);

G_END_DECLS
