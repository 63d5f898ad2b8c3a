/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "cli/parley-explain.h"

static const char usage[]
    = N_ ("Usage: parley explain [--profile swift|patient|fixed:MS] [--channel KIND] [--n N]\n"
          "                      [--settings FILE] TEXT\n"
          "           how long Parley would wait for more after TEXT, and why, as JSON\n"
          "       parley --version | --help\n");

int
main (int argc, char **argv)
{
  g_auto (GStrv) args = g_strdupv (argv);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PARLEY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  if (argc == 2 && g_str_equal (argv[1], "--version"))
    {
      g_print ("parley %s\n", PARLEY_VERSION);
      return PARLEY_EXIT_OK;
    }
  if (argc == 2 && g_str_equal (argv[1], "--help"))
    {
      g_print ("%s", _ (usage));
      return PARLEY_EXIT_OK;
    }
  if (argc >= 2 && g_str_equal (argv[1], "explain"))
    return parley_explain_run (args + 1);
  g_printerr ("%s", _ (usage));
  return PARLEY_EXIT_USAGE;
}
