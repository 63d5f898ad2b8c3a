/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

/* What the program says of itself, and its man page. */
typedef struct
{
  char *help;
  char *page;
} Texts;

static int
compare (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: (transfer full): each word once, sorted, one a line. */
static char *
join (GHashTable *words)
{
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (words, NULL);

  qsort (names, g_hash_table_size (words), sizeof *names, compare);
  return g_strjoinv ("\n", (char **) names);
}

/* @pattern: its second group is one word or several, "merge|query"; its first goes before each.
 * Returns: (transfer full): what it finds in @text. */
static char *
find (const char *text, const char *pattern)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (regex, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *before = g_match_info_fetch (match, 1);
      g_autofree char *alternatives = g_match_info_fetch (match, 2);
      g_auto (GStrv) names = g_strsplit (alternatives, "|", -1);

      for (char **name = names; *name != NULL; name++)
        g_hash_table_add (words, g_strconcat (before, *name, NULL));
    }
  g_assert_cmpuint (g_hash_table_size (words), >, 0);
  return join (words);
}

static void
test_verbs (gconstpointer data)
{
  const Texts *texts = data;
  g_autofree char *told = find (texts->help, "parley (memory )?([a-z|]+) ");
  g_autofree char *described = find (texts->page, "^\\.It Cm (memory )?([a-z]+)$");

  g_assert_cmpstr (described, ==, told);
}

static void
test_options (gconstpointer data)
{
  const Texts *texts = data;
  g_autofree char *told = find (texts->help, "()--([a-z][a-z-]*)");
  g_autofree char *described = find (texts->page, "^\\.It ()Fl -([a-z-]+)");

  g_assert_cmpstr (described, ==, told);
}

int
main (int argc, char **argv)
{
  Texts texts;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  g_assert_true (g_file_get_contents (argv[2], &texts.page, NULL, NULL));
  texts.help = cli_run_ok (argv[1], "--help", NULL);
  g_test_add_data_func ("/cli/manual/verbs", &texts, test_verbs);
  g_test_add_data_func ("/cli/manual/options", &texts, test_options);
  status = g_test_run ();
  g_free (texts.page);
  g_free (texts.help);
  return status;
}
