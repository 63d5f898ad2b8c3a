/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json-line.h"

#include <string.h>

#include "base/parley-json.h"

JsonBuilder *
parley_json_line_new (void)
{
  return json_builder_begin_object (json_builder_new ());
}

char *
parley_json_line_end (JsonBuilder *line)
{
  g_autoptr (JsonBuilder) owned = line;
  g_autoptr (JsonNode) root = NULL;

  json_builder_end_object (owned);
  root = json_builder_get_root (owned);
  return json_to_string (root, FALSE);
}

void
parley_json_line_add_int (JsonBuilder *line, const char *name, gint64 value)
{
  json_builder_add_int_value (json_builder_set_member_name (line, name), value);
}

void
parley_json_line_add_double (JsonBuilder *line, const char *name, double value)
{
  json_builder_add_double_value (json_builder_set_member_name (line, name), value);
}

void
parley_json_line_add_boolean (JsonBuilder *line, const char *name, gboolean value)
{
  json_builder_add_boolean_value (json_builder_set_member_name (line, name), value);
}

void
parley_json_line_add_string (JsonBuilder *line, const char *name, const char *value)
{
  if (value == NULL)
    parley_json_line_add_null (line, name);
  else
    json_builder_add_string_value (json_builder_set_member_name (line, name), value);
}

void
parley_json_line_add_null (JsonBuilder *line, const char *name)
{
  json_builder_add_null_value (json_builder_set_member_name (line, name));
}

void
parley_json_line_begin_object (JsonBuilder *line, const char *name)
{
  json_builder_begin_object (json_builder_set_member_name (line, name));
}

void
parley_json_line_add_object (JsonBuilder *line, const char *name, const char *object)
{
  g_autoptr (JsonNode) root = parley_json_parse (object, strlen (object), NULL);

  if (root == NULL)
    {
      parley_json_line_begin_object (line, name);
      json_builder_end_object (line);
    }
  else
    json_builder_add_value (json_builder_set_member_name (line, name), g_steal_pointer (&root));
}
