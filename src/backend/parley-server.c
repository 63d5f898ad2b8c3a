/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-server.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "backend/parley-attempts.h"
#include "backend/parley-fetch.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "base/parley-json-line.h"

struct _ParleyServer
{
  GObject parent_instance;

  ParleyEndpoint *endpoint;
  gboolean asked;   /* and answered: what follows is its word */
  int window;       /* of the model, as a ParleyModel has it */
  ParleyWhere told; /* of the model */
};

static void parley_server_backend_init (ParleyBackendInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyServer,
                               parley_server,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_BACKEND,
                                                      parley_server_backend_init))

static const char *
server_get_name (ParleyBackend *backend)
{
  return PARLEY_SERVER (backend)->endpoint->dialect->name;
}

static ParleyWhere
server_get_where (ParleyBackend *backend)
{
  ParleyServer *self = PARLEY_SERVER (backend);

  return parley_where_judge (self->endpoint->base, self->endpoint->model, self->endpoint->said_here,
                             self->told);
}

/* Goes on with a task when the key is there. */
typedef void (*Start) (ParleyServer *self, GTask *task);

typedef struct
{
  GTask *task;
  Start start;
} Wait;

static void
on_key (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Wait *wait = data;
  ParleyServer *self = g_task_get_source_object (wait->task);
  GError *error = NULL;

  if (parley_endpoint_find_key_finish (self->endpoint, result, &error))
    {
      wait->start (self, wait->task);
      return;
    }
  g_task_return_error (wait->task, error);
  g_object_unref (wait->task);
}

/* @task: (transfer full), also of @start. */
static void
start_with_key (ParleyServer *self, GTask *task, Start start)
{
  Wait *wait;

  if (!self->endpoint->key_in_keyring)
    {
      start (self, task);
      return;
    }
  wait = g_new0 (Wait, 1);
  wait->task = task;
  wait->start = start;
  parley_endpoint_find_key_async (self->endpoint, g_task_get_cancellable (task), on_key, wait);
}

/* One call, until it can be started. */
typedef struct
{
  ParleyRequest *request;
  const ParleyBackendFuncs *funcs;
  gpointer funcs_data;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  parley_request_unref (call->request);
  g_free (call);
}

static void
start_call (ParleyServer *self, GTask *task)
{
  const Call *call = g_task_get_task_data (task);

  parley_attempts_start (task, self->endpoint, call->request, call->funcs, call->funcs_data);
}

static void
server_generate_async (ParleyBackend *backend,
                       ParleyRequest *request,
                       const ParleyBackendFuncs *funcs,
                       gpointer funcs_data,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  ParleyServer *self = PARLEY_SERVER (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Call *call;

  g_task_set_source_tag (task, server_generate_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (*self->endpoint->model == '\0')
    {
      g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s",
                               _ ("No model is chosen. Choose one in this plugin's preferences."));
      return;
    }
  call = g_new0 (Call, 1);
  call->request = parley_request_ref (request);
  call->funcs = funcs;
  call->funcs_data = funcs_data;
  g_task_set_task_data (task, call, call_free);
  start_with_key (self, g_steal_pointer (&task), start_call);
}

static gpointer
propagate (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static ParleyCompletion *
server_generate_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return propagate (backend, result, error);
}

static void
fetch (ParleyServer *self, SoupMessage *message, ParleyFetchParse parse, GTask *task)
{
  ParleyExchangeSetup setup
      = parley_endpoint_get_setup (self->endpoint, message, g_task_get_cancellable (task));

  parley_fetch_start (task, &setup, parse, (GDestroyNotify) g_ptr_array_unref);
}

/* The list is as good without. */
static void
on_tags (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GPtrArray) tags = g_task_propagate_pointer (G_TASK (result), NULL);
  GPtrArray *models = g_task_get_task_data (task);

  if (tags != NULL)
    parley_models_take_tags (models, tags);
  g_task_return_pointer (task, g_ptr_array_ref (models), (GDestroyNotify) g_ptr_array_unref);
}

