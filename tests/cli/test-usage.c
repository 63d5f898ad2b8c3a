/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* What people expect of a program: help where they ask for it, their mistakes named, completion. */
#include "cli-fixture.h"

#include <string.h>

static const char *const verbs[] = { "ask", "ctl", "explain", "memory", "replay", "stats" };

static void
test_unknown_command_is_named (gconstpointer program)
{
  cli_assert_refused (program, "foo", NULL, "“foo”|parley --help");
  cli_assert_refused (program, "ctl|foo", NULL, "“foo”|parley ctl --help");
  cli_assert_refused (program, "memory|foo", NULL, "“foo”|parley memory --help");
}

/* Where people write it, too: behind all the rest. */
static void
test_help_may_come_last (gconstpointer program)
{
  g_autofree char *journal = cli_run_ok (program, "memory|journal|--help", NULL);
  g_autofree char *pause = cli_run_ok (program, "ctl|pause|--help", NULL);

  g_assert_nonnull (strstr (journal, "parley memory journal "));
  g_assert_nonnull (strstr (pause, "parley ctl "));
}

static void
test_each_command_has_help (gconstpointer program)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autofree char *arguments = g_strconcat (verbs[i], "|--help", NULL);
      g_autofree char *begin = g_strconcat ("parley ", verbs[i], " ", NULL);
      g_autofree char *help = cli_run_ok (program, arguments, NULL);

      g_assert_nonnull (strstr (help, begin));
      g_assert_nonnull (strstr (help, "Options of all commands:"));
      for (guint j = 0; j < G_N_ELEMENTS (verbs); j++)
        {
          g_autofree char *other = g_strconcat ("parley ", verbs[j], " ", NULL);

          if (i != j)
            g_assert_null (strstr (help, other));
        }
    }
}

static void
test_wrong_folder_is_refused (gconstpointer program)
{
  static const char *const lines[]
      = { "stats", "explain|x", "ask|x", "memory|chats", "ctl|status" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *arguments = g_strconcat (lines[i], "|--user-dir|/nonexistent/folder", NULL);

      cli_assert_refused (program, arguments, NULL, "There is no folder /nonexistent/folder.");
    }
}

static void
test_control_is_particular (gconstpointer program)
{
  cli_assert_refused (program, "ctl", NULL, "parley ctl --help");
  cli_assert_refused (program, "ctl|on", NULL, "on: too few or too many");
  cli_assert_refused (program, "ctl|status|me/anna", NULL, "status: too few or too many");
  cli_assert_refused (program, "ctl|on|anna", NULL, "ACCOUNT/PERSON");
  cli_assert_refused (program, "ctl|on|/anna", NULL, "ACCOUNT/PERSON");
  cli_assert_refused (program, "ctl|on|me/\xff", NULL, "ACCOUNT/PERSON");
  cli_assert_refused (program, "ctl|send|me/anna", NULL, "“me/anna” is not a number");
  cli_assert_refused (program, "ctl|send|0", NULL, "“0” is not a number");
  cli_assert_refused (program, "ctl|pause|-1", NULL, "");
  cli_assert_refused (program, "ctl|pause|soon", NULL, "“soon” is not a number");
}

/* Each command and option that the help names can be completed; bash itself reads the file. */
static void
test_completion (gconstpointer program)
{
  g_autofree char *help = cli_run_ok (program, "--help", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "parley.bash", NULL);
  g_autofree char *script = NULL;
  g_autoptr (GRegex) option = g_regex_new ("--[a-z][a-z-]*", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &script, NULL, &error));
  g_assert_no_error (error);
  for (g_regex_match (option, help, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 0);

      if (strstr (script, name) == NULL)
        g_error ("%s is not completed", name);
    }
}

/* @words: a command line; its last word is completed. Returns: (transfer full): a line each. */
static char *
complete (const char *words)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "parley.bash", NULL);
  const char *script = "_init_completion () { words=( $LINE ); [[ $LINE == *' ' ]] && words+=('');"
                       " cword=$(( ${#words[@]} - 1 )); cur=${words[cword]};"
                       " prev=${words[cword - 1]}; }\n"
                       ". \"$1\"; LINE=$2; _parley; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const char *argv[] = { "bash", "-c", script, "bash", path, words, NULL };
  g_autofree char *out = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return g_steal_pointer (&out);
}

static void
test_completed (void)
{
  static const struct
  {
    const char *words;
    const char *completed;
  } rows[] = {
    { "parley c", "ctl\n" },
    { "parley ctl pa", "pause\n" },
    { "parley ctl mode me/anna dr", "draft\n" },
    { "parley memory jo", "journal\n" },
    { "parley ask --back", "--backend\n" },
    { "parley ask --backend op", "openai\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *out = complete (rows[i].words);

      g_assert_cmpstr (out, ==, rows[i].completed);
    }
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/usage/unknown", program, test_unknown_command_is_named);
  g_test_add_data_func ("/cli/usage/help", program, test_each_command_has_help);
  g_test_add_data_func ("/cli/usage/help-last", program, test_help_may_come_last);
  g_test_add_data_func ("/cli/usage/folder", program, test_wrong_folder_is_refused);
  g_test_add_data_func ("/cli/usage/control", program, test_control_is_particular);
  g_test_add_data_func ("/cli/usage/completion", program, test_completion);
  g_test_add_func ("/cli/usage/completed", test_completed);
  return g_test_run ();
}
