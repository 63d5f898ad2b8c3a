/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "backend/parley-completion.h"
#include "base/parley-hint.h"
#include "base/parley-timers.h"
#include "brain/parley-token-budget.h"
#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* All that a tool can reach: one chat. Reference counted; immutable. */
typedef struct
{
  ParleyChatMemory *memory;  /* (nullable): where names prove nothing there is none */
  gboolean has_series;       /* there are series of dated entries in it */
  char *nonce;               /* of the fence around what others wrote */
  ParleyTimers *timers;      /* for the wall clock */
  GTimeZone *zone;           /* in which times are told */
  ParleySeriesBounds bounds; /* of series, where a model names none */
} ParleyToolContext;

/* @memory: (nullable): referenced. @zone: (nullable): referenced; NULL for the local one.
 * Returns: (transfer full). */
ParleyToolContext *parley_tool_context_new (ParleyChatMemory *memory,
                                            gboolean has_series,
                                            const char *nonce,
                                            ParleyTimers *timers,
                                            GTimeZone *zone,
                                            ParleySeriesBounds bounds);
ParleyToolContext *parley_tool_context_ref (ParleyToolContext *context);
void parley_tool_context_unref (ParleyToolContext *context);

/* @wall: seconds since 1970. Returns: (transfer full): "2026-11-21 15:04" in its zone. */
char *parley_tool_context_dup_time (ParleyToolContext *context, gint64 wall);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyToolContext, parley_tool_context_unref)

/* What a model wants to happen with the turn, told by a tool of the turn. */
typedef enum
{
  PARLEY_WISH_GO_ON, /* nothing but what it says */
  PARLEY_WISH_WAIT,  /* it wants to read more first */
  PARLEY_WISH_SILENCE,
  PARLEY_WISH_HAND_OVER, /* the user is to answer */
} ParleyWishKind;

/* All zero wishes for nothing. */
typedef struct
{
  ParleyWishKind kind;
  int wait_s;   /* of WAIT */
  char *reason; /* of SILENCE and HAND_OVER: a model's words; plain, at most 200 bytes, one line */
  ParleyHint hint;
} ParleyWish;

void parley_wish_clear (ParleyWish *wish);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyWish, parley_wish_clear)

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
