/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-window.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What the shape of the newest bubble adds to a SWIFT window. */
static const int shape_ms[] = {
  [PARLEY_SHAPE_GREETING_ONLY] = 500,     [PARLEY_SHAPE_FRAGMENT] = 400,
  [PARLEY_SHAPE_INCOMPLETE_ENTITY] = 600, [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = 200,
  [PARLEY_SHAPE_LIKELY_COMPLETE] = 0,
};

#define COMPLETION_MS    300
#define BURST_FACTOR     0.8
#define PATIENT_COMPLETE 800
#define PATIENT_PARTIAL  6500
#define PATIENT_CEILING  10000 /* from the first bubble */

/* Takes the window from @window->wait to @to, and says which term did it. */
static void
move_to (ParleyWindow *window, const char *name, int to)
{
  ParleyWindowTerm *term = &window->terms[window->n_terms];

  if (to == window->wait && window->n_terms > 0)
    return;
  term->name = name;
  term->ms = to - window->wait;
  window->wait = to;
  window->n_terms++;
}

static void
compute_swift (const ParleyWindowPolicy *policy,
               const ParleyWindowInput *input,
               ParleyWindow *window)
{
  move_to (window, "channel", input->base_ms);
  if (window->immediate)
    return;
  move_to (window, "shape", window->wait + shape_ms[window->shape]);
  if (window->completion)
    move_to (window, "completion", MAX (policy->min_ms, window->wait - COMPLETION_MS));
  if (input->n > 1)
    move_to (window, "burst", (int) (window->wait * pow (BURST_FACTOR, input->n - 1)));
  window->suggested = window->wait;
  move_to (window, "clamp", CLAMP (window->wait, policy->min_ms, policy->max_ms));
}

static void
compute_patient (const ParleyWindowPolicy *policy,
                 const ParleyWindowInput *input,
                 ParleyWindow *window)
{
  if (window->completion || parley_shape_is_short_answer (input->text, input->lexicon))
    move_to (window, "complete", PATIENT_COMPLETE);
  else
    move_to (window, "partial", PATIENT_PARTIAL);
  window->suggested = window->wait;
  move_to (window, "ceiling", MIN (window->wait, MAX (0, PATIENT_CEILING - input->age_ms)));
}

static void
compute_fixed (const ParleyWindowPolicy *policy,
               const ParleyWindowInput *input,
               ParleyWindow *window)
{
  move_to (window, "fixed", policy->fixed_ms);
}

typedef struct
{
  const char *name;
  void (*compute) (const ParleyWindowPolicy *policy,
                   const ParleyWindowInput *input,
                   ParleyWindow *window);
} ParleyProfileClass;

static const ParleyProfileClass profiles[] = {
  [PARLEY_PROFILE_SWIFT] = { "swift", compute_swift },
  [PARLEY_PROFILE_PATIENT] = { "patient", compute_patient },
  [PARLEY_PROFILE_LEARNED] = { "learned", compute_swift },
  [PARLEY_PROFILE_FIXED] = { "fixed", compute_fixed },
};

void
parley_window_compute (const ParleyWindowPolicy *policy,
                       const ParleyWindowInput *input,
                       ParleyWindow *window)
{
  *window = (ParleyWindow){
    .shape = parley_shape_of (input->text, input->lexicon),
    .completion = parley_shape_is_explicit_completion (input->text, input->lexicon),
    .immediate = policy->profile == PARLEY_PROFILE_SWIFT && input->base_ms == 0,
    .suggested = -1,
  };
  profiles[policy->profile].compute (policy, input, window);
  if (window->suggested < 0)
    window->suggested = window->wait;
}

gboolean
parley_profile_from_string (const char *name, ParleyProfile *profile)
{
  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      if (!g_str_equal (profiles[i].name, name))
        continue;
      *profile = i;
      return TRUE;
    }
  return FALSE;
}

static const char *
describe_shape (ParleyShape shape)
{
  static const char *const texts[] = {
    [PARLEY_SHAPE_GREETING_ONLY] = N_ ("only a greeting so far"),
    [PARLEY_SHAPE_FRAGMENT] = N_ ("the sentence is open"),
    [PARLEY_SHAPE_INCOMPLETE_ENTITY] = N_ ("a number seems to be missing"),
    [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = N_ ("only a word or two"),
    [PARLEY_SHAPE_LIKELY_COMPLETE] = N_ ("it looks complete"),
  };

  return _ (texts[shape]);
}

char *
parley_window_dup_reason (const ParleyWindow *window)
{
  g_autoptr (GString) terms = g_string_new (NULL);

  if (window->immediate)
    return g_strdup (_ ("No wait: messages on this channel are always complete."));
  for (guint i = 0; i < window->n_terms; i++)
    g_string_append_printf (terms, "%s%s %+d", i > 0 ? ", " : "", window->terms[i].name,
                            window->terms[i].ms);
  return g_strdup_printf (_ ("Waits %d ms for more: %s (%s)."), window->wait,
                          describe_shape (window->shape), terms->str);
}
