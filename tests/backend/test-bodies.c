/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-anthropic.h"
#include "backend/parley-openai.h"
#include "base/parley-json.h"
#include "openai-fixture.h"

/* What is asked of a server, to the byte. */

#define RECALL_SCHEMA "{\"type\":\"object\",\"properties\":{\"words\":{\"type\":\"string\"}}}"

/* A turn in which two tools were called, of one the arguments were no JSON. */
static ParleyRequest *
new_tool_turn (void)
{
  ParleyRequest *request = parley_request_new (100);
  g_autoptr (GPtrArray) calls = parley_tool_calls_new ();

  g_ptr_array_add (calls, parley_tool_call_new ("t1", "recall", "{\"words\":\"a\"}"));
  g_ptr_array_add (calls, parley_tool_call_new ("t2", "list", "nonsense"));
  parley_request_add (request, PARLEY_ROLE_SYSTEM, "Rules");
  parley_request_add (request, PARLEY_ROLE_USER, "hi");
  parley_request_add_calls (request, "", calls);
  parley_request_add_result (request, "t1", "found");
  parley_request_add_result (request, "t2", "");
  request_offer_tools (request);
  return request;
}

static void
assert_body (GBytes *body, const char *wanted)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));

  g_assert_cmpstr (text, ==, wanted);
  g_bytes_unref (body);
}

static void
test_tools_of_chat_completions (void)
{
  g_autoptr (ParleyRequest) request = new_tool_turn ();

  assert_body (parley_openai_body_new (request, "m", NULL),
               "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
               "\"max_tokens\":100,\"tools\":["
               "{\"type\":\"function\",\"function\":{\"name\":\"recall\","
               "\"description\":\"Looks something up.\",\"parameters\":" RECALL_SCHEMA "}},"
               "{\"type\":\"function\",\"function\":{\"name\":\"list\",\"description\":\"\","
               "\"parameters\":{}}}],\"messages\":["
               "{\"role\":\"system\",\"content\":\"Rules\"},"
               "{\"role\":\"user\",\"content\":\"hi\"},"
               "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
               "{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"recall\","
               "\"arguments\":\"{\\\"words\\\":\\\"a\\\"}\"}},"
               "{\"id\":\"t2\",\"type\":\"function\",\"function\":{\"name\":\"list\","
               "\"arguments\":\"nonsense\"}}]},"
               "{\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"found\"},"
               "{\"role\":\"tool\",\"tool_call_id\":\"t2\",\"content\":\"\"}]}");
}

/* Both results and what the user says next are one message. */
static void
test_tools_of_messages (void)
{
  g_autoptr (ParleyRequest) request = new_tool_turn ();

  parley_request_add (request, PARLEY_ROLE_USER, "and?");
  assert_body (
      parley_anthropic_body_new (request, "m", NULL),
      "{\"model\":\"m\",\"stream\":true,\"max_tokens\":100,\"tools\":["
      "{\"name\":\"recall\",\"description\":\"Looks something up.\","
      "\"input_schema\":" RECALL_SCHEMA "},"
      "{\"name\":\"list\",\"description\":\"\",\"input_schema\":{}}],"
      "\"system\":[{\"type\":\"text\",\"text\":\"Rules\","
      "\"cache_control\":{\"type\":\"ephemeral\"}}],\"messages\":["
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]},"
      "{\"role\":\"assistant\",\"content\":["
      "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"recall\",\"input\":{\"words\":\"a\"}},"
      "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"list\",\"input\":{},"
      "\"cache_control\":{\"type\":\"ephemeral\"}}]},"
      "{\"role\":\"user\",\"content\":["
      "{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"found\"},"
      "{\"type\":\"tool_result\",\"tool_use_id\":\"t2\",\"content\":\"\"},"
      "{\"type\":\"text\",\"text\":\"and?\"}]}]}");
}

static gboolean
holds (GBytes *body, const char *words)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));

  g_bytes_unref (body);
  return strstr (text, words) != NULL;
}

/* Where calls have been made the one API wants the tools named to the end, the other one does not.
 */
