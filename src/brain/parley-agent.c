/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-agent.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"
#include "brain/parley-calls.h"
#include "brain/parley-cost.h"
#include "brain/parley-saying.h"

/* A reply that ran into max_tokens is taken up again so often. */
#define MAX_LENGTH_CONTINUATIONS 2

/* Calls of one generation beyond these are not even told of. */
#define MAX_CALLS 32

/* The word for waiting names no time. In seconds. */
#define DEFAULT_WAIT 15

/* Steering goes behind the last result: the roles of many servers' templates must take turns. */
#define NUDGE                                                                                      \
  "[You have looked things up for a while. Answer now if you can; look up only what is missing.]"
#define FORCE   "[Answer now with what you have. Nothing more can be looked up.]"
#define TAKE_UP "[Go on exactly where you stopped, without repeating anything.]"

/* How far one turn may go. */
typedef struct
{
  ParleyThresholds thresholds;
  ParleyTokenBudget budget;
  ParleyComplexity complexity;
  int tool_ms;
  gsize tool_bytes;
  int max_wait;
} Bounds;

struct _ParleyAgent
{
  const ParleyAgentFuncs *funcs;
  gpointer owner; /* NULL once cancelled or finished */

  ParleyBackend *backend;
  ParleyRequest *request;
  ParleyToolContext *tools; /* (nullable) */
  Bounds bounds;
  gboolean draft;

  ParleyProgress *progress;
  guint interventions;
  guint lengthenings;
  ParleyWish wish;
  ParleyCost cost;

  ParleySaying *saying;

  /* The generation at work. */
  guint64 serial; /* of it; another number makes what still comes of it void */
  GCancellable *cancellable;
  gboolean cut;      /* when it is over: it ran into a length */
  GPtrArray *wanted; /* its calls */
  ParleyCalls *calls;
};

/* One generation, as callbacks see it. */
typedef struct
{
  ParleyAgent *agent;
  guint64 serial;
} Generation;

static void generate (ParleyAgent *agent, gboolean takes_up);

static void
drop_generation (ParleyAgent *agent)
{
  agent->serial++;
  if (agent->cancellable != NULL)
    g_cancellable_cancel (agent->cancellable);
  g_clear_object (&agent->cancellable);
}

static void
agent_clear (gpointer data)
{
  ParleyAgent *agent = data;

  g_object_unref (agent->backend);
  parley_request_unref (agent->request);
  g_clear_pointer (&agent->tools, parley_tool_context_unref);
  parley_progress_free (agent->progress);
  parley_wish_clear (&agent->wish);
  parley_saying_free (agent->saying);
  g_clear_object (&agent->cancellable);
  g_clear_pointer (&agent->wanted, g_ptr_array_unref);
}

static void
agent_unref (ParleyAgent *agent)
{
  g_rc_box_release_full (agent, agent_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Generation, g_free)

/* The end */

static void
finish (ParleyAgent *agent, ParleyAgentEnd end, const GError *error)
{
  gpointer owner = g_steal_pointer (&agent->owner);
  const ParleyAgentOutcome outcome = {
    .end = end,
    .text = parley_saying_get_text (agent->saying),
    .cut = agent->cut,
    .wait_s = CLAMP (agent->wish.kind == PARLEY_WISH_WAIT ? agent->wish.wait_s : DEFAULT_WAIT, 1,
                     agent->bounds.max_wait),
    .reason = agent->wish.reason != NULL ? agent->wish.reason : "",
    .error = error,
    .hint = agent->wish.hint,
    .usage = agent->cost.over,
  };

  drop_generation (agent);
  g_clear_pointer (&agent->calls, parley_calls_cancel);
  if (owner != NULL)
    agent->funcs->finished (owner, &outcome);
}

static void
fail (ParleyAgent *agent, const char *message)
{
  g_autoptr (GError) error = g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, message);

  finish (agent, PARLEY_AGENT_FAILED, error);
}

static gboolean
has_spoken (ParleyAgent *agent)
{
  return *parley_saying_get_text (agent->saying) != '\0';
}

