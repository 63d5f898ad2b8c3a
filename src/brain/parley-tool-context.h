/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"
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

G_END_DECLS
