/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-model-picker.h"

#include <glib/gi18n-lib.h>

#include <request.h>

#include "dialogs/parley-finch.h"
#include "dialogs/parley-model-search.h"
#include "parley-prefs.h"
#include "dialogs/parley-where-question.h"

struct _ParleyModelPicker
{
  ParleyInstance *instance;
  ParleyModelOffers *offers;
  ParleySettings *wish;      /* (nullable): what was chosen last */
  GCancellable *cancellable; /* of what is asked now */
};

ParleyModelPicker *
parley_model_picker_new (ParleyInstance *instance)
{
  ParleyModelPicker *picker = g_new0 (ParleyModelPicker, 1);

  picker->instance = instance;
  picker->offers = parley_model_offers_new ();
  picker->cancellable = g_cancellable_new ();
  return picker;
}

/* Whatever is open or asked is over. */
static void
begin (ParleyModelPicker *picker)
{
  purple_request_close_with_handle (picker);
  g_cancellable_cancel (picker->cancellable);
  g_object_unref (picker->cancellable);
  picker->cancellable = g_cancellable_new ();
}

void
parley_model_picker_free (ParleyModelPicker *picker)
{
  begin (picker);
  g_object_unref (picker->cancellable);
  parley_model_offers_free (picker->offers);
  g_clear_pointer (&picker->wish, parley_settings_free);
  g_free (picker);
}

/* @offers: (transfer full): in place of those of before, whose dialog is answered. */
static void
take_offers (ParleyModelPicker *picker, ParleyModelOffers *offers)
{
  parley_model_offers_free (picker->offers);
  picker->offers = offers;
}

/* What was chosen */

static void
store (ParleyModelPicker *picker)
{
  parley_prefs_set_server (picker->instance->prefs, picker->wish, FALSE);
}

static void
on_where (ParleyModelPicker *picker, PurpleRequestFields *fields)
{
  parley_where_question_take (picker->wish, fields);
  store (picker);
}

static void
copy_setting (ParleyModelPicker *picker, ParleySetting setting)
{
  parley_settings_set_string (picker->wish, setting,
                              parley_settings_get_string (picker->instance->settings, setting),
                              NULL);
}

/* What the user said of the server that they had may be true of this one, if it is the same. */
static void
wish_for (ParleyModelPicker *picker, const ParleyModelOffer *offer)
{
  g_clear_pointer (&picker->wish, parley_settings_free);
  picker->wish = parley_settings_new ();
  copy_setting (picker, PARLEY_SETTING_BACKEND_KIND);
  copy_setting (picker, PARLEY_SETTING_BACKEND_BASE_URL);
  copy_setting (picker, PARLEY_SETTING_BACKEND_RUNS_HERE);
  parley_settings_set_string (picker->wish, PARLEY_SETTING_BACKEND_MODEL, offer->model, NULL);
  if (offer->base_url == NULL)
    return;
  parley_settings_set_string (picker->wish, PARLEY_SETTING_BACKEND_KIND, "openai", NULL);
  parley_settings_set_string (picker->wish, PARLEY_SETTING_BACKEND_BASE_URL, offer->base_url, NULL);
}

static void
use (ParleyModelPicker *picker, const ParleyModelOffer *offer)
{
  wish_for (picker, offer);
  if (parley_where_find (picker->wish, offer->where) != PARLEY_WHERE_UNKNOWN)
    store (picker);
  else
    /* Translators: a button: take the model that is marked */
    parley_where_question_ask (picker, picker->wish, _ ("Choose"), G_CALLBACK (on_where), NULL,
                               picker);
}

/* On this machine */

static void
on_chosen_here (ParleyModelPicker *picker, PurpleRequestFields *fields)
{
  use (picker, parley_model_offers_get_chosen (picker->offers, fields));
}

static void
ask (ParleyModelPicker *picker, const char *text, GCallback on_chosen)
{
  const char *chosen
      = parley_settings_get_string (picker->instance->settings, PARLEY_SETTING_BACKEND_MODEL);
  g_autofree char *wrapped = parley_finch_dup_wrapped (
      text != NULL
          ? text
          : _ ("These are the names that the server uses. You can choose another model later."));

  purple_request_fields (picker, _ ("Parley"), _ ("Which model writes the answers?"), wrapped,
                         parley_model_offers_new_fields (picker->offers, chosen),
                         /* Translators: a button: take the model that is marked */
                         _ ("Choose"), on_chosen, _ ("Cancel"), NULL, NULL, NULL, NULL, picker);
}

static void
on_found (ParleyModelOffers *offers, const char *report, gpointer data)
{
  ParleyModelPicker *picker = data;

  take_offers (picker, offers);
  if (parley_model_offers_count (offers) > 0)
    ask (picker, report, G_CALLBACK (on_chosen_here));
  else
    parley_notice (picker->instance->plugin, PURPLE_NOTIFY_MSG_WARNING,
                   _ ("There is nothing to choose from"), report);
}

static void
on_leave (ParleyModelPicker *picker, PurpleRequestFields *fields)
{
  parley_model_search_start (picker->instance, picker->cancellable, on_found, picker);
}

static void
ask_leave (ParleyModelPicker *picker, const char *before)
{
  parley_model_search_ask_leave (picker->instance, picker, before, G_CALLBACK (on_leave), NULL,
                                 picker);
}

/* Of the server in use */

static void
on_chosen (ParleyModelPicker *picker, PurpleRequestFields *fields)
{
  const ParleyModelOffer *offer = parley_model_offers_get_chosen (picker->offers, fields);

  if (offer->model == NULL)
    ask_leave (picker, NULL);
  else
    use (picker, offer);
}

static void
on_models (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyModelPicker *picker = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error);

  /* Cancelled: the picker may be gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (models == NULL || models->len == 0)
    {
      ask_leave (picker, models == NULL ? error->message
                                        : _ ("The server answers, but has no models yet."));
      return;
    }
  take_offers (picker, parley_model_offers_new ());
  parley_model_offers_add (picker->offers, models, NULL, NULL);
  parley_model_offers_add_other (picker->offers, _ ("Look on this machine…"));
  ask (picker, NULL, G_CALLBACK (on_chosen));
}

void
parley_model_picker_open (ParleyModelPicker *picker)
{
  ParleyInstance *instance = picker->instance;
  g_autoptr (GError) error = NULL;
  ParleyBackend *backend;

  begin (picker);
  parley_prefs_flush (instance->prefs);
  backend = parley_engine_get_backend (instance->engine, &error);
  if (backend == NULL || !parley_backend_has_model (backend))
    ask_leave (picker, error != NULL ? error->message : NULL);
  else
    parley_backend_list_models_async (backend, picker->cancellable, on_models, picker);
}
