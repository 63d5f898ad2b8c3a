/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-meter.h"

#define MINUTES_10_MS G_GINT64_CONSTANT (600000)

/* An answer whose end nobody told is over by then. */
#define LONGEST_ANSWER_MS MINUTES_10_MS

ParleyMeter *
parley_meter_new (void)
{
  ParleyMeter *meter = g_new0 (ParleyMeter, 1);

  meter->answers = parley_rate_new ();
  return meter;
}

void
parley_meter_free (ParleyMeter *meter)
{
  parley_rate_free (meter->answers);
  g_free (meter);
}

static gboolean
is_answering (const ParleyMeter *meter, gint64 now)
{
  return now < meter->answering_until;
}

void
parley_meter_note_said (ParleyMeter *meter,
                        ParleyMeter *all,
                        const ParleyQuota *quota,
                        const char *text,
                        gboolean shows_typing,
                        gint64 now)
{
  gboolean begins = !is_answering (meter, now);

  if (begins)
    {
      parley_rate_add (meter->answers, now);
      parley_rate_add (all->answers, now);
    }
  parley_loop_say (&meter->loop, text, begins, quota->loop, shows_typing, now);
  meter->answering_until = now + LONGEST_ANSWER_MS;
  meter->changed_at = now;
}

void
parley_meter_end_answer (ParleyMeter *meter)
{
  meter->answering_until = 0;
}

void
parley_meter_spend (ParleyMeter *meter, ParleyMeter *all, ParleyTokens tokens, gint64 now)
{
  parley_budget_add (&meter->budget, now, tokens);
  parley_budget_add (&all->budget, now, tokens);
  meter->changed_at = now;
}

/* Requests. What they lead to is judged apart: nothing is asked, and what was written is said. */

void
parley_meter_note_request (ParleyMeter *meter, ParleyMeter *all, gint64 now)
{
  parley_pace_add (&meter->requests, now, 1);
  parley_pace_add (&all->requests, now, 1);
  meter->changed_at = now;
}

gint64
parley_meter_get_request_wait (const ParleyMeter *meter,
                               const ParleyMeter *all,
                               const ParleyQuota *quota,
                               gint64 now)
{
  return MAX (parley_pace_get_wait (&meter->requests, now, quota->contact_requests),
              parley_pace_get_wait (&all->requests, now, quota->all_requests));
}

/* Causes */

static gboolean
is_part (gint64 used, guint percent, gint64 max)
{
  return used * 100 >= max * percent;
}

gboolean
parley_meter_is_near_requests (const ParleyMeter *meter,
                               const ParleyMeter *all,
                               const ParleyQuota *quota,
                               gint64 now)
{
  return is_part (parley_pace_count (&meter->requests, now), quota->near, quota->contact_requests)
         || is_part (parley_pace_count (&all->requests, now), quota->near, quota->all_requests);
}

static ParleyCauses
find_requests (const ParleyPace *requests, guint max, ParleyCause cause, gint64 now)
{
  return parley_pace_get_wait (requests, now, max) > 0 ? PARLEY_CAUSE_BIT (cause) : 0;
}

static ParleyCauses
find_rate (
    const ParleyRate *rate, gint64 span, guint max, guint near, ParleyCause first, gint64 now)
{
  guint n = parley_rate_count (rate, now, span);

  return (is_part (n, near, max) ? PARLEY_CAUSE_BIT (first) : 0)
         | (n >= max ? PARLEY_CAUSE_BIT (first + 1) : 0);
}

static ParleyCauses
find_tokens (
    const ParleyBudget *budget, gint64 max, const ParleyQuota *quota, ParleyCause first, gint64 now)
{
  ParleyTokens tokens = parley_budget_get (budget, now);
  gint64 used = tokens.read + tokens.written;

  if (max == 0)
    return 0;
  return (is_part (used, quota->near, max) ? PARLEY_CAUSE_BIT (first) : 0)
         | (used >= max ? PARLEY_CAUSE_BIT (first + 1) : 0)
         | (is_part (used, quota->spent, max) ? PARLEY_CAUSE_BIT (first + 2) : 0);
}