/* What was said can't be taken back: silence and waiting are for those who said nothing. */
static void
conclude (ParleyAgent *agent)
{
  gboolean waits = agent->wish.kind == PARLEY_WISH_WAIT
                   || parley_saying_get_word (agent->saying) == PARLEY_ANSWER_WAIT;

  if (agent->wish.kind == PARLEY_WISH_HAND_OVER
      || parley_saying_get_word (agent->saying) == PARLEY_ANSWER_HAND_OVER)
    finish (agent, PARLEY_AGENT_HAND_OVER, NULL);
  else if (has_spoken (agent))
    finish (agent, PARLEY_AGENT_COMPLETE, NULL);
  else
    finish (agent, waits ? PARLEY_AGENT_WAIT : PARLEY_AGENT_SILENT, NULL);
}

/* What is said */

static void
say (ParleyAgent *agent, const char *ready)
{
  if (*ready != '\0' && agent->funcs->delta != NULL)
    agent->funcs->delta (agent->owner, ready);
}

static void
on_taken_back (gboolean quoted, gpointer data)
{
  const Generation *generation = data;
  ParleyAgent *agent = generation->agent;

  if (agent->owner == NULL || generation->serial != agent->serial)
    return;
  parley_cost_add_reasoning (&agent->cost,
                             parley_tokens_estimate (parley_saying_get_written (agent->saying)));
  parley_saying_take_back (agent->saying);
  if (agent->funcs->taken_back != NULL)
    agent->funcs->taken_back (agent->owner, parley_saying_get_text (agent->saying), quoted);
}

static void
on_doubted (const char *mark, gpointer data)
{
  const Generation *generation = data;
  ParleyAgent *agent = generation->agent;

  if (agent->owner != NULL && generation->serial == agent->serial && agent->funcs->doubted != NULL)
    agent->funcs->doubted (agent->owner, mark);
}

static void
progress (ParleyAgent *agent)
{
  if (agent->owner != NULL && agent->funcs->progressed != NULL)
    agent->funcs->progressed (agent->owner);
}

static void
on_delta (const char *text, gpointer data)
{
  const Generation *generation = data;
  ParleyAgent *agent = generation->agent;
  g_autofree char *ready = NULL;

  if (agent->owner == NULL || generation->serial != agent->serial)
    return;
  g_rc_box_acquire (agent);
  ready = parley_saying_push (agent->saying, text);
  progress (agent);
  if (agent->owner != NULL)
    say (agent, ready);
  if (agent->owner != NULL && parley_saying_is_full (agent->saying))
    {
      agent->cost.over = parley_agent_get_usage (agent);
      agent->cut = TRUE;
      finish (agent, PARLEY_AGENT_COMPLETE, NULL);
    }
  agent_unref (agent);
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  const Generation *generation = data;

  if (generation->serial != generation->agent->serial)
    return;
  parley_cost_add_reasoning (&generation->agent->cost, parley_tokens_estimate_bytes (bytes));
  progress (generation->agent);
}

static void
on_retry (int after_ms, const GError *why, gpointer data)
{
  const Generation *generation = data;
  ParleyAgent *agent = generation->agent;

  if (agent->owner == NULL || generation->serial != agent->serial)
    return;
  parley_cost_fail (&agent->cost, why, parley_saying_get_written (agent->saying));
  if (agent->funcs->retry != NULL)
    agent->funcs->retry (agent->owner, after_ms, why);
}

/* What is called for */

static void
force (ParleyAgent *agent)
{
  agent->interventions++;
  agent->request->no_calls = TRUE;
  parley_request_add (agent->request, PARLEY_ROLE_TOOL, FORCE);
}

static void
steer (ParleyAgent *agent, ParleyContinuationAction action)
{
  switch (action)
    {
    case PARLEY_CONTINUATION_CONTINUE:
      break;
    case PARLEY_CONTINUATION_NUDGE:
      agent->interventions++;
      parley_request_add (agent->request, PARLEY_ROLE_TOOL, NUDGE);
      break;
    case PARLEY_CONTINUATION_FORCE:
      force (agent);
      break;
    }
}

static ParleyContinuation
decide (ParleyAgent *agent)
{
  guint grown = parley_tokens_estimate_request (agent->request) - agent->cost.sent;
  const ParleyContinuationInput input = {
    .thresholds = &agent->bounds.thresholds,
    .budget = &agent->bounds.budget,
    .progress = agent->progress,
    .complexity = agent->bounds.complexity,
    .used = agent->cost.used + grown,
    .interventions = agent->interventions,
  };

  return parley_continuation_decide (&input);
}

