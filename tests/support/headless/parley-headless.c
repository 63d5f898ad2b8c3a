/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>

#include <glib-unix.h>

#include "headless.h"

typedef struct
{
  gchar *user_dir;
  gchar *plugin_dir;
  gchar **others;
  gboolean core_only;
  gboolean verbose;
} Options;

static void
options_clear (Options *options)
{
  g_clear_pointer (&options->user_dir, g_free);
  g_clear_pointer (&options->plugin_dir, g_free);
  g_clear_pointer (&options->others, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
options_parse (Options *options, int *argc, char ***argv)
{
  const GOptionEntry entries[] = {
    { "user-dir", 0, 0, G_OPTION_ARG_FILENAME, &options->user_dir,
      "Folder with accounts.xml, prefs.xml and blist.xml", "DIR" },
    { "plugin", 0, 0, G_OPTION_ARG_FILENAME, &options->plugin_dir, "Folder that holds parley.so",
      "DIR" },
    { "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->others,
      "Another plugin to load before it, may be repeated", "FILE" },
    { "core-only", 0, 0, G_OPTION_ARG_NONE, &options->core_only, "Run libpurple without the plugin",
      NULL },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &options->verbose,
      "Print libpurple's debug lines to standard error", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- libpurple without a screen");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return FALSE;
    }
  if (options->user_dir == NULL || (options->plugin_dir == NULL && !options->core_only))
    {
      g_printerr ("--user-dir is needed, and --plugin or --core-only.\n");
      return FALSE;
    }
  return TRUE;
}

static gboolean
load_others (const Options *options)
{
  for (gchar **path = options->others; path != NULL && *path != NULL; path++)
    {
      PurplePlugin *plugin = purple_plugin_probe (*path);

      if (plugin == NULL || !purple_plugin_load (plugin))
        {
          headless_print_text ("load-failed", *path);
          return FALSE;
        }
    }
  return TRUE;
}

/* The order matters: the buddy list must exist before it is loaded, and the preferences must be
 * read before a plugin that uses them is. */
static gboolean
start_libpurple (const Options *options)
{
  purple_util_set_user_dir (options->user_dir);
  purple_debug_set_enabled (FALSE);
  headless_ui_set_verbose (options->verbose);
  headless_ui_register ();
  if (!options->core_only)
    purple_plugins_add_search_path (options->plugin_dir);

  if (!purple_core_init (HEADLESS_UI))
    {
      g_printerr ("libpurple did not start.\n");
      return FALSE;
    }

  purple_set_blist (purple_blist_new ());
  purple_blist_load ();
  purple_prefs_load ();
  headless_ui_watch ();
  return load_others (options) && (options->core_only || headless_load_plugin ());
}

static gboolean
on_stdin (GIOChannel *channel, GIOCondition condition, gpointer data)
{
  GMainLoop *loop = data;
  g_autofree gchar *line = NULL;
  gsize end = 0;

  if (g_io_channel_read_line (channel, &line, NULL, &end, NULL) != G_IO_STATUS_NORMAL)
    {
      g_main_loop_quit (loop);
      return G_SOURCE_REMOVE;
    }

  line[end] = '\0';
  if (headless_command (line))
    return G_SOURCE_CONTINUE;

  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
on_terminate (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
run_loop (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GIOChannel) channel = g_io_channel_unix_new (0);

  g_io_channel_set_encoding (channel, NULL, NULL);
  g_io_add_watch (channel, G_IO_IN | G_IO_HUP, on_stdin, loop);
  g_unix_signal_add (SIGTERM, on_terminate, loop);
  g_unix_signal_add (SIGINT, on_terminate, loop);
  g_main_loop_run (loop);
}

int
main (int argc, char **argv)
{
  g_auto (Options) options = { 0 };

  setlocale (LC_ALL, "");
  signal (SIGPIPE, SIG_IGN);
  if (!options_parse (&options, &argc, &argv))
    return EXIT_FAILURE;

  headless_ui_catch_logs ();
  if (!start_libpurple (&options))
    return EXIT_FAILURE;

  /* As the clients do: the status of the last sitting, available if there was none. */
  purple_savedstatus_activate (purple_savedstatus_get_startup ());
  purple_accounts_restore_current_statuses ();
  headless_print ("ready");
  run_loop ();

  purple_core_quit ();
  headless_print ("bye");
  return EXIT_SUCCESS;
}