static void
test_tools_that_are_taken_away (void)
{
  g_autoptr (ParleyRequest) request = new_tool_turn ();

  request->no_calls = TRUE;
  g_assert_false (holds (parley_openai_body_new (request, "m", NULL), "\"tools\""));
  g_assert_true (holds (parley_anthropic_body_new (request, "m", NULL), "\"tools\":[{"));
  g_assert_true (holds (parley_anthropic_body_new (request, "m", NULL),
                        "\"tool_choice\":{\"type\":\"none\"}"));
}

/* What the API refuses is not sent: a first message that is not the user's, blank ones, roles that
 * do not take turns, blanks at the end; a later note of ours is the user's message there. */
static void
test_what_messages_refuses_is_not_sent (void)
{
  g_autoptr (ParleyRequest) request = parley_request_new (100);

  parley_request_add (request, PARLEY_ROLE_SYSTEM, " ");
  parley_request_add (request, PARLEY_ROLE_ASSISTANT, "old");
  parley_request_add (request, PARLEY_ROLE_USER, " \n");
  parley_request_add (request, PARLEY_ROLE_ASSISTANT, "older \n");
  parley_request_add (request, PARLEY_ROLE_USER, "hi");
  parley_request_add (request, PARLEY_ROLE_SYSTEM, "It is noon.");
  assert_body (
      parley_anthropic_body_new (request, "m", NULL),
      "{\"model\":\"m\",\"stream\":true,\"max_tokens\":100,\"messages\":["
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"…\"}]},"
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"old\"},"
      "{\"type\":\"text\",\"text\":\"older\",\"cache_control\":{\"type\":\"ephemeral\"}}]},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"},"
      "{\"type\":\"text\",\"text\":\"It is noon.\"}]}]}");
}

/* Where the cache ends is no part of what is cached. @body: (transfer full). */
static GBytes *
dup_unmarked (GBytes *body)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_auto (GStrv) pieces = g_strsplit (text, ",\"cache_control\":{\"type\":\"ephemeral\"}", -1);
  char *joined = g_strjoinv ("", pieces);

  g_bytes_unref (body);
  return g_bytes_new_take (joined, strlen (joined));
}

static void
test_the_key_of_the_cache_goes_only_where_it_is_known (void)
{
  g_autoptr (ParleyRequest) request = new_tool_turn ();

  g_assert_false (holds (parley_openai_body_new (request, "m", NULL), "prompt_cache_key"));
  g_assert_true (
      holds (parley_openai_body_new (request, "m", "k1"), "\"prompt_cache_key\":\"k1\""));
  g_assert_false (holds (parley_anthropic_body_new (request, "m", "k1"), "k1"));
}

/* Prompt caches work by prefixes: what is added comes behind all that was there. */
static void
test_the_front_stays_the_same (void)
{
  GBytes *(*const news[]) (const ParleyRequest *, const char *, const char *)
      = { parley_openai_body_new, parley_anthropic_body_new };

  for (guint i = 0; i < G_N_ELEMENTS (news); i++)
    {
      g_autoptr (ParleyRequest) request = new_tool_turn ();
      g_autoptr (GBytes) before = dup_unmarked (news[i](request, "m", NULL));
      g_autoptr (GBytes) after = NULL;
      gsize tail = strlen (i == 0 ? "]}" : "]}]}");

      parley_request_add (request, PARLEY_ROLE_ASSISTANT, "so");
      parley_request_add (request, PARLEY_ROLE_USER, "more");
      after = dup_unmarked (news[i](request, "m", NULL));
      g_assert_cmpmem (g_bytes_get_data (before, NULL), g_bytes_get_size (before) - tail,
                       g_bytes_get_data (after, NULL), g_bytes_get_size (before) - tail);
    }
}

#define ADD(name, func) g_test_add_func ("/bodies/" name, func)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("chat-completions/tools", test_tools_of_chat_completions);
  ADD ("messages/tools", test_tools_of_messages);
  ADD ("tools-taken-away", test_tools_that_are_taken_away);
  ADD ("messages/refused", test_what_messages_refuses_is_not_sent);
  ADD ("cache-key", test_the_key_of_the_cache_goes_only_where_it_is_known);
  ADD ("front-stays", test_the_front_stays_the_same);
  return g_test_run ();
}
