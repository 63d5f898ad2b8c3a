/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "turn/parley-window.h"

typedef struct
{
  const char *term;
  const char *sentence;
} Reason;

/* Terms that say more than the shape does when they made the wait longer. */
static const Reason reasons[] = {
  /* Translators: all of these stand in "Waits 2.5 s for more: %s." */
  { "learned", N_ ("people who write like this often go on") },
  { "cadence", N_ ("this person takes their time between messages") },
  { "hint", N_ ("they were asked something and more is expected") },
  { "model", N_ ("the model wants to read more first") },
  { "caption", N_ ("a file and the words for it often come one after the other") },
};

static const char *
describe_shape (const ParleyWindow *window)
{
  static const char *const texts[] = {
    /* Translators: what the contact wrote so far, in "Waits 2.5 s for more: %s." */
    [PARLEY_SHAPE_GREETING_ONLY] = N_ ("only a greeting so far"),
    /* Translators: the sentence they write has no end yet */
    [PARLEY_SHAPE_FRAGMENT] = N_ ("the sentence is open"),
    [PARLEY_SHAPE_INCOMPLETE_ENTITY] = N_ ("a number seems to be missing"),
    [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = N_ ("only a word or two so far"),
    /* Translators: it: what they wrote */
    [PARLEY_SHAPE_LIKELY_COMPLETE] = N_ ("it looks complete, but more may come"),
  };

  return _ (texts[window->shape]);
}

/* Returns: (nullable): what the longest of these terms stands for. */
static const char *
describe_term (const ParleyWindow *window)
{
  const char *found = NULL;
  int most = 0;

  for (guint i = 0; i < window->n_terms; i++)
    for (guint j = 0; j < G_N_ELEMENTS (reasons); j++)
      {
        if (!g_str_equal (window->terms[i].name, reasons[j].term) || window->terms[i].ms <= most)
          continue;
        most = window->terms[i].ms;
        found = reasons[j].sentence;
      }
  return found != NULL ? _ (found) : NULL;
}

char *
parley_window_dup_reason (const ParleyWindow *window)
{
  const char *why = describe_term (window);

  if (window->immediate)
    return g_strdup (window->wait == 0 ? _ ("No wait: each message here is read by itself.")
                                       : _ ("Waits only briefly: what was expected has come."));
  if (why == NULL || window->shape == PARLEY_SHAPE_GREETING_ONLY
      || window->shape == PARLEY_SHAPE_FRAGMENT)
    why = describe_shape (window);
  /* Translators: seconds, and why: "only a greeting so far" */
  return g_strdup_printf (_ ("Waits %.1f s for more: %s."), window->wait / 1000.0, why);
}