/* Ollama tells beside its "/v1" which of its models it hands on to another machine. */
static void
on_list (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyServer *self = PARLEY_SERVER (source);
  g_autoptr (GTask) task = data;
  g_autoptr (SoupMessage) message = NULL;
  GError *error = NULL;
  GPtrArray *models = g_task_propagate_pointer (G_TASK (result), &error);

  if (models == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (!parley_url_is_loopback (self->endpoint->base) || !parley_models_need_tags (models))
    {
      g_task_return_pointer (task, models, (GDestroyNotify) g_ptr_array_unref);
      return;
    }
  g_task_set_task_data (task, models, (GDestroyNotify) g_ptr_array_unref);
  message = parley_endpoint_new_root_message (self->endpoint, SOUP_METHOD_GET, "/api/tags");
  fetch (self, message, (ParleyFetchParse) parley_models_parse_tags,
         g_task_new (self, g_task_get_cancellable (task), on_tags, g_object_ref (task)));
}

static void
start_list (ParleyServer *self, GTask *task)
{
  g_autoptr (SoupMessage) message = parley_endpoint_new_message (
      self->endpoint, SOUP_METHOD_GET, "/models", self->endpoint->dialect->models_query);

  fetch (self, message, (ParleyFetchParse) parley_models_parse,
         g_task_new (self, g_task_get_cancellable (task), on_list, task));
}

static void
server_list_models_async (ParleyBackend *backend,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  ParleyServer *self = PARLEY_SERVER (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, server_list_models_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  start_with_key (self, g_steal_pointer (&task), start_list);
}

static GPtrArray *
server_list_models_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return propagate (backend, result, error);
}

static void
return_window (GTask *task, int window)
{
  ParleyServer *self = g_task_get_source_object (task);

  self->asked = TRUE;
  self->window = window;
  g_task_return_int (task, window);
}

/* @task: of a list of one. What a server does not tell there, it does not tell. */
static void
on_details (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GPtrArray) details = g_task_propagate_pointer (G_TASK (result), NULL);
  const ParleyModel *model = details != NULL ? g_ptr_array_index (details, 0) : NULL;

  return_window (task, model != NULL ? model->window : 0);
}

/* llama.cpp tells beside its "/v1" how much of the window it was started with. */
static void
ask_props (ParleyServer *self, GTask *task)
{
  g_autoptr (SoupMessage) message
      = parley_endpoint_new_root_message (self->endpoint, SOUP_METHOD_GET, "/props");

  fetch (self, message, (ParleyFetchParse) parley_models_parse_props,
         g_task_new (self, g_task_get_cancellable (task), on_details, task));
}

/* And Ollama what was set for the model. */
static void
ask_show (ParleyServer *self, GTask *task)
{
  g_autoptr (SoupMessage) message
      = parley_endpoint_new_root_message (self->endpoint, SOUP_METHOD_POST, "/api/show");
  ParleyJsonLine *line = parley_json_line_new ();
  g_autoptr (GBytes) body = NULL;
  char *text;

  parley_json_line_add_string (line, "model", self->endpoint->model);
  text = parley_json_line_end (line);
  body = g_bytes_new_take (text, strlen (text));
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  fetch (self, message, (ParleyFetchParse) parley_models_parse_show,
         g_task_new (self, g_task_get_cancellable (task), on_details, task));
}

static void
on_models (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyServer *self = PARLEY_SERVER (source);
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GPtrArray) models
      = parley_backend_list_models_finish (PARLEY_BACKEND (self), result, &error);
  const ParleyModel *model
      = models != NULL ? parley_models_find (models, self->endpoint->model) : NULL;

  self->told = model != NULL ? model->where : PARLEY_WHERE_UNKNOWN;
  if (models == NULL)
    g_task_return_error (task, error);
  else if (model != NULL && model->is_trained)
    ask_props (self, g_steal_pointer (&task));
  else if (model != NULL && model->of_ollama && model->window == 0)
    ask_show (self, g_steal_pointer (&task));
  else
    return_window (task, model != NULL ? model->window : 0);
}

static void
server_find_window_async (ParleyBackend *backend,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  ParleyServer *self = PARLEY_SERVER (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, server_find_window_async);
  if (self->asked)
    g_task_return_int (task, self->window);
  else
    parley_backend_list_models_async (backend, cancellable, on_models, g_steal_pointer (&task));
}

static int
server_find_window_finish (ParleyBackend *backend, GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  gssize window;

  g_return_val_if_fail (g_task_is_valid (result, backend), 0);

  window = g_task_propagate_int (G_TASK (result), &error);
  return error == NULL ? (int) window : 0;
}

static void
parley_server_backend_init (ParleyBackendInterface *iface)
{
  iface->get_name = server_get_name;
  iface->get_where = server_get_where;
  iface->generate_async = server_generate_async;
  iface->generate_finish = server_generate_finish;
  iface->list_models_async = server_list_models_async;
  iface->list_models_finish = server_list_models_finish;
  iface->find_window_async = server_find_window_async;
  iface->find_window_finish = server_find_window_finish;
}

static void
parley_server_finalize (GObject *object)
{
  ParleyServer *self = PARLEY_SERVER (object);

  g_clear_pointer (&self->endpoint, parley_endpoint_free);
  G_OBJECT_CLASS (parley_server_parent_class)->finalize (object);
}

static void
parley_server_class_init (ParleyServerClass *class)
{
  G_OBJECT_CLASS (class)->finalize = parley_server_finalize;
}

static void
parley_server_init (ParleyServer *self)
{
}

ParleyBackend *
parley_server_new (const ParleyDialect *dialect,
                   const ParleyServerConfig *config,
                   ParleyTimers *timers,
                   GError **error)
{
  ParleyEndpoint *endpoint = parley_endpoint_new (dialect, config, timers, error);
  ParleyServer *self;

  if (endpoint == NULL)
    return NULL;
  self = g_object_new (PARLEY_TYPE_SERVER, NULL);
  self->endpoint = endpoint;
  return PARLEY_BACKEND (self);
}
