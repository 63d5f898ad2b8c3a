/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "backend/parley-tool-call.h"
#include "brain/parley-token-budget.h"
#include "brain/parley-tool-context.h"
#include "brain/parley-wish.h"

G_BEGIN_DECLS

typedef enum
{
  PARLEY_TOOL_READ,  /* changes nothing */
  PARLEY_TOOL_WRITE, /* changes what is remembered: never in a draft */
  PARLEY_TOOL_TURN,  /* says what is to happen with the turn */
} ParleyToolKind;

/* Something that a model may call. Static; one file a tool. */
typedef struct
{
  ParleyToolSpec spec;
  ParleyToolKind kind;
  gboolean needs_memory;
  gboolean needs_series;

  /* Of READ and WRITE. @arguments: as the schema wants them. @task: (transfer full): returns the
   * text for the model, a char *; an error of %PARLEY_TOOL_ERROR is one sentence for it. Its
   * cancellable may be ignored: the result is not looked at then. */
  void (*run) (ParleyToolContext *context, JsonObject *arguments, GTask *task);

  /* Of TURN. Returns: (transfer none) (nullable): what is wrong, a sentence for the model. */
  const char *(*wish) (JsonObject *arguments, ParleyWish *wish);
} ParleyTool;

/* All there are, in the order in which models are told of them. @n_tools: (out). */
const ParleyTool *const *parley_tools_get (guint *n_tools);

/* Returns: (transfer none) (nullable). */
const ParleyTool *parley_tools_find (const char *name);

/* Which of them a turn has: the same for as long as the memory has series or none. @context:
 * (nullable): none. Returns: (transfer full) (element-type ParleyToolSpec): borrowed elements. */
GPtrArray *parley_tools_offer (const ParleyToolContext *context,
                               ParleySettings *settings,
                               const ParleyTokenBudget *budget);

extern const ParleyTool parley_tool_search_history;
extern const ParleyTool parley_tool_query_timeseries;
extern const ParleyTool parley_tool_list_timeseries;
extern const ParleyTool parley_tool_recall;
extern const ParleyTool parley_tool_remember;
extern const ParleyTool parley_tool_merge_timeseries;
extern const ParleyTool parley_tool_cleanup_timeseries;
extern const ParleyTool parley_tool_wait_for_more;
extern const ParleyTool parley_tool_stay_silent;
extern const ParleyTool parley_tool_hand_over;
extern const ParleyTool parley_tool_set_hint;

G_END_DECLS
