/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-instance.h"

#include <glib/gi18n-lib.h>
#include <util.h>

#include "parley-commands.h"
#include "parley-log.h"
#include "parley-menu.h"
#include "parley-prefs.h"
#include "parley-signals.h"

ParleyInstance *
parley_instance_new (PurplePlugin *plugin)
{
  ParleyInstance *instance = g_new0 (ParleyInstance, 1);

  plugin->extra = instance;
  instance->plugin = plugin;
  instance->user_dir = g_build_filename (purple_user_dir (), "parley", NULL);
  instance->log_handler = parley_log_connect ();
  instance->settings = parley_settings_new ();
  instance->timers = parley_timers_new (parley_clock_get_system (), NULL);
  instance->contacts = parley_contacts_new ();
  instance->host = parley_purple_host_new (instance->contacts);
  instance->engine = parley_engine_new (PARLEY_HOST (instance->host), instance->settings,
                                        instance->timers, instance->user_dir);
  instance->signed_on = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  instance->cancellable = g_cancellable_new ();
  instance->prefs = parley_prefs_new (instance);
  instance->commands = parley_commands_new (instance);
  parley_signals_connect (instance);
  parley_menu_connect (instance);
  return instance;
}

void
parley_instance_free (ParleyInstance *instance)
{
  instance->plugin->extra = NULL;
  g_cancellable_cancel (instance->cancellable);
  parley_signals_disconnect (instance);
  parley_commands_free (instance->commands);
  parley_prefs_free (instance->prefs);
  parley_engine_free (instance->engine);
  g_object_unref (instance->host);
  parley_contacts_free (instance->contacts);
  parley_timers_unref (instance->timers);
  parley_settings_free (instance->settings);
  g_hash_table_unref (instance->signed_on);
  g_object_unref (instance->cancellable);
  parley_log_disconnect (instance->log_handler);
  g_free (instance->user_dir);
  g_free (instance);
}

ParleyInstance *
parley_instance_get (PurplePlugin *plugin)
{
  return plugin->extra;
}

static void
switch_on (ParleyInstance *instance,
           PurpleAccount *account,
           const char *name,
           const ParleyChatKey *key)
{
  ParleyHost *host = PARLEY_HOST (instance->host);
  gboolean kept = parley_contacts_choose (instance->contacts, account, name, TRUE);
  g_autofree char *disclosure = parley_engine_dup_disclosure (instance->engine);
  g_autofree char *line = g_strdup_printf (
      kept ? _ ("Parley now answers here for you. %s To stop it: /parley off")
           : _ ("Parley now answers here for you until you close this program, because they are "
                "not in your buddy list. %s To stop it: /parley off"),
      disclosure);

  parley_engine_resume (instance->engine, key);
  parley_host_tell_user (host, key, line);
}

static void
forget_chat (const ParleyChatKey *key, gpointer data)
{
  parley_engine_forget (((ParleyInstance *) data)->engine, key);
}

gboolean
parley_instance_switch (ParleyInstance *instance,
                        PurpleAccount *account,
                        const char *name,
                        gboolean on)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyHost *host = PARLEY_HOST (instance->host);
  ParleyVerdict verdict = parley_engine_judge_person (instance->engine, key);

  if (on && verdict != PARLEY_VERDICT_ALLOWED)
    {
      parley_host_tell_user (host, key, parley_verdict_explain (verdict));
      return FALSE;
    }
  if (on)
    {
      switch_on (instance, account, name, key);
      return TRUE;
    }
  parley_contacts_choose (instance->contacts, account, name, FALSE);
  parley_contacts_foreach_alike (account, name, forget_chat, instance);
  parley_host_tell_user (host, key, _ ("Parley no longer answers here."));
  return TRUE;
}
