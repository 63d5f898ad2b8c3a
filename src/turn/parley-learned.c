/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-learned.h"

#include <math.h>
#include <string.h>

#include "base/parley-error.h"

#define N_BINS         40 /* of the time after a bubble */
#define BIN_MS         (PARLEY_LEARNED_HORIZON_MS / N_BINS)
#define MAX_TARGETS    32
#define MAX_WEIGHT     100.0 /* a larger one is damage */
#define MAX_TEXT_BYTES 65536
#define SPOKEN_MAX_MS  120000
#define HALF_TRUST     3.0 /* gaps or bursts of a person after which what they tell counts half */
#define COMMON_SPOKEN  2.3
#define COMMON_P50     2.2 /* log (1 + s), about the middle of the training chats */
#define COMMON_P95     2.5
#define COMMON_MULTI   0.3 /* of their bursts have two or more bubbles */

/* One for people who show their typing, one for the others. */
typedef struct
{
  double base[N_BINS]; /* log odds that it comes in this bin if it has not come before */
  double early[PARLEY_LEARNED_N_FEATURES]; /* what a feature adds at first, dying away */
  double late[PARLEY_LEARNED_N_FEATURES];  /* and throughout */
  double targets[MAX_TARGETS];             /* mean waits in ms, rising */
  double prices[MAX_TARGETS]; /* what a second of waiting may cost to get there, falling */
  double floors[MAX_TARGETS]; /* the least wait in ms, rising */
  gsize n_targets;
} Model;

struct _ParleyLearned
{
  double decay[N_BINS];
  Model models[2]; /* by whether typing is shown */
};

static const char *const names[PARLEY_LEARNED_N_FEATURES] = {
  [PARLEY_LEARNED_SECOND] = "second",
  [PARLEY_LEARNED_LATER] = "later",
  [PARLEY_LEARNED_LENGTH] = "length",
  [PARLEY_LEARNED_QUESTION] = "question",
  [PARLEY_LEARNED_COMPLETE] = "complete",
  [PARLEY_LEARNED_OPEN] = "open",
  [PARLEY_LEARNED_SHORT] = "short",
  [PARLEY_LEARNED_GREETING] = "greeting",
  [PARLEY_LEARNED_ANSWER] = "answer",
  [PARLEY_LEARNED_GAP] = "gap",
  [PARLEY_LEARNED_SPOKEN] = "spoken",
  [PARLEY_LEARNED_ASKED] = "asked",
  [PARLEY_LEARNED_ASKED_FIRST] = "asked-first",
  [PARLEY_LEARNED_P50] = "p50",
  [PARLEY_LEARNED_P95] = "p95",
  [PARLEY_LEARNED_MULTI] = "multi",
  [PARLEY_LEARNED_TYPED] = "typed",
  [PARLEY_LEARNED_TYPED_SEEN] = "typed-seen",
};

const char *
parley_learned_feature_to_string (ParleyLearnedFeature feature)
{
  return names[feature];
}

/* Features */

/* Twice as long matters as much at one second as at ten. */
static double
squeeze_ms (gint64 ms)
{
  return log1p (MAX (ms, 0) / 1000.0);
}

static void
note_text (double *values, const char *text, const ParleyShapeLook *look)
{
  values[PARLEY_LEARNED_LENGTH] = log1p (g_utf8_strlen (text, -1));
  values[PARLEY_LEARNED_QUESTION] = look->question;
  values[PARLEY_LEARNED_COMPLETE] = !look->question && look->completion;
  values[PARLEY_LEARNED_OPEN]
      = look->shape == PARLEY_SHAPE_FRAGMENT || look->shape == PARLEY_SHAPE_INCOMPLETE_ENTITY;
  values[PARLEY_LEARNED_SHORT] = look->shape == PARLEY_SHAPE_POSSIBLY_INCOMPLETE;
  values[PARLEY_LEARNED_GREETING] = look->shape == PARLEY_SHAPE_GREETING_ONLY;
  values[PARLEY_LEARNED_ANSWER] = look->short_answer;
}

/* The less is known of a person, the more they are taken to be like everybody. */
static void
note_cadence (double *values, const ParleyCadenceStats *stats)
{
  double trust = stats->count / (stats->count + HALF_TRUST);

  values[PARLEY_LEARNED_P50] = trust * (squeeze_ms (stats->p50) - COMMON_P50);
  values[PARLEY_LEARNED_P95] = trust * (squeeze_ms (stats->p95) - COMMON_P95);
}

