/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-memory-when.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "base/parley-timers.h"
#include "cli/parley-options.h"
#include "memory/parley-time-range.h"

typedef struct
{
  ParleyOptions options;
  char *store; /* every verb takes one; this one has no use for it */
  char *now_text;
  gint64 now; /* µs since 1970 */
} When;

static void
when_clear (When *when)
{
  parley_options_clear (&when->options);
  g_free (when->store);
  g_free (when->now_text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (When, when_clear)

static gboolean
parse_options (When *when, char **args, GError **error)
{
  const GOptionEntry entries[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &when->store, NULL, NULL },
    { "now", 0, 0, G_OPTION_ARG_STRING, &when->now_text, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const char *complaint = NULL;

  if (!parley_options_parse (&when->options, args, entries, error))
    return FALSE;
  when->now = g_get_real_time ();
  if (parley_options_count_arguments (&when->options) != 1)
    complaint = _ ("it takes one text");
  else if (!g_utf8_validate (when->options.arguments[0], -1, NULL))
    complaint = _ ("the text is not valid UTF-8");
  else if (when->now_text != NULL && !parley_iso_time_parse (when->now_text, &when->now))
    complaint = _ ("--now is a time as ISO 8601 writes it, 2026-03-11T15:30:00Z");
  if (complaint == NULL)
    return TRUE;
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, complaint);
  return FALSE;
}

static void
add_time (ParleyJsonLine *line, const char *name, gint64 time)
{
  g_autofree char *text = parley_iso_time_dup (time);

  parley_json_line_add_string (line, name, text);
}

/* @range: (nullable). */
static char *
range_to_json (const ParleyInterval *range)
{
  ParleyJsonLine *line;

  if (range == NULL)
    return g_strdup ("null");
  line = parley_json_line_new ();
  add_time (line, "start", range->start);
  add_time (line, "end", range->end);
  return parley_json_line_end (line);
}

int
parley_memory_when_run (char **args, GError **error)
{
  g_auto (When) when = { 0 };
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (ParleyData) data = NULL;
  g_autoptr (ParleyLexicon) lexicon = NULL;
  ParleyInterval range;
  gboolean found;

  if (!parse_options (&when, args, error))
    return -1;
  data = parley_options_load_data (&when.options);
  lexicon = parley_lexicon_new (data);
  found = parley_time_range_find (lexicon, when.options.arguments[0], when.now, zone, &range);
  parley_options_print (range_to_json (found ? &range : NULL));
  return parley_options_finish ("memory when");
}
