/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json-line.h"

#include <json-glib/json-glib.h>
#include <math.h>

/* What is written is what json-glib would write of the same. */
static void
expect_same (ParleyJsonLine *line)
{
  g_autofree char *text = parley_json_line_end (line);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = json_from_string (text, &error);
  g_autofree char *again = NULL;

  g_assert_no_error (error);
  again = json_to_string (root, FALSE);
  g_assert_cmpstr (text, ==, again);
}

static void
test_numbers (void)
{
  static const gint64 whole[] = { 0, 1, -1, 10, -10, 1234567890, G_MAXINT64, G_MININT64 };
  static const double broken[] = { 0, -0.5, 1, -3, 0.1, 1e-9, 123456789.25, G_MAXDOUBLE };
  ParleyJsonLine *line = parley_json_line_new ();

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *name = g_strdup_printf ("i%u", i);

      parley_json_line_add_int (line, name, whole[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *name = g_strdup_printf ("d%u", i);

      parley_json_line_add_double (line, name, broken[i]);
    }
  expect_same (line);
}

static void
test_what_is_no_number_is_null (void)
{
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *text = NULL;

  parley_json_line_add_double (line, "a", NAN);
  parley_json_line_add_double (line, "b", INFINITY);
  /* json-glib makes no number of it either: 1e+21.0. */
  parley_json_line_add_double (line, "c", 1e21);
  text = parley_json_line_end (line);
  g_assert_cmpstr (text, ==, "{\"a\":null,\"b\":null,\"c\":1e+21}");
}

/* Each character that is written in another way, at each place. */
static void
test_strings (void)
{
  ParleyJsonLine *line = parley_json_line_new ();

  for (guint c = 1; c < 0x80; c++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", c);
      const char text[] = { (char) c, 'a', (char) c, (char) c, 'b', (char) c, '\0' };

      if (c != 0x1f) /* json-glib forgets it */
        parley_json_line_add_string (line, name, text);
    }
  parley_json_line_add_string (line, "quote \" \\ in a name", "");
  parley_json_line_add_string (line, "ends", "with {");
  parley_json_line_add_string (line, "and", "[");
  parley_json_line_add_string (line, "far", "żółw 猫 🐢 \u2028");
  parley_json_line_add_string (line, "none", NULL);
  expect_same (line);
}

static void
test_the_last_control_character (void)
{
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *text = NULL;

  parley_json_line_add_string (line, "a", "\x1f");
  text = parley_json_line_end (line);
  g_assert_cmpstr (text, ==, "{\"a\":\"\\u001f\"}");
}

static void
test_nesting (void)
{
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *text = NULL;

  parley_json_line_begin_object (line, "o");
  parley_json_line_end_object (line);
  parley_json_line_begin_array (line, "a");
  parley_json_line_add_int (line, NULL, 1);
  parley_json_line_begin_object (line, NULL);
  parley_json_line_add_boolean (line, "yes", TRUE);
  parley_json_line_end_object (line);
  parley_json_line_begin_object (line, NULL);
  parley_json_line_end_object (line);
  parley_json_line_add_string (line, NULL, "two");
  parley_json_line_end_array (line);
  parley_json_line_add_object (line, "given", " { \"k\" : [ 1, 2 ] } ");
  parley_json_line_add_object (line, "broken", "{ \"k\" : ");
  parley_json_line_add_object (line, "no object", "[]");
  parley_json_line_add_null (line, "last");
  text = parley_json_line_end (line);
  g_assert_cmpstr (text, ==,
                   "{\"o\":{},\"a\":[1,{\"yes\":true},{},\"two\"],\"given\":{\"k\":[1,2]},"
                   "\"broken\":{},\"no object\":{},\"last\":null}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-line/numbers", test_numbers);
  g_test_add_func ("/json-line/what-is-no-number-is-null", test_what_is_no_number_is_null);
  g_test_add_func ("/json-line/strings", test_strings);
  g_test_add_func ("/json-line/the-last-control-character", test_the_last_control_character);
  g_test_add_func ("/json-line/nesting", test_nesting);
  return g_test_run ();
}