/* Who said something and called only for what tells nothing needs no second word. */
static gboolean
is_said (ParleyAgent *agent)
{
  if (!parley_saying_has_begun (agent->saying))
    return FALSE;
  for (guint i = 0; i < agent->wanted->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (agent->wanted, i);
      const ParleyTool *tool = parley_tools_find (call->name);

      if (tool == NULL || tool->kind != PARLEY_TOOL_TURN)
        return FALSE;
    }
  return TRUE;
}

/* A generation without a word is shown to the user, so that they see why nothing is said yet. */
static void
tell_action (ParleyAgent *agent)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *line = NULL;

  if (parley_saying_has_begun (agent->saying) || agent->funcs->acted == NULL)
    return;
  for (guint i = 0; i < agent->wanted->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (agent->wanted, i);

      /* Other names are a model's own words. */
      if (parley_tools_find (call->name) != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", call->name);
    }
  line = g_strdup_printf (_ ("Action completed (%s)"), names->len > 0 ? names->str : "-");
  agent->funcs->acted (agent->owner, line);
}

static void
on_answered (gpointer owner, const ParleyToolCall *call, ParleyCallEnd end, const char *text)
{
  ParleyAgent *agent = owner;

  parley_request_add_result (agent->request, call->id, text);
  if (agent->funcs->called != NULL)
    agent->funcs->called (agent->owner, call, end, text);
}

static void
on_calls_finished (gpointer owner)
{
  ParleyAgent *agent = g_rc_box_acquire (owner);
  ParleyContinuation decision;

  g_clear_pointer (&agent->calls, parley_calls_cancel);
  tell_action (agent);
  if (agent->owner != NULL && (agent->wish.kind != PARLEY_WISH_GO_ON || is_said (agent)))
    conclude (agent);
  else if (agent->owner != NULL)
    {
      decision = decide (agent);
      steer (agent, decision.action);
      if (agent->funcs->decided != NULL)
        agent->funcs->decided (agent->owner, &decision);
      if (agent->owner != NULL)
        generate (agent, FALSE);
    }
  agent_unref (agent);
}

static void
begin_calls (ParleyAgent *agent, const GPtrArray *wanted)
{
  static const ParleyCallsFuncs funcs = { on_answered, on_calls_finished };
  const ParleyCallsSetup setup = {
    .context = agent->tools,
    .offered = agent->request->tools,
    .progress = agent->progress,
    .wish = &agent->wish,
    .max_tools = agent->bounds.thresholds.limits[agent->bounds.complexity].tools,
    .stuck_rereads = agent->bounds.thresholds.stuck_rereads,
    .limit_ms = agent->bounds.tool_ms,
    .max_bytes = agent->bounds.tool_bytes,
    .draft = agent->draft,
  };

  g_clear_pointer (&agent->wanted, g_ptr_array_unref);
  agent->wanted = parley_tool_calls_new ();
  for (guint i = 0; i < MIN (wanted->len, MAX_CALLS); i++)
    g_ptr_array_add (agent->wanted, parley_tool_call_copy (g_ptr_array_index (wanted, i)));
  parley_request_add_calls (agent->request, parley_saying_get_written (agent->saying),
                            agent->wanted);
  agent->calls = parley_calls_new (&setup, agent->wanted, &funcs, agent);
  parley_calls_start (agent->calls);
}

/* Generations */

ParleyUsage
parley_agent_get_usage (const ParleyAgent *agent)
{
  return agent->cancellable != NULL
             ? parley_cost_estimate (&agent->cost, parley_saying_get_written (agent->saying))
             : agent->cost.over;
}

/* Without a word it would only run into its length again. */
static gboolean
may_take_up (ParleyAgent *agent, const ParleyCompletion *completion)
{
  guint used
      = agent->cost.used + parley_tokens_estimate (parley_saying_get_written (agent->saying));

  return completion->finish == PARLEY_FINISH_LENGTH && completion->calls->len == 0
         && has_spoken (agent) && agent->lengthenings < MAX_LENGTH_CONTINUATIONS
         && used < agent->bounds.budget.hard
         && used + (guint) agent->request->max_tokens < agent->bounds.budget.window;
}

static void
take_up (ParleyAgent *agent)
{
  agent->lengthenings++;
  parley_request_add (agent->request, PARLEY_ROLE_ASSISTANT,
                      parley_saying_get_written (agent->saying));
  parley_request_add (agent->request, PARLEY_ROLE_USER, TAKE_UP);
  generate (agent, TRUE);
}

