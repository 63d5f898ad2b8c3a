/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-summary.h"

#include <math.h>

#include "base/parley-json-line.h"

/* Of some bursts: how many, and how many of them were interrupted. */
typedef struct
{
  guint multi;
  guint interrupted;
  guint visible;
} Tally;

struct _ParleySummary
{
  guint n_bursts;
  Tally multi;
  Tally tight;
  GArray *latencies;     /* of gint64 */
  GArray *first_bubbles; /* of gint64 */
  guint n_asks;
  guint n_aborted;
  guint n_turns;
  guint reasons[PARLEY_BURST_N_REASONS];
};

ParleySummary *
parley_summary_new (void)
{
  ParleySummary *summary = g_new0 (ParleySummary, 1);

  summary->latencies = g_array_new (FALSE, FALSE, sizeof (gint64));
  summary->first_bubbles = g_array_new (FALSE, FALSE, sizeof (gint64));
  return summary;
}

void
parley_summary_free (ParleySummary *summary)
{
  g_array_unref (summary->latencies);
  g_array_unref (summary->first_bubbles);
  g_free (summary);
}

static void
tally_burst (Tally *tally, const ParleyBurst *burst)
{
  tally->multi++;
  tally->interrupted += burst->interrupted;
  tally->visible += burst->visible;
}

static void
tally_merge (Tally *tally, const Tally *other)
{
  tally->multi += other->multi;
  tally->interrupted += other->interrupted;
  tally->visible += other->visible;
}

void
parley_summary_add (ParleySummary *summary, const ParleyBurst *burst)
{
  summary->n_bursts++;
  if (burst->n > 1)
    tally_burst (&summary->multi, burst);
  if (burst->tight)
    tally_burst (&summary->tight, burst);
  if (burst->latency >= 0)
    g_array_append_val (summary->latencies, burst->latency);
  if (burst->first_bubble >= 0)
    g_array_append_val (summary->first_bubbles, burst->first_bubble);
  summary->n_asks += burst->n_asks;
  summary->n_aborted += burst->n_aborted;
  summary->n_turns += burst->n_turns;
  for (guint i = 0; i < PARLEY_BURST_N_REASONS; i++)
    summary->reasons[i] += burst->reasons[i];
}

void
parley_summary_merge (ParleySummary *summary, const ParleySummary *other)
{
  summary->n_bursts += other->n_bursts;
  tally_merge (&summary->multi, &other->multi);
  tally_merge (&summary->tight, &other->tight);
  g_array_append_vals (summary->latencies, other->latencies->data, other->latencies->len);
  g_array_append_vals (summary->first_bubbles, other->first_bubbles->data,
                       other->first_bubbles->len);
  summary->n_asks += other->n_asks;
  summary->n_aborted += other->n_aborted;
  summary->n_turns += other->n_turns;
  for (guint i = 0; i < PARLEY_BURST_N_REASONS; i++)
    summary->reasons[i] += other->reasons[i];
}

/* Output */

static void
add_rate (ParleyJsonLine *line, const char *name, guint n, guint of)
{
  if (of > 0)
    parley_json_line_add_double (line, name, (double) n / of);
  else
    parley_json_line_add_null (line, name);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a;
  gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static double
get_mean (const GArray *times)
{
  double sum = 0;

  for (guint i = 0; i < times->len; i++)
    sum += (double) g_array_index (times, gint64, i);
  return sum / times->len;
}

/* @sorted: not empty. */
static double
get_quantile (const GArray *sorted, double share)
{
  double at = share * (sorted->len - 1);
  guint below = (guint) floor (at);
  guint above = MIN (below + 1, sorted->len - 1);
  double low = (double) g_array_index (sorted, gint64, below);

  return low + (at - below) * ((double) g_array_index (sorted, gint64, above) - low);
}

static void
add_times (ParleyJsonLine *line, const char *name, const GArray *times)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *) times);

  g_array_sort (sorted, compare_times);
  parley_json_line_begin_object (line, name);
  if (sorted->len > 0)
    {
      parley_json_line_add_int (line, "mean", llround (get_mean (sorted)));
      parley_json_line_add_int (line, "median", llround (get_quantile (sorted, 0.5)));
      parley_json_line_add_int (line, "p90", llround (get_quantile (sorted, 0.9)));
    }
  else
    {
      parley_json_line_add_null (line, "mean");
      parley_json_line_add_null (line, "median");
      parley_json_line_add_null (line, "p90");
    }
  parley_json_line_end_object (line);
}

static void
add_interruptions (ParleyJsonLine *line, const ParleySummary *summary)
{
  const Tally *multi = &summary->multi;
  const Tally *tight = &summary->tight;

  parley_json_line_add_int (line, "multi", multi->multi);
  parley_json_line_add_int (line, "interrupted", multi->interrupted);
  add_rate (line, "interrupted_rate", multi->interrupted, multi->multi);

  parley_json_line_begin_object (line, "tight");
  parley_json_line_add_int (line, "multi", tight->multi);
  parley_json_line_add_int (line, "interrupted", tight->interrupted);
  add_rate (line, "interrupted_rate", tight->interrupted, tight->multi);
  parley_json_line_end_object (line);

  parley_json_line_begin_object (line, "visible");
  parley_json_line_add_int (line, "multi", multi->multi);
  parley_json_line_add_int (line, "interrupted", multi->visible);
  add_rate (line, "tight_interrupted_rate", tight->visible, tight->multi);
  parley_json_line_end_object (line);
}

char *
parley_summary_to_json (const ParleySummary *summary, const char *file, const char *profile)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_string (line, "file", file);
  parley_json_line_add_string (line, "profile", profile);
  parley_json_line_add_int (line, "bursts", summary->n_bursts);
  add_interruptions (line, summary);
  add_times (line, "latency_ms", summary->latencies);
  add_times (line, "first_bubble_ms", summary->first_bubbles);
  parley_json_line_add_int (line, "asks", summary->n_asks);
  parley_json_line_add_int (line, "aborted", summary->n_aborted);
  parley_json_line_add_int (line, "turns", summary->n_turns);
  parley_json_line_begin_object (line, "reasons");
  for (guint i = 0; i < PARLEY_BURST_N_REASONS; i++)
    {
      if (summary->reasons[i] > 0)
        parley_json_line_add_int (line, parley_reason_to_string (i), summary->reasons[i]);
    }
  parley_json_line_end_object (line);
  return parley_json_line_end (line);
}
