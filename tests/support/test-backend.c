/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-backend.h"

#include <string.h>

static void parley_test_backend_iface_init (ParleyBackendInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyTestBackend,
                               parley_test_backend,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_BACKEND,
                                                      parley_test_backend_iface_init))

/* One request that is open. */
typedef struct
{
  const ParleyBackendFuncs *funcs;
  gpointer data;
  GString *text; /* said so far */
  ParleyThinkFilter *filter;
  gboolean doubted;
} Reply;

static void
reply_free (gpointer data)
{
  Reply *reply = data;

  g_string_free (reply->text, TRUE);
  parley_think_filter_free (reply->filter);
  g_free (reply);
}

static const char *
test_get_name (ParleyBackend *backend)
{
  return PARLEY_TEST_BACKEND (backend)->name;
}

static ParleyWhere
test_get_where (ParleyBackend *backend)
{
  return PARLEY_TEST_BACKEND (backend)->remote ? PARLEY_WHERE_PASSED_ON : PARLEY_WHERE_HERE;
}

static void
on_cancelled (GCancellable *cancellable, GTask *task)
{
  ParleyTestBackend *self = g_task_get_source_object (task);

  self->n_cancelled++;
  g_queue_remove (&self->open, task);
  g_task_return_error_if_cancelled (task);
  g_object_unref (task);
}

static void
test_generate_async (ParleyBackend *backend,
                     ParleyRequest *request,
                     const ParleyBackendFuncs *funcs,
                     gpointer funcs_data,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  ParleyTestBackend *self = PARLEY_TEST_BACKEND (backend);
  GTask *task = g_task_new (backend, cancellable, callback, user_data);
  Reply *reply = g_new0 (Reply, 1);

  reply->funcs = funcs;
  reply->data = funcs_data;
  reply->text = g_string_new (NULL);
  reply->filter = parley_think_filter_new (self->marks, request);
  g_task_set_task_data (task, reply, reply_free);
  g_ptr_array_add (self->requests, parley_request_ref (request));
  g_queue_push_tail (&self->open, task);
  g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_cancelled), task, 0);
}

static ParleyCompletion *
test_generate_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_list_models_async (ParleyBackend *backend,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (backend, cancellable, callback, user_data);

  g_task_return_pointer (task, parley_models_new (), (GDestroyNotify) g_ptr_array_unref);
}

static GPtrArray *
test_list_models_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_find_window_async (ParleyBackend *backend,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (backend, cancellable, callback, user_data);

  g_task_return_int (task, PARLEY_TEST_BACKEND (backend)->window);
}

static int
test_find_window_finish (ParleyBackend *backend, GAsyncResult *result)
{
  return (int) g_task_propagate_int (G_TASK (result), NULL);
}

static void
parley_test_backend_iface_init (ParleyBackendInterface *iface)
{
  iface->get_name = test_get_name;
  iface->get_where = test_get_where;
  iface->generate_async = test_generate_async;
  iface->generate_finish = test_generate_finish;
  iface->list_models_async = test_list_models_async;
  iface->list_models_finish = test_list_models_finish;
  iface->find_window_async = test_find_window_async;
  iface->find_window_finish = test_find_window_finish;
}

static void
parley_test_backend_finalize (GObject *object)
{
  ParleyTestBackend *self = PARLEY_TEST_BACKEND (object);

  g_ptr_array_unref (self->requests);
  parley_think_marks_free (self->marks);
  G_OBJECT_CLASS (parley_test_backend_parent_class)->finalize (object);
}

static void
parley_test_backend_class_init (ParleyTestBackendClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = parley_test_backend_finalize;
}

static void
parley_test_backend_init (ParleyTestBackend *self)
{
  self->name = "test";
  self->marks = parley_think_marks_load (NULL, NULL);
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_request_unref);
  g_queue_init (&self->open);
}

ParleyTestBackend *
parley_test_backend_new (void)
{
  return g_object_new (PARLEY_TYPE_TEST_BACKEND, NULL);
}

/* Before a request comes, the memory may be looked into, in a thread. Returns: (transfer none). */
static GTask *
get_oldest (ParleyTestBackend *self)
{
  gint64 last = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (g_queue_is_empty (&self->open) && g_get_monotonic_time () < last)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (g_queue_is_empty (&self->open));
  return g_queue_peek_head (&self->open);
}

/* Returns: (transfer full). */
static GTask *
take_oldest (ParleyTestBackend *self)
{
  GTask *task = get_oldest (self);

  g_queue_pop_head (&self->open);
  g_signal_handlers_disconnect_by_func (g_task_get_cancellable (task), on_cancelled, task);
  return task;
}

