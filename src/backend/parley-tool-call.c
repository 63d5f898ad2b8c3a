/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-tool-call.h"

ParleyToolCall *
parley_tool_call_new (const char *id, const char *name, const char *arguments)
{
  ParleyToolCall *call = g_new0 (ParleyToolCall, 1);

  call->id = g_utf8_make_valid (id, -1);
  call->name = g_utf8_make_valid (name, -1);
  call->arguments = g_utf8_make_valid (*arguments != '\0' ? arguments : "{}", -1);
  return call;
}

ParleyToolCall *
parley_tool_call_copy (const ParleyToolCall *call)
{
  return parley_tool_call_new (call->id, call->name, call->arguments);
}

void
parley_tool_call_free (ParleyToolCall *call)
{
  g_free (call->id);
  g_free (call->name);
  g_free (call->arguments);
  g_free (call);
}

GPtrArray *
parley_tool_calls_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_tool_call_free);
}
