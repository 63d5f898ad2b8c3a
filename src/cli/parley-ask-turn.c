/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-ask-turn.h"

#include <glib-unix.h>

#include "backend/parley-request.h"
#include "base/parley-error.h"
#include "brain/parley-agent.h"
#include "brain/parley-fence.h"
#include "brain/parley-prompt.h"
#include "brain/parley-tool.h"
#include "cli/parley-ask-report.h"
#include "session/parley-composer.h"

/* What is asked, with what it may reach. */
typedef struct
{
  char *nonce;
  ParleyToolContext *tools; /* (nullable) */
  ParleyTokenBudget budget;
  ParleyRequest *request;
} Question;

typedef struct
{
  const ParleyAskTurn *turn;
  Question question;
  ParleyAskReport report;
  ParleyComposer *composer;
  ParleyAgent *agent;
  GMainLoop *loop;
  gboolean begun; /* something of the answer came */
  int status;     /* of the exit */
} Run;

/* What the agent says */

static void
hand_out (Run *run)
{
  for (;;)
    {
      g_autoptr (ParleyComposed) bubble = parley_composer_take (run->composer);

      if (bubble == NULL)
        return;
      parley_ask_report_bubble (&run->report, bubble->text);
    }
}

static void
on_delta (gpointer owner, const char *text)
{
  Run *run = owner;

  run->begun = TRUE;
  parley_ask_report_delta (&run->report, text);
  parley_composer_feed (run->composer, text);
  hand_out (run);
}

/* What the channel "other" allows: there is no chat to know better of. */
static void
begin_composing (Run *run)
{
  static const ParleyLimits limits = { 0 };

  g_clear_pointer (&run->composer, parley_composer_free);
  run->composer = parley_composer_new (run->turn->settings, &limits, 0);
}

/* From here on the bubbles are those of a chat, where such a model is always heard out. */
static void
on_taken_back (gpointer owner, const char *left, gboolean quoted)
{
  Run *run = owner;

  parley_ask_report_taken_back (&run->report, left);
  begin_composing (run);
  parley_composer_hold (run->composer);
  parley_composer_feed (run->composer, left);
}

static void
on_retry (gpointer owner, int after_ms, const GError *why)
{
  Run *run = owner;

  parley_ask_report_retry (&run->report, after_ms, why);
}

static void
on_called (gpointer owner, const ParleyToolCall *call, ParleyCallEnd end, const char *text)
{
  Run *run = owner;

  parley_ask_report_call (&run->report, call, end);
}

static void ask_without_tools (Run *run, const GError *why);

static void
on_finished (gpointer owner, const ParleyAgentOutcome *outcome)
{
  Run *run = owner;

  if (run->question.request->tools->len > 0 && !run->begun
      && g_error_matches (outcome->error, PARLEY_ERROR, PARLEY_ERROR_NO_TOOLS))
    {
      ask_without_tools (run, outcome->error);
      return;
    }
  if (outcome->end != PARLEY_AGENT_FAILED)
    {
      parley_composer_end (run->composer);
      hand_out (run);
    }
  run->status = parley_ask_report_end (&run->report, outcome);
  g_main_loop_quit (run->loop);
}

static gboolean
on_interrupt (gpointer data)
{
  Run *run = data;
  ParleyUsage usage;

  if (!g_main_loop_is_running (run->loop))
    return G_SOURCE_CONTINUE;
  usage = parley_agent_get_usage (run->agent);
  run->status = parley_ask_report_stop (&run->report, &usage);
  g_main_loop_quit (run->loop);
  return G_SOURCE_CONTINUE;
}

/* What it is asked */

static ParleyRequest *
build_request (const ParleyAskTurn *turn, const GPtrArray *tools, const char *nonce)
{
  g_autoptr (ParleyRules) rules = parley_rules_new (turn->data);
  const ParleyPromptInput input = {
    .rules = rules,
    .tools = tools,
    .nonce = nonce,
    .author.name = parley_settings_get_string (turn->settings, PARLEY_SETTING_BRAIN_NAME),
    .author.about = parley_settings_get_string (turn->settings, PARLEY_SETTING_BRAIN_ABOUT),
    .author.persona = turn->persona,
    .history = turn->chat->history,
    .turn = turn->chat->turn,
    .wall = parley_timers_wall (turn->timers),
    .max_tokens = parley_settings_get_int (turn->settings, PARLEY_SETTING_BACKEND_MAX_TOKENS),
  };
  ParleyRequest *request = parley_prompt_build (&input);

  request->away.note_due = TRUE;
  return request;
}

