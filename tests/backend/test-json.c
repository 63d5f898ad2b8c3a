/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json.h"

/* Escapes and bytes are written out: the C compiler would turn \u into a character. */
static void
test_refuses_what_is_no_safe_object (void)
{
  static const char *const bad[] = {
    "",
    "  \n",
    "null",
    "42",
    "\"text\"",
    "[]",
    "{",
    "}",
    "{}}",
    "{}{}",
    "{} []",
    "{\"a\":\"x",
    "{\"a\":\"x\\",
    "{\"a\":\"\\ud83d\"}",
    "{\"a\":\"\\ud83d\\u0041\"}",
    "{\"a\":\"\\ude00\"}",
    "{\"a\":\"\\ud83",
    "{\"a\":\"x\\u0000y\"}",
    "{\"a\":\"\\x41\"}",
    "{\"a\":\"line\nbreak\"}",
    "/*c*/{}",
    "{/*\"*/}",
    "// \"\n{}",
    "var q = {}",
    "{'a':1}",
    "{\"a\":\"\xff\"}",
    "{\"a\":\"\xed\xa0\xbd\"}",
    "<html></html>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("row %u", i);
      g_assert_null (parley_json_parse (bad[i], strlen (bad[i]), &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
    }
}

/* json-glib would parse it, and never free what it has read before. */
static void
test_nothing_stands_before_the_object (void)
{
  static const char *const bad[]
      = { "7{\"a\":[1,2,3]}", "true {\"a\":1}", "\"a\"{\"a\":1}", ", {\"a\":1}", "]{}" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (parley_json_check (bad[i], strlen (bad[i]), NULL));
      g_assert_null (parley_json_parse_line (bad[i], strlen (bad[i])));
    }
  g_assert_true (parley_json_check (" \r\n\t{\"a\":1} \n", 13, NULL));
}

static void
test_refuses_nothing_and_nul_bytes (void)
{
  g_assert_null (parley_json_parse (NULL, 0, NULL));
  g_assert_null (parley_json_parse ("{}\0", 3, NULL));
  g_assert_null (parley_json_parse ("{\"a\":\"b\0c\"}", 11, NULL));
}

/* @depth: of arrays inside of one object. */
static char *
nest (gsize depth)
{
  GString *text = g_string_new ("{\"a\":");

  for (gsize i = 0; i < depth; i++)
    g_string_append_c (text, '[');
  for (gsize i = 0; i < depth; i++)
    g_string_append_c (text, ']');
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static void
test_depth_is_bounded_at_64 (void)
{
  g_autofree char *deepest = nest (PARLEY_JSON_MAX_DEPTH - 1);
  g_autofree char *deeper = nest (PARLEY_JSON_MAX_DEPTH);
  g_autofree char *bomb = nest (100000);
  g_autofree char *open = g_strnfill (100000, '[');
  g_autoptr (JsonNode) root = parley_json_parse (deepest, strlen (deepest), NULL);

  g_assert_nonnull (root);
  g_assert_null (parley_json_parse (deeper, strlen (deeper), NULL));
  g_assert_null (parley_json_parse (bomb, strlen (bomb), NULL));
  g_assert_null (parley_json_parse (open, strlen (open), NULL));
}

/* A quotation mark inside of a comment or another quotation must not hide brackets. */
static void
test_brackets_can_not_hide_from_the_count (void)
{
  static const char *const openings[] = { "{/*\"*/\"a\":", "{\"a\":'\"',\"b\":", "{\"a\\\":\"," };
  g_autofree char *bomb = g_strnfill (100000, '[');

  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      g_autofree char *text = g_strconcat (openings[i], bomb, NULL);
      g_autofree char *closed = g_strconcat (text, "\"]}", NULL);

      g_assert_null (parley_json_parse (text, strlen (text), NULL));
      g_assert_null (parley_json_parse (closed, strlen (closed), NULL));
    }
}

static void
test_brackets_in_strings_do_not_count (void)
{
  g_autofree char *many = g_strnfill (1000, '[');
  g_autofree char *text = g_strdup_printf ("{\"a\":\"%s\\\"%s\"}", many, many);
  g_autoptr (JsonNode) root = parley_json_parse (text, strlen (text), NULL);
  g_autofree char *wanted = g_strdup_printf ("%s\"%s", many, many);

  g_assert_nonnull (root);
  g_assert_cmpstr (parley_json_get_string (json_node_get_object (root), "a"), ==, wanted);
}

static void
test_size_is_bounded_at_1_mib (void)
{
  g_autofree char *blanks = g_strnfill (PARLEY_JSON_MAX_BYTES, ' ');
  g_autoptr (JsonNode) root = NULL;

  memcpy (blanks, "{}", 2);
  root = parley_json_parse (blanks, PARLEY_JSON_MAX_BYTES, NULL);
  g_assert_nonnull (root);
  g_assert_null (parley_json_parse ("", PARLEY_JSON_MAX_BYTES + (gsize) 1, NULL));
}

static void
test_needs_no_nul_behind_the_text (void)
{
  g_autofree char *exact = g_memdup2 ("{\"a\":1}", 7);
  g_autoptr (JsonNode) root = parley_json_parse (exact, 7, NULL);

  g_assert_nonnull (root);
  g_assert_cmpint (parley_json_get_int (json_node_get_object (root), "a", -1), ==, 1);
}

static void
test_getters_give_null_for_another_type (void)
{
  const char *text = "{\"s\":\"\\ud83d\\ude00\",\"n\":7,\"f\":1.5,\"b\":true,\"o\":{\"x\":1},"
                     "\"a\":[1,{\"y\":2}],\"z\":null}";
  g_autoptr (JsonNode) root = parley_json_parse (text, strlen (text), NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *array = parley_json_get_array (object, "a");

  g_assert_cmpstr (parley_json_get_string (object, "s"), ==, "\xf0\x9f\x98\x80");
  g_assert_null (parley_json_get_string (object, "n"));
  g_assert_null (parley_json_get_string (object, "z"));
  g_assert_null (parley_json_get_string (object, "o"));
  g_assert_null (parley_json_get_string (object, "absent"));
  g_assert_null (parley_json_get_string (NULL, "s"));
  g_assert_cmpint (parley_json_get_int (object, "n", -1), ==, 7);
  g_assert_cmpint (parley_json_get_int (object, "f", -1), ==, -1);
  g_assert_cmpint (parley_json_get_int (object, "s", -1), ==, -1);
  g_assert_cmpint (parley_json_get_int (object, "z", -1), ==, -1);
  g_assert_nonnull (parley_json_get_object (object, "o"));
  g_assert_null (parley_json_get_object (object, "a"));
  g_assert_null (parley_json_get_object (object, "z"));
  g_assert_null (parley_json_get_array (object, "o"));
  g_assert_null (parley_json_get_element (array, 0));
  g_assert_nonnull (parley_json_get_element (array, 1));
  g_assert_null (parley_json_get_element (array, 2));
  g_assert_null (parley_json_get_element (NULL, 0));
}

static void
test_a_string_that_is_no_utf8_is_not_given (void)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "s", "\xed\xa0\xbd");
  g_assert_null (parley_json_get_string (object, "s"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/nothing-stands-before-the-object", test_nothing_stands_before_the_object);
  g_test_add_func ("/json/refuses-what-is-no-safe-object", test_refuses_what_is_no_safe_object);
  g_test_add_func ("/json/refuses-nothing-and-nul-bytes", test_refuses_nothing_and_nul_bytes);
  g_test_add_func ("/json/depth-is-bounded-at-64", test_depth_is_bounded_at_64);
  g_test_add_func ("/json/brackets-can-not-hide", test_brackets_can_not_hide_from_the_count);
  g_test_add_func ("/json/brackets-in-strings-do-not-count", test_brackets_in_strings_do_not_count);
  g_test_add_func ("/json/size-is-bounded-at-1-mib", test_size_is_bounded_at_1_mib);
  g_test_add_func ("/json/needs-no-nul-behind-the-text", test_needs_no_nul_behind_the_text);
  g_test_add_func ("/json/getters-give-null", test_getters_give_null_for_another_type);
  g_test_add_func ("/json/no-invalid-utf8-is-given", test_a_string_that_is_no_utf8_is_not_given);
  return g_test_run ();
}
