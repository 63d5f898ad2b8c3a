/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-metrics.h"

#include <string.h>

#define STATE_VERSION "parley-metrics-1"

/* Far more than anybody chats, and sums of such numbers don't overflow. In milliseconds it is about
 * 35000 years. */
#define MAX_VALUE (G_GUINT64_CONSTANT (1) << 50)

#define DURATION  "parley_turn_accumulation_duration_ms"
#define MESSAGES  "parley_turn_message_count"
#define REASONS   "parley_turn_completion_reason_total"
#define READ      "parley_prompt_tokens_total"
#define CACHED    "parley_prompt_tokens_cached_total"

static const guint64 duration_bounds[] = { 100, 200, 500, 1000, 2000, 3000, 10000, 60000 };
static const guint64 message_bounds[] = { 1, 2, 3, 4, 5, 10 };
static const char *const reasons[]
    = { "timeout", "typing_stopped", "explicit_signal", "ai_predicted", "hard_cap" };

#define N_DURATIONS (G_N_ELEMENTS (duration_bounds) + 1)
#define N_MESSAGES  (G_N_ELEMENTS (message_bounds) + 1)
#define N_REASONS   (G_N_ELEMENTS (reasons))

struct _ParleyMetrics
{
  guint64 durations[N_DURATIONS]; /* up to each bound, and the last one beyond all of them */
  guint64 duration_sum;
  guint64 messages[N_MESSAGES];
  guint64 message_sum;
  guint64 reasons[N_REASONS];
  guint64 prompt_tokens; /* of which it is known whether they were cached */
  guint64 cached_tokens;
};

/* The last ones, which states of earlier versions don't have. */
#define N_ADDED 2

/* All numbers in one row: that is what a state is. */
#define N_VALUES (sizeof (ParleyMetrics) / sizeof (guint64))
G_STATIC_ASSERT (N_VALUES == N_DURATIONS + 1 + N_MESSAGES + 1 + N_REASONS + N_ADDED);

ParleyMetrics *
parley_metrics_new (void)
{
  return g_new0 (ParleyMetrics, 1);
}

void
parley_metrics_free (ParleyMetrics *metrics)
{
  g_free (metrics);
}

void
parley_metrics_observe_prompt (ParleyMetrics *metrics, gint64 tokens, gint64 cached)
{
  if (tokens <= 0)
    return;
  metrics->prompt_tokens += (guint64) tokens;
  metrics->cached_tokens += (guint64) CLAMP (cached, 0, tokens);
}

int
parley_metrics_get_cached_percent (const ParleyMetrics *metrics)
{
  if (metrics->prompt_tokens == 0)
    return -1;
  return (int) (metrics->cached_tokens * 100 / metrics->prompt_tokens);
}

static guint
find_bucket (const guint64 *bounds, guint n_bounds, guint64 value)
{
  guint i = 0;

  while (i < n_bounds && value > bounds[i])
    i++;
  return i;
}

gboolean
parley_metrics_observe_turn (ParleyMetrics *metrics,
                             gint64 duration_ms,
                             guint message_count,
                             const char *reason)
{
  guint64 duration = MAX (duration_ms, 0);
  guint r = 0;

  while (r < N_REASONS && !g_str_equal (reasons[r], reason))
    r++;
  if (r == N_REASONS)
    return FALSE;
  metrics->reasons[r]++;
  metrics->durations[find_bucket (duration_bounds, N_DURATIONS - 1, duration)]++;
  metrics->duration_sum += duration;
  metrics->messages[find_bucket (message_bounds, N_MESSAGES - 1, message_count)]++;
  metrics->message_sum += message_count;
  return TRUE;
}

