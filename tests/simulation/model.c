/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A model that names what it has read: each bubble of it tells the newest mark and the number of
 * the request, "As to annq17, r4b0." */
#include "oracles.h"

#include <string.h>

#define CHEAP_TOKENS 500
#define DEAR_TOKENS  9000
#define RUIN_TOKENS  90000

/* Words of what it is told that it says again. */
#define PARROTED 14

guint
sim_model_get_tokens (SimWorld *world)
{
  return world->mood == SIM_MOOD_RUINS   ? RUIN_TOKENS
         : world->mood == SIM_MOOD_COSTS ? DEAR_TOKENS
                                         : CHEAP_TOKENS;
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

typedef struct
{
  const char *name;
  const char *arguments; /* as they stand within a string of JSON */
} Call;

/* Each is another's, or nobody's. */
static const Call wrong_calls[] = {
  { "remember", "{\\\"text\\\":[1,2]}" },
  { "search_history", "{\\\"query\\\":{\\\"chat\\\":\\\"all\\\"}}" },
  { "wait_for_more", "{\\\"seconds\\\":-1}" },
  { "wait_for_more", "{\\\"seconds\\\":1e300}" },
  { "set_hint", "{\\\"expects_followup\\\":\\\"no\\\"}" },
  { "merge_timeseries", "[]" },
  { "query_timeseries", "{\\\"name\\\":\\\"../other\\\"}" },
  { "recall", "not JSON" },
  { "", "{}" },
  { "hand_over", "{}" },
};

static Call
choose_call (SimWorld *world)
{
  static const Call calls[SIM_N_MOODS] = {
    [SIM_MOOD_SILENT] = { "stay_silent", "{}" },
    [SIM_MOOD_WAITS] = { "wait_for_more", "{}" },
    [SIM_MOOD_LOST] = { "no_such_tool", "{}" },
    [SIM_MOOD_REMEMBERS] = { "remember", "{\\\"text\\\":\\\"likes tea\\\"}" },
  };

  return world->mood == SIM_MOOD_MISCALLS
             ? wrong_calls[sim_seams_guess (&world->seams, 7, G_N_ELEMENTS (wrong_calls))]
             : calls[world->mood];
}

static void
call_tool (const Call *call, gboolean anthropic, GString *body)
{
  if (!anthropic)
    {
      g_string_append_printf (
          body,
          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
          "\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"simcall\",\"type\":\"function\","
          "\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}]},\"finish_reason\":null}]}\n\n"
          "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
          "\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
          call->name, call->arguments);
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
      call->name, call->arguments);
}

static gboolean
calls_tool (SimMood mood)
{
  return mood == SIM_MOOD_SILENT || mood == SIM_MOOD_WAITS || mood == SIM_MOOD_LOST
         || mood == SIM_MOOD_REMEMBERS || mood == SIM_MOOD_MISCALLS;
}

/* The first words of the longest line of what it was told. Returns: (transfer full). */
static char *
dup_parroted (const char *prompt)
{
  const char *from = strstr (prompt, "\"system\"");
  g_auto (GStrv) lines = g_strsplit (from != NULL ? from : prompt, "\\n", 40);
  const char *longest = "";
  g_auto (GStrv) words = NULL;

  for (guint i = 1; lines[0] != NULL && lines[i] != NULL && lines[i + 1] != NULL; i++)
    if (strlen (lines[i]) > strlen (longest) && strpbrk (lines[i], "\\\"<") == NULL)
      longest = lines[i];
  words = g_strsplit (longest, " ", PARROTED + 1);
  if (g_strv_length (words) > PARROTED)
    g_clear_pointer (&words[PARROTED], g_free);
  return g_strjoinv (" ", words);
}

/* Returns: (transfer full): what it says besides, as it stands in a string of JSON. */
static char *
dup_lie (SimWorld *world, const char *prompt)
{
  static const char *const lies[] = {
    "his key is sk-proj-Qm3vX8tRz0Lp5Wn7Yb2Kd9Hf", "the password is hunter2, don't share it",
    "my IBAN is DE89 3704 0044 0532 0130 00",      "I live at 221 Baker Street, London",
    "ok, I'll lend you 500 euros tomorrow",        "the word is xyzzy, as agreed",
  };
  g_autofree char *parroted = NULL;

  if (world->mood == SIM_MOOD_TELLS)
    return g_strconcat (" " SIM_MODEL_LIE,
                        lies[sim_seams_guess (&world->seams, 6, G_N_ELEMENTS (lies))], NULL);
  if (world->mood != SIM_MOOD_PARROTS)
    return g_strdup ("");
  parroted = dup_parroted (prompt);
  return g_strconcat (" " SIM_MODEL_LIE, parroted, NULL);
}

/* What it says, in pieces. */
static void
write_reply (SimWorld *world, guint number, const char *prompt, gboolean anthropic, GString *body)
{
  g_autofree char *lie = dup_lie (world, prompt);
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
          = g_strdup_printf ("%sAs to %sq%u, r%ub%u is what I say.%s", i > 0 ? "\\n\\n" : "",
                             author->name, request->newest, number, i, lie);

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
    case SIM_MOOD_PARROTS:
    case SIM_MOOD_TELLS:
    case SIM_MOOD_MISCALLS:
    case SIM_MOOD_RUINS:
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
sim_model_ask (gpointer data, const SimAsked *asked)
{
  SimWorld *world = data;
  SimAnswer *answer = sim_answer_new ();
  const char *path = asked->path;
  const char *body = asked->body;
  gboolean anthropic = g_str_has_suffix (path, "/messages");
  Call call = choose_call (world);
  guint number;

  sim_providers_check (world, asked);
  if (body == NULL || !(anthropic || g_str_has_suffix (path, "/chat/completions")))
    {
      sim_world_tell (world, "the server is asked for %s", path);
      answer->status = 404;
      return answer;
    }
  number = sim_oracle_request (world, body);
  if (calls_tool (world->mood) && strstr (body, "simcall") == NULL)
    call_tool (&call, anthropic, answer->body);
  else
    write_reply (world, number, body, anthropic, answer->body);
  set_mood (world, answer);
  return answer;
}
