/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-writer.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "brain/parley-fence.h"
#include "brain/parley-tool.h"
#include "context/parley-trace.h"
#include "memory/parley-overseer.h"

struct _ParleyWriter
{
  const ParleyWriterFuncs *funcs;
  gpointer owner; /* NULL once cancelled or finished */
  guint64 epoch;
  char *tag;

  ParleyContext *context;
  ParleyRecorder *recorder;
  ParleyBackend *backend;
  char *model; /* of parley_context_dup_model (), as it began */
  ParleyChatKey *key;
  ParleyWriterTask task; /* its own */
  gboolean draft;

  GCancellable *cancellable; /* of the look into the memory */
  char *memory;              /* (nullable): what that found */
  gboolean has_series;       /* likewise */
  gboolean offered;          /* tools, to the model */
  ParleyAgent *agent;        /* NULL until then */
  ParleyComposer *composer;
  gboolean begun;   /* some visible text came */
  gboolean learned; /* how its model reasons; nothing more is learned from this reply */
};

static void
task_copy (ParleyWriterTask *task, const ParleyWriterTask *from)
{
  *task = *from;
  parley_turn_ref ((ParleyTurn *) task->turn);
  task->away.status_text = g_strdup (from->away.status_text);
  parley_another_copy (&task->another, &from->another);
}

static void
task_clear (ParleyWriterTask *task)
{
  parley_turn_unref ((ParleyTurn *) task->turn);
  g_free (task->away.status_text);
  parley_another_clear (&task->another);
}

static void
writer_clear (gpointer data)
{
  ParleyWriter *writer = data;

  g_object_unref (writer->backend);
  g_object_unref (writer->cancellable);
  parley_chat_key_free (writer->key);
  task_clear (&writer->task);
  parley_composer_free (writer->composer);
  g_clear_pointer (&writer->agent, parley_agent_cancel);
  g_free (writer->memory);
  g_free (writer->tag);
  g_free (writer->model);
}

static void
writer_unref (ParleyWriter *writer)
{
  g_rc_box_release_full (writer, writer_clear);
}

static gint64
get_now (ParleyWriter *writer)
{
  return parley_timers_now (writer->context->timers);
}

/* @line: (transfer full). */
static void
trace (ParleyWriter *writer, char *line)
{
  writer->funcs->trace (writer->owner, line);
}

/* What the agent says */

static void
hand_out (ParleyWriter *writer)
{
  while (writer->owner != NULL)
    {
      g_autoptr (ParleyComposed) bubble = parley_composer_take (writer->composer);

      if (bubble == NULL)
        return;
      writer->funcs->bubble (writer->owner, writer->epoch, bubble);
    }
}

static void
on_delta (gpointer owner, const char *text)
{
  ParleyWriter *writer = g_rc_box_acquire (owner);

  parley_composer_feed (writer->composer, text);
  if (!writer->begun)
    {
      writer->begun = TRUE;
      writer->funcs->started (writer->owner, writer->epoch);
    }
  hand_out (writer);
  writer_unref (writer);
}

/* What is said as bubbles can't be taken back. The next answer is waited for. */
static void
fail_as_musing (ParleyWriter *writer)
{
  g_autoptr (GError) error
      = g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                             _ ("The model mixed its reasoning into its answer."));
  const ParleyAgentOutcome outcome
      = { .end = PARLEY_AGENT_FAILED, .text = "", .reason = "", .error = error };

  writer->funcs->finished (g_steal_pointer (&writer->owner), writer->epoch, &outcome);
}

static void
on_taken_back (gpointer owner, const char *left, gboolean quoted)
{
  ParleyWriter *writer = g_rc_box_acquire (owner);

  if (!quoted)
    parley_context_note_manner (writer->context, writer->key, TRUE);
  writer->learned = TRUE;
  if (!parley_composer_take_back (writer->composer, left))
    fail_as_musing (writer);
  writer_unref (writer);
}

static void
on_doubted (gpointer owner, const char *mark)
{
  ParleyWriter *writer = owner;

  writer->funcs->doubted (writer->owner, mark);
}

