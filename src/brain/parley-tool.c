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
