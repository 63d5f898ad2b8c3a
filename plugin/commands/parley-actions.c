/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-actions.h"

#include <glib/gi18n-lib.h>
#include <notify.h>

#include "context/parley-diary.h"
#include "dialogs/parley-account-dialog.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-dialogs.h"
#include "dialogs/parley-key-dialogs.h"
#include "parley-prefs.h"
#include "rehearsal/parley-rehearsal.h"
#include "contacts/parley-switch.h"

/* A list of models in a dialog is cut here. */
#define MAX_SHOWN 12

static gboolean
has_chosen_model (ParleyInstance *instance, const GPtrArray *models)
{
  const char *chosen
      = parley_settings_get_string (instance->settings, PARLEY_SETTING_BACKEND_MODEL);

  return parley_models_find (models, chosen) != NULL;
}

static char *
dup_model_report (ParleyInstance *instance, const GPtrArray *models)
{
  const char *chosen
      = parley_settings_get_string (instance->settings, PARLEY_SETTING_BACKEND_MODEL);
  g_autoptr (GString) shown = g_string_new (NULL);

  if (models->len == 0)
    return g_strdup (_ ("The server answers, but has no models yet."));
  if (*chosen != '\0' && has_chosen_model (instance, models))
    return g_strdup_printf (_ ("The server has the model “%s”."), chosen);
  for (guint i = 0; i < models->len && i <= MAX_SHOWN; i++)
    {
      const ParleyModel *model = g_ptr_array_index (models, i);

      g_string_append_printf (shown, "\n%s", i < MAX_SHOWN ? model->id : "…");
    }
  if (*chosen == '\0')
    return g_strdup_printf (_ ("Choose one of the server's models:%s"), shown->str);
  return g_strdup_printf (_ ("The server has no model “%s”. It has:%s"), chosen, shown->str);
}

static void
on_models (GObject *source, GAsyncResult *result, gpointer data)
{
  PurplePlugin *plugin = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error);
  g_autofree char *report = NULL;

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  report = models != NULL ? dup_model_report (parley_instance_get (plugin), models)
                          : g_strdup (error->message);
  if (models == NULL)
    parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("The connection does not work"), report);
  else if (!has_chosen_model (parley_instance_get (plugin), models))
    parley_notice (plugin, PURPLE_NOTIFY_MSG_WARNING,
                   _ ("The connection works, but the model is missing"), report);
  else
    parley_notice (plugin, PURPLE_NOTIFY_MSG_INFO, _ ("The connection works"), report);
}

/* Returns: (transfer none) (nullable): what answers with the preferences as they are now; the user
 * was told if there is nothing to connect to. */
static ParleyBackend *
get_server (ParleyInstance *instance)
{
  g_autoptr (GError) error = NULL;
  ParleyBackend *backend;

  parley_prefs_flush (instance->prefs);
  backend = parley_engine_get_backend (instance->engine, &error);
  if (backend == NULL)
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("The connection can't be tested"),
                   error->message);
  else if (!parley_backend_has_model (backend))
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("No connection is needed"),
                   _ ("An away note needs no model. To use a model, choose a server in this "
                      "plugin's preferences."));
  else
    return backend;
  return NULL;
}

static void
test_connection (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);
  ParleyBackend *backend = instance != NULL ? get_server (instance) : NULL;

  if (backend != NULL)
    parley_backend_list_models_async (backend, instance->cancellable, on_models, action->plugin);
}

static void
choose_model (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_model_picker_open (instance->dialogs->models);
}

static void
set_persona (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_persona_dialog_open (instance->dialogs->persona);
}

static void
set_key (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance == NULL)
    return;
  parley_prefs_flush (instance->prefs);
  parley_key_dialogs_set (instance->key_dialogs);
}

static void
forget_key (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance == NULL)
    return;
  parley_prefs_flush (instance->prefs);
  parley_key_dialogs_forget (instance->key_dialogs);
}

static void
rehearse (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_rehearsal_open (instance->rehearsal);
}

static void
choose_for_account (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_account_dialog_open (instance);
}

static void
show_deeds (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_deeds_show (instance);
}

static void
show_status (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_status_dialog_open (instance->dialogs->status);
}

static void
pause_everything (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_switch_pause (instance, TRUE, NULL);
}

static void
go_on_everywhere (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_switch_pause (instance, FALSE, NULL);
}

static void
show_memory (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_memory_dialog_choose (instance->dialogs->memory);
}

static void
show_prompt (PurplePluginAction *action)
{
  ParleyInstance *instance = parley_instance_get (action->plugin);

  if (instance != NULL)
    parley_prompt_window_choose (instance->dialogs->prompt);
}

/* Clients ask for these when plugins come and go, and not when the menu opens: labels can't follow
 * what is so now. */
GList *
parley_actions_new (PurplePlugin *plugin, gpointer context)
{
  const struct
  {
    const char *label;
    void (*run) (PurplePluginAction *action);
  } rows[] = {
    { _ ("Status of all chats"), show_status },
    { _ ("Talk to my Parley"), rehearse },
    { _ ("Pause everything"), pause_everything },
    { _ ("Go on everywhere"), go_on_everywhere },
    { _ ("What Parley did"), show_deeds },
    { _ ("What Parley remembers…"), show_memory },
    { _ ("What the model sees…"), show_prompt },
    { _ ("Your style…"), set_persona },
    { _ ("Answer for a whole account…"), choose_for_account },
    { _ ("Choose a model…"), choose_model },
    { _ ("Set the key…"), set_key },
    { _ ("Forget the key"), forget_key },
    { _ ("Test connection"), test_connection },
  };
  GList *actions = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    actions = g_list_append (actions, purple_plugin_action_new (rows[i].label, rows[i].run));
  return actions;
}

#define MAX_DEEDS 200

/* As HTML, which is what such a window takes; Finch shows the words of it. */
static void
append (GString *html, const ParleyJournalEntry *entry)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (entry->wall);
  g_autofree char *when = g_date_time_format (at, "%x %X");
  g_autofree char *person
      = g_markup_escape_text (entry->key != NULL ? entry->key->person : _ ("Parley"), -1);
  g_autofree char *plain = parley_diary_dup_sentence (entry);
  g_autofree char *sentence = g_markup_escape_text (g_strdelimit (plain, "\n", ' '), -1);

  g_string_append_printf (html, "%s <b>%s</b>: %s<br>", when, person, sentence);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  PurplePlugin *plugin = data;
  g_autoptr (GPtrArray) entries = parley_diary_list_finish (result, NULL);
  g_autoptr (GString) html = g_string_new (NULL);

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (entries == NULL)
    return;
  for (guint i = 0; i < entries->len; i++)
    append (html, g_ptr_array_index (entries, i));
  if (entries->len == 0)
    g_string_append (html, _ ("Nothing yet."));
  purple_notify_formatted (plugin, _ ("Parley"), _ ("What Parley did"),
                           _ ("Newest first. It does not contain what people wrote to you."),
                           html->str, NULL, NULL);
}

void
parley_deeds_show (ParleyInstance *instance)
{
  parley_engine_list_deeds_async (instance->engine, MAX_DEEDS, instance->cancellable, on_listed,
                                  instance->plugin);
}