static void
on_progressed (gpointer owner)
{
  ParleyWriter *writer = owner;

  writer->funcs->progressed (writer->owner);
}

static void
on_asked (gpointer owner)
{
  ParleyWriter *writer = owner;

  writer->funcs->asked (writer->owner);
}

static void
on_retry (gpointer owner, int after_ms, const GError *why)
{
  ParleyWriter *writer = g_rc_box_acquire (owner);

  trace (writer, parley_trace_retry (writer->tag, get_now (writer), after_ms, why));
  if (writer->owner != NULL)
    writer->funcs->retried (writer->owner);
  writer_unref (writer);
}

static void
on_called (gpointer owner, const ParleyToolCall *call, ParleyCallEnd end, const char *text)
{
  ParleyWriter *writer = owner;

  trace (writer, parley_trace_call (writer->tag, get_now (writer), call, end));
}

static void
on_acted (gpointer owner, const char *line)
{
  ParleyWriter *writer = owner;

  writer->funcs->doing (writer->owner, line);
}

static void
on_decided (gpointer owner, const ParleyContinuation *decision)
{
  ParleyWriter *writer = g_rc_box_acquire (owner);
  g_autofree char *reason = parley_continuation_dup_reason (decision);

  trace (writer, parley_trace_decision (writer->tag, get_now (writer), decision));
  if (writer->owner != NULL)
    writer->funcs->doing (writer->owner, reason);
  writer_unref (writer);
}

static void
conclude (ParleyWriter *writer, const ParleyAgentOutcome *outcome)
{
  if (parley_fence_holds (outcome->text, parley_recorder_get_nonce (writer->recorder)))
    parley_recorder_renew_nonce (writer->recorder);
  if (outcome->end != PARLEY_AGENT_FAILED)
    {
      if (!writer->learned && writer->begun)
        parley_context_note_manner (writer->context, writer->key, FALSE);
      parley_composer_end (writer->composer);
      hand_out (writer);
    }
  if (writer->owner != NULL)
    writer->funcs->finished (g_steal_pointer (&writer->owner), writer->epoch, outcome);
}

static void begin (ParleyWriter *writer);

/* With other rules, which do not speak of tools either. */
static void
begin_without_tools (ParleyWriter *writer)
{
  parley_context_note_no_tools (writer->context);
  g_clear_pointer (&writer->agent, parley_agent_cancel);
  begin (writer);
}

static void
on_finished (gpointer owner, const ParleyAgentOutcome *outcome)
{
  ParleyWriter *writer = g_rc_box_acquire (owner);

  if (writer->offered && !writer->begun
      && g_error_matches (outcome->error, PARLEY_ERROR, PARLEY_ERROR_NO_TOOLS))
    begin_without_tools (writer);
  else
    conclude (writer, outcome);
  writer_unref (writer);
}

/* The prompt */

static ParleyToolContext *
new_tools (ParleyWriter *writer, gboolean has_series)
{
  g_autoptr (ParleyChatMemory) memory
      = writer->task.with_memory ? parley_recorder_dup_memory (writer->recorder) : NULL;

  return parley_tool_context_new (memory, has_series, parley_recorder_get_nonce (writer->recorder),
                                  writer->context->timers, NULL,
                                  parley_series_bounds_read (writer->context->settings));
}

/* What is only looked at moves nothing. Returns: from when on there is history in the prompt. */
static gint64
settle_front (ParleyWriter *writer, guint history_tokens)
{
  gint64 until = parley_recorder_find_until (writer->recorder, history_tokens);

  if (writer->funcs->built != NULL)
    return until;
  if (writer->task.with_memory)
    parley_recorder_learn_style (writer->recorder, until);
  parley_recorder_leave_out (writer->recorder, until);
  return until;
}