/* The last thing that happens may free whoever asked. */
static void
pass_on (Reply *reply, ParleyThinkResult result, const GString *shown)
{
  const char *mark = parley_think_filter_get_doubt (reply->filter);
  const ParleyBackendFuncs *funcs = reply->funcs;

  if (result != PARLEY_THINK_KEPT)
    {
      g_string_truncate (reply->text, 0);
      if (funcs != NULL && funcs->taken_back != NULL)
        funcs->taken_back (result == PARLEY_THINK_QUOTED, reply->data);
    }
  if (mark != NULL && !reply->doubted && funcs != NULL && funcs->doubted != NULL)
    {
      reply->doubted = TRUE;
      funcs->doubted (mark, reply->data);
    }
  g_string_append_len (reply->text, shown->str, (gssize) shown->len);
  if (shown->len > 0 && funcs != NULL && funcs->delta != NULL)
    funcs->delta (shown->str, reply->data);
}

/* As a server does: without reasoning. */
static void
say (GTask *task, const char *text)
{
  Reply *reply = g_task_get_task_data (task);
  g_autoptr (GString) shown = g_string_new (NULL);

  pass_on (reply, parley_think_filter_feed (reply->filter, text, shown), shown);
}

static void
say_rest (GTask *task, ParleyFinish finish)
{
  Reply *reply = g_task_get_task_data (task);
  g_autoptr (GString) shown = g_string_new (NULL);

  pass_on (reply, parley_think_filter_end (reply->filter, finish == PARLEY_FINISH_STOP, shown),
           shown);
}

void
parley_test_backend_say (ParleyTestBackend *self, const char *text)
{
  g_autoptr (GTask) task = g_object_ref (get_oldest (self));

  say (task, text);
  parley_test_backend_settle ();
}

/* @calls: (transfer full) (nullable). */
static void
end (ParleyTestBackend *self, const char *text, ParleyFinish finish, GPtrArray *calls)
{
  g_autoptr (GTask) oldest = g_object_ref (get_oldest (self));
  g_autoptr (GPtrArray) wanted = calls;

  say (oldest, text);
  if (g_queue_find (&self->open, oldest) != NULL)
    say_rest (oldest, finish);
  if (g_queue_find (&self->open, oldest) != NULL)
    {
      g_autoptr (GTask) task = take_oldest (self);
      Reply *reply = g_task_get_task_data (task);
      ParleyCompletion *completion
          = parley_completion_new_take (g_strdup (reply->text->str), finish);

      if (wanted != NULL)
        g_ptr_array_extend_and_steal (completion->calls, g_steal_pointer (&wanted));
      g_task_return_pointer (task, completion, (GDestroyNotify) parley_completion_free);
    }
  parley_test_backend_settle ();
}

void
parley_test_backend_answer (ParleyTestBackend *self, const char *text)
{
  end (self, text, PARLEY_FINISH_STOP, NULL);
}

void
parley_test_backend_cut (ParleyTestBackend *self, const char *text)
{
  end (self, text, PARLEY_FINISH_LENGTH, NULL);
}

void
parley_test_backend_call_all (ParleyTestBackend *self, GPtrArray *calls)
{
  end (self, "", PARLEY_FINISH_STOP, calls);
}

void
parley_test_backend_call (ParleyTestBackend *self, const char *name, const char *arguments)
{
  g_autofree char *id = g_strdup_printf ("call_%u", self->requests->len);
  GPtrArray *calls = parley_tool_calls_new ();

  g_ptr_array_add (calls, parley_tool_call_new (id, name, arguments));
  parley_test_backend_call_all (self, calls);
}

void
parley_test_backend_fail (ParleyTestBackend *self, const char *message)
{
  parley_test_backend_fail_with (self, PARLEY_ERROR_OVERLOADED, message);
}

void
parley_test_backend_fail_with (ParleyTestBackend *self, ParleyError code, const char *message)
{
  g_autoptr (GTask) task = take_oldest (self);

  g_task_return_new_error (task, PARLEY_ERROR, code, "%s", message);
  parley_test_backend_settle ();
}

void
parley_test_backend_retry (ParleyTestBackend *self)
{
  const Reply *reply = g_task_get_task_data (get_oldest (self));
  g_autoptr (GError) why = g_error_new (PARLEY_ERROR, PARLEY_ERROR_TIMEOUT, "Too slow.");

  reply->funcs->retry (1000, why, reply->data);
}

void
parley_test_backend_muse (ParleyTestBackend *self, gsize bytes)
{
  const Reply *reply = g_task_get_task_data (get_oldest (self));

  reply->funcs->reasoning (bytes, reply->data);
}

gboolean
parley_test_backend_was_told (ParleyTestBackend *self, const char *text)
{
  ParleyRequest *request = g_ptr_array_index (self->requests, self->requests->len - 1);

  for (guint i = 0; i < request->messages->len; i++)
    {
      if (strstr (((ParleyMessage *) g_ptr_array_index (request->messages, i))->text, text) != NULL)
        return TRUE;
    }
  return FALSE;
}

const char *
parley_test_backend_get_last_message (ParleyTestBackend *self)
{
  ParleyRequest *request = g_ptr_array_index (self->requests, self->requests->len - 1);
  ParleyMessage *message = g_ptr_array_index (request->messages, request->messages->len - 1);

  return message->text;
}

void
parley_test_backend_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}
