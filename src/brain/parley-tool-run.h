/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-tool.h"

G_BEGIN_DECLS

/* How a call ended. */
typedef enum
{
  PARLEY_CALL_DONE,
  PARLEY_CALL_UNKNOWN,     /* there is no such tool */
  PARLEY_CALL_BAD,         /* the arguments are not what it takes */
  PARLEY_CALL_UNAVAILABLE, /* it can't be done now */
  PARLEY_CALL_TIMED_OUT,
  PARLEY_CALL_REFUSED, /* enough was looked up */
} ParleyCallEnd;

/* Returns: (transfer none): "done" and so on. */
const char *parley_call_end_to_string (ParleyCallEnd end);

/* One tool at work, within a time and an output limit. */
typedef struct _ParleyToolRun ParleyToolRun;

/* @text: borrowed: for the model. */
typedef void (*ParleyToolRunDone) (gpointer owner, ParleyCallEnd end, const char *text);

/* @tool: of kind READ or WRITE. @arguments: borrowed during the call. @limit_ms: after which it is
 * given up. @max_bytes: of what it gives; the rest is cut. @done: called once, from the main loop,
 * unless it is cancelled first. Returns: (transfer full): to be given to parley_tool_run_cancel ()
 * once, also after it is done. */
ParleyToolRun *parley_tool_run_start (const ParleyTool *tool,
                                      JsonObject *arguments,
                                      ParleyToolContext *context,
                                      int limit_ms,
                                      gsize max_bytes,
                                      ParleyToolRunDone done,
                                      gpointer owner);

/* Stops it if it still runs, and lets go of it; the owner is not called any more. */
void parley_tool_run_cancel (ParleyToolRun *run);

G_END_DECLS
