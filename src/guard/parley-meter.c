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

/* The monotonic clock counts no sleep. When the two part by more than this, there was one. */
#define SLEPT_MS 30000

gint64
parley_elapsed_read (ParleyElapsed *elapsed, gint64 monotonic, gint64 wall)
{
  gint64 passed = monotonic - elapsed->monotonic;
  gint64 passed_wall = (wall - elapsed->wall) * 1000;

  if (!elapsed->begun)
    passed = elapsed->wall != 0 ? passed_wall : 0;
  else if (passed_wall > passed + SLEPT_MS)
    passed = passed_wall;
  elapsed->begun = TRUE;
  elapsed->now = MAX (elapsed->now + MAX (passed, 0), 1);
  elapsed->monotonic = monotonic;
  elapsed->wall = wall;
  return elapsed->now;
}

#define HOUR_MS G_GINT64_CONSTANT (3600000)

static guint32
add (guint32 sum, gint64 more)
{
  return (guint32) CLAMP (more, 0, (gint64) G_MAXUINT32 - sum) + sum;
}

void
parley_budget_add (ParleyBudget *budget, gint64 now, ParleyTokens tokens)
{
  gint64 hour = now / HOUR_MS;
  ParleyBudgetHour *place = &budget->hours[hour % PARLEY_BUDGET_HOURS];

  if (place->hour != hour)
    *place = (ParleyBudgetHour){ .hour = (guint32) hour };
  place->read = add (place->read, tokens.read);
  place->written = add (place->written, tokens.written);
}

ParleyTokens
parley_budget_get (const ParleyBudget *budget, gint64 now)
{
  gint64 hour = now / HOUR_MS;
  ParleyTokens sum = { 0 };

  for (guint i = 0; i < PARLEY_BUDGET_HOURS; i++)
    {
      const ParleyBudgetHour *place = &budget->hours[i];

      if (place->hour <= hour - PARLEY_BUDGET_HOURS || place->hour > hour)
        continue;
      sum.read += place->read;
      sum.written += place->written;
    }
  return sum;
}

void
parley_pace_add (ParleyPace *pace, gint64 now, guint n)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  ParleyPaceSpan *place = &pace->spans[span % PARLEY_PACE_SPANS];

  if (place->span != span)
    *place = (ParleyPaceSpan){ .span = (guint32) span };
  place->n += n;
}

static guint
get_n (const ParleyPace *pace, gint64 span)
{
  const ParleyPaceSpan *place = &pace->spans[span % PARLEY_PACE_SPANS];

  return place->span == span ? place->n : 0;
}

guint
parley_pace_count (const ParleyPace *pace, gint64 now)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  guint n = 0;

  for (gint64 i = MAX (span - PARLEY_PACE_SPANS + 1, 0); i <= span; i++)
    n += get_n (pace, i);
  return n;
}

gint64
parley_pace_get_wait (const ParleyPace *pace, gint64 now, guint max)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  guint n = parley_pace_count (pace, now);
  gint64 first = MAX (span - PARLEY_PACE_SPANS + 1, 0);

  if (n < max)
    return 0;
  while (first < span && n - get_n (pace, first) >= max)
    n -= get_n (pace, first++);
  return (first + PARLEY_PACE_SPANS) * PARLEY_PACE_SPAN_MS - now;
}

struct _ParleyRate
{
  GArray *times; /* of gint64, oldest first */
};

ParleyRate *
parley_rate_new (void)
{
  ParleyRate *rate = g_new0 (ParleyRate, 1);

  rate->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  return rate;
}

void
parley_rate_free (ParleyRate *rate)
{
  g_array_unref (rate->times);
  g_free (rate);
}

guint
parley_rate_count (const ParleyRate *rate, gint64 now, gint64 span)
{
  guint over = 0; /* the first so many are out of the span */
  guint end = rate->times->len;

  while (over < end)
    {
      guint middle = over + (end - over) / 2;

      if (now - g_array_index (rate->times, gint64, middle) < span)
        end = middle;
      else
        over = middle + 1;
    }
  return rate->times->len - over;
}

static void
forget_old (ParleyRate *rate, gint64 now)
{
  guint kept = MIN (parley_rate_count (rate, now, PARLEY_RATE_HOUR_MS), PARLEY_RATE_MAX);

  g_array_remove_range (rate->times, 0, rate->times->len - kept);
}

void
parley_rate_add (ParleyRate *rate, gint64 now)
{
  g_array_append_val (rate->times, now);
  forget_old (rate, now);
}

gint64
parley_rate_get_wait (const ParleyRate *rate, gint64 now, gint64 span, guint max)
{
  guint n = parley_rate_count (rate, now, span);

  if (n < max || max == 0)
    return 0;
  return g_array_index (rate->times, gint64, rate->times->len - max) + span - now;
}

const gint64 *
parley_rate_get_times (ParleyRate *rate, gint64 now, guint *n)
{
  forget_old (rate, now);
  *n = rate->times->len;
  return (const gint64 *) rate->times->data;
}

static guint
get (ParleySettings *settings, ParleySetting setting)
{
  return (guint) parley_settings_get_int (settings, setting);
}

static gboolean
is_default (ParleySettings *settings, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return spec->default_string != NULL
             ? g_str_equal (parley_settings_get_string (settings, setting), spec->default_string)
             : parley_settings_get_int (settings, setting) == spec->default_int;
}

/* Who set one of these counts what it costs. */
static gboolean
is_counting (ParleySettings *settings)
{
  static const ParleySetting of_cost[] = {
    PARLEY_SETTING_GUARD_CONTACT_TOKENS, PARLEY_SETTING_GUARD_ALL_TOKENS,
    PARLEY_SETTING_GUARD_SHARE,          PARLEY_SETTING_GUARD_PRICE_READ,
    PARLEY_SETTING_GUARD_PRICE_WRITTEN,
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_cost); i++)
    {
      if (!is_default (settings, of_cost[i]))
        return TRUE;
    }
  return FALSE;
}

ParleyQuota
parley_quota_read (ParleySettings *settings, gboolean here)
{
  ParleyQuota quota = {
    .loop = get (settings, PARLEY_SETTING_GUARD_LOOP_REPLIES),
    .in_a_row = get (settings, PARLEY_SETTING_GUARD_IN_A_ROW),
    .contact_10min = get (settings, PARLEY_SETTING_GUARD_CONTACT_10MIN),
    .contact_hour = get (settings, PARLEY_SETTING_GUARD_CONTACT_HOUR),
    .all_hour = get (settings, PARLEY_SETTING_GUARD_ALL_HOUR),
    .contact_requests = get (settings, PARLEY_SETTING_GUARD_CONTACT_REQUESTS),
    .all_requests = get (settings, PARLEY_SETTING_GUARD_ALL_REQUESTS),
    .contact_tokens = get (settings, PARLEY_SETTING_GUARD_CONTACT_TOKENS),
    .all_tokens = get (settings, PARLEY_SETTING_GUARD_ALL_TOKENS),
    .near = get (settings, PARLEY_SETTING_GUARD_NEAR),
    .spent = get (settings, PARLEY_SETTING_GUARD_SPENT),
  };
  gint64 share = quota.all_tokens * get (settings, PARLEY_SETTING_GUARD_SHARE) / 100;

  quota.contact_tokens = MIN (quota.contact_tokens, share);
  if (here && !is_counting (settings))
    quota.contact_tokens = quota.all_tokens = 0;
  return quota;
}
