/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers that are errors, and JSON from strangers: there is always one sentence for the user, in
 * one line, with nothing hidden and no key in it; what the check lets through json-glib can take.
 */
#include "fuzz.h"

#include <string.h>

#include "backend/parley-http-error.h"
#include "base/parley-error.h"
#include "base/parley-json.h"
#include "base/parley-text.h"

#define KEY        "sk-Secret12345678"
#define MAX_QUOTED 200

static void
check_words (const char *words)
{
  g_assert_true (g_utf8_validate (words, -1, NULL));
  g_assert_null (strstr (words, KEY));
  for (const char *p = words; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (parley_text_is_hidden (g_utf8_get_char (p)) || *p == '\n');
}

static void
check_error (GError *error)
{
  if (error == NULL)
    return;
  g_assert_true (error->domain == PARLEY_ERROR);
  check_words (error->message);
  g_error_free (error);
}

static void
check_quote (const char *text)
{
  g_autofree char *quote = parley_http_quote (text, KEY);

  if (quote == NULL)
    return;
  check_words (quote);
  g_assert_cmpint (g_utf8_strlen (quote, -1), <=, MAX_QUOTED);
  g_assert_null (strstr (quote, "://"));
}

static void
check_json (const char *data, gsize length)
{
  gboolean passes = parley_json_check (data, length, NULL);
  g_autoptr (JsonNode) node = parley_json_parse (data, length, NULL);
  g_autoptr (JsonNode) line = NULL;
  g_autofree char *text = NULL;

  if (passes)
    line = parley_json_parse_line (data, length);
  if (node == NULL)
    return;
  g_assert_true (passes);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  text = json_to_string (node, FALSE);
  check_error (parley_http_error_from_object (json_node_get_object (node), KEY));
  check_error (parley_http_error_from_details (json_node_get_object (node), KEY));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const guint statuses[] = { 301, 400, 401, 402, 403, 404, 408, 413, 429, 500, 503, 529 };
  FuzzInput input = { data, size };
  guint status = statuses[fuzz_take (&input, G_N_ELEMENTS (statuses))];
  g_autofree char *body = g_memdup2 (input.data, input.left);
  g_autofree char *text = g_strndup ((const char *) input.data, input.left);
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  check_error (parley_http_error_from_status (status, body, input.left, KEY));
  check_quote (valid);
  check_json (body, input.left);
  return 0;
}
