/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-briefing.h"

#include <string.h>

#include "base/parley-text.h"
#include "base/parley-timers.h"

static const char *
speaker_to_label (ParleySpeaker speaker)
{
  switch (speaker)
    {
    case PARLEY_SPEAKER_PERSON:
      return "the person";
    case PARLEY_SPEAKER_PARLEY:
      return "Parley";
    case PARLEY_SPEAKER_USER:
      return "the user";
    }
  return "somebody";
}

static char *
dup_interval (const ParleyInterval *interval)
{
  g_autofree char *start = parley_iso_time_dup (interval->start);
  g_autofree char *end = parley_iso_time_dup (interval->end);

  return g_strdup_printf ("%s to %s", start, end);
}

static char *
dup_fact (const ParleyFact *fact)
{
  g_autofree char *when = parley_iso_time_dup (fact->wall * G_USEC_PER_SEC);
  g_autofree char *text = parley_text_dup_line (fact->text, PARLEY_BRIEFING_MAX_PART);

  return g_strdup_printf ("- %s, %s: %s\n", speaker_to_label (fact->said_by), when, text);
}

void
parley_briefing_add_facts (GString *text, GPtrArray *facts)
{
  gsize limit = text->len + PARLEY_BRIEFING_MAX_PART;

  if (facts->len == 0)
    return;
  g_string_append (text, "Remembered, with who said it and when:\n");
  for (guint i = 0; i < facts->len; i++)
    {
      g_autofree char *line = dup_fact (g_ptr_array_index (facts, i));

      if (text->len + strlen (line) <= limit)
        g_string_append (text, line);
    }
}

static void
append_missing (GString *text, GArray *missing)
{
  for (guint i = 0; i < MIN (missing->len, PARLEY_BRIEFING_MAX_MISSING); i++)
    {
      g_autofree char *interval = dup_interval (&g_array_index (missing, ParleyInterval, i));

      g_string_append_printf (text, "Never fetched: %s\n", interval);
    }
  if (missing->len > PARLEY_BRIEFING_MAX_MISSING)
    g_string_append_printf (text, "Never fetched: %u more intervals\n",
                            missing->len - PARLEY_BRIEFING_MAX_MISSING);
}

/* A part of the newest entry tells more than nothing. @limit: of the length of @text. */
static void
append_entries (GString *text, GPtrArray *entries, gsize limit)
{
  for (guint i = 0; i < entries->len; i++)
    {
      g_autofree char *json = parley_series_entry_dup_json (g_ptr_array_index (entries, i));
      gsize room = limit > text->len ? limit - text->len : 0;
      gboolean fits = strlen (json) < room;
      g_autofree char *line = parley_text_dup_line (json, fits ? strlen (json) : room / 2);

      if (!fits && i > 0)
        {
          g_string_append (text, "(older entries are left out)\n");
          return;
        }
      g_string_append_printf (text, "%s%s\n", line, fits ? "" : "... (cut)");
    }
}

void
parley_briefing_add_series (GString *text,
                            const char *series,
                            const ParleyInterval *range,
                            const ParleySeriesQuery *query)
{
  gsize limit = text->len + PARLEY_BRIEFING_MAX_PART - strlen ("(older entries are left out)\n");
  g_autofree char *span = dup_interval (range);

  g_string_append_printf (text, "Series %s, %s\n", series, span);
  g_string_append_printf (text, "Coverage: %s\n", parley_coverage_to_string (query->coverage));
  append_missing (text, query->missing);
  g_string_append_printf (text, "Entries: %" G_GUINT64_FORMAT ", newest first\n", query->count);
  append_entries (text, query->entries, limit);
  if (query->entries->len > 0 && query->entries->len < query->count
      && !g_str_has_suffix (text->str, "left out)\n"))
    g_string_append (text, "(older entries are left out)\n");
}