static void
note_habits (double *values, guint n, const ParleyHabits *habits, gint64 now)
{
  if (n > 1)
    values[PARLEY_LEARNED_GAP] = squeeze_ms (habits->gap_ms);
  if (habits->answered_at >= 0)
    values[PARLEY_LEARNED_SPOKEN]
        = squeeze_ms (MIN (now - habits->answered_at, SPOKEN_MAX_MS)) - COMMON_SPOKEN;
  values[PARLEY_LEARNED_ASKED] = habits->asked;
  values[PARLEY_LEARNED_ASKED_FIRST] = habits->asked && n == 1;
  note_cadence (values, &habits->stats);
  values[PARLEY_LEARNED_MULTI]
      = (habits->n_multi - COMMON_MULTI * habits->n_bursts) / (habits->n_bursts + HALF_TRUST);
  if (habits->typed_ms >= 0)
    values[PARLEY_LEARNED_TYPED] = squeeze_ms (habits->typed_ms);
  values[PARLEY_LEARNED_TYPED_SEEN] = habits->typed_ms >= 0;
}

void
parley_learned_features_init (ParleyLearnedFeatures *features,
                              const char *text,
                              guint n,
                              const ParleyHabits *habits,
                              gint64 now,
                              const ParleyShapeLook *look)
{
  *features = (ParleyLearnedFeatures){ .types = habits != NULL && habits->types };
  note_text (features->values, text, look);
  features->values[PARLEY_LEARNED_SECOND] = n == 2;
  features->values[PARLEY_LEARNED_LATER] = n > 2;
  if (habits != NULL)
    note_habits (features->values, n, habits, now);
}

/* The wait */

/* @came: receives, for the end of each bin, how likely it came by then. */
static void
predict (const ParleyLearned *learned, const Model *model, const double *values, double *came)
{
  double early = 0;
  double late = 0;
  double open = 1; /* how likely it has not come yet */

  for (guint i = 0; i < PARLEY_LEARNED_N_FEATURES; i++)
    {
      early += model->early[i] * values[i];
      late += model->late[i] * values[i];
    }
  for (guint bin = 0; bin < N_BINS; bin++)
    {
      open /= 1 + exp (model->base[bin] + early * learned->decay[bin] + late);
      came[bin] = 1 - open;
    }
}

/* Waiting gains a bubble that comes in time, and costs the time if none comes. */
static int
find_best_wait (const double *came, double price)
{
  double over = 1 - came[N_BINS - 1];
  double best_gain = 0;
  int best = 0;

  for (int bin = 0; bin < N_BINS; bin++)
    {
      int wait = (bin + 1) * BIN_MS;
      double gain = came[bin] - price * over * wait / 1000.0;

      if (gain <= best_gain)
        continue;
      best_gain = gain;
      best = wait;
    }
  return best;
}

/* Between two targets the price moves evenly in its logarithm, and the floor as it is. */
static int
wait_at_target (const Model *model, const double *came, double target)
{
  gsize i = 1;
  double share;
  double price;
  double least;

  while (i < model->n_targets - 1 && model->targets[i] < target)
    i++;
  share = (target - model->targets[i - 1]) / (model->targets[i] - model->targets[i - 1]);
  price = exp ((1 - share) * log (model->prices[i - 1]) + share * log (model->prices[i]));
  least = (1 - share) * model->floors[i - 1] + share * model->floors[i];
  return MAX ((int) least, find_best_wait (came, price));
}

/* Below the first target and above the last the waits themselves move evenly, to 0 and to the
 * horizon. */
int
parley_learned_get_wait (const ParleyLearned *learned,
                         const ParleyLearnedFeatures *features,
                         int target_ms)
{
  const Model *model = &learned->models[features->types ? 1 : 0];
  double first = model->targets[0];
  double last = model->targets[model->n_targets - 1];
  double target = CLAMP (target_ms, 0, PARLEY_LEARNED_HORIZON_MS);
  double came[N_BINS];
  int wait;

  predict (learned, model, features->values, came);
  wait = wait_at_target (model, came, CLAMP (target, first, last));
  if (target < first)
    return (int) (wait * target / first);
  if (target > last)
    return wait
           + (int) ((PARLEY_LEARNED_HORIZON_MS - wait) * (target - last)
                    / (PARLEY_LEARNED_HORIZON_MS - last));
  return wait;
}

/* The file */

G_GNUC_PRINTF (2, 3)
static gboolean
complain (GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               "the learned weights are damaged: %s", what);
  return FALSE;
}

