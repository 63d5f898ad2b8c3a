/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Recordings that are wrong are refused with the file, the line and what is wrong; those that are
 * only unusual are taken. */
#include "cli-fixture.h"

#include <string.h>

#define GOOD "{\"d\":\"x\",\"t\":5,\"who\":\"A\",\"ev\":\"msg\",\"text\":\"hey\"}\n"

typedef struct
{
  const char *input;
  const char *words; /* of the complaint, separated by "|" */
} Bad;

static const Bad bad_inputs[] = {
  { "", "-:1: |no event" },
  { "\n \n", "-:1: |no event" },
  { "hey\n", "-:1: |JSON" },
  { "null\n", "-:1: |JSON" },
  { "[]\n", "-:1: |JSON" },
  { GOOD "\"\"\n", "-:2: |JSON" },
  { GOOD "{\"d\":\n", "-:2: |JSON" },
  { GOOD "\n\n" GOOD "{}}\n", "-:5: |JSON" },
  { GOOD "/* x */ {}\n", "-:2: |JSON" },
  { "{\"d\":\"\xff\"}\n", "-:1: |UTF-8" },
  { "{\"d\":\"\\ud83d\",\"t\":1,\"ev\":\"echo\"}\n", "-:1: |JSON" },
  { "{}\n", "-:1: |“ev” is missing" },
  { "{\"ev\":3}\n", "-:1: |“ev” must be a string" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"wink\"}\n", "-:1: |wink" },
  { "{\"t\":1,\"ev\":\"echo\"}\n", "-:1: |“d” is missing" },
  { "{\"d\":1,\"t\":1,\"ev\":\"echo\"}\n", "-:1: |“d” must be a string" },
  { "{\"d\":\"x\",\"ev\":\"echo\"}\n", "-:1: |“t” is missing" },
  { "{\"d\":\"x\",\"t\":\"1\",\"ev\":\"echo\"}\n", "-:1: |“t” must be a whole number" },
  { "{\"d\":\"x\",\"t\":1.5,\"ev\":\"echo\"}\n", "-:1: |“t” must be a whole number" },
  { "{\"d\":\"x\",\"t\":-1,\"ev\":\"echo\"}\n", "-:1: |“t” must be a whole number" },
  { "{\"d\":\"x\",\"t\":9223372036854775807,\"ev\":\"echo\"}\n", "-:1: |“t” must be" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"msg\",\"text\":\"\"}\n", "-:1: |“who” is missing" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"msg\",\"who\":null,\"text\":\"\"}\n", "-:1: |“who” must be" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"msg\",\"who\":\"A\"}\n", "-:1: |“text” is missing" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"msg\",\"who\":\"A\",\"text\":[]}\n", "-:1: |“text” must be" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"edit\",\"text\":\"\"}\n", "-:1: |“id” is missing" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"withdraw\"}\n", "-:1: |“id” is missing" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"own\",\"typing\":1}\n", "-:1: |“typing” must be true or false" },
  { "{\"d\":\"x\",\"t\":1,\"ev\":\"echo\",\"skip\":\"no\"}\n", "-:1: |“skip” must be true" },
  { GOOD "{\"d\":\"y\",\"t\":1,\"ev\":\"echo\"}\n{\"d\":\"x\",\"t\":4,\"ev\":\"echo\"}\n",
    "-:3: |4|5|sorted" },
};

static void
test_bad_lines (gconstpointer program)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_inputs); i++)
    {
      cli_assert_refused (program, "replay|-", bad_inputs[i].input, bad_inputs[i].words);
      cli_assert_refused (program, "replay|--summary|-", bad_inputs[i].input, bad_inputs[i].words);
    }
}

