/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include <plugin.h>
#include <util.h>
#include <version.h>

#include "commands/parley-actions.h"
#include "protocols/parley-auto-reply.h"
#include "protocols/parley-carbons-wish.h"
#include "contacts/parley-admissions.h"
#include "contacts/parley-choice.h"
#include "commands/parley-commands.h"
#include "parley-conflict.h"
#include "parley-control.h"
#include "contacts/parley-damage.h"
#include "commands/parley-entry.h"
#include "dialogs/parley-dialogs.h"
#include "dialogs/parley-finch.h"
#include "parley-instance.h"
#include "dialogs/parley-introduction.h"
#include "dialogs/parley-key-dialogs.h"
#include "dialogs/parley-log-dialog.h"
#include "parley-log.h"
#include "commands/parley-menu.h"
#include "contacts/parley-names.h"
#include "dialogs/parley-prefs-frame.h"
#include "parley-prefs.h"
#include "rehearsal/parley-rehearsal.h"
#include "parley-signals.h"
#include "parley-sources.h"
#include "contacts/parley-switch.h"
#include "contacts/parley-switches.h"
#include "parley-tooltip.h"
#include "parley-watch.h"
#include "dialogs/parley-welcome-back.h"
#include "contacts/parley-whose-line.h"

/* All there is of a loaded plugin. */
typedef struct
{
  ParleyInstance shared;
  guint log_handler;
  ParleyCommands *commands;
  ParleyWatch *watch;
  ParleyAutoReply *auto_reply;
  ParleySignals *signals;
  ParleyWhoseLine *whose_line;
  ParleyCarbonsWish *carbons_wish;
  ParleyWelcomeBack *welcome_back;
  ParleyControl *control;
} Plugin;

/* The program that spoke before may have left something unanswered, and what was switched there
 * counts here, too. */
static void
on_taken_over (gpointer data)
{
  ParleyInstance *instance = data;

  parley_switches_take_in (instance->switches);
  parley_engine_take_up (instance->engine);
}

/* Only of somebody who was chosen does it matter who they are. */
static void
on_sight (const ParleyChatKey *key, gpointer data)
{
  ParleyInstance *instance = data;
  PurpleAccount *account = parley_contacts_find_account (key);

  if (account == NULL || !parley_contacts_may_be_chosen (instance->contacts, account, key->person))
    return;
  if (parley_irc_has_left (instance->irc, key) && !parley_irc_knows_again (instance->irc, key))
    {
      parley_names_end_sitting (instance, key);
      return;
    }
  if (parley_irc_wants (instance->irc, key))
    parley_irc_seek (instance->irc, key);
  parley_irc_keep (instance->irc, key);
  parley_engine_note_sight (instance->engine, key);
  parley_irc_lines_note_sight (instance->sources->irc_lines, key);
}

static void
on_unsent (const ParleyChatKey *key, gpointer data)
{
  ParleyInstance *instance = data;

  parley_engine_note_unsent (instance->engine, key);
}

static void
on_prefs_in_force (ParleyInstance *instance)
{
  Plugin *self = (Plugin *) instance;

  parley_switches_see_pause (instance->switches);
  parley_key_dialogs_look (instance->key_dialogs);
  parley_control_look_again (self->control);
}

/* The user is told where the chats go now. */
static void
on_keys_changed (ParleyInstance *instance)
{
  parley_engine_forget_backend (instance->engine);
  parley_rehearsal_forget_backend (instance->rehearsal);
  parley_prefs_flush (instance->prefs);
}

/* Connected to libpurple and ready. */
static void
plugin_new (PurplePlugin *plugin)
{
  Plugin *self = g_new0 (Plugin, 1);
  ParleyInstance *instance = &self->shared;

  plugin->extra = instance;
  instance->plugin = plugin;
  instance->listening = parley_listening_new ();
  instance->user_dir = g_build_filename (purple_user_dir (), "parley", NULL);
  self->log_handler = parley_log_connect ();
  instance->settings = parley_settings_new ();
  instance->timers = parley_timers_new (parley_clock_get_system (), NULL);
  instance->irc = parley_irc_new (instance->listening, instance->timers, instance->user_dir,
                                  on_sight, instance);
  instance->sources = parley_sources_new (instance, on_unsent);
  instance->contacts = parley_contacts_new (instance->sources->rooms);
  instance->speakers
      = parley_speakers_new (plugin, instance->timers, instance->user_dir, on_taken_over, instance);
  instance->host = parley_purple_host_new (
      instance->contacts, instance->sources->rooms, instance->irc, instance->sources->irc_unsent,
      instance->speakers, instance->sources->encryption, instance->settings);
  instance->dialogs = parley_dialogs_new (instance);
  instance->engine = parley_engine_new (PARLEY_HOST (instance->host), instance->settings,
                                        instance->timers, instance->user_dir);
  instance->conversations
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) parley_chat_key_free);
  instance->cancellable = g_cancellable_new ();
  instance->key_dialogs = parley_key_dialogs_new (instance, on_keys_changed);
  instance->prefs = parley_prefs_new (instance, on_prefs_in_force);
  instance->switches = parley_switches_new (instance);
  self->commands = parley_commands_new (instance);
  self->watch = parley_watch_new (instance);
  self->auto_reply = parley_auto_reply_new (instance);
  instance->introduction = parley_introduction_new (instance, parley_switch_subject);
  instance->rehearsal = parley_rehearsal_new (instance);
  self->signals = parley_signals_new (instance);
  self->whose_line = parley_whose_line_new (instance);
  self->carbons_wish = parley_carbons_wish_new (instance->listening);
  self->welcome_back = parley_welcome_back_new (instance);
  self->control = parley_control_new (instance);
  instance->entry = parley_entry_new (instance);
  parley_menu_connect (instance);
  parley_tooltip_connect (instance);
  parley_admissions_connect (instance);
  parley_choice_claim_all ();
  parley_damage_tell (instance);
}

