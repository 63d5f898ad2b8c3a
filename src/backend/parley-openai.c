/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai.h"

#include <libsoup/soup.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http.h"
#include "backend/parley-openai-chunk.h"
#include "backend/parley-openai-generation.h"
#include "backend/parley-openai-models.h"
#include "base/parley-error.h"

struct _ParleyOpenai
{
  GObject parent_instance;

  SoupSession *session;
  GUri *base;
  char *model;
  char *key; /* (nullable): also NULL where it may not travel */
  ParleyTimeouts timeouts;
  ParleyTimers *timers;
};

static void parley_openai_backend_init (ParleyBackendInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyOpenai,
                               parley_openai,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_BACKEND,
                                                      parley_openai_backend_init))

static const char *
openai_get_name (ParleyBackend *backend)
{
  return "openai";
}

static gboolean
openai_is_remote (ParleyBackend *backend)
{
  return !parley_http_is_loopback (PARLEY_OPENAI (backend)->base);
}

/* Returns: (transfer full). */
static SoupMessage *
new_message (ParleyOpenai *self, const char *method, const char *path)
{
  g_autoptr (GUri) uri = parley_http_append_path (self->base, path);
  SoupMessage *message = soup_message_new_from_uri (method, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  if (self->key != NULL)
    {
      g_autofree char *value = g_strconcat ("Bearer ", self->key, NULL);

      soup_message_headers_replace (headers, "Authorization", value);
    }
  return message;
}

static ParleyExchangeSetup
get_setup (ParleyOpenai *self, SoupMessage *message, GCancellable *cancellable)
{
  return (ParleyExchangeSetup){
    .session = self->session,
    .message = message,
    .timers = self->timers,
    .timeouts = self->timeouts,
    .key = self->key,
    .cancellable = cancellable,
  };
}

static void
openai_generate_async (ParleyBackend *backend,
                       ParleyRequest *request,
                       const ParleyBackendFuncs *funcs,
                       gpointer funcs_data,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  ParleyOpenai *self = PARLEY_OPENAI (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GBytes) body = NULL;
  ParleyExchangeSetup setup;

  g_task_set_source_tag (task, openai_generate_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (*self->model == '\0')
    {
      g_task_return_new_error (
          task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s",
          _ ("No model is named: enter one in the preferences of this plugin."));
      return;
    }
  message = new_message (self, SOUP_METHOD_POST, "/chat/completions");
  body = parley_openai_body_new (request, self->model);
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept",
                                "text/event-stream");
  setup = get_setup (self, message, cancellable);
  parley_openai_generation_start (g_steal_pointer (&task), &setup, funcs, funcs_data);
}

static ParleyCompletion *
openai_generate_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
openai_list_models_async (ParleyBackend *backend,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  ParleyOpenai *self = PARLEY_OPENAI (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (SoupMessage) message = NULL;
  ParleyExchangeSetup setup;

  g_task_set_source_tag (task, openai_list_models_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  message = new_message (self, SOUP_METHOD_GET, "/models");
  setup = get_setup (self, message, cancellable);
  parley_openai_models_start (g_steal_pointer (&task), &setup);
}

static GStrv
openai_list_models_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
parley_openai_backend_init (ParleyBackendInterface *iface)
{
  iface->get_name = openai_get_name;
  iface->is_remote = openai_is_remote;
  iface->generate_async = openai_generate_async;
  iface->generate_finish = openai_generate_finish;
  iface->list_models_async = openai_list_models_async;
  iface->list_models_finish = openai_list_models_finish;
}

static void
parley_openai_finalize (GObject *object)
{
  ParleyOpenai *self = PARLEY_OPENAI (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->base, g_uri_unref);
  g_free (self->model);
  g_free (self->key);
  G_OBJECT_CLASS (parley_openai_parent_class)->finalize (object);
}

static void
parley_openai_class_init (ParleyOpenaiClass *class)
{
  G_OBJECT_CLASS (class)->finalize = parley_openai_finalize;
}

static void
parley_openai_init (ParleyOpenai *self)
{
}

/* A line break in a key would let it write headers of its own. */
static gboolean
check_key (const char *key, GError **error)
{
  for (const char *p = key; p != NULL && *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      {
        g_set_error_literal (
            error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
            _ ("The API key has a blank or another character in it that no key has: "
               "copy it again."));
        return FALSE;
      }
  return TRUE;
}

ParleyBackend *
parley_openai_new (const ParleyOpenaiConfig *config, ParleyTimers *timers, GError **error)
{
  g_autoptr (GUri) base = parley_http_check_url (config->base_url, config->allow_plain_http, error);
  gboolean has_key = config->key != NULL && *config->key != '\0';
  ParleyOpenai *self;

  if (base == NULL || !check_key (config->key, error))
    return NULL;

  self = g_object_new (PARLEY_TYPE_OPENAI, NULL);
  self->session = parley_http_session_new (parley_http_is_loopback (base));
  self->key = has_key && parley_http_may_send_key (base) ? g_strdup (config->key) : NULL;
  self->base = g_steal_pointer (&base);
  self->model = g_utf8_make_valid (config->model != NULL ? config->model : "", -1);
  self->timers = timers;
  self->timeouts = (ParleyTimeouts){
    .first_byte = config->first_byte_ms,
    .idle = config->idle_ms,
    .total = config->total_ms,
  };
  return PARLEY_BACKEND (self);
}
