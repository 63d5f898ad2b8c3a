/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose settings the program takes: the user's preferences, and before them a file. */
#include "cli-fixture.h"

#include <string.h>

#define HEAD "<?xml version='1.0' encoding='UTF-8' ?>\n\n<pref version='1' name='/'>\n"
#define OPEN                                                                                       \
  HEAD "<pref name='purple'><pref name='away'><pref name='idle' type='string' value='x'/></pref>"  \
       "</pref>\n<pref name='plugins'><pref name='core'>\n<pref name='parley'>"                    \
       "<pref name='turn'>\n"
#define CLOSE               "</pref></pref>\n</pref></pref></pref>\n"
#define INT(name, value)    "<pref name='" name "' type='int' value='" value "'/>\n"
#define STRING(name, value) "<pref name='" name "' type='string' value='" value "'/>\n"
#define FIXED(ms)           STRING ("profile", "fixed") INT ("fixed_ms", ms)
#define EXPLAIN             "explain|is that all there is?|--user-dir|"

typedef struct
{
  const char *prefs;    /* NULL: there is no prefs.xml */
  const char *settings; /* NULL: no --settings */
  int wait;
} Good;

static const Good goods[] = {
  { NULL, NULL, 500 },
  { HEAD "</pref>", NULL, 500 },
  { OPEN FIXED ("1234") CLOSE, NULL, 1234 },
  { OPEN FIXED ("1234") CLOSE, "[turn]\nfixed_ms=99\n", 99 },
  { OPEN FIXED ("1234") CLOSE, "[turn]\nprofile=swift\n", 500 },
  { NULL, "[turn]\nprofile=fixed\nfixed_ms=99\n", 99 },
  /* Each is fine with the other one only. */
  { OPEN INT ("min_ms", "4000") INT ("max_ms", "5000") CLOSE, NULL, 4000 },
  { NULL, "[turn]\nmin_ms=4000\nmax_ms=5000\n", 4000 },
  { NULL, "# a comment\n\n[turn]\n", 500 },
  /* From a newer Parley, or another plugin's. */
  { OPEN INT ("no_such_thing", "1") CLOSE, NULL, 500 },
  { HEAD "<pref name='parley'><pref name='turn'>" FIXED ("1234") "</pref></pref></pref>", NULL,
    500 },
};

static gint64
get_wait (const char *json)
{
  g_autoptr (JsonNode) root = json_from_string (json, NULL);

  return json_object_get_int_member (json_node_get_object (root), "wait");
}

static void
test_good (gconstpointer program)
{
  for (guint i = 0; i < G_N_ELEMENTS (goods); i++)
    {
      char *folder = cli_make_folder ();
      g_autofree char *prefs
          = goods[i].prefs != NULL ? cli_write (folder, "prefs.xml", goods[i].prefs) : NULL;
      g_autofree char *settings
          = goods[i].settings != NULL ? cli_write (folder, "settings", goods[i].settings) : NULL;
      g_autofree char *arguments
          = g_strdup_printf (EXPLAIN "%s%s%s", folder, settings != NULL ? "|--settings|" : "",
                             settings != NULL ? settings : "");
      g_autofree char *out = cli_run_ok (program, arguments, NULL);

      g_test_message ("%u", i);
      g_assert_cmpint (get_wait (out), ==, goods[i].wait);
      cli_remove_folder (folder);
    }
}

typedef struct
{
  const char *text;
  const char *words;
} Bad;

static const Bad bad_prefs[] = {
  { "", "prefs.xml:1: " },
  { "oops", "prefs.xml:1: " },
  { "<html/>", "prefs.xml:1: |preferences file" },
  { HEAD "<pref name='x'>\n<pref", "prefs.xml:5: " },
  { HEAD "<pref name='x'></prof>\n</pref>", "prefs.xml:4: " },
  { OPEN INT ("min_ms", "-1") CLOSE, "prefs.xml:7: |Shortest wait|-1" },
  { OPEN INT ("grace_ms", "900") INT ("min_ms", "soon") CLOSE, "prefs.xml:8: |Shortest wait" },
  { OPEN STRING ("min_ms", "900") CLOSE, "prefs.xml:7: |Shortest wait" },
  { OPEN STRING ("profile", "hasty") CLOSE, "prefs.xml:7: |hasty" },
  { OPEN INT ("max_ms", "100") CLOSE, "prefs.xml:7: |Longest wait" },
};

static const Bad bad_settings[] = {
  { "oops", "settings:1: |oops" },
  { "[turn]\nmin_ms=300\noops\n", "settings:3: |oops" },
  { "[turn]\nmin_ms=soon\n", "settings:2: |min_ms" },
  { "[turn]\nmin_ms=-1\n", "settings:2: |Shortest wait|-1" },
  { "[turn]\n\n# x\n profile = hasty\n", "settings:4: |hasty" },
  { "[turn]\nfixed_ms=1\n[reply]\nno_such_thing=1\n", "settings:4: |no_such_thing|reply" },
  { "[turn]\nprofile=\xff\n", "settings:2: " },
  /* Whoever wrote the file has no say in these. */
  { "[backend]\nkey_file=/tmp/key\n", "settings:2: |key_file|only you can set it" },
  { "[backend]\nplain_http=true\n", "settings:2: |plain_http" },
};

static void
assert_all_bad (const char *program, const Bad *bads, guint n, const char *name, const char *format)
{
  for (guint i = 0; i < n; i++)
    {
      char *folder = cli_make_folder ();
      g_autofree char *path = cli_write (folder, name, bads[i].text);
      g_autofree char *arguments = g_strconcat (format, folder, "/", NULL);
      g_autofree char *whole = g_str_equal (name, "prefs.xml") ? g_strdup (arguments)
                                                               : g_strconcat (format, path, NULL);

      cli_assert_refused (program, whole, NULL, bads[i].words);
      cli_remove_folder (folder);
    }
}

static void
test_bad (gconstpointer program)
{
  assert_all_bad (program, bad_prefs, G_N_ELEMENTS (bad_prefs), "prefs.xml", EXPLAIN);
  assert_all_bad (program, bad_settings, G_N_ELEMENTS (bad_settings), "settings",
                  "explain|x|--settings|");
  cli_assert_refused (program, "explain|x|--settings|/nonexistent", NULL, "/nonexistent");
  cli_assert_refused (program, "explain|x|--settings|/", NULL, "“/”");
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/settings/good", program, test_good);
  g_test_add_data_func ("/cli/settings/bad", program, test_bad);
  return g_test_run ();
}
