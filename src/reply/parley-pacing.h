/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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
