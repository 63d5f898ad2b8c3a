/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-meter-rows.h"

/* Nobody has so many in an hour. */
#define MAX_TOKENS G_GINT64_CONSTANT (1000000000000)

const gint64 *
parley_meter_find_answers (ParleyMeter *meter, gint64 after, gint64 now, guint *n)
{
  guint end;
  const gint64 *times = parley_rate_get_times (meter->answers, now, &end);

  for (*n = 0; *n < end && times[end - *n - 1] > after; ++*n)
    continue;
  return times + end - *n;
}

static GVariant *
write_requests (const ParleyPace *requests, gint64 now)
{
  gint64 newest = now / PARLEY_PACE_SPAN_MS;
  GVariantBuilder spans;

  g_variant_builder_init (&spans, G_VARIANT_TYPE ("a(xu)"));
  for (guint i = 0; i < PARLEY_PACE_SPANS; i++)
    {
      const ParleyPaceSpan *span = &requests->spans[i];

      if (span->n > 0 && span->span > newest - PARLEY_PACE_SPANS)
        g_variant_builder_add (&spans, "(xu)", (gint64) span->span, span->n);
    }
  return g_variant_builder_end (&spans);
}

GVariant *
parley_meter_write_times (const gint64 *times, guint n)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_INT64, times, n, sizeof *times);
}

GVariant *
parley_meter_write (ParleyMeter *meter, gint64 after, gint64 now)
{
  GVariantBuilder hours;
  guint n;
  const gint64 *times = parley_meter_find_answers (meter, after, now, &n);

  g_variant_builder_init (&hours, G_VARIANT_TYPE ("a(xxx)"));
  for (guint i = 0; i < PARLEY_BUDGET_HOURS; i++)
    {
      const ParleyBudgetHour *hour = &meter->budget.hours[i];

      if (hour->read > 0 || hour->written > 0)
        g_variant_builder_add (&hours, "(xxx)", (gint64) hour->hour, (gint64) hour->read,
                               (gint64) hour->written);
    }
  return g_variant_new ("(ux@axa(xxx)@a(xu))", meter->told, meter->changed_at,
                        parley_meter_write_times (times, n), &hours,
                        write_requests (&meter->requests, now));
}

GVariant *
parley_loop_write (const ParleyLoop *loop)
{
  GVariantBuilder exchanges;

  g_variant_builder_init (&exchanges, G_VARIANT_TYPE ("a" PARLEY_LOOP_EXCHANGE_TYPE));
  for (guint i = 0; i < loop->n; i++)
    {
      const ParleyLoopExchange *exchange = &loop->exchanges[i];

      g_variant_builder_add (&exchanges, PARLEY_LOOP_EXCHANGE_TYPE, exchange->latency,
                             exchange->span, exchange->chars, exchange->neat, exchange->like,
                             (guint) exchange->typed);
    }
  return g_variant_new (PARLEY_LOOP_TYPE, loop->stopped, loop->n_said, loop->said_at, &exchanges);
}

/* Reading. What can't be is damaged. */

static gboolean
read_hours (ParleyMeter *meter, GVariant *hours, gint64 now)
{
  GVariantIter iter;
  gint64 hour;
  ParleyTokens tokens;

  g_variant_iter_init (&iter, hours);
  while (g_variant_iter_next (&iter, "(xxx)", &hour, &tokens.read, &tokens.written))
    {
      if (hour < 0 || hour > now / PARLEY_RATE_HOUR_MS || tokens.read < 0
          || tokens.read > MAX_TOKENS || tokens.written < 0 || tokens.written > MAX_TOKENS)
        return FALSE;
      parley_budget_add (&meter->budget, hour * PARLEY_RATE_HOUR_MS, tokens);
    }
  return TRUE;
}

static gboolean
read_requests (ParleyMeter *meter, GVariant *spans, gint64 now)
{
  GVariantIter iter;
  gint64 span;
  guint n;

  g_variant_iter_init (&iter, spans);
  while (g_variant_iter_next (&iter, "(xu)", &span, &n))
    {
      if (span < 0 || span > now / PARLEY_PACE_SPAN_MS || n > PARLEY_QUOTA_MAX_REQUESTS)
        return FALSE;
      parley_pace_add (&meter->requests, span * PARLEY_PACE_SPAN_MS, n);
    }
  return TRUE;
}

/* Returns: FALSE if @variant has them and they are damaged. */
static gboolean
read_news (ParleyMeter *meter, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) spans = NULL;

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE (PARLEY_METER_OLDEST_TYPE)))
    return TRUE;
  spans = g_variant_get_child_value (variant, 4);
  g_variant_get_child (variant, 0, "u", &meter->told);
  return read_requests (meter, spans, now);
}

gboolean
parley_meter_read_answers (ParleyMeter *meter, GVariant *answers, gint64 after, gint64 now)
{
  gint64 before = 0;

  for (gsize i = 0; i < g_variant_n_children (answers); i++)
    {
      gint64 at;

      g_variant_get_child (answers, i, "x", &at);
      if (at < before || at > now)
        return FALSE;
      if (at > after)
        parley_rate_add (meter->answers, at);
      before = at;
    }
  return TRUE;
}

gboolean
parley_meter_read (ParleyMeter *meter, GVariant *variant, gint64 after, gint64 now)
{
  g_autoptr (GVariant) answers = g_variant_get_child_value (variant, 2);
  g_autoptr (GVariant) hours = g_variant_get_child_value (variant, 3);

  g_variant_get_child (variant, 1, "x", &meter->changed_at);
  return parley_meter_read_answers (meter, answers, after, now) && meter->changed_at >= 0
         && meter->changed_at <= now && read_hours (meter, hours, now)
         && read_news (meter, variant, now);
}

static gboolean
read_exchange (ParleyLoopExchange *exchange, GVariant *variant)
{
  guint typed;

  g_variant_get (variant, PARLEY_LOOP_EXCHANGE_TYPE, &exchange->latency, &exchange->span,
                 &exchange->chars, &exchange->neat, &exchange->like, &typed);
  exchange->typed = (ParleyTyped) MIN (typed, PARLEY_TYPED_SLOWLY);
  return exchange->latency > 0 && exchange->span >= exchange->latency
         && typed <= PARLEY_TYPED_SLOWLY;
}

gboolean
parley_loop_read (ParleyLoop *loop, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) exchanges = NULL;

  g_variant_get (variant, "(bux@a" PARLEY_LOOP_EXCHANGE_TYPE ")", &loop->stopped, &loop->n_said,
                 &loop->said_at, &exchanges);
  if (loop->said_at < 0 || loop->said_at > now
      || g_variant_n_children (exchanges) > PARLEY_LOOP_EXCHANGES)
    return FALSE;
  for (; loop->n < g_variant_n_children (exchanges); loop->n++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (exchanges, loop->n);

      if (!read_exchange (&loop->exchanges[loop->n], child))
        return FALSE;
    }
  return TRUE;
}
