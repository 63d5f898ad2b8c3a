/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-player.h"

G_BEGIN_DECLS

#define PARLEY_BURST_N_REASONS (PARLEY_REASON_HARD_CAP + 1)

/* A burst of a recording, and how a policy did on it: the person's messages before somebody else's
 * message. A value; times are ms.
 *
 * The policy starts from IDLE, is handed what the person did up to the burst's last bubble, and
 * then goes on as if nobody had answered. */
typedef struct
{
  const char *dialogue; /* borrowed of the recording */
  gint64 t;             /* of the first bubble */
  guint n;              /* bubbles */
  gboolean tight;       /* two or more, and no gap over 10 s */
  gboolean interrupted; /* the policy fired before the last bubble */
  gboolean visible;     /* and really said something before it */
  gint64 latency;      /* from the last bubble to the firing that includes it; -1: there was none */
  gint64 first_bubble; /* from the last bubble to the first one said then; -1: there was none */
  guint n_asks;
  guint n_aborted;
  guint n_turns;
  guint reasons[PARLEY_BURST_N_REASONS]; /* with which a turn ended at last */
} ParleyBurst;

typedef void (*ParleyBurstFunc) (const ParleyBurst *burst, gpointer data);

/* Calls @func with each burst of a dialogue that counts: somebody answered, 1 s after its last
 * bubble or later, and no message of it is to be skipped. */
void parley_burst_foreach (const ParleyPlayerRules *rules,
                           const GPtrArray *dialogue,
                           ParleyBurstFunc func,
                           gpointer data);

G_END_DECLS
