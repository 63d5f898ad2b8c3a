/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-predictor.h"

#include <string.h>

#include "base/parley-json.h"
#include "brain/parley-prompt.h"

/* One line of JSON. */
#define MAX_TOKENS 60

/* Longer waits than this are no answer to the question. */
#define MAX_WAIT_MS 60000

ParleyRequest *
parley_predictor_build (const char *rules, const ParleyTurn *turn, const char *nonce)
{
  ParleyRequest *request = parley_request_new (MAX_TOKENS);
  g_autofree char *burst = parley_prompt_dup_fenced_burst (turn, nonce);

  parley_request_add (request, PARLEY_ROLE_SYSTEM, rules);
  parley_request_add (request, PARLEY_ROLE_USER, burst);
  return request;
}

/* Models like to put a fence around JSON: what counts is from the first brace to the last. */
static JsonNode *
parse_object (const char *text)
{
  const char *begin = strchr (text, '{');
  const char *end = strrchr (text, '}');

  return begin != NULL && end > begin ? parley_json_parse (begin, end + 1 - begin, NULL) : NULL;
}

gboolean
parley_predictor_parse (const char *text, ParleyPrediction *prediction)
{
  g_autoptr (JsonNode) root = parse_object (text);
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  JsonNode *done = object != NULL ? json_object_get_member (object, "done") : NULL;
  gint64 confidence = parley_json_get_int (object, "confidence", -1);
  gint64 wait = parley_json_get_int (object, "wait_ms", -1);

  if (done == NULL || json_node_get_value_type (done) != G_TYPE_BOOLEAN || confidence < 0
      || confidence > 100)
    return FALSE;
  if (!json_node_get_boolean (done) && (wait < 0 || wait > MAX_WAIT_MS))
    return FALSE;
  prediction->done = json_node_get_boolean (done);
  prediction->confidence = confidence / 100.0;
  prediction->wait_ms = (int) CLAMP (wait, 0, MAX_WAIT_MS);
  return TRUE;
}
