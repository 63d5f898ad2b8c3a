/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent-fixture.h"

#include <string.h>

static void
on_delta (gpointer owner, const char *text)
{
  AgentFixture *f = owner;

  g_string_append (f->said, text);
  if (f->cancel_at_delta)
    g_clear_pointer (&f->agent, parley_agent_cancel);
}

static void
on_called (gpointer owner, const ParleyToolCall *call, ParleyCallEnd end, const char *text)
{
  AgentFixture *f = owner;

  f->n_refused += end != PARLEY_CALL_DONE;
  g_string_append_printf (f->trace, "%s: %s\n", call->name, parley_call_end_to_string (end));
  if (f->cancel_at_call)
    g_clear_pointer (&f->agent, parley_agent_cancel);
}

static void
on_acted (gpointer owner, const char *line)
{
  AgentFixture *f = owner;

  g_string_append_printf (f->status, "%s\n", line);
}

static void
on_decided (gpointer owner, const ParleyContinuation *decision)
{
  AgentFixture *f = owner;
  g_autofree char *reason = parley_continuation_dup_reason (decision);

  f->n_nudges += decision->action == PARLEY_CONTINUATION_NUDGE;
  f->forced |= decision->action == PARLEY_CONTINUATION_FORCE;
  g_test_message ("%u: score %.3f (velocity %.2f, fresh %.2f, tokens %.2f, reminders %.2f, "
                  "complexity %.2f): %s, %s",
                  decision->iteration, decision->score, decision->parts.velocity,
                  decision->parts.fresh, decision->parts.tokens, decision->parts.interventions,
                  decision->parts.complexity,
                  parley_continuation_action_to_string (decision->action), reason);
}

static void
on_finished (gpointer owner, const ParleyAgentOutcome *outcome)
{
  AgentFixture *f = owner;

  g_assert_false (f->finished);
  f->finished = TRUE;
  f->end = outcome->end;
  f->text = g_strdup (outcome->text);
  f->cut = outcome->cut;
  f->reason = g_strdup (outcome->reason);
  f->error = outcome->error != NULL ? g_strdup (outcome->error->message) : NULL;
  f->wait_s = outcome->wait_s;
  f->hint = outcome->hint;
  f->usage = outcome->usage;
}

static ParleyChatMemory *
new_memory (AgentFixture *f, const char *protocol, const char *person)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new (protocol, "CANARY-ACCOUNT", person);

  return parley_chat_memory_new (f->store, key);
}

void
agent_fixture_setup (AgentFixture *f, gconstpointer data)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  parley_test_clock_init (&f->clock);
  f->clock.wall = 1000000000;
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->settings = parley_settings_new ();
  f->backend = parley_test_backend_new ();
  f->store = parley_store_new (NULL);
  f->memory = new_memory (f, "prpl-jabber", "anna@example.org");
  f->other = new_memory (f, "prpl-jabber", "bob@example.org");
  f->tools = parley_tool_context_new (f->memory, TRUE, "k3x9m2", f->timers, utc,
                                      parley_series_bounds_read (f->settings));
  f->complexity = PARLEY_COMPLEXITY_MEDIUM;
  f->window = 100000;
  f->said = g_string_new (NULL);
  f->trace = g_string_new (NULL);
  f->status = g_string_new (NULL);
}

static void
clear_turn (AgentFixture *f)
{
  g_clear_pointer (&f->agent, parley_agent_cancel);
  g_string_truncate (f->said, 0);
  g_string_truncate (f->trace, 0);
  g_string_truncate (f->status, 0);
  g_clear_pointer (&f->text, g_free);
  g_clear_pointer (&f->reason, g_free);
  g_clear_pointer (&f->error, g_free);
  f->n_refused = 0;
  f->n_nudges = 0;
  f->forced = FALSE;
  f->finished = FALSE;
}

