/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-local-server.h"

#include "backend/parley-url.h"
#include "backend/parley-listener.h"
#include "backend/parley-openai.h"
#include "base/parley-error.h"

#define FILE_NAME "local-servers.ini"

/* A program on this machine that says nothing for so long is busy with something else. */
#define CONNECT_MS 1000
#define TOTAL_MS   3000

static void
server_free (gpointer data)
{
  ParleyLocalServer *server = data;

  g_free (server->name);
  g_free (server->base_url);
  g_clear_pointer (&server->models, g_ptr_array_unref);
  g_clear_error (&server->error);
  g_free (server);
}

static void
add_server (GPtrArray *servers, GKeyFile *file, const char *name)
{
  g_autofree char *address = g_key_file_get_string (file, name, "address", NULL);
  g_autoptr (GUri) uri = parley_url_check (address, FALSE, NULL);
  ParleyLocalServer *server;

  if (uri == NULL || !parley_url_is_loopback (uri))
    {
      g_message (FILE_NAME ": “%s” is no address on this machine and is not used", name);
      return;
    }
  server = g_new0 (ParleyLocalServer, 1);
  server->name = g_strdup (name);
  server->base_url = g_steal_pointer (&address);
  server->port = g_uri_get_port (uri);
  g_ptr_array_add (servers, server);
}

GPtrArray *
parley_local_servers_load (ParleyData *data)
{
  g_autoptr (GKeyFile) file = parley_data_load_key_file (data, FILE_NAME);
  g_auto (GStrv) names = g_key_file_get_groups (file, NULL);
  GPtrArray *servers = g_ptr_array_new_with_free_func (server_free);

  for (guint i = 0; names[i] != NULL; i++)
    add_server (servers, file, names[i]);
  return servers;
}

/* All that is asked for at the same time. */
typedef struct
{
  GPtrArray *servers;
  ParleyTimers *timers;
  guint pending;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_ptr_array_unref (search->servers);
  parley_timers_unref (search->timers);
  g_free (search);
}

/* One of them. */
typedef struct
{
  GTask *task; /* of the whole */
  ParleyLocalServer *server;
} Question;

/* @question: (transfer full): is answered. */
static void
finish (Question *question)
{
  g_autoptr (GTask) task = question->task;
  Search *search = g_task_get_task_data (task);

  g_free (question);
  search->pending--;
  if (search->pending == 0 && !g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_ptr_array_ref (search->servers),
                           (GDestroyNotify) g_ptr_array_unref);
}

static void
on_models (GObject *source, GAsyncResult *result, gpointer data)
{
  Question *question = data;
  g_autoptr (GError) error = NULL;

  question->server->models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error);
  if (g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_AUTH))
    question->server->error = g_steal_pointer (&error);
  finish (question);
}

static void
ask (Question *question)
{
  const ParleyServerConfig config = {
    .base_url = question->server->base_url,
    .model = "",
    .connect_ms = CONNECT_MS,
    .first_byte_ms = TOTAL_MS,
    .total_ms = TOTAL_MS,
  };
  Search *search = g_task_get_task_data (question->task);
  g_autoptr (ParleyBackend) backend
      = parley_openai_new (&config, search->timers, &question->server->error);

  if (backend != NULL)
    parley_backend_list_models_async (backend, g_task_get_cancellable (question->task), on_models,
                                      question);
  else
    finish (question);
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  Question *question = data;
  g_autoptr (GError) error = NULL;

  if (parley_listener_check_finish (result, &error))
    {
      ask (question);
      return;
    }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && !g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE))
    question->server->error = g_steal_pointer (&error);
  finish (question);
}

static void
begin (GTask *task, ParleyLocalServer *server)
{
  g_autoptr (GUri) uri = parley_url_check (server->base_url, FALSE, NULL);
  Question *question = g_new0 (Question, 1);

  question->task = g_object_ref (task);
  question->server = server;
  parley_listener_check_async (uri, g_task_get_cancellable (task), on_checked, question);
}

void
parley_local_servers_ask_async (GPtrArray *servers,
                                ParleyTimers *timers,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  search->servers = g_ptr_array_ref (servers);
  search->timers = parley_timers_ref (timers);
  search->pending = servers->len;
  g_task_set_source_tag (task, parley_local_servers_ask_async);
  g_task_set_task_data (task, search, search_free);
  if (servers->len == 0)
    g_task_return_pointer (task, g_ptr_array_ref (servers), (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < servers->len; i++)
    begin (task, g_ptr_array_index (servers, i));
}

GPtrArray *
parley_local_servers_ask_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