/* Takes at most @max numbers, between @min and @max_value. Returns: how many there are, 0 if
 * something is wrong with them. */
static gsize
read_numbers (GKeyFile *file,
              const char *group,
              const char *key,
              double max_value,
              double *numbers,
              gsize max,
              GError **error)
{
  gsize n = 0;
  g_autofree double *list = g_key_file_get_double_list (file, group, key, &n, NULL);

  if (list == NULL || n == 0 || n > max)
    {
      complain (error, "[%s] %s is missing, no list of numbers or too long", group, key);
      return 0;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (isfinite (list[i]) && fabs (list[i]) <= max_value)
        continue;
      complain (error, "[%s] %s holds a number that can't be", group, key);
      return 0;
    }
  memcpy (numbers, list, n * sizeof *list);
  return n;
}

static gboolean
read_exactly (GKeyFile *file,
              const char *group,
              const char *key,
              double max_value,
              double *numbers,
              gsize n,
              GError **error)
{
  gsize found = read_numbers (file, group, key, max_value, numbers, n, error);

  if (found == 0 || found == n)
    return found == n;
  return complain (error, "[%s] %s has %" G_GSIZE_FORMAT " numbers instead of %" G_GSIZE_FORMAT,
                   group, key, found, n);
}

/* A larger target must never wait less. */
static gboolean
targets_are_in_order (const Model *model)
{
  for (gsize i = 0; i < model->n_targets; i++)
    {
      if (model->prices[i] <= 0 || model->targets[i] <= 0 || model->floors[i] < 0
          || model->targets[i] >= PARLEY_LEARNED_HORIZON_MS)
        return FALSE;
      if (i > 0
          && (model->prices[i] > model->prices[i - 1] || model->floors[i] < model->floors[i - 1]
              || model->targets[i] <= model->targets[i - 1]))
        return FALSE;
    }
  return model->n_targets >= 2;
}

static gboolean
read_targets (GKeyFile *file, const char *group, Model *model, GError **error)
{
  const double horizon = PARLEY_LEARNED_HORIZON_MS;

  model->n_targets
      = read_numbers (file, group, "targets", horizon, model->targets, MAX_TARGETS, error);
  return model->n_targets > 0
         && read_exactly (file, group, "prices", MAX_WEIGHT, model->prices, model->n_targets, error)
         && read_exactly (file, group, "floors", horizon, model->floors, model->n_targets, error)
         && (targets_are_in_order (model)
             || complain (error, "[%s] targets and floors must rise and prices fall", group));
}

static gboolean
read_features (GKeyFile *file, const char *group, const char *key, double *numbers, GError **error)
{
  return read_exactly (file, group, key, MAX_WEIGHT, numbers, PARLEY_LEARNED_N_FEATURES, error);
}

static gboolean
read_model (GKeyFile *file, const char *group, Model *model, GError **error)
{
  return read_exactly (file, group, "base", MAX_WEIGHT, model->base, N_BINS, error)
         && read_features (file, group, "early", model->early, error)
         && read_features (file, group, "late", model->late, error)
         && read_targets (file, group, model, error);
}

/* Weights of another set of features would be read without complaint and mean nothing. */
static gboolean
check_features (GKeyFile *file, GError **error)
{
  gsize n = 0;
  g_auto (GStrv) found = g_key_file_get_string_list (file, "learned", "features", &n, NULL);

  for (gsize i = 0; i < PARLEY_LEARNED_N_FEATURES; i++)
    {
      if (i >= n || !g_str_equal (found[i], names[i]))
        return complain (error, "the feature “%s” is not where it is looked for", names[i]);
    }
  return n == PARLEY_LEARNED_N_FEATURES || complain (error, "it has features that are not known");
}

static gboolean
read_file (const char *text, ParleyLearned *learned, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (strlen (text) > MAX_TEXT_BYTES)
    return complain (error, "they are too long");
  if (!g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, NULL))
    return complain (error, "this is no key file");
  return check_features (file, error)
         && read_exactly (file, "learned", "decay", MAX_WEIGHT, learned->decay, N_BINS, error)
         && read_model (file, "quiet", &learned->models[0], error)
         && read_model (file, "typing", &learned->models[1], error);
}

ParleyLearned *
parley_learned_parse (const char *text, GError **error)
{
  g_autoptr (ParleyLearned) learned = g_new0 (ParleyLearned, 1);

  return read_file (text, learned, error) ? g_steal_pointer (&learned) : NULL;
}

void
parley_learned_free (ParleyLearned *learned)
{
  g_free (learned);
}
