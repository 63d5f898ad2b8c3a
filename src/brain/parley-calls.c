/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-calls.h"

#include "brain/parley-arguments.h"

struct _ParleyCalls
{
  ParleyCallsSetup setup;
  const ParleyCallsFuncs *funcs;
  gpointer owner; /* NULL once cancelled */
  GPtrArray *calls;
  guint next;         /* index of the call to be carried out */
  char *resource;     /* (nullable): what the running one reads */
  ParleyToolRun *run; /* (nullable) */
  gboolean held;      /* the next one waits for the window */
};

static void go_on (ParleyCalls *calls);

static void
calls_clear (gpointer data)
{
  ParleyCalls *calls = data;

  g_clear_pointer (&calls->run, parley_tool_run_cancel);
  g_ptr_array_unref (calls->calls);
  g_free (calls->resource);
}

static void
calls_unref (ParleyCalls *calls)
{
  g_rc_box_release_full (calls, calls_clear);
}

ParleyCalls *
parley_calls_new (const ParleyCallsSetup *setup,
                  GPtrArray *calls,
                  const ParleyCallsFuncs *funcs,
                  gpointer owner)
{
  ParleyCalls *self = g_rc_box_new0 (ParleyCalls);

  self->setup = *setup;
  self->funcs = funcs;
  self->owner = owner;
  self->calls = g_ptr_array_ref (calls);
  return self;
}

/* The call at hand has its answer. */
static void
answer (ParleyCalls *calls, ParleyCallEnd end, const char *text)
{
  const ParleyToolCall *call = g_ptr_array_index (calls->calls, calls->next++);

  if (calls->resource != NULL)
    parley_progress_add_read (calls->setup.progress, calls->resource, end == PARLEY_CALL_DONE);
  g_clear_pointer (&calls->resource, g_free);
  calls->funcs->answered (calls->owner, call, end, text);
}

static void
on_run_done (gpointer owner, ParleyCallEnd end, const char *text)
{
  ParleyCalls *calls = g_rc_box_acquire (owner);

  g_clear_pointer (&calls->run, parley_tool_run_cancel);
  answer (calls, end, text);
  go_on (calls);
  calls_unref (calls);
}

static void
take_wish (ParleyCalls *calls, const ParleyTool *tool, JsonObject *arguments)
{
  const char *trouble = tool->wish (arguments, calls->setup.wish);

  answer (calls, trouble != NULL ? PARLEY_CALL_BAD : PARLEY_CALL_DONE,
          trouble != NULL ? trouble : "Taken over.");
}

/* What can't even be parsed is told apart by what was written. */
static void
answer_bad (ParleyCalls *calls, const ParleyTool *tool, const ParleyToolCall *call, GError *error)
{
  if (tool->kind == PARLEY_TOOL_READ)
    calls->resource = g_strdup_printf ("%s?%s", call->name, call->arguments);
  answer (calls, PARLEY_CALL_BAD, error->message);
}

static void
carry_out (ParleyCalls *calls, const ParleyTool *tool, const ParleyToolCall *call)
{
  const ParleyCallsSetup *setup = &calls->setup;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = parley_arguments_parse (tool->spec.schema, call->arguments, &error);
  JsonObject *arguments = root != NULL ? json_node_get_object (root) : NULL;

  if (arguments == NULL)
    {
      answer_bad (calls, tool, call, error);
      return;
    }
  if (tool->kind == PARLEY_TOOL_TURN)
    {
      take_wish (calls, tool, arguments);
      return;
    }
  if (tool->kind == PARLEY_TOOL_READ)
    calls->resource = parley_arguments_dup_resource (call->name, arguments);
  calls->run = parley_tool_run_start (tool, arguments, setup->context, setup->limit_ms,
                                      setup->max_bytes, on_run_done, calls);
}

static gboolean
is_stuck (ParleyCalls *calls, const ParleyTool *tool)
{
  return tool->kind == PARLEY_TOOL_READ
         && parley_progress_get_rereads (calls->setup.progress) >= calls->setup.stuck_rereads;
}

/* Returns: (nullable): NULL also for a tool that the model was not told of. */
static const ParleyTool *
find_offered (ParleyCalls *calls, const char *name)
{
  const ParleyTool *tool = parley_tools_find (name);

  for (guint i = 0; tool != NULL && i < calls->setup.offered->len; i++)
    {
      if (g_ptr_array_index (calls->setup.offered, i) == &tool->spec)
        return tool;
    }
  return NULL;
}

static void
begin_next (ParleyCalls *calls)
{
  const ParleyToolCall *call = g_ptr_array_index (calls->calls, calls->next);
  const ParleyTool *tool = find_offered (calls, call->name);

  if (tool != NULL && tool->kind == PARLEY_TOOL_WRITE && calls->setup.draft)
    {
      calls->held = TRUE;
      return;
    }
  if (parley_progress_get_calls (calls->setup.progress) >= calls->setup.max_tools)
    {
      answer (calls, PARLEY_CALL_REFUSED, "That is enough: answer with what you have.");
      return;
    }
  if (tool != NULL && is_stuck (calls, tool))
    {
      answer (calls, PARLEY_CALL_REFUSED, "You have read that already.");
      return;
    }
  parley_progress_add_tool (calls->setup.progress, call->name);
  if (tool != NULL)
    carry_out (calls, tool, call);
  else
    answer (calls, PARLEY_CALL_UNKNOWN, "There is no such tool.");
}

static gboolean
is_over (ParleyCalls *calls)
{
  return calls->next >= calls->calls->len || calls->setup.wish->kind != PARLEY_WISH_GO_ON;
}

/* The owner may let go of the calls whenever it is told of one. */
static void
go_on (ParleyCalls *calls)
{
  while (calls->owner != NULL && calls->run == NULL && !calls->held && !is_over (calls))
    begin_next (calls);
  if (calls->owner != NULL && calls->run == NULL && !calls->held)
    calls->funcs->finished (calls->owner);
}

void
parley_calls_start (ParleyCalls *calls)
{
  ParleyCalls *self = g_rc_box_acquire (calls);

  go_on (self);
  calls_unref (self);
}

void
parley_calls_close_window (ParleyCalls *calls)
{
  calls->setup.draft = FALSE;
  if (!calls->held)
    return;
  calls->held = FALSE;
  parley_calls_start (calls);
}

void
parley_calls_cancel (ParleyCalls *calls)
{
  calls->owner = NULL;
  g_clear_pointer (&calls->run, parley_tool_run_cancel);
  calls_unref (calls);
}
