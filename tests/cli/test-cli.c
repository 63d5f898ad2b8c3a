/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The program itself, run as a user runs it; its path is the last argument. */
#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <string.h>

typedef struct
{
  char *out;
  char *err;
  int status;
} Result;

static void
result_clear (Result *result)
{
  g_free (result->out);
  g_free (result->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

/* @arguments: separated by "|". */
static Result
run (const char *program, const char *arguments)
{
  g_autofree char *line = g_strdup_printf ("%s|%s", program, arguments);
  g_auto (GStrv) argv = g_strsplit (line, "|", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process
      = g_subprocess_newv ((const char *const *) argv,
                           G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  Result result = { 0 };

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &result.out, &result.err, &error);
  g_assert_no_error (error);
  result.status = g_subprocess_get_exit_status (process);
  return result;
}

static void
test_version (gconstpointer program)
{
  g_auto (Result) result = run (program, "--version");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.out, ==, "parley " PARLEY_VERSION "\n");
}

static void
assert_wait (const char *program, const char *arguments, gint64 wait)
{
  g_auto (Result) result = run (program, arguments);
  g_autoptr (JsonNode) root = json_from_string (result.out, NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *terms = json_object_get_array_member (object, "terms");
  gint64 sum = 0;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpint (json_object_get_int_member (object, "wait"), ==, wait);
  for (guint i = 0; i < json_array_get_length (terms); i++)
    sum += json_object_get_int_member (json_array_get_object_element (terms, i), "ms");
  g_assert_cmpint (sum, ==, wait);
  g_assert_nonnull (json_object_get_string_member (object, "reason"));
}

static void
test_explain (gconstpointer program)
{
  assert_wait (program, "explain|hello|--channel|web", 1100);
  assert_wait (program, "explain|--channel|whatsapp|hello", 1700);
  assert_wait (program, "explain|--n|4|is that bad lol", 409);
  assert_wait (program, "explain|--profile|patient|ok", 800);
  assert_wait (program, "explain|--profile|fixed:900|ok", 900);
  assert_wait (program, "explain|--|--n", 1000);
  assert_wait (program, "explain|", 1000);
}

static void
test_bad_arguments (gconstpointer program)
{
  const char *const bad[] = { "explain",
                              "explain|a|b",
                              "explain|--n|0|x",
                              "explain|--n|soon|x",
                              "explain|--profile|hasty|x",
                              "explain|--profile|fixed:|x",
                              "explain|--profile|fixed:-3|x",
                              "explain|--profile|swift:3|x",
                              "explain|--settings|/nonexistent|x",
                              "explain|--nonsense|x",
                              "nonsense",
                              "" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (Result) result = run (program, bad[i]);

      g_test_message ("%s", bad[i]);
      g_assert_cmpint (result.status, ==, 2);
      g_assert_cmpstr (result.out, ==, "");
      g_assert_cmpstr (result.err, !=, "");
    }
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/version", program, test_version);
  g_test_add_data_func ("/cli/explain", program, test_explain);
  g_test_add_data_func ("/cli/bad-arguments", program, test_bad_arguments);
  return g_test_run ();
}