ParleyCauses
parley_meter_find_causes (const ParleyMeter *meter,
                          const ParleyMeter *all,
                          const ParleyQuota *quota,
                          gint64 now)
{
  return (meter->loop.stopped ? PARLEY_CAUSE_BIT (PARLEY_CAUSE_LOOP) : 0)
         | (meter->loop.n_said >= quota->in_a_row ? PARLEY_CAUSE_BIT (PARLEY_CAUSE_IN_A_ROW) : 0)
         | find_rate (meter->answers, MINUTES_10_MS, quota->contact_10min, quota->near,
                      PARLEY_CAUSE_RATE_NEAR, now)
         | find_rate (meter->answers, PARLEY_RATE_HOUR_MS, quota->contact_hour, quota->near,
                      PARLEY_CAUSE_RATE_NEAR, now)
         | find_rate (all->answers, PARLEY_RATE_HOUR_MS, quota->all_hour, quota->near,
                      PARLEY_CAUSE_ALL_RATE_NEAR, now)
         | find_requests (&meter->requests, quota->contact_requests, PARLEY_CAUSE_REQUESTS, now)
         | find_requests (&all->requests, quota->all_requests, PARLEY_CAUSE_ALL_REQUESTS, now)
         | find_tokens (&meter->budget, quota->contact_tokens, quota, PARLEY_CAUSE_TOKENS_NEAR, now)
         | find_tokens (&all->budget, quota->all_tokens, quota, PARLEY_CAUSE_ALL_TOKENS_NEAR, now);
}

static const ParleyLimit limits[PARLEY_N_CAUSES] = {
  [PARLEY_CAUSE_LOOP] = PARLEY_LIMIT_LOOP,
  [PARLEY_CAUSE_IN_A_ROW] = PARLEY_LIMIT_IN_A_ROW,
  [PARLEY_CAUSE_RATE_NEAR] = PARLEY_LIMIT_NONE,
  [PARLEY_CAUSE_RATE] = PARLEY_LIMIT_RATE,
  [PARLEY_CAUSE_TOKENS_NEAR] = PARLEY_LIMIT_NEAR,
  [PARLEY_CAUSE_TOKENS] = PARLEY_LIMIT_BUDGET,
  [PARLEY_CAUSE_SPENT] = PARLEY_LIMIT_SPENT,
  [PARLEY_CAUSE_REQUESTS] = PARLEY_LIMIT_NONE,
  [PARLEY_CAUSE_ALL_RATE_NEAR] = PARLEY_LIMIT_NONE,
  [PARLEY_CAUSE_ALL_RATE] = PARLEY_LIMIT_RATE,
  [PARLEY_CAUSE_ALL_TOKENS_NEAR] = PARLEY_LIMIT_NEAR,
  [PARLEY_CAUSE_ALL_TOKENS] = PARLEY_LIMIT_BUDGET,
  [PARLEY_CAUSE_ALL_SPENT] = PARLEY_LIMIT_SPENT,
  [PARLEY_CAUSE_ALL_REQUESTS] = PARLEY_LIMIT_NONE,
};

/* The limits stand in the order of what they forbid. */
static ParleyLimit
find_strictest (ParleyCauses causes)
{
  ParleyLimit limit = PARLEY_LIMIT_NONE;

  for (ParleyCause cause = 0; cause < PARLEY_N_CAUSES; cause++)
    {
      if ((causes & PARLEY_CAUSE_BIT (cause)) != 0)
        limit = MAX (limit, limits[cause]);
    }
  return limit;
}

ParleyLimit
parley_meter_judge (const ParleyMeter *meter,
                    const ParleyMeter *all,
                    const ParleyQuota *quota,
                    gint64 now)
{
  const ParleyCauses of_an_answer = PARLEY_CAUSE_BIT (PARLEY_CAUSE_SPENT)
                                    | PARLEY_CAUSE_BIT (PARLEY_CAUSE_ALL_SPENT)
                                    | PARLEY_CAUSE_BIT (PARLEY_CAUSE_TOKENS_NEAR)
                                    | PARLEY_CAUSE_BIT (PARLEY_CAUSE_ALL_TOKENS_NEAR);
  ParleyCauses causes = parley_meter_find_causes (meter, all, quota, now);

  return find_strictest (is_answering (meter, now) ? causes & of_an_answer : causes);
}

gint64
parley_meter_get_wait (const ParleyMeter *meter, const ParleyQuota *quota, gint64 now)
{
  return MAX (parley_rate_get_wait (meter->answers, now, MINUTES_10_MS, quota->contact_10min),
              parley_rate_get_wait (meter->answers, now, PARLEY_RATE_HOUR_MS, quota->contact_hour));
}

gint64
parley_meter_get_wait_of_all (const ParleyMeter *all, const ParleyQuota *quota, gint64 now)
{
  return parley_rate_get_wait (all->answers, now, PARLEY_RATE_HOUR_MS, quota->all_hour);
}
