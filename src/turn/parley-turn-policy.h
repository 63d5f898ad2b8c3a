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
  int cap_quiet;      /* without fresh evidence: nothing shown */
  int cap_typing;     /* typing shown */
  int cap_typed;      /* a text left in the box */
  int ceiling_quiet;  /* from the turn's first bubble, if no typing was seen in it */
  int ceiling_typing; /* if it was */
  guint max_bubbles;  /* of a turn; what goes past them waits for the next turn */
  gsize max_bytes;
} ParleyTurnPolicy;

/* Returns: the policy as the settings are now. */
ParleyTurnPolicy parley_turn_policy_read (ParleySettings *settings);

G_END_DECLS