static guint64
sum_up (const guint64 *values, guint n)
{
  guint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

static void
append_head (GString *text, const char *name, const char *help, const char *type)
{
  g_string_append_printf (text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Prometheus' buckets are cumulative, ours are not. */
static void
append_histogram (GString *text,
                  const char *name,
                  const guint64 *bounds,
                  const guint64 *buckets,
                  guint n_buckets,
                  guint64 sum)
{
  guint64 count = 0;

  for (guint i = 0; i < n_buckets - 1; i++)
    {
      count += buckets[i];
      g_string_append_printf (text,
                              "%s_bucket{le=\"%" G_GUINT64_FORMAT "\"} %" G_GUINT64_FORMAT "\n",
                              name, bounds[i], count);
    }
  count += buckets[n_buckets - 1];
  g_string_append_printf (text,
                          "%s_bucket{le=\"+Inf\"} %" G_GUINT64_FORMAT "\n"
                          "%s_sum %" G_GUINT64_FORMAT "\n"
                          "%s_count %" G_GUINT64_FORMAT "\n",
                          name, count, name, sum, name, count);
}

char *
parley_metrics_dup_text (ParleyMetrics *metrics)
{
  GString *text = g_string_new (NULL);

  append_head (text, DURATION, "From a turn's first message to its end, in milliseconds.",
               "histogram");
  append_histogram (text, DURATION, duration_bounds, metrics->durations, N_DURATIONS,
                    metrics->duration_sum);
  append_head (text, MESSAGES, "Messages in a turn.", "histogram");
  append_histogram (text, MESSAGES, message_bounds, metrics->messages, N_MESSAGES,
                    metrics->message_sum);
  append_head (text, REASONS, "Turns by why they were taken as over.", "counter");
  for (guint i = 0; i < N_REASONS; i++)
    g_string_append_printf (text, REASONS "{reason=\"%s\"} %" G_GUINT64_FORMAT "\n", reasons[i],
                            metrics->reasons[i]);
  append_head (text, READ, "Tokens that models read, where their servers tell what was cached.",
               "counter");
  g_string_append_printf (text, READ " %" G_GUINT64_FORMAT "\n", metrics->prompt_tokens);
  append_head (text, CACHED, "Of these, tokens that came from a server's cache.", "counter");
  g_string_append_printf (text, CACHED " %" G_GUINT64_FORMAT "\n", metrics->cached_tokens);
  return g_string_free (text, FALSE);
}

char *
parley_metrics_dup_state (ParleyMetrics *metrics)
{
  GString *state = g_string_new (STATE_VERSION);
  const guint64 *values = (const guint64 *) metrics;

  for (guint i = 0; i < N_VALUES; i++)
    g_string_append_printf (state, " %" G_GUINT64_FORMAT, values[i]);
  return g_string_free (state, FALSE);
}

/* Every turn was counted once in each of the three. */
static gboolean
is_whole (const ParleyMetrics *metrics)
{
  guint64 turns = sum_up (metrics->reasons, N_REASONS);

  return metrics->cached_tokens <= metrics->prompt_tokens
         && sum_up (metrics->durations, N_DURATIONS) == turns
         && sum_up (metrics->messages, N_MESSAGES) == turns;
}

static gboolean
read_state (const char *state, ParleyMetrics *metrics)
{
  g_auto (GStrv) words = g_strsplit (state, " ", N_VALUES + 2);
  guint64 *values = (guint64 *) metrics;

  guint n_values = MAX (g_strv_length (words), 1) - 1;

  if ((n_values != N_VALUES && n_values != N_VALUES - N_ADDED)
      || !g_str_equal (words[0], STATE_VERSION))
    return FALSE;
  for (guint i = 0; i < n_values; i++)
    {
      if (!g_ascii_string_to_unsigned (words[i + 1], 10, 0, MAX_VALUE, &values[i], NULL))
        return FALSE;
    }
  return is_whole (metrics);
}

gboolean
parley_metrics_load_state (ParleyMetrics *metrics, const char *state)
{
  ParleyMetrics kept = { 0 };
  const guint64 *from = (const guint64 *) &kept;
  guint64 *to = (guint64 *) metrics;

  if (!read_state (state, &kept))
    return FALSE;
  for (guint i = 0; i < N_VALUES; i++)
    to[i] += from[i];
  return TRUE;
}
