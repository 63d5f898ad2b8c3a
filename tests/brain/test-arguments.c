/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-arguments.h"

#include <string.h>

#include "brain/parley-tool.h"

typedef struct
{
  const char *tool;
  const char *arguments;
  const char *sentence; /* NULL: they are good */
} Row;

static const Row rows[] = {
  { "recall", "{\"about\": \"x\"}", NULL },
  { "query_timeseries", "{\"series\": \"x\", \"start\": \"a\", \"end\": \"b\", \"limit\": 5}",
    NULL },
  { "query_timeseries", "{\"series\": \"x\", \"start\": \"a\", \"end\": \"b\", \"limit\": 5.0}",
    NULL },
  { "recall", "", "The arguments are not a JSON object." },
  { "recall", "null", "The arguments are not a JSON object." },
  { "recall", "[]", "The arguments are not a JSON object." },
  { "recall", "{\"about\": \"x\"", "The arguments are not a JSON object." },
  { "recall", "{\"about\": \"x\"}}", "The arguments are not a JSON object." },
  { "recall", "{'about': 'x'}", "The arguments are not a JSON object." },
  { "recall", "{\"about\": \"\\ud83d\"}", "The arguments are not a JSON object." },
  { "recall", "{\"about\": \"\\u0000\"}", "The arguments are not a JSON object." },
  { "recall", "{\"about\": \"a\nb\"}", "The arguments are not a JSON object." },
  { "recall", "\xff", "The arguments are not a JSON object." },
  { "recall", "{}", "\"about\" is missing." },
  { "recall", "{\"about\": null}", "\"about\" must be a string." },
  { "recall", "{\"about\": 5}", "\"about\" must be a string." },
  { "recall", "{\"about\": [\"x\"]}", "\"about\" must be a string." },
  { "recall", "{\"about\": {\"x\": 1}}", "\"about\" must be a string." },
  { "query_timeseries", "{\"limit\": \"5\"}", "\"limit\" must be an integer." },
  { "query_timeseries", "{\"limit\": 5.5}", "\"limit\" must be an integer." },
  { "query_timeseries", "{\"limit\": true}", "\"limit\" must be an integer." },
  { "query_timeseries", "{\"limit\": 1e300}", "\"limit\" must be an integer." },
  { "query_timeseries", "{\"limit\": 0}", "\"limit\" must be from 1 to 200." },
  { "query_timeseries", "{\"limit\": -1}", "\"limit\" must be from 1 to 200." },
  { "query_timeseries", "{\"limit\": 201}", "\"limit\" must be from 1 to 200." },
  { "recall", "{\"about\": \"x\", \"chat\": \"bob\"}", "There is no argument \"chat\"." },
  { "recall", "{\"about\": \"x\", \"\": 1}", "There is no argument \"\"." },
  { "remember", "{\"text\": \"\"}", "\"text\" must not be empty." },
  { "remember", "{\"text\": \"x\", \"said_by\": \"bob\"}",
    "\"said_by\" must be one of \"they\", \"you\", \"the owner\"." },
  { "merge_timeseries", "{\"series\": \"s\", \"entries\": {}}", "\"entries\" must be an array." },
  { "merge_timeseries", "{\"series\": \"s\", \"entries\": [1]}",
    "\"entries[0]\" must be an object." },
  { "set_hint", "{\"expects_followup\": \"yes\"}", "\"expects_followup\" must be a boolean." },
  { "set_hint", "{\"input_complete_confidence\": 1.5}",
    "\"input_complete_confidence\" must be from 0 to 1." },
  { "set_hint", "{\"input_complete_confidence\": 1}", NULL },
  { "set_hint", "{\"expected_input_type\": \"anything\"}",
    "\"expected_input_type\" must be one of \"order_number\", \"confirmation\", \"email\","
    " \"phone\", \"date\", \"number\"." },
  { "stay_silent", "{}", NULL },
  { "wait_for_more", "{\"seconds\": 601}", "\"seconds\" must be from 1 to 600." },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const ParleyTool *tool = parley_tools_find (rows[i].tool);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) root
          = parley_arguments_parse (tool->spec.schema, rows[i].arguments, &error);

      g_test_message ("%s %u", rows[i].tool, i);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, rows[i].sentence);
      g_assert_cmpint (root != NULL, ==, error == NULL);
    }
}

