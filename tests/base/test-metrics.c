/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-metrics.h"

#include <string.h>

static const char *const reasons[]
    = { "timeout", "typing_stopped", "explicit_signal", "ai_predicted", "hard_cap" };

/* Prometheus' text format, as strictly as these metrics use it */

typedef struct
{
  char *family; /* of the last # TYPE line */
  char *type;
  GHashTable *samples; /* "name{labels}" → value as text */
  GHashTable *families;
} Parser;

static gboolean
is_match (const char *pattern, const char *text)
{
  return g_regex_match_simple (pattern, text, 0, 0);
}

static void
parse_comment (Parser *p, const char *help, const char *type)
{
  g_auto (GStrv) about = g_strsplit (help, " ", 4);
  g_auto (GStrv) kind = g_strsplit (type, " ", 4);

  g_assert_true (is_match ("^# HELP [a-zA-Z_:][a-zA-Z0-9_:]* [^\\n]+$", help));
  g_assert_true (is_match ("^# TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|histogram)$", type));
  g_assert_cmpstr (about[2], ==, kind[2]);
  g_assert_true (g_hash_table_add (p->families, g_strdup (kind[2])));
  g_free (p->family);
  g_free (p->type);
  p->family = g_strdup (kind[2]);
  p->type = g_strdup (kind[3]);
}

/* A sample belongs to the family above it; a histogram's has one of three endings. */
static void
parse_sample (Parser *p, const char *line)
{
  const char *space = strchr (line, ' ');
  g_autofree char *series = NULL;
  g_autofree char *name = NULL;

  g_assert_true (is_match (
      "^[a-zA-Z_:][a-zA-Z0-9_:]*(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\\\n]*\"\\})? [0-9]+$", line));
  series = g_strndup (line, space - line);
  name = g_strndup (series, strcspn (series, "{"));
  g_assert_true (g_str_has_prefix (name, p->family));
  if (g_str_equal (p->type, "histogram"))
    g_assert_true (is_match ("^_(bucket|sum|count)$", name + strlen (p->family)));
  else
    g_assert_cmpstr (name, ==, p->family);
  g_assert_true (g_hash_table_insert (p->samples, g_steal_pointer (&series), g_strdup (space + 1)));
}

/* Returns: (transfer full): the samples. */
static GHashTable *
parse (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Parser p = { 0 };

  p.samples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  p.families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_assert_true (g_str_has_suffix (text, "\n"));
  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      if (*lines[i] != '#')
        {
          parse_sample (&p, lines[i]);
          continue;
        }
      parse_comment (&p, lines[i], lines[i + 1]);
      i++;
    }
  g_hash_table_unref (p.families);
  g_free (p.family);
  g_free (p.type);
  return p.samples;
}

static void
assert_sample (GHashTable *samples, const char *series, const char *value)
{
  g_assert_cmpstr (g_hash_table_lookup (samples, series), ==, value);
}

/* The tests */

static GHashTable *
dup_samples (ParleyMetrics *metrics)
{
  g_autofree char *text = parley_metrics_dup_text (metrics);

  return parse (text);
}

static void
test_every_series_is_there_from_the_start (void)
{
  const char *const bounds[] = { "100", "200", "500", "1000", "2000", "3000", "10000", "60000" };
  const char *const counts[] = { "1", "2", "3", "4", "5", "10" };
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autoptr (GHashTable) samples = dup_samples (metrics);

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    {
      g_autofree char *series
          = g_strdup_printf ("parley_turn_accumulation_duration_ms_bucket{le=\"%s\"}", bounds[i]);

      assert_sample (samples, series, "0");
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *series
          = g_strdup_printf ("parley_turn_message_count_bucket{le=\"%s\"}", counts[i]);

      assert_sample (samples, series, "0");
    }
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autofree char *series
          = g_strdup_printf ("parley_turn_completion_reason_total{reason=\"%s\"}", reasons[i]);

      assert_sample (samples, series, "0");
    }
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"+Inf\"}", "0");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_sum", "0");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_count", "0");
  assert_sample (samples, "parley_turn_message_count_bucket{le=\"+Inf\"}", "0");
  assert_sample (samples, "parley_turn_message_count_sum", "0");
  assert_sample (samples, "parley_turn_message_count_count", "0");
  g_assert_cmpuint (g_hash_table_size (samples), ==, 8 + 6 + 5 + 6 + 2);
}

