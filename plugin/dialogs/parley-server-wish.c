/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-server-wish.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-backend-choice.h"
#include "backend/parley-key.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-key-dialogs.h"
#include "parley-prefs.h"

#define KIND  "kind"
#define URL   "url"
#define KEY   "key"
#define MODEL "model"

/* What an address begins with, so that nobody has to type it. */
#define NO_URL "https://"

/* The user looks on while a server is asked for its models. */
#define LIST_MS 15000

struct _ParleyServerWish
{
  ParleySettings *settings;
  ParleyWhere told; /* of the model, by its server */
  char *url;        /* (nullable): of another server, as it was typed */
  char *key;        /* (nullable): likewise */
};

ParleyServerWish *
parley_server_wish_new (void)
{
  ParleyServerWish *wish = g_new0 (ParleyServerWish, 1);

  wish->settings = parley_settings_new ();
  return wish;
}

void
parley_server_wish_free (ParleyServerWish *wish)
{
  parley_settings_free (wish->settings);
  g_free (wish->url);
  parley_key_free (wish->key);
  g_free (wish);
}

void
parley_server_wish_reset (ParleyServerWish *wish, const char *kind)
{
  parley_settings_free (wish->settings);
  wish->settings = parley_settings_new ();
  wish->told = PARLEY_WHERE_UNKNOWN;
  g_clear_pointer (&wish->url, g_free);
  g_clear_pointer (&wish->key, parley_key_free);
  parley_settings_set_int (wish->settings, PARLEY_SETTING_BACKEND_RETRIES, 0, NULL);
  parley_settings_set_int (wish->settings, PARLEY_SETTING_BACKEND_TOTAL_MS, LIST_MS, NULL);
  parley_settings_set_string (wish->settings, PARLEY_SETTING_BACKEND_KIND, kind, NULL);
}

void
parley_server_wish_set_model (ParleyServerWish *wish, const ParleyModelOffer *offer)
{
  parley_settings_set_string (wish->settings, PARLEY_SETTING_BACKEND_BASE_URL, offer->base_url,
                              NULL);
  parley_settings_set_string (wish->settings, PARLEY_SETTING_BACKEND_MODEL, offer->model, NULL);
  wish->told = offer->where;
}

ParleyWhere
parley_server_wish_get_where (ParleyServerWish *wish)
{
  return parley_where_find (wish->settings, wish->told);
}

ParleySettings *
parley_server_wish_get_settings (ParleyServerWish *wish)
{
  return wish->settings;
}

static gboolean
is_kind (ParleyServerWish *wish, const char *kind)
{
  return g_str_equal (parley_settings_get_string (wish->settings, PARLEY_SETTING_BACKEND_KIND),
                      kind);
}

/* In a dialog */

static PurpleRequestField *
new_kinds (gboolean anthropic)
{
  PurpleRequestField *field = parley_row_field_new (KIND, NULL);

  parley_row_field_add (field, _ ("OpenAI, OpenRouter or a compatible server"), !anthropic);
  parley_row_field_add (field, _ ("Anthropic's server"), anthropic);
  return field;
}

PurpleRequestFields *
parley_server_wish_new_fields (ParleyServerWish *wish)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  const char *model = parley_settings_get_string (wish->settings, PARLEY_SETTING_BACKEND_MODEL);
  PurpleRequestField *key
      = purple_request_field_string_new (KEY, _ ("API key, if it needs one"), wish->key, FALSE);

  purple_request_field_string_set_masked (key, TRUE);
  purple_request_field_group_add_field (group, new_kinds (is_kind (wish, "anthropic")));
  purple_request_field_group_add_field (
      group, purple_request_field_string_new (URL, _ ("Server address"),
                                              wish->url != NULL ? wish->url : NO_URL, FALSE));
  purple_request_field_group_add_field (group, key);
  purple_request_field_group_add_field (
      group, purple_request_field_string_new (MODEL, _ ("Model, if you know it"), model, FALSE));
  purple_request_fields_add_group (fields, group);
  return fields;
}

/* Returns: (transfer full) (nullable): NULL if nothing was typed. */
static char *
dup_typed (PurpleRequestFields *fields, const char *field)
{
  const char *text = purple_request_fields_get_string (fields, field);
  char *typed = text != NULL ? g_strstrip (g_strdup (text)) : NULL;

  if (typed != NULL && *typed == '\0')
    g_clear_pointer (&typed, g_free);
  return typed;
}

/* Anthropic's server needs no address. */
static GUri *
check_address (ParleyServerWish *wish, GError **error)
{
  gboolean given = wish->url != NULL && !g_str_equal (wish->url, NO_URL);

  if ((given || !is_kind (wish, "anthropic"))
      && !parley_settings_set_string (wish->settings, PARLEY_SETTING_BACKEND_BASE_URL,
                                      given ? wish->url : NO_URL, error))
    return NULL;
  return parley_url_check (parley_url_get_chosen (wish->settings), TRUE, error);
}

static gboolean
check_key (ParleyServerWish *wish, GUri *server, GError **error)
{
  const char *objection = NULL;

  if (wish->key == NULL)
    return TRUE;
  if (!parley_key_is_valid (wish->key))
    objection
        = _ ("The API key contains a space or another character that no key has: copy it again.");
  else if (!parley_url_may_send_key (server))
    objection = _ ("Parley sends an API key only over https, or to this machine.");
  if (objection != NULL)
    g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, objection);
  return objection == NULL;
}

gboolean
parley_server_wish_take_fields (ParleyServerWish *wish, PurpleRequestFields *fields, GError **error)
{
  g_autofree char *model = dup_typed (fields, MODEL);
  g_autoptr (GUri) server = NULL;

  parley_server_wish_reset (wish,
                            parley_row_field_get (fields, KIND) == 1 ? "anthropic" : "openai");
  wish->url = dup_typed (fields, URL);
  wish->key = dup_typed (fields, KEY);
  if (model != NULL)
    parley_settings_set_string (wish->settings, PARLEY_SETTING_BACKEND_MODEL, model, NULL);
  server = check_address (wish, error);
  return server != NULL && check_key (wish, server, error);
}

/* In use */

gboolean
parley_server_wish_has_model (ParleyServerWish *wish)
{
  return *parley_settings_get_string (wish->settings, PARLEY_SETTING_BACKEND_MODEL) != '\0';
}

ParleyBackend *
parley_server_wish_new_backend (ParleyServerWish *wish, ParleyInstance *instance, GError **error)
{
  g_autoptr (GProxyResolver) proxy = parley_host_dup_proxy (PARLEY_HOST (instance->host));

  return parley_backend_try (wish->settings, wish->key, proxy, instance->timers, error);
}

void
parley_server_wish_store (ParleyServerWish *wish, ParleyInstance *instance)
{
  g_autoptr (GUri) server = NULL;
  g_autofree char *origin = NULL;

  if (wish->key != NULL)
    {
      server = parley_url_check (parley_url_get_chosen (wish->settings), TRUE, NULL);
      origin = parley_url_dup_origin (server);
      parley_key_dialogs_store (instance->key_dialogs, origin, wish->key);
    }
  parley_prefs_set_server (instance->prefs, wish->settings, TRUE);
}