static ParleyRequest *
build_request (ParleyWriter *writer, const GPtrArray *tools, guint history_tokens)
{
  ParleyContext *context = writer->context;
  g_autofree char *persona = parley_host_dup_persona (context->host, writer->key);
  g_autoptr (ParleyContactInfo) contact = parley_host_dup_contact (context->host, writer->key);
  gint64 until = settle_front (writer, history_tokens);
  const ParleyPromptInput input = {
    .rules = context->knowledge->rules,
    .tools = tools,
    .nonce = parley_recorder_get_nonce (writer->recorder),
    .author.persona = parley_persona_get (context->knowledge->persona),
    .author.name = parley_settings_get_string (context->settings, PARLEY_SETTING_BRAIN_NAME),
    .author.about = parley_settings_get_string (context->settings, PARLEY_SETTING_BRAIN_ABOUT),
    .author.their_persona = persona,
    .lessons = parley_recorder_get_lessons (writer->recorder),
    .disclosures = (const char *const *) context->knowledge->disclosures,
    .summary = parley_recorder_get_summary (writer->recorder),
    .until = until,
    .author.style = writer->task.with_memory ? parley_recorder_get_style (writer->recorder) : NULL,
    .history = parley_recorder_get_history (writer->recorder),
    .turn = writer->task.turn,
    .facts = writer->memory,
    .contact = contact,
    .status = writer->task.away.status_text,
    .hint = writer->task.hint,
    .asks_program = writer->task.asks_program,
    .another = &writer->task.another,
    .late_min = writer->task.late_min,
    .wall = parley_timers_wall (context->timers),
    .max_tokens = parley_settings_get_int (context->settings, PARLEY_SETTING_BACKEND_MAX_TOKENS),
  };
  ParleyRequest *request = parley_prompt_build (&input);

  request->once = writer->task.probe;
  request->manner = parley_context_get_manner (context, writer->key);
  request->cache_key = parley_fence_dup_cache_key (input.nonce);
  request->away.note_due = writer->task.away.note_due;
  request->away.status_text = g_strdup (writer->task.away.status_text);
  return request;
}

static ParleyComplexity
judge_complexity (ParleyWriter *writer, const ParleyRequest *request)
{
  ParleyContext *context = writer->context;
  g_autofree char *burst = parley_prompt_dup_burst (writer->task.turn);
  int large = parley_settings_get_int (context->settings, PARLEY_SETTING_BRAIN_LARGE_CONTEXT);

  return parley_complexity_judge (context->knowledge->complexity, burst,
                                  parley_tokens_estimate_request (request), (guint) large);
}

static void
add_name (GStrvBuilder *labels, const char *name)
{
  g_autofree char *label = g_strdup_printf ("%s:", name != NULL ? name : "");

  if (name != NULL && *name != '\0')
    g_strv_builder_add (labels, label);
}

/* What nobody writes before a chat message of theirs. Returns: (transfer full) (nullable): NULL
 * where they asked whether a program writes: the answer to that stays as it is. */
static GStrv
dup_labels (ParleyWriter *writer)
{
  ParleyContext *context = writer->context;
  g_autoptr (ParleyContactInfo) contact = NULL;
  g_autoptr (GStrvBuilder) labels = NULL;

  if (writer->task.asks_program)
    return NULL;
  contact = parley_host_dup_contact (context->host, writer->key);
  labels = g_strv_builder_new ();
  g_strv_builder_addv (labels, (const char **) context->knowledge->disclosures);
  add_name (labels, parley_settings_get_string (context->settings, PARLEY_SETTING_BRAIN_NAME));
  add_name (labels, contact != NULL ? contact->name : NULL);
  return g_strv_builder_end (labels);
}

static GPtrArray *
offer_tools (ParleyWriter *writer, const ParleyToolContext *tools, const ParleyTokenBudget *budget)
{
  gboolean takes = parley_context_takes_tools (writer->context);

  return parley_tools_offer (takes ? tools : NULL, writer->context->settings, budget);
}

