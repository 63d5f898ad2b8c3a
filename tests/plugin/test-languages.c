/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a plugin that one user installed finds its translations: parley.so itself, in a folder. */
#include "headless-purple.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include <glib/gstdio.h>

#include "base/parley-i18n.h"
#include "settings/parley-setting-text.h"
#include "memory/parley-series.h"

#define TRANSLATION                                                                                \
  "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"                            \
  "msgid \"Answers contacts you choose, once per burst.\"\nmsgstr \"Übersetzt.\"\n"

static void
run (const char *const *command)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
write_translation (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *po = g_build_filename (folder, "de.po", NULL);
  g_autofree char *mo = g_build_filename (folder, "parley-locale", "de", "LC_MESSAGES", NULL);
  g_autofree char *file = g_build_filename (mo, "parley.mo", NULL);

  g_assert_cmpint (g_mkdir_with_parents (mo, 0700), ==, 0);
  g_file_set_contents (po, TRANSLATION, -1, &error);
  g_assert_no_error (error);
  run ((const char *const[]){ "msgfmt", "-o", file, po, NULL });
}

static void
test_beside_the_plugin (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("parley-languages-XXXXXX", &error);
  g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "..", "plugin", "parley.so", NULL);
  g_autofree char *copy = g_build_filename (folder, "parley.so", NULL);
  PurplePlugin *plugin;

  g_assert_no_error (error);
  write_translation (folder);
  run ((const char *const[]){ "cp", built, copy, NULL });

  plugin = purple_plugin_probe (copy);

  g_assert_nonnull (plugin);
  g_assert_cmpstr (plugin->info->summary, ==, "Übersetzt.");
  run ((const char *const[]){ "rm", "-r", folder, NULL });
}

/* Has the texts of the library in this process come from the catalogues that were built. */
static void
speak (const char *language)
{
  g_autofree char *catalogues = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);

  g_assert_true (g_setenv ("LANGUAGE", language, TRUE));
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

static void
assert_plural_is_translated (const char *language)
{
  g_autoptr (GError) error = NULL;

  speak (language);
  g_assert_null (parley_series_dup_name ("a b", &error));
  g_test_message ("%s: %s", language, error->message);
  if (g_str_has_prefix (error->message, "A series"))
    g_test_fail_printf ("%s: %s", language, error->message);
}

/* A unit is a word of its own: it is looked up where the number is put before it. */
static void
assert_unit_is_translated (const char *language)
{
  g_autofree char *text = NULL;

  speak (language);
  text = parley_setting_dup_default_text (PARLEY_SETTING_MEMORY_KEEP_DAYS);
  g_test_message ("%s: %s", language, text);
  if (strstr (text, "days") != NULL)
    g_test_fail_printf ("%s: %s", language, text);
}

/* For each language that there is. */
static void
check_each_language (void (*check) (const char *language))
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "po", "LINGUAS", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_languages = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (*lines[i] != '#' ? lines[i] : "", " ", -1);

      for (guint j = 0; names[j] != NULL && *names[j] != '\0'; j++, n_languages++)
        check (names[j]);
    }
  speak ("de");
  g_assert_cmpuint (n_languages, >=, 4);
}

static void
test_plurals_are_in_each_language (void)
{
  check_each_language (assert_plural_is_translated);
}

static void
test_units_are_in_each_language (void)
{
  g_autofree char *german = NULL;

  check_each_language (assert_unit_is_translated);
  german = parley_setting_dup_default_text (PARLEY_SETTING_MEMORY_KEEP_DAYS);
  g_assert_cmpstr (german, ==, "90 Tage");
}

int
main (int argc, char **argv)
{
  int result;

  g_setenv ("LANGUAGE", "de", TRUE);
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  g_test_add_func ("/plugin/languages/beside-the-plugin", test_beside_the_plugin);
  g_test_add_func ("/plugin/languages/plurals", test_plurals_are_in_each_language);
  g_test_add_func ("/plugin/languages/units", test_units_are_in_each_language);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