static void
test_bad_files (gconstpointer program)
{
  char *folder = cli_make_folder ();
  g_autofree char *good = cli_write (folder, "good", GOOD);
  g_autofree char *bad = cli_write (folder, "bad", GOOD "oops\n");
  g_autofree char *arguments = g_strdup_printf ("replay|--summary|%s|%s", good, bad);
  g_autofree char *directory = g_strdup_printf ("replay|%s", folder);

  cli_assert_refused (program, arguments, NULL, "bad:2: |JSON");
  cli_assert_refused (program, directory, NULL, "directory");
  cli_assert_refused (program, "replay|/nonexistent/x.jsonl", NULL, "/nonexistent/x.jsonl");
  cli_remove_folder (folder);
}

static void
test_bad_arguments (gconstpointer program)
{
  static const char *const bad[][2] = {
    { "replay", "name a file" },
    { "replay|a|b", "one file" },
    { "replay|--summary", "name a file" },
    { "replay|--summary|--bursts|-", "--bursts" },
    { "replay|--typing|sometimes|-", "--typing" },
    { "replay|--think|-1|-", "--think" },
    { "replay|--think|soon|-", "--think" },
    { "replay|--think|99999999999|-", "--think" },
    { "replay|--bubbles|-1|-", "--bubbles" },
    { "replay|--bubble-gap|-1|-", "--bubble-gap" },
    { "replay|--profile|hasty|-", "hasty" },
    { "replay|--profile|learned:soon|-", "soon" },
    { "replay|--nonsense|-", "--nonsense" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    cli_assert_refused (program, bad[i][0], NULL, bad[i][1]);
}

/* Unknown keys, blank lines, CR LF, no newline at the end: the same comes out. */
static void
test_unusual (gconstpointer program)
{
  static const char *const inputs[] = {
    "\r\n{\"d\":\"x\",\"t\":5,\"who\":\"A\",\"ev\":\"msg\",\"text\":\"hey\"}\r\n\n",
    "{\"ev\":\"msg\",\"x\":{\"y\":[1]},\"who\":\"A\",\"d\":\"x\",\"text\":\"\\u0068ey\",\"t\":5}",
  };
  g_autofree char *expected = cli_run_ok (program, "replay|-", GOOD);

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *out = cli_run_ok (program, "replay|-", inputs[i]);

      g_assert_cmpstr (out, ==, expected);
    }
}

static void
test_order_of_options (gconstpointer program)
{
  static const char *const orders[] = {
    "replay|--profile|fixed:700|--person|A|-",
    "replay|-|--person|A|--profile=fixed:700",
    "replay|--profile|fixed:700|-|--person|A",
    "replay|--profile|fixed:700|--|-",
  };
  g_autofree char *expected = cli_run_ok (program, orders[0], GOOD);

  for (guint i = 1; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *out = cli_run_ok (program, orders[i], GOOD);

      g_assert_cmpstr (out, ==, expected);
    }
}

/* A text of 1 MiB, a name of many letters. */
static void
test_large (gconstpointer program)
{
  g_autofree char *text = g_strnfill (1024 * 1024, 'e');
  g_autofree char *input = g_strdup_printf (
      "{\"d\":\"%.5000s\",\"t\":5,\"who\":\"A\",\"ev\":\"msg\",\"text\":\"%s\"}\n", text, text);
  g_autofree char *out = cli_run_ok (program, "replay|-", input);

  g_assert_nonnull (strstr (out, "\"ev\":\"say\""));
}

static void
test_nested (gconstpointer program)
{
  g_autofree char *brackets = g_strnfill (200000, '[');
  g_autofree char *input = g_strconcat ("{\"d\":", brackets, "\n", NULL);

  cli_assert_refused (program, "replay|-", input, "-:1: |JSON");
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/replay-input/bad-lines", program, test_bad_lines);
  g_test_add_data_func ("/cli/replay-input/bad-files", program, test_bad_files);
  g_test_add_data_func ("/cli/replay-input/bad-arguments", program, test_bad_arguments);
  g_test_add_data_func ("/cli/replay-input/unusual", program, test_unusual);
  g_test_add_data_func ("/cli/replay-input/order-of-options", program, test_order_of_options);
  g_test_add_data_func ("/cli/replay-input/large", program, test_large);
  g_test_add_data_func ("/cli/replay-input/nested", program, test_nested);
  return g_test_run ();
}