/* Cancels everything; nothing is said and nobody is called after it. */
static void
plugin_free (gpointer data)
{
  Plugin *self = data;
  ParleyInstance *instance = &self->shared;

  instance->plugin->extra = NULL;
  g_cancellable_cancel (instance->cancellable);
  parley_entry_free (instance->entry);
  parley_control_free (self->control);
  parley_whose_line_free (self->whose_line);
  parley_signals_free (self->signals);
  parley_carbons_wish_free (self->carbons_wish);
  parley_welcome_back_free (self->welcome_back);
  parley_dialogs_free (instance->dialogs);
  parley_introduction_free (instance->introduction);
  parley_rehearsal_free (instance->rehearsal);
  parley_auto_reply_free (self->auto_reply);
  parley_watch_free (self->watch);
  parley_commands_free (self->commands);
  parley_switches_free (instance->switches);
  parley_prefs_free (instance->prefs);
  parley_key_dialogs_free (instance->key_dialogs);
  parley_engine_free (instance->engine);
  g_object_unref (instance->host);
  parley_speakers_free (instance->speakers);
  parley_contacts_free (instance->contacts);
  parley_sources_free (instance->sources);
  parley_irc_free (instance->irc);
  parley_timers_unref (instance->timers);
  parley_settings_free (instance->settings);
  g_hash_table_unref (instance->conversations);
  g_object_unref (instance->cancellable);
  parley_log_disconnect (self->log_handler);
  g_free (instance->user_dir);
  g_free (self);
}

/* One that is unloaded in the midst of something has still to write down what it read. */
static gboolean
plugin_load (PurplePlugin *plugin)
{
  if (parley_instance_get (plugin) != NULL)
    return FALSE;
  if (parley_conflict_has_libsoup2 ())
    {
      g_free (plugin->error);
      plugin->error = g_strdup (_ ("Another plugin uses an old library, libsoup 2, and can't run "
                                   "together with Parley: disable it and restart."));
      parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("Parley can't start"), plugin->error);
      return FALSE;
    }
  plugin_new (plugin);
  return TRUE;
}

static gboolean
plugin_unload (PurplePlugin *plugin)
{
  ParleyInstance *instance = parley_instance_get (plugin);

  parley_listening_end (instance->listening, plugin_free, instance);
  return TRUE;
}

static PurplePluginUiInfo prefs_info
    = { .get_plugin_pref_frame = parley_prefs_frame_new }; /* libpurple: written to */

static PurplePluginInfo info = {
  /* libpurple: written to */
  .magic = PURPLE_PLUGIN_MAGIC,
  .major_version = PURPLE_MAJOR_VERSION,
  .minor_version = 14,
  .type = PURPLE_PLUGIN_STANDARD,
  .priority = PURPLE_PRIORITY_DEFAULT,
  .id = (char *) PARLEY_PLUGIN_ID,
  .name = (char *) "Parley",
  .version = (char *) PARLEY_VERSION,
  .author = (char *) "The Parley authors",
  .homepage = (char *) "",
  .load = plugin_load,
  .unload = plugin_unload,
  .prefs_info = &prefs_info,
  .actions = parley_actions_new,
};

/* They stand beside a plugin that one user installed for themselves. */
static void
bind_translations (const PurplePlugin *plugin)
{
  g_autofree char *folder = g_path_get_dirname (plugin->path != NULL ? plugin->path : "");
  g_autofree char *beside = g_build_filename (folder, "parley-locale", NULL);

  bindtextdomain (GETTEXT_PACKAGE,
                  g_file_test (beside, G_FILE_TEST_IS_DIR) ? beside : PARLEY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

/* Runs also for a plugin that is never switched on: nothing costly here. */
static void
init_plugin (PurplePlugin *plugin)
{
  bind_translations (plugin);
  info.summary = (char *) _ ("Answers contacts you choose, once per burst.");
  info.description = (char *) _ (
      "Reads a burst of messages from a contact you chose as one and answers it once, as a person "
      "would: through a model on your machine or on a server, or with an away note.");
  parley_prefs_add ();
  parley_introduction_add_pref ();
  parley_log_dialog_add_pref ();
}

PURPLE_INIT_PLUGIN (parley, init_plugin, info)
