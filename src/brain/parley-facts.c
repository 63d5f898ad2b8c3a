/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-facts.h"

#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"

static char *
dup_day (gint64 wall, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d") : g_strdup ("?");
}

char *
parley_facts_dup_text (const GPtrArray *facts, ParleyToolContext *context)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (facts, i);
      g_autofree char *day = dup_day (fact->wall, context->zone);

      g_string_append_printf (lines, "%s%s %s: %s", i > 0 ? "\n" : "", day,
                              parley_tool_speaker_to_string (fact->said_by), fact->text);
    }
  return parley_fence_dup (PARLEY_FENCE_NOTES, context->nonce, lines->str);
}