void
agent_fixture_teardown (AgentFixture *f, gconstpointer data)
{
  clear_turn (f);
  parley_test_backend_settle ();
  parley_tool_context_unref (f->tools);
  parley_store_close (f->store);
  parley_test_backend_settle ();
  g_object_unref (f->memory);
  g_object_unref (f->other);
  g_object_unref (f->store);
  g_assert_finalize_object (f->backend);
  parley_settings_free (f->settings);
  parley_timers_unref (f->timers);
  g_string_free (f->said, TRUE);
  g_string_free (f->trace, TRUE);
  g_string_free (f->status, TRUE);
}

void
agent_fixture_start (AgentFixture *f, const char *text)
{
  static const ParleyAgentFuncs funcs = {
    .delta = on_delta,
    .called = on_called,
    .acted = on_acted,
    .decided = on_decided,
    .finished = on_finished,
  };
  g_autoptr (ParleyRequest) request = parley_request_new (512);
  const ParleyTokenBudget budget = parley_token_budget_new (f->settings, f->window, FALSE);
  const ParleyTokenBudget roomy = { .window = PARLEY_SMALL_WINDOW };
  g_autoptr (GPtrArray) offered
      = parley_tools_offer (f->tools, f->settings, f->tools_anyway ? &roomy : &budget);
  const ParleyAgentSetup setup = {
    .backend = PARLEY_BACKEND (f->backend),
    .request = request,
    .tools = f->tools,
    .settings = f->settings,
    .budget = budget,
    .complexity = f->complexity,
    .draft = f->draft,
    .funcs = &funcs,
    .owner = f,
  };

  clear_turn (f);
  g_ptr_array_extend (request->tools, offered, NULL, NULL);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, "RULES");
  parley_request_add (request, PARLEY_ROLE_USER, text);
  f->agent = parley_agent_start (&setup);
}

void
agent_fixture_wait (AgentFixture *f)
{
  while (f->agent != NULL && !f->finished && f->backend->open.length == 0)
    g_main_context_iteration (NULL, TRUE);
}

void
agent_fixture_call (AgentFixture *f, const char *name, const char *arguments)
{
  parley_test_backend_call (f->backend, name, arguments);
  agent_fixture_wait (f);
}

void
agent_fixture_answer (AgentFixture *f, const char *text)
{
  parley_test_backend_answer (f->backend, text);
}

ParleyRequest *
agent_fixture_get_request (AgentFixture *f)
{
  return g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);
}

void
agent_fixture_assert_end (AgentFixture *f, ParleyAgentEnd end, const char *text)
{
  g_assert_true (f->finished);
  g_assert_cmpint (f->end, ==, end);
  g_assert_cmpstr (f->text, ==, text);
  g_assert_cmpstr (f->said->str, ==, text);
}

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

char *
agent_fixture_dup_other (AgentFixture *f)
{
  GString *all = g_string_new (NULL);
  g_autoptr (GAsyncResult) recalled = NULL;
  g_autoptr (GAsyncResult) searched = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GPtrArray) facts = NULL;
  g_autoptr (GPtrArray) talk = NULL;
  g_autoptr (GPtrArray) series = NULL;

  parley_chat_memory_recall_async (f->other, "", 200, NULL, take_result, &recalled);
  facts = parley_chat_memory_recall_finish (f->other, wait_for (&recalled), NULL);
  parley_chat_memory_search_async (f->other, "", 0, G_MAXINT64, 1000, NULL, take_result, &searched);
  talk = parley_chat_memory_search_finish (f->other, wait_for (&searched), NULL);
  parley_chat_memory_list_series_async (f->other, NULL, take_result, &listed);
  series = parley_chat_memory_list_series_finish (f->other, wait_for (&listed), NULL);
  for (guint i = 0; i < facts->len; i++)
    g_string_append_printf (all, "%s\n", ((ParleyFact *) g_ptr_array_index (facts, i))->text);
  for (guint i = 0; i < talk->len; i++)
    g_string_append_printf (all, "%s\n", ((ParleyUtterance *) g_ptr_array_index (talk, i))->text);
  for (guint i = 0; i < series->len; i++)
    {
      const ParleySeriesInfo *info = g_ptr_array_index (series, i);

      g_string_append_printf (all, "%s %" G_GUINT64_FORMAT "\n", info->name, info->count);
    }
  return g_string_free (all, FALSE);
}
