/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "settings/parley-settings.h"
#include "brain/parley-complexity.h"

G_BEGIN_DECLS

/* What a turn of one complexity may take, at most. */
typedef struct
{
  guint interventions; /* messages of ours that steer the model */
  guint iterations;
  guint tools;  /* calls */
  double share; /* 0..1, what it counts in the score */
} ParleyAllowance;

/* What each part counts in the score. Any numbers: they are taken as shares of their sum. */
typedef struct
{
  double velocity;
  double fresh;
  double tokens;
  double interventions;
  double complexity;
} ParleyWeights;

/* The numbers by which a model's looking around is steered; docs/agent.md tells what each is for,
 * and where it comes from. */
typedef struct
{
  ParleyWeights weights;
  double full_velocity; /* new resources an iteration that count as full speed */
  guint stuck_rereads;  /* in a row */
  guint fresh_rounds;   /* iterations since the last new resource in which all goes on */
  double continue_score;
  double nudge_score;
  ParleyAllowance limits[PARLEY_N_COMPLEXITIES];
} ParleyThresholds;

/* Reads them from the settings, which have them validated. */
ParleyThresholds parley_thresholds_read (ParleySettings *settings);

G_END_DECLS