static void
end_without_calls (ParleyAgent *agent, const ParleyCompletion *completion)
{
  if (has_spoken (agent))
    conclude (agent);
  else if (completion->calls->len > 0)
    fail (agent, _ ("The model only looked things up and gave no answer."));
  else if (completion->finish == PARLEY_FINISH_LENGTH)
    fail (agent, _ ("The model used up its whole answer without a word: allow longer answers."));
  else
    conclude (agent);
}

static void
take_completion (ParleyAgent *agent, const ParleyCompletion *completion)
{
  guint n_calls = agent->request->no_calls ? 0 : MIN (completion->calls->len, MAX_CALLS);
  g_autofree char *rest = NULL;

  parley_cost_complete (&agent->cost, completion, parley_saying_get_written (agent->saying));
  agent->cut = completion->finish != PARLEY_FINISH_STOP;
  parley_progress_add_iteration (agent->progress, n_calls);
  if (may_take_up (agent, completion))
    {
      take_up (agent);
      return;
    }
  rest = parley_saying_end (agent->saying);
  say (agent, rest);
  if (agent->owner != NULL && n_calls > 0)
    begin_calls (agent, completion->calls);
  else if (agent->owner != NULL)
    end_without_calls (agent, completion);
}

static void
on_generated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Generation) generation = data;
  ParleyAgent *agent = generation->agent;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyCompletion) completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &error);

  if (agent->owner != NULL && generation->serial == agent->serial)
    {
      g_clear_object (&agent->cancellable);
      if (completion != NULL)
        take_completion (agent, completion);
      else
        {
          parley_cost_fail (&agent->cost, error, parley_saying_get_written (agent->saying));
          finish (agent, PARLEY_AGENT_FAILED, error);
        }
    }
  agent_unref (agent);
}

/* The request goes out as it is now; what is added later is for the next one. */
static void
generate (ParleyAgent *agent, gboolean takes_up)
{
  static const ParleyBackendFuncs funcs
      = { on_delta, on_reasoning, on_taken_back, on_doubted, on_retry };
  g_autoptr (ParleyRequest) request = parley_request_copy (agent->request);
  Generation *generation = g_new0 (Generation, 1);

  drop_generation (agent);
  generation->agent = g_rc_box_acquire (agent);
  generation->serial = agent->serial;
  agent->cancellable = g_cancellable_new ();
  parley_cost_begin (&agent->cost, request);
  parley_saying_begin (agent->saying, takes_up);
  if (agent->funcs->asked != NULL)
    agent->funcs->asked (agent->owner);
  parley_backend_generate_async (agent->backend, request, &funcs, generation, agent->cancellable,
                                 on_generated, generation);
}

/* The beginning */

static Bounds
read_bounds (const ParleyAgentSetup *setup)
{
  ParleySettings *settings = setup->settings;

  return (Bounds){
    .thresholds = parley_thresholds_read (settings),
    .budget = setup->budget,
    .complexity = setup->complexity,
    .tool_ms = parley_settings_get_int (settings, PARLEY_SETTING_BRAIN_TOOL_MS),
    .tool_bytes = (gsize) parley_settings_get_int (settings, PARLEY_SETTING_BRAIN_TOOL_BYTES),
    .max_wait = parley_settings_get_int (settings, PARLEY_SETTING_BRAIN_MAX_WAIT),
  };
}

ParleyAgent *
parley_agent_start (const ParleyAgentSetup *setup)
{
  ParleyAgent *agent = g_rc_box_new0 (ParleyAgent);

  agent->funcs = setup->funcs;
  agent->owner = setup->owner;
  agent->backend = g_object_ref (setup->backend);
  agent->request = parley_request_copy (setup->request);
  agent->tools = setup->tools != NULL ? parley_tool_context_ref (setup->tools) : NULL;
  agent->bounds = read_bounds (setup);
  agent->draft = setup->draft;
  agent->progress = parley_progress_new ();
  agent->saying = parley_saying_new (setup->labels);
  generate (agent, FALSE);
  return agent;
}

void
parley_agent_close_window (ParleyAgent *agent)
{
  agent->draft = FALSE;
  if (agent->calls != NULL)
    parley_calls_close_window (agent->calls);
}

void
parley_agent_cancel (ParleyAgent *agent)
{
  agent->owner = NULL;
  drop_generation (agent);
  g_clear_pointer (&agent->calls, parley_calls_cancel);
  agent_unref (agent);
}
