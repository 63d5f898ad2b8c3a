/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-arguments.h"

#include <string.h>

#include "base/parley-json.h"
#include "base/parley-text.h"

#define MAX_BYTES 65536

/* Foreign words in a sentence of ours are cut. */
#define MAX_QUOTED 60

G_DEFINE_QUARK (parley - tool - error - quark, parley_tool_error)

static gboolean check_value (JsonObject *schema, JsonNode *value, const char *name, GError **error);

G_GNUC_PRINTF (2, 3)
static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;
  g_autofree char *sentence = NULL;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS, sentence);
  return FALSE;
}

static gboolean
is_whole (double number)
{
  return number >= -9.2e18 && number <= 9.2e18 && number == (double) (gint64) number;
}

static gboolean
has_type (JsonNode *value, const char *type)
{
  GType held = JSON_NODE_HOLDS_VALUE (value) ? json_node_get_value_type (value) : G_TYPE_NONE;

  if (g_str_equal (type, "object"))
    return JSON_NODE_HOLDS_OBJECT (value);
  if (g_str_equal (type, "array"))
    return JSON_NODE_HOLDS_ARRAY (value);
  if (g_str_equal (type, "string"))
    return held == G_TYPE_STRING && g_utf8_validate (json_node_get_string (value), -1, NULL);
  if (g_str_equal (type, "boolean"))
    return held == G_TYPE_BOOLEAN;
  if (g_str_equal (type, "integer"))
    return held == G_TYPE_INT64
           || (held == G_TYPE_DOUBLE && is_whole (json_node_get_double (value)));
  return held == G_TYPE_INT64 || held == G_TYPE_DOUBLE;
}

static gboolean
is_listed (JsonArray *list, const char *text)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      if (g_strcmp0 (json_array_get_string_element (list, i), text) == 0)
        return TRUE;
    }
  return FALSE;
}

static char *
dup_list (JsonArray *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (list); i++)
    g_string_append_printf (text, "%s\"%s\"", i > 0 ? ", " : "",
                            json_array_get_string_element (list, i));
  return g_string_free (text, FALSE);
}

static gboolean
check_string (JsonObject *schema, const char *text, const char *name, GError **error)
{
  JsonArray *list = parley_json_get_array (schema, "enum");
  gint64 min = parley_json_get_int (schema, "minLength", 0);
  gint64 max = parley_json_get_int (schema, "maxLength", G_MAXINT64);
  gint64 length = g_utf8_strlen (text, -1);

  if (list != NULL && !is_listed (list, text))
    {
      g_autofree char *values = dup_list (list);

      return fail (error, "\"%s\" must be one of %s.", name, values);
    }
  if (length < min)
    return fail (error, "\"%s\" must not be empty.", name);
  if (length > max)
    return fail (error, "\"%s\" must have at most %" G_GINT64_FORMAT " characters.", name, max);
  return TRUE;
}

static gboolean
check_number (JsonObject *schema, double number, const char *name, GError **error)
{
  gint64 min = parley_json_get_int (schema, "minimum", G_MININT64);
  gint64 max = parley_json_get_int (schema, "maximum", G_MAXINT64);

  if (number >= (double) min && number <= (double) max)
    return TRUE;
  return fail (error, "\"%s\" must be from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".", name,
               min, max);
}

static gboolean
check_array (JsonObject *schema, JsonArray *array, const char *name, GError **error)
{
  JsonObject *items = parley_json_get_object (schema, "items");
  gint64 max = parley_json_get_int (schema, "maxItems", G_MAXINT64);

  if (json_array_get_length (array) > max)
    return fail (error, "\"%s\" must have at most %" G_GINT64_FORMAT " items.", name, max);
  for (guint i = 0; items != NULL && i < json_array_get_length (array); i++)
    {
      g_autofree char *item = g_strdup_printf ("%s[%u]", name, i);

      if (!check_value (items, json_array_get_element (array, i), item, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_required (JsonObject *schema, JsonObject *object, GError **error)
{
  JsonArray *required = parley_json_get_array (schema, "required");

  for (guint i = 0; required != NULL && i < json_array_get_length (required); i++)
    {
      const char *name = json_array_get_string_element (required, i);

      if (!json_object_has_member (object, name))
        return fail (error, "\"%s\" is missing.", name);
    }
  return TRUE;
}

/* What a schema names is all there may be; one that names nothing says nothing of it. */
static gboolean
is_open (JsonObject *schema)
{
  return !json_object_has_member (schema, "properties");
}

static gboolean
check_object (JsonObject *schema, JsonObject *object, GError **error)
{
  JsonObject *properties = parley_json_get_object (schema, "properties");
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    {
      JsonObject *property = parley_json_get_object (properties, name);
      g_autofree char *quoted = NULL;

      if (property != NULL && !check_value (property, value, name, error))
        return FALSE;
      if (property != NULL || is_open (schema))
        continue;
      quoted = parley_text_dup_line (name, MAX_QUOTED);
      return fail (error, "There is no argument \"%s\".", quoted);
    }
  return check_required (schema, object, error);
}

static gboolean
check_value (JsonObject *schema, JsonNode *value, const char *name, GError **error)
{
  const char *type = parley_json_get_string (schema, "type");

  if (type == NULL)
    return TRUE;
  if (!has_type (value, type))
    return fail (error, "\"%s\" must be %s %s.", name, strchr ("aeiou", *type) != NULL ? "an" : "a",
                 type);
  if (JSON_NODE_HOLDS_OBJECT (value))
    return check_object (schema, json_node_get_object (value), error);
  if (JSON_NODE_HOLDS_ARRAY (value))
    return check_array (schema, json_node_get_array (value), name, error);
  if (json_node_get_value_type (value) == G_TYPE_STRING)
    return check_string (schema, json_node_get_string (value), name, error);
  return json_node_get_value_type (value) == G_TYPE_BOOLEAN
         || check_number (schema, json_node_get_double (value), name, error);
}

JsonNode *
parley_arguments_parse (const char *schema, const char *text, GError **error)
{
  g_autoptr (JsonNode) rules = parley_json_parse (schema, strlen (schema), NULL);
  gsize length = strnlen (text, MAX_BYTES + 1);
  g_autoptr (JsonNode) root = length <= MAX_BYTES ? parley_json_parse (text, length, NULL) : NULL;

  g_return_val_if_fail (rules != NULL, NULL);

  if (length > MAX_BYTES)
    fail (error, "The arguments are too long.");
  else if (root == NULL)
    fail (error, "The arguments are not a JSON object.");
  else if (check_object (json_node_get_object (rules), json_node_get_object (root), error))
    return g_steal_pointer (&root);
  return NULL;
}

static char *
dup_value (JsonNode *value)
{
  g_autofree char *folded = NULL;

  if (!JSON_NODE_HOLDS_VALUE (value) || json_node_get_value_type (value) != G_TYPE_STRING)
    return json_to_string (value, FALSE);
  folded = parley_text_dup_folded (json_node_get_string (value));
  return parley_text_dup_line (folded, MAX_BYTES);
}

char *
parley_arguments_dup_resource (const char *tool, JsonObject *arguments)
{
  g_autoptr (GList) names
      = g_list_sort (json_object_get_members (arguments), (GCompareFunc) g_strcmp0);
  GString *resource = g_string_new (tool);

  for (const GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *value = NULL;

      if (g_str_equal (l->data, "limit"))
        continue;
      value = dup_value (json_object_get_member (arguments, l->data));
      g_string_append_printf (resource, "\n%s=%s", (const char *) l->data, value);
    }
  return g_string_free (resource, FALSE);
}