static ParleyComplexity
judge_complexity (const ParleyAskTurn *turn, const ParleyRequest *request)
{
  g_autoptr (ParleyComplexityWords) words = parley_complexity_words_new (turn->data);
  g_autofree char *burst = parley_prompt_dup_burst (turn->chat->turn);
  int large = parley_settings_get_int (turn->settings, PARLEY_SETTING_BRAIN_LARGE_CONTEXT);

  return parley_complexity_judge (words, burst, parley_tokens_estimate_request (request),
                                  (guint) large);
}

/* What is remembered goes with the program. Returns: (transfer full) (nullable). */
static ParleyToolContext *
new_tools (const ParleyAskTurn *turn, gboolean wanted, const char *nonce)
{
  g_autoptr (ParleyChatKey) key = NULL;
  g_autoptr (ParleyStore) store = NULL;
  g_autoptr (ParleyChatMemory) memory = NULL;

  if (!wanted)
    return NULL;
  key = parley_chat_key_new ("", "", "");
  store = parley_store_new (NULL);
  memory = parley_chat_memory_new (store, key);
  return parley_tool_context_new (memory, FALSE, nonce, turn->timers, NULL,
                                  parley_series_bounds_read (turn->settings));
}

static void
question_init (Question *question, const ParleyAskTurn *turn, gboolean with_tools)
{
  g_autoptr (GPtrArray) offered = NULL;

  question->nonce = parley_fence_new_nonce ();
  question->tools = new_tools (turn, with_tools, question->nonce);
  question->budget
      = parley_token_budget_new (turn->settings, 0, parley_backend_is_remote (turn->backend));
  offered = parley_tools_offer (question->tools, turn->settings, &question->budget);
  question->request = build_request (turn, offered, question->nonce);
}

static void
question_clear (Question *question)
{
  g_clear_pointer (&question->tools, parley_tool_context_unref);
  parley_request_unref (question->request);
  g_free (question->nonce);
}

static ParleyAgent *
start_agent (Run *run)
{
  static const ParleyAgentFuncs funcs = {
    .delta = on_delta,
    .taken_back = on_taken_back,
    .retry = on_retry,
    .called = on_called,
    .finished = on_finished,
  };
  const ParleyAskTurn *turn = run->turn;
  const Question *question = &run->question;
  const ParleyAgentSetup setup = {
    .backend = turn->backend,
    .request = question->request,
    .tools = question->tools,
    .settings = turn->settings,
    .budget = question->budget,
    .complexity = judge_complexity (turn, question->request),
    .funcs = &funcs,
    .owner = run,
  };

  return parley_agent_start (&setup);
}

/* With other rules, which do not speak of tools either. */
static void
ask_without_tools (Run *run, const GError *why)
{
  parley_ask_report_retry (&run->report, 0, why);
  g_clear_pointer (&run->agent, parley_agent_cancel);
  question_clear (&run->question);
  question_init (&run->question, run->turn, FALSE);
  run->agent = start_agent (run);
}

void
parley_ask_turn_show (const ParleyAskTurn *turn)
{
  Question question;
  g_autofree char *text = NULL;

  question_init (&question, turn, turn->with_tools);
  text = parley_request_text_dup (question.request);
  g_print ("%s", text);
  question_clear (&question);
}

int
parley_ask_turn_run (const ParleyAskTurn *turn)
{
  Run run = { .turn = turn, .loop = g_main_loop_new (NULL, FALSE) };
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, &run);
  guint terminate = g_unix_signal_add (SIGTERM, on_interrupt, &run);

  question_init (&run.question, turn, turn->with_tools);
  begin_composing (&run);
  parley_ask_report_init (&run.report, turn->for_people);
  run.agent = start_agent (&run);
  g_main_loop_run (run.loop);
  g_source_remove (interrupt);
  g_source_remove (terminate);
  g_clear_pointer (&run.agent, parley_agent_cancel);
  question_clear (&run.question);
  parley_composer_free (run.composer);
  g_main_loop_unref (run.loop);
  return run.status;
}