/* A value at a bound belongs under it; buckets hold all below them, too. */
static void
test_bounds (void)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autoptr (GHashTable) samples = NULL;

  g_assert_true (parley_metrics_observe_turn (metrics, -5, 1, "timeout"));
  g_assert_true (parley_metrics_observe_turn (metrics, 100, 2, "timeout"));
  g_assert_true (parley_metrics_observe_turn (metrics, 101, 10, "typing_stopped"));
  g_assert_true (parley_metrics_observe_turn (metrics, 60000, 11, "ai_predicted"));
  g_assert_true (parley_metrics_observe_turn (metrics, 60001, 50, "hard_cap"));
  samples = dup_samples (metrics);
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"100\"}", "2");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"200\"}", "3");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"10000\"}", "3");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"60000\"}", "4");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_bucket{le=\"+Inf\"}", "5");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_count", "5");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_sum", "120202");
  assert_sample (samples, "parley_turn_message_count_bucket{le=\"1\"}", "1");
  assert_sample (samples, "parley_turn_message_count_bucket{le=\"5\"}", "2");
  assert_sample (samples, "parley_turn_message_count_bucket{le=\"10\"}", "3");
  assert_sample (samples, "parley_turn_message_count_bucket{le=\"+Inf\"}", "5");
  assert_sample (samples, "parley_turn_message_count_sum", "74");
  assert_sample (samples, "parley_turn_completion_reason_total{reason=\"timeout\"}", "2");
  assert_sample (samples, "parley_turn_completion_reason_total{reason=\"hard_cap\"}", "1");
  assert_sample (samples, "parley_turn_completion_reason_total{reason=\"explicit_signal\"}", "0");
}

static void
assert_unchanged (ParleyMetrics *metrics, const char *state)
{
  g_autofree char *now = parley_metrics_dup_state (metrics);

  g_assert_cmpstr (now, ==, state);
}

static void
test_unknown_reason_counts_nothing (void)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autofree char *before = parley_metrics_dup_state (metrics);

  g_assert_false (parley_metrics_observe_turn (metrics, 100, 1, "bored"));
  g_assert_false (parley_metrics_observe_turn (metrics, 100, 1, ""));
  assert_unchanged (metrics, before);
}

static void
test_states_add_up (void)
{
  g_autoptr (ParleyMetrics) yesterday = parley_metrics_new ();
  g_autoptr (ParleyMetrics) today = parley_metrics_new ();
  g_autofree char *state = NULL;
  g_autoptr (GHashTable) samples = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    parley_metrics_observe_turn (yesterday, 1000 * i, i, reasons[i]);
  state = parley_metrics_dup_state (yesterday);
  parley_metrics_observe_turn (today, 70000, 1, "hard_cap");
  g_assert_true (parley_metrics_load_state (today, state));
  samples = dup_samples (today);
  assert_sample (samples, "parley_turn_completion_reason_total{reason=\"hard_cap\"}", "2");
  assert_sample (samples, "parley_turn_completion_reason_total{reason=\"timeout\"}", "1");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_sum", "80000");
  assert_sample (samples, "parley_turn_accumulation_duration_ms_count", "6");
  assert_sample (samples, "parley_turn_message_count_sum", "11");
}

