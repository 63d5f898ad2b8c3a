/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool-context.h"

ParleyToolContext *
parley_tool_context_new (ParleyChatMemory *memory,
                         gboolean has_series,
                         const char *nonce,
                         ParleyTimers *timers,
                         GTimeZone *zone,
                         ParleySeriesBounds bounds)
{
  ParleyToolContext *context = g_rc_box_new0 (ParleyToolContext);

  context->memory = memory != NULL ? g_object_ref (memory) : NULL;
  context->has_series = has_series;
  context->nonce = g_strdup (nonce);
  context->timers = parley_timers_ref (timers);
  context->zone = zone != NULL ? g_time_zone_ref (zone) : g_time_zone_new_local ();
  context->bounds = bounds;
  return context;
}

static void
context_clear (gpointer data)
{
  ParleyToolContext *context = data;

  g_clear_object (&context->memory);
  g_free (context->nonce);
  parley_timers_unref (context->timers);
  g_time_zone_unref (context->zone);
}

ParleyToolContext *
parley_tool_context_ref (ParleyToolContext *context)
{
  return g_rc_box_acquire (context);
}

void
parley_tool_context_unref (ParleyToolContext *context)
{
  g_rc_box_release_full (context, context_clear);
}

char *
parley_tool_context_dup_time (ParleyToolContext *context, gint64 wall)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, context->zone) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : g_strdup ("?");
}