static void
begin (ParleyWriter *writer)
{
  static const ParleyAgentFuncs funcs = {
    .delta = on_delta,
    .taken_back = on_taken_back,
    .doubted = on_doubted,
    .progressed = on_progressed,
    .asked = on_asked,
    .retry = on_retry,
    .called = on_called,
    .acted = on_acted,
    .decided = on_decided,
    .finished = on_finished,
  };
  ParleyContext *context = writer->context;
  g_autoptr (ParleyToolContext) tools = new_tools (writer, writer->has_series);
  ParleyTokenBudget budget = parley_context_get_budget (context, writer->backend);
  g_autoptr (GPtrArray) offered = offer_tools (writer, tools, &budget);
  g_autoptr (ParleyRequest) request = build_request (writer, offered, budget.history);
  g_auto (GStrv) labels = dup_labels (writer);
  const ParleyAgentSetup setup = {
    .backend = writer->backend,
    .request = request,
    .tools = tools,
    .settings = context->settings,
    .budget = budget,
    .complexity = judge_complexity (writer, request),
    .labels = (const char *const *) labels,
    .draft = writer->draft,
    .funcs = &funcs,
    .owner = writer,
  };

  writer->offered = offered->len > 0;
  if (writer->funcs->built != NULL)
    writer->funcs->built (writer->owner, request);
  else
    writer->agent = parley_agent_start (&setup);
}

/* What was forgotten while it was looked for is not told either. */
static void
begin_afresh (ParleyWriter *writer)
{
  parley_recorder_refresh (writer->recorder);
  begin (writer);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyWriter *writer = data;

  writer->memory
      = parley_overseer_look_finish (PARLEY_OVERSEER (source), result, &writer->has_series, NULL);
  if (writer->owner != NULL)
    writer->funcs->doing (writer->owner, NULL);
  if (writer->owner != NULL)
    begin_afresh (writer);
  writer_unref (writer);
}

static void
look (ParleyWriter *writer)
{
  ParleyContext *context = writer->context;
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (writer->recorder);
  g_autoptr (ParleyOverseer) overseer = parley_overseer_new (memory, context->knowledge->lexicon);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *burst = parley_prompt_dup_burst (writer->task.turn);

  parley_overseer_look_async (overseer, burst,
                              parley_timers_wall (context->timers) * G_USEC_PER_SEC, zone,
                              writer->cancellable, on_looked, g_rc_box_acquire (writer));
}

/* Life */

ParleyWriter *
parley_writer_start (const ParleyWriterSetup *setup)
{
  ParleyWriter *writer = g_rc_box_new0 (ParleyWriter);

  writer->funcs = setup->funcs;
  writer->owner = setup->owner;
  writer->epoch = setup->epoch;
  writer->tag = g_strdup (setup->tag);
  writer->context = setup->context;
  writer->recorder = setup->recorder;
  writer->backend = g_object_ref (setup->backend);
  writer->model = parley_context_dup_model (setup->context);
  writer->key = parley_chat_key_copy (setup->key);
  task_copy (&writer->task, &setup->task);
  writer->draft = setup->draft;
  writer->cancellable = g_cancellable_new ();
  writer->composer = parley_composer_new (setup->context->settings, setup->limits, setup->epoch);
  if (setup->disclosure != NULL)
    parley_composer_disclose (writer->composer, setup->disclosure);
  if (parley_context_get_manner (setup->context, setup->key) != PARLEY_MANNER_PLAIN)
    parley_composer_hold (writer->composer);
  if (setup->task.with_memory && parley_backend_has_model (setup->backend))
    look (writer);
  else
    begin_afresh (writer);
  return writer;
}

void
parley_writer_close_window (ParleyWriter *writer)
{
  writer->draft = FALSE;
  if (writer->agent != NULL)
    parley_agent_close_window (writer->agent);
}

gboolean
parley_writer_is_current (const ParleyWriter *writer)
{
  g_autofree char *model = parley_context_dup_model (writer->context);

  return g_str_equal (model, writer->model);
}

ParleyUsage
parley_writer_get_usage (const ParleyWriter *writer)
{
  return writer->agent != NULL ? parley_agent_get_usage (writer->agent) : (ParleyUsage){ 0 };
}

void
parley_writer_cancel (ParleyWriter *writer)
{
  writer->owner = NULL;
  g_cancellable_cancel (writer->cancellable);
  g_clear_pointer (&writer->agent, parley_agent_cancel);
  writer_unref (writer);
}
