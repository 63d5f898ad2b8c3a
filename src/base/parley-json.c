/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

/* All that may stand outside of strings. Without '/' there are no comments, so a quotation mark in
 * a comment can't hide brackets from the count. */
#define OUTSIDE " \t\r\n{}[]:,0123456789+-.eEtrufalsn"

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, message);
  return FALSE;
}

/* Returns: the value of the four digits, or -1. */
static int
parse_hex4 (const char *p, const char *end)
{
  int value = 0;

  if (end - p < 4)
    return -1;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (p[i]);

      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

/* @p: at the character after the backslash. Returns: behind the escape, or NULL if it is none.
 * NUL is refused because json-glib would cut the string there without a word. */
static const char *
skip_escape (const char *p, const char *end)
{
  int high;
  int low;

  if (p == end)
    return NULL;
  if (*p != 'u')
    return memchr ("\"\\/bfnrt", *p, 8) != NULL ? p + 1 : NULL;

  high = parse_hex4 (p + 1, end);
  if (high <= 0 || (high >= 0xdc00 && high <= 0xdfff))
    return NULL;
  p += 5;
  if (high < 0xd800 || high > 0xdbff)
    return p;
  if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
    return NULL;
  low = parse_hex4 (p + 2, end);
  return low >= 0xdc00 && low <= 0xdfff ? p + 6 : NULL;
}

/* @p: behind the opening quotation mark. Returns: behind the closing one, or NULL. */
static const char *
skip_string (const char *p, const char *end)
{
  while (p != NULL && p < end)
    {
      if (*p == '"')
        return p + 1;
      if ((guchar) *p < 0x20)
        return NULL;
      p = *p == '\\' ? skip_escape (p + 1, end) : p + 1;
    }
  return NULL;
}

/* @data: valid UTF-8. */
static gboolean
check_form (const char *data, gsize length, GError **error)
{
  const char *p = data;
  const char *end = data + length;
  int depth = 0;
  gboolean whole = FALSE; /* the value has ended; json-glib would take another one behind it */

  while (p < end)
    {
      char c = *p++;

      /* Of a value before the first bracket json-glib would lose the memory. */
      if ((whole || (depth == 0 && c != '{' && c != '[')) && !g_ascii_isspace (c))
        return fail (error, _ ("The server's answer is not in the expected form (JSON)."));
      if (c == '"')
        {
          p = skip_string (p, end);
          if (p == NULL)
            return fail (error, _ ("The server's answer is broken: a text in it is damaged."));
        }
      else if (memchr (OUTSIDE, c, strlen (OUTSIDE)) == NULL)
        return fail (error, _ ("The server's answer is not in the expected form (JSON)."));
      else if (c == '{' || c == '[')
        {
          if (++depth > PARLEY_JSON_MAX_DEPTH)
            return fail (error, _ ("The server's answer is nested too deeply."));
        }
      else if (c == '}' || c == ']')
        whole = --depth == 0;
      if (depth < 0)
        return fail (error, _ ("The server's answer is not in the expected form (JSON)."));
    }
  return TRUE;
}

gboolean
parley_json_check (const char *data, gsize length, GError **error)
{
  if (length == 0)
    return fail (error, _ ("The server's answer is empty."));
  if (length > PARLEY_JSON_MAX_BYTES)
    return fail (error, _ ("The server's answer is too long."));
  if (!g_utf8_validate_len (data, length, NULL))
    return fail (error, _ ("The server's answer is broken: its text is not valid UTF-8."));
  return check_form (data, length, error);
}

/* Returns: (transfer full) (nullable): a node that holds an object. */
static JsonNode *
parse_object (const char *data, gsize length)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonNode *root;

  if (!json_parser_load_from_data (parser, data, length, NULL))
    return NULL;
  root = json_parser_get_root (parser);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_ref (root) : NULL;
}

JsonNode *
parley_json_parse (const char *data, gsize length, GError **error)
{
  JsonNode *root;

  if (!parley_json_check (data, length, error))
    return NULL;
  root = parse_object (data, length);
  /* json-glib's own words may quote the text, which is nobody's business. */
  if (root == NULL)
    fail (error, _ ("The server's answer is not in the expected form (JSON)."));
  return root;
}

JsonNode *
parley_json_parse_line (const char *data, gsize length)
{
  return length > 0 && check_form (data, length, NULL) ? parse_object (data, length) : NULL;
}

static JsonNode *
get_member (JsonObject *object, const char *name)
{
  return object != NULL ? json_object_get_member (object, name) : NULL;
}

const char *
parley_json_get_string (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name);
  const char *text = NULL;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_STRING)
    text = json_node_get_string (node);
  return text != NULL && g_utf8_validate (text, -1, NULL) ? text : NULL;
}

JsonObject *
parley_json_get_object (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
parley_json_get_array (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

gint64
parley_json_get_int (JsonObject *object, const char *name, gint64 fallback)
{
  JsonNode *node = get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return fallback;
  return json_node_get_int (node);
}

JsonObject *
parley_json_get_element (JsonArray *array, guint index)
{
  JsonNode *node;

  if (array == NULL || index >= json_array_get_length (array))
    return NULL;
  node = json_array_get_element (array, index);
  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}
