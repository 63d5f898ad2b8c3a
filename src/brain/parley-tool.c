/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool.h"

static const ParleyTool *const tools[] = {
  &parley_tool_search_history,     &parley_tool_recall,
  &parley_tool_remember,           &parley_tool_wait_for_more,
  &parley_tool_stay_silent,        &parley_tool_hand_over,
  &parley_tool_set_hint,           &parley_tool_list_timeseries,
  &parley_tool_query_timeseries,   &parley_tool_merge_timeseries,
  &parley_tool_cleanup_timeseries,
};

const ParleyTool *const *
parley_tools_get (guint *n_tools)
{
  *n_tools = G_N_ELEMENTS (tools);
  return tools;
}

const ParleyTool *
parley_tools_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      if (g_str_equal (tools[i]->spec.name, name))
        return tools[i];
    }
  return NULL;
}

static gboolean
is_of_use (const ParleyTool *tool, const ParleyToolContext *context)
{
  return (!tool->needs_memory || context->memory != NULL)
         && (!tool->needs_series || context->has_series);
}

GPtrArray *
parley_tools_offer (const ParleyToolContext *context,
                    ParleySettings *settings,
                    const ParleyTokenBudget *budget)
{
  GPtrArray *offered = g_ptr_array_new ();

  if (context == NULL || parley_token_budget_is_small (budget)
      || !parley_settings_get_bool (settings, PARLEY_SETTING_BRAIN_TOOLS))
    return offered;
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      if (is_of_use (tools[i], context))
        g_ptr_array_add (offered, (gpointer) &tools[i]->spec);
    }
  return offered;
}

void
parley_wish_clear (ParleyWish *wish)
{
  g_clear_pointer (&wish->reason, g_free);
}

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
