/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A model that names what it has read: each bubble of it tells the newest mark and the number of
 * the request, "As to annq17, r4b0." */
#include "oracles.h"

#include <string.h>

#define CHEAP_TOKENS 500
#define DEAR_TOKENS  9000

guint
sim_model_get_tokens (SimWorld *world)
{
  return world->mood == SIM_MOOD_COSTS ? DEAR_TOKENS : CHEAP_TOKENS;
}

static void
add_openai (GString *body, const char *text)
{
  g_string_append_printf (body,
                          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":"
                          "[{\"index\":0,\"delta\":{\"content\":\"%s\"},"
                          "\"finish_reason\":null}]}\n\n",
                          text);
}

static void
end_openai (GString *body, guint tokens)
{
  g_string_append_printf (body,
                          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":"
                          "[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}],"
                          "\"usage\":{\"prompt_tokens\":%u,\"completion_tokens\":20}}\n\n"
                          "data: [DONE]\n\n",
                          tokens);
}

static void
begin_anthropic (GString *body, guint tokens)
{
  g_string_append_printf (
      body,
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\","
      "\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"stop_reason\":null,"
      "\"usage\":{\"input_tokens\":%u,\"output_tokens\":1}}}\n\n"
      "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
      "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
      tokens);
}

static void
add_anthropic (GString *body, const char *text)
{
  g_string_append_printf (body,
                          "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","
                          "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"%s\"}}\n\n",
                          text);
}

static void
end_anthropic (GString *body)
{
  g_string_append (
      body, "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
            "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
            "\"end_turn\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":20}}\n\n"
            "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
}

static void
call_tool (SimMood mood, gboolean anthropic, GString *body)
{
  const char *name = mood == SIM_MOOD_SILENT      ? "stay_silent"
                     : mood == SIM_MOOD_WAITS     ? "wait_for_more"
                     : mood == SIM_MOOD_REMEMBERS ? "remember"
                                                  : "no_such_tool";
  const char *arguments = mood == SIM_MOOD_REMEMBERS ? "{\\\"text\\\":\\\"likes tea\\\"}" : "{}";

  if (!anthropic)
    {
      g_string_append_printf (
          body,
          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
          "\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"simcall\",\"type\":\"function\","
          "\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}]},\"finish_reason\":null}]}\n\n"
          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
          "\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
          name, arguments);
      return;
    }
  begin_anthropic (body, CHEAP_TOKENS);
  g_string_append_printf (
      body,
      "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
      "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,"
      "\"content_block\":{\"type\":\"tool_use\",\"id\":\"simcall\",\"name\":\"%s\",\"input\":{}}}"
      "\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,"
      "\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"%s\"}}"
      "\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
      "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
      "\"tool_use\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":20}}\n\n"
      "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
      name, arguments);
}

static gboolean
calls_tool (SimMood mood)
{
  return mood == SIM_MOOD_SILENT || mood == SIM_MOOD_WAITS || mood == SIM_MOOD_LOST
         || mood == SIM_MOOD_REMEMBERS;
}

/* What it says, in pieces. */
static void
write_reply (SimWorld *world, guint number, gboolean anthropic, GString *body)
{
  const SimRequest *request = &g_array_index (world->requests, SimRequest, number);
  const SimBody *author = g_ptr_array_index (world->bodies, request->body);
  guint n = world->mood == SIM_MOOD_EMPTY       ? 0
            : world->mood == SIM_MOOD_LONG      ? 3
            : world->mood == SIM_MOOD_REMEMBERS ? 2
                                                : 1 + sim_seams_guess (&world->seams, 2, 2);

  if (anthropic)
    begin_anthropic (body, sim_model_get_tokens (world));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text
          = g_strdup_printf ("%sAs to %sq%u, r%ub%u is what I say.", i > 0 ? "\\n\\n" : "",
                             author->name, request->newest, number, i);

      (anthropic ? add_anthropic : add_openai) (body, text);
    }
  if (anthropic)
    end_anthropic (body);
  else
    end_openai (body, sim_model_get_tokens (world));
}

static void
set_mood (SimWorld *world, SimAnswer *answer)
{
  guint share = sim_seams_guess (&world->seams, 3, 100);

  switch (world->mood)
    {
    case SIM_MOOD_QUICK:
    case SIM_MOOD_LONG:
    case SIM_MOOD_SILENT:
    case SIM_MOOD_WAITS:
    case SIM_MOOD_LOST:
    case SIM_MOOD_EMPTY:
    case SIM_MOOD_COSTS:
    case SIM_MOOD_REMEMBERS:
    case SIM_N_MOODS:
      break;
    case SIM_MOOD_SLOW:
      answer->first_ms = 1000 + 200 * share;
      answer->piece_ms = 100 + 10 * share;
      break;
    case SIM_MOOD_STALLS:
      answer->end = SIM_ANSWER_STALLS;
      g_string_truncate (answer->body, answer->body->len * share / 100);
      break;
    case SIM_MOOD_CUTS:
      answer->end = SIM_ANSWER_CUT;
      g_string_truncate (answer->body, answer->body->len * share / 100);
      break;
    case SIM_MOOD_FAILS:
      answer->status = share < 50 ? 500 : 429;
      g_string_assign (answer->body, "{\"error\":{\"message\":\"overloaded\"}}");
      break;
    case SIM_MOOD_GONE:
      answer->end = SIM_ANSWER_NOBODY;
      break;
    }
}

SimAnswer *
sim_model_ask (gpointer data, const char *path, const char *body)
{
  SimWorld *world = data;
  SimAnswer *answer = sim_answer_new ();
  gboolean anthropic = g_str_has_suffix (path, "/messages");
  guint number;

  if (body == NULL || !(anthropic || g_str_has_suffix (path, "/chat/completions")))
    {
      sim_world_tell (world, "the server is asked for %s", path);
      answer->status = 404;
      return answer;
    }
  number = sim_oracle_request (world, body);
  if (calls_tool (world->mood) && strstr (body, "simcall") == NULL)
    call_tool (world->mood, anthropic, answer->body);
  else
    write_reply (world, number, anthropic, answer->body);
  set_mood (world, answer);
  return answer;
}
