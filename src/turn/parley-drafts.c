/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-drafts.h"

#define HOUR_MS G_GINT64_CONSTANT (3600000)
#define DAY_MS  (24 * HOUR_MS)

/* Somebody who comes back after hours rarely has said all with the first words. */
#define COLD_MS (6 * HOUR_MS)

void
parley_drafts_reset (ParleyDrafts *drafts)
{
  drafts->start_at = -1;
  drafts->active = FALSE;
  drafts->n_started = 0;
}

static gint64
get_aborted (const ParleyDrafts *drafts, guint back)
{
  return drafts->aborted_at[(drafts->n_aborted - back) % PARLEY_DRAFTS_REMEMBERED];
}

/* The oldest of the last @max drafts thrown away is less than an hour old; or none was of use since
 * then, and the newest is less than a day old. */
static gboolean
is_wasteful (const ParleyDrafts *drafts, guint max, gint64 now)
{
  return max > 0 && drafts->n_aborted >= max
         && (now - get_aborted (drafts, max) < HOUR_MS
             || (drafts->n_wasted >= max && now - get_aborted (drafts, 1) < DAY_MS));
}

static gboolean
is_cold (const ParleyHabits *habits, gint64 now)
{
  return habits != NULL && habits->turn_at != PARLEY_NEVER && now - habits->turn_at > COLD_MS;
}

void
parley_drafts_plan (ParleyDrafts *drafts,
                    const ParleyTurnPolicy *policy,
                    const ParleyHabits *habits,
                    gint64 now)
{
  gboolean may = policy->drafts && !drafts->thrifty && !drafts->active
                 && drafts->n_started < policy->max_drafts && !is_cold (habits, now)
                 && !is_wasteful (drafts, policy->max_aborted_drafts, now);

  drafts->start_at = may ? now + policy->draft_settle : -1;
}

void
parley_drafts_hold (ParleyDrafts *drafts)
{
  drafts->start_at = -1;
}

void
parley_drafts_start (ParleyDrafts *drafts)
{
  drafts->start_at = -1;
  drafts->active = TRUE;
  drafts->n_started++;
}

void
parley_drafts_use (ParleyDrafts *drafts)
{
  drafts->active = FALSE;
  drafts->n_wasted = 0;
}

void
parley_drafts_abort (ParleyDrafts *drafts, gint64 now)
{
  if (drafts->active)
    {
      drafts->aborted_at[drafts->n_aborted++ % PARLEY_DRAFTS_REMEMBERED] = now;
      drafts->n_wasted++;
    }
  drafts->active = FALSE;
  drafts->start_at = -1;
}
