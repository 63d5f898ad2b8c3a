/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include <notify.h>
#include <plugin.h>
#include <version.h>

#include "parley-actions.h"
#include "parley-conflict.h"
#include "parley-instance.h"
#include "parley-prefs.h"

static gboolean
plugin_load (PurplePlugin *plugin)
{
  if (parley_conflict_has_libsoup2 ())
    {
      g_free (plugin->error);
      plugin->error = g_strdup (_ ("Another plugin uses an old library, libsoup 2. Parley and it "
                                   "can't run together: disable the other one and restart."));
      purple_notify_error (plugin, _ ("Parley"), _ ("Parley can't be switched on"), plugin->error);
      return FALSE;
    }
  parley_instance_new (plugin);
  return TRUE;
}

static gboolean
plugin_unload (PurplePlugin *plugin)
{
  parley_instance_free (parley_instance_get (plugin));
  return TRUE;
}

static PurplePluginUiInfo prefs_info
    = { .get_plugin_pref_frame = parley_prefs_get_frame }; /* libpurple: written to */

static PurplePluginInfo info = {
  /* libpurple: written to */
  .magic = PURPLE_PLUGIN_MAGIC,
  .major_version = PURPLE_MAJOR_VERSION,
  .minor_version = 14,
  .type = PURPLE_PLUGIN_STANDARD,
  .priority = PURPLE_PRIORITY_DEFAULT,
  .id = (char *) "core-parley",
  .name = (char *) "Parley",
  .version = (char *) PARLEY_VERSION,
  .author = (char *) "The Parley authors",
  .homepage = (char *) "",
  .load = plugin_load,
  .unload = plugin_unload,
  .prefs_info = &prefs_info,
  .actions = parley_actions_new,
};

/* Runs also for a plugin that is never switched on: nothing costly here. */
static void
init_plugin (PurplePlugin *plugin)
{
  bindtextdomain (GETTEXT_PACKAGE, PARLEY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  info.summary = (char *) _ ("Answers chosen contacts for you, once per burst.");
  info.description = (char *) _ ("Reads the messages of a contact you chose as one, and answers "
                                 "once, as one person would: through a model on your machine or a "
                                 "server, or with an away note.");
  parley_prefs_add ();
}

PURPLE_INIT_PLUGIN (parley, init_plugin, info)
