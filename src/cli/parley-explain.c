/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-explain.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "cli/parley-reader.h"

typedef struct
{
  ParleyReader reader;
  ParleyHabits habits;
  char *cadence;
  char **hints;
  int n;
} Explain;

static void
explain_clear (Explain *explain)
{
  parley_reader_clear (&explain->reader);
  g_free (explain->cadence);
  g_strfreev (explain->hints);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explain, explain_clear)

/* "P50,P95,COUNT", times in ms. */
static gboolean
set_cadence (ParleyHabits *habits, const char *cadence, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (cadence, ",", -1);
  gint64 numbers[3] = { 0 };
  gboolean fine = g_strv_length (parts) == G_N_ELEMENTS (numbers);

  for (guint i = 0; fine && i < G_N_ELEMENTS (numbers); i++)
    fine = g_ascii_string_to_signed (parts[i], 10, 0, G_MAXINT, &numbers[i], NULL);
  if (!fine || numbers[0] > numbers[1])
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("--cadence is P50,P95,COUNT: two times in ms, the smaller one first, and the "
                      "number of gaps they come from"));
      return FALSE;
    }
  habits->stats = (ParleyCadenceStats){ .p50 = (int) numbers[0],
                                        .p95 = (int) numbers[1],
                                        .count = (guint) numbers[2] };
  return TRUE;
}

/* @hint: "KEY=VALUE". */
static gboolean
set_hint (ParleyHabits *habits, const char *hint, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (hint, "=", 2);

  return parley_hint_set (&habits->hint, parts[0] != NULL ? parts[0] : "",
                          parts[0] != NULL && parts[1] != NULL ? parts[1] : "", error);
}

static gboolean
set_habits (Explain *explain, GError **error)
{
  parley_habits_init (&explain->habits);
  explain->habits.last_bubble_at = 0;
  for (char **hint = explain->hints; hint != NULL && *hint != NULL; hint++)
    {
      if (!set_hint (&explain->habits, *hint, error))
        return FALSE;
    }
  return explain->cadence == NULL || set_cadence (&explain->habits, explain->cadence, error);
}

static gboolean
parse_options (Explain *explain, char **args, GError **error)
{
  const GOptionEntry entries[] = {
    { "n", 0, 0, G_OPTION_ARG_INT, &explain->n, NULL, NULL },
    { "cadence", 0, 0, G_OPTION_ARG_STRING, &explain->cadence, NULL, NULL },
    { "hint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &explain->hints, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const char *complaint = NULL;

  if (!parley_reader_parse (&explain->reader, args, entries, error))
    return FALSE;
  if (explain->n < 1)
    complaint = _ ("--n must be 1 or more");
  else if (parley_options_count_arguments (&explain->reader.options) != 1)
    complaint = _ ("it takes one text");
  else if (!g_utf8_validate (explain->reader.options.arguments[0], -1, NULL))
    complaint = _ ("the text is not valid UTF-8");
  if (complaint == NULL)
    return set_habits (explain, error);
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, complaint);
  return FALSE;
}

static ParleyWindow
compute (const Explain *explain)
{
  const ParleyReader *reader = &explain->reader;
  const ParleyWindowInput input = {
    .text = reader->options.arguments[0],
    .n = explain->n,
    .base_ms = reader->base_ms,
    .habits = &explain->habits,
    .look = parley_shape_look (reader->options.arguments[0], reader->lexicon),
  };
  ParleyWindow window;

  parley_window_compute (&reader->policy.window, &input, &window);
  return window;
}

static char *
window_to_json (const ParleyWindow *window)
{
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *reason = parley_window_dup_reason (window);

  parley_json_line_add_int (line, "wait", window->wait);
  parley_json_line_add_string (line, "shape", parley_shape_to_string (window->shape));
  parley_json_line_add_boolean (line, "completion", window->completion);
  parley_json_line_begin_array (line, "terms");
  for (guint i = 0; i < window->n_terms; i++)
    {
      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "term", window->terms[i].name);
      parley_json_line_add_int (line, "ms", window->terms[i].ms);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
  parley_json_line_add_string (line, "reason", reason);
  return parley_json_line_end (line);
}

int
parley_explain_run (char **args)
{
  g_auto (Explain) explain = { .n = 1 };
  g_autoptr (GError) error = NULL;
  ParleyWindow window;

  if (!parse_options (&explain, args, &error)
      || !parley_reader_load (&explain.reader, "explain", &error))
    return parley_options_complain ("explain", error);
  window = compute (&explain);
  parley_options_print (window_to_json (&window));
  return parley_options_finish ("explain");
}
