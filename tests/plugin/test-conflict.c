/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* This program is linked with a library of the name of libsoup 2. */
#include "headless-purple.h"

#include <string.h>

#include "parley-conflict.h"

int old_soup_is_here (void);

static void
test_plugin_refuses_to_load (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id ("core-parley");
  g_autofree char *shown = headless_dup_shown ();

  g_assert_cmpint (old_soup_is_here (), ==, 1);
  g_assert_true (parley_conflict_has_libsoup2 ());
  g_assert_false (purple_plugin_is_loaded (plugin));
  g_assert_nonnull (strstr (plugin->error, "libsoup 2"));
  g_assert_nonnull (strstr (shown, "libsoup 2"));
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  g_test_add_func ("/plugin/conflict", test_plugin_refuses_to_load);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
