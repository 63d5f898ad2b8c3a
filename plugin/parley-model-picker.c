/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-model-picker.h"

#include <glib/gi18n-lib.h>

#include <notify.h>
#include <request.h>

#include "parley-prefs.h"

#define FIELD "model"

static void
on_chosen (gpointer data, PurpleRequestFields *fields)
{
  ParleyInstance *instance = parley_instance_get (data);
  PurpleRequestField *field = purple_request_fields_get_field (fields, FIELD);
  GList *selected = purple_request_field_list_get_selected (field);

  if (selected != NULL)
    parley_prefs_set_string (instance->prefs, PARLEY_SETTING_BACKEND_MODEL, selected->data);
}

/* libpurple closes the dialog with the plugin. */
static void
ask (PurplePlugin *plugin, const GPtrArray *models)
{
  ParleyInstance *instance = parley_instance_get (plugin);
  const char *chosen
      = parley_settings_get_string (instance->settings, PARLEY_SETTING_BACKEND_MODEL);
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = purple_request_field_list_new (FIELD, _ ("Models of the server"));

  for (guint i = 0; i < models->len; i++)
    {
      const ParleyModel *model = g_ptr_array_index (models, i);

      purple_request_field_list_add (field, model->id, plugin);
    }
  if (parley_models_find (models, chosen) != NULL)
    purple_request_field_list_add_selected (field, chosen);
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  purple_request_fields (plugin, _ ("Parley"), _ ("Which model writes the answers?"), NULL, fields,
                         _ ("_Choose"), G_CALLBACK (on_chosen), _ ("_Cancel"), NULL, NULL, NULL,
                         NULL, plugin);
}

static void
on_models (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error);

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (models == NULL)
    purple_notify_error (data, _ ("Parley"), _ ("The connection does not work"), error->message);
  else if (models->len == 0)
    purple_notify_warning (data, _ ("Parley"), _ ("There is nothing to choose from"),
                           _ ("The server answers, but has no models yet."));
  else
    ask (data, models);
}

void
parley_model_picker_open (ParleyInstance *instance, ParleyBackend *backend)
{
  parley_backend_list_models_async (backend, instance->cancellable, on_models, instance->plugin);
}
