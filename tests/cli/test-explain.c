/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The window of a text and why, and what every verb shares. */
#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_version (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "--version", NULL);

  g_assert_cmpstr (out, ==, "parley " PARLEY_VERSION "\n");
}

static void
test_help (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "--help", NULL);

  g_assert_nonnull (strstr (out, "parley explain"));
  g_assert_nonnull (strstr (out, "parley replay"));
}

typedef struct
{
  const char *arguments;
  int wait;
} Wait;

static const Wait waits[] = {
  { "explain|hello|--channel|web", 1100 },
  { "explain|--channel|whatsapp|hello", 1700 },
  { "explain|--channel|no-such-thing|we are there now", 800 },
  { "explain|--channel|email|hello", 0 },
  { "explain|--n|4|is that bad lol", 409 },
  { "explain|--profile|patient|ok", 800 },
  { "explain|--profile|fixed:900|ok", 900 },
  { "explain|--profile=fixed:900|--|ok", 900 },
  { "explain|--|--n", 1000 },
  { "explain|", 1000 },
  { "explain|we are there now|--cadence|1000,3000,5", 1280 },
  { "explain|we are there now|--cadence|1000,3000,4", 800 },
  { "explain|we are there now|--hint|expects_followup=true", 1300 },
  { "explain|we are there now|--hint|awaiting_required_field=true", 1800 },
  { "explain|we are there now|--hint|expects_followup=true|--hint|awaiting_required_field=true",
    1800 },
  { "explain|we are there now|--hint|input_complete_confidence=0.5", 650 },
  { "explain|AB-4711|--hint|expected_input_type=order_number", 200 },
};

static gint64
sum_terms (JsonObject *object)
{
  JsonArray *terms = json_object_get_array_member (object, "terms");
  gint64 sum = 0;

  for (guint i = 0; i < json_array_get_length (terms); i++)
    sum += json_object_get_int_member (json_array_get_object_element (terms, i), "ms");
  return sum;
}

static void
test_waits (gconstpointer program)
{
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    {
      g_autofree char *out = cli_run_ok (program, waits[i].arguments, NULL);
      g_autoptr (JsonNode) root = json_from_string (out, NULL);
      JsonObject *object = json_node_get_object (root);

      g_test_message ("%s", waits[i].arguments);
      g_assert_cmpint (json_object_get_int_member (object, "wait"), ==, waits[i].wait);
      g_assert_cmpint (sum_terms (object), ==, waits[i].wait);
      g_assert_cmpstr (json_object_get_string_member (object, "reason"), !=, "");
    }
}

static void
test_line (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "explain|hello|--channel|web", NULL);

  g_assert_true (g_str_has_prefix (
      out, "{\"wait\":1100,\"shape\":\"greeting_only\",\"completion\":false,"
           "\"terms\":[{\"term\":\"channel\",\"ms\":600},{\"term\":\"shape\",\"ms\":500}],"
           "\"reason\":\""));
}

/* With damaged data the learned profile says so and is swift; the summary names what ran. */
static void
test_damaged_learned (gconstpointer program)
{
  static const char *const verbs[] = { "explain|we are there now|", "replay|--summary|-|" };
  char *folder = cli_make_folder ();
  g_autofree char *own = g_build_filename (folder, "parley", "window", NULL);
  g_autofree char *path = NULL;

  g_assert_cmpint (g_mkdir_with_parents (own, 0700), ==, 0);
  path = cli_write (own, "learned.ini", "nonsense");
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autofree char *arguments
          = g_strconcat (verbs[i], "--profile|learned:4000|--user-dir|", folder, NULL);
      g_auto (CliResult) result = cli_run (
          program, arguments, i == 0 ? NULL : "{\"d\":\"x\",\"t\":0,\"ev\":\"echo\"}\n", -1);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_nonnull (strstr (result.err, "swift"));
      g_assert_nonnull (strstr (result.out, i == 0 ? "\"wait\":800" : "\"profile\":\"swift\""));
    }
  cli_remove_folder (folder);
}

static void
test_bad_arguments (gconstpointer program)
{
  static const char *const bad[][2] = {
    { "explain", "one text" },
    { "explain|a|b", "one text" },
    { "explain|\xff", "UTF-8" },
    { "explain|--n|0|x", "--n" },
    { "explain|--n|soon|x", "--n" },
    { "explain|--profile|hasty|x", "hasty" },
    { "explain|--profile|fixed:|x", "--profile" },
    { "explain|--profile|fixed:-3|x", "--profile" },
    { "explain|--profile|swift:3|x", "swift:3" },
    { "explain|--profile||x", "profile" },
    { "explain|--cadence|1,2|x", "--cadence" },
    { "explain|--cadence|1,2,3,4|x", "--cadence" },
    { "explain|--cadence|2,1,3|x", "--cadence" },
    { "explain|--cadence|1,2,-3|x", "--cadence" },
    { "explain|--hint|expects_followup|x", "expects_followup" },
    { "explain|--hint|expects_followup=maybe|x", "maybe" },
    { "explain|--hint||x", "hint" },
    { "explain|--hint|nonsense=true|x", "nonsense" },
    { "explain|--nonsense|x", "--nonsense" },
    { "nonsense", "“nonsense”|--help" },
    { "", "parley --help" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    cli_assert_refused (program, bad[i][0], NULL, bad[i][1]);
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/explain/version", program, test_version);
  g_test_add_data_func ("/cli/explain/help", program, test_help);
  g_test_add_data_func ("/cli/explain/waits", program, test_waits);
  g_test_add_data_func ("/cli/explain/line", program, test_line);
  g_test_add_data_func ("/cli/explain/damaged-learned", program, test_damaged_learned);
  g_test_add_data_func ("/cli/explain/bad-arguments", program, test_bad_arguments);
  return g_test_run ();
}