static void
assert_bad (const char *arguments, const char *sentence)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_arguments_parse (parley_tool_recall.spec.schema, arguments, &error));
  g_assert_error (error, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS);
  g_assert_cmpstr (error->message, ==, sentence);
}

static void
test_too_much (void)
{
  g_autofree char *long_word = g_strnfill (201, 'x');
  g_autofree char *endless_word = g_strnfill (10 * 1024 * 1024, 'x');
  g_autofree char *brackets = g_strnfill (60000, '[');
  g_autofree char *a = g_strdup_printf ("{\"about\": \"%s\"}", long_word);
  g_autofree char *b = g_strdup_printf ("{\"about\": \"%s\"}", endless_word);
  g_autofree char *c = g_strdup_printf ("{\"about\": %s", brackets);

  assert_bad (a, "\"about\" must have at most 200 characters.");
  assert_bad (b, "The arguments are too long.");
  assert_bad (c, "The arguments are not a JSON object.");
}

/* A name of a model's own making can't make the sentence long or strange. */
static void
test_foreign_names_are_cut (void)
{
  g_autofree char *name = g_strnfill (5000, 'x');
  g_autofree char *arguments = g_strdup_printf ("{\"a\u202e\\n%s\": 1}", name);
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_arguments_parse (parley_tool_recall.spec.schema, arguments, &error));
  g_assert_cmpuint (strlen (error->message), <, 100);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_null (strstr (error->message, "\u202e"));
}

/* Every schema and every tool is sound. */
static void
test_tools_are_sound (void)
{
  guint n;
  const ParleyTool *const *tools = parley_tools_get (&n);

  g_assert_cmpuint (n, ==, 11);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (JsonNode) schema = json_from_string (tools[i]->spec.schema, NULL);
      JsonObject *object = json_node_get_object (schema);

      g_test_message ("%s", tools[i]->spec.name);
      g_assert_true (parley_tools_find (tools[i]->spec.name) == tools[i]);
      g_assert_cmpstr (json_object_get_string_member (object, "type"), ==, "object");
      g_assert_true (json_object_has_member (object, "properties"));
      g_assert_cmpint (tools[i]->kind == PARLEY_TOOL_TURN, ==, tools[i]->wish != NULL);
      g_assert_cmpint (tools[i]->kind == PARLEY_TOOL_TURN, ==, tools[i]->run == NULL);
    }
  g_assert_null (parley_tools_find ("recall "));
}

static void
assert_same (const char *a, const char *b, gboolean same)
{
  g_autoptr (JsonNode) first = json_from_string (a, NULL);
  g_autoptr (JsonNode) second = json_from_string (b, NULL);
  g_autofree char *one = parley_arguments_dup_resource ("t", json_node_get_object (first));
  g_autofree char *two = parley_arguments_dup_resource ("t", json_node_get_object (second));

  g_assert_cmpint (g_str_equal (one, two), ==, same);
}

static void
test_resources (void)
{
  assert_same ("{\"a\": 1, \"b\": \"x\"}", "{\"b\": \" X \", \"a\": 1}", TRUE);
  assert_same ("{\"a\": 1, \"limit\": 3}", "{\"a\": 1}", TRUE);
  assert_same ("{\"a\": 1}", "{\"a\": 2}", FALSE);
  assert_same ("{\"a\": \"x\"}", "{\"b\": \"x\"}", FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/arguments/table", test_table);
  g_test_add_func ("/brain/arguments/too-much", test_too_much);
  g_test_add_func ("/brain/arguments/names", test_foreign_names_are_cut);
  g_test_add_func ("/brain/arguments/tools", test_tools_are_sound);
  g_test_add_func ("/brain/arguments/resources", test_resources);
  return g_test_run ();
}