static void
test_damaged_state_adds_nothing (void)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autofree char *good = NULL;
  g_autofree char *longer = NULL;
  g_autofree char *fewer = NULL;
  g_autofree char *newer = NULL;

  parley_metrics_observe_turn (metrics, 700, 3, "timeout");
  good = parley_metrics_dup_state (metrics);
  longer = g_strconcat (good, " 0", NULL);
  fewer = g_strndup (good, strrchr (good, ' ') - good);
  newer = g_strdup (good);
  newer[strcspn (newer, " ") - 1] = '2';
  g_assert_false (parley_metrics_load_state (metrics, ""));
  g_assert_false (parley_metrics_load_state (metrics, "\xff\xfe garbage"));
  g_assert_false (parley_metrics_load_state (metrics, longer));
  g_assert_false (parley_metrics_load_state (metrics, fewer));
  g_assert_false (parley_metrics_load_state (metrics, newer));
  assert_unchanged (metrics, good);
}

/* What a server told can't be more than all; one that told nothing is no zero. */
static void
test_what_came_from_the_cache (void)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autofree char *text = NULL;

  g_assert_cmpint (parley_metrics_get_cached_percent (metrics), ==, -1);
  parley_metrics_observe_prompt (metrics, 0, 50);
  g_assert_cmpint (parley_metrics_get_cached_percent (metrics), ==, -1);
  parley_metrics_observe_prompt (metrics, 100, 84);
  parley_metrics_observe_prompt (metrics, 100, 1000000000);
  g_assert_cmpint (parley_metrics_get_cached_percent (metrics), ==, 92);
  text = parley_metrics_dup_text (metrics);
  g_assert_nonnull (strstr (text, "\nparley_prompt_tokens_total 200\n"));
  g_assert_nonnull (strstr (text, "\nparley_prompt_tokens_cached_total 184\n"));
}

static void
test_state_without_the_cache_is_taken (void)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autofree char *state = parley_metrics_dup_state (metrics);

  *strrchr (state, ' ') = '\0';
  g_assert_false (parley_metrics_load_state (metrics, state));
  *strrchr (state, ' ') = '\0';
  g_assert_true (parley_metrics_load_state (metrics, state));
}

/* Each byte of a good state replaced by each of some others: nothing crashes, and what is taken has
 * as many turns by length as by reason. */
static void
test_any_damaged_byte_is_survived (void)
{
  g_autoptr (ParleyMetrics) source = parley_metrics_new ();
  g_autofree char *good = NULL;

  parley_metrics_observe_turn (source, 700, 3, "timeout");
  parley_metrics_observe_turn (source, 90000, 12, "hard_cap");
  good = parley_metrics_dup_state (source);
  for (gsize i = 0; good[i] != '\0'; i++)
    for (const char *other = "0 -9x\xff"; *other != '\0'; other++)
      {
        g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
        g_autofree char *bad = g_strdup (good);
        g_autofree char *zero = parley_metrics_dup_state (metrics);
        g_autoptr (GHashTable) samples = NULL;

        bad[i] = *other;
        if (!parley_metrics_load_state (metrics, bad))
          assert_unchanged (metrics, zero);
        samples = dup_samples (metrics);
        g_assert_cmpstr (
            g_hash_table_lookup (samples, "parley_turn_message_count_count"), ==,
            g_hash_table_lookup (samples, "parley_turn_accumulation_duration_ms_count"));
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/metrics/series", test_every_series_is_there_from_the_start);
  g_test_add_func ("/base/metrics/bounds", test_bounds);
  g_test_add_func ("/base/metrics/unknown-reason", test_unknown_reason_counts_nothing);
  g_test_add_func ("/base/metrics/cache", test_what_came_from_the_cache);
  g_test_add_func ("/base/metrics/state-without-cache", test_state_without_the_cache_is_taken);
  g_test_add_func ("/base/metrics/states-add-up", test_states_add_up);
  g_test_add_func ("/base/metrics/damaged-state", test_damaged_state_adds_nothing);
  g_test_add_func ("/base/metrics/any-damaged-byte", test_any_damaged_byte_is_survived);
  return g_test_run ();
}
