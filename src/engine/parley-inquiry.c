/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-inquiry.h"

typedef struct
{
  const ParleyInquiry *inquiry;
  gpointer question;
  GPtrArray *stores;  /* of ParleyStore */
  GPtrArray *answers; /* of those that were asked */
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  asking->inquiry->free_question (asking->question);
  g_ptr_array_unref (asking->stores);
  g_ptr_array_unref (asking->answers);
  g_free (asking);
}

static void on_answer (GObject *source, GAsyncResult *result, gpointer data);

static void
ask_next (GTask *task)
{
  Asking *asking = g_task_get_task_data (task);

  if (asking->answers->len < asking->stores->len)
    {
      asking->inquiry->ask (g_ptr_array_index (asking->stores, asking->answers->len),
                            asking->question, g_task_get_cancellable (task), on_answer, task);
      return;
    }
  g_task_return_pointer (task, g_ptr_array_ref (asking->answers),
                         (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  Asking *asking = g_task_get_task_data (data);
  ParleyStore *store = g_ptr_array_index (asking->stores, asking->answers->len);
  GError *error = NULL;
  gpointer answer = asking->inquiry->take (store, result, &error);

  if (answer == NULL)
    {
      g_task_return_error (data, error);
      g_object_unref (data);
      return;
    }
  g_ptr_array_add (asking->answers, answer);
  ask_next (data);
}

void
parley_inquiry_start_async (const ParleyInquiry *inquiry,
                            gpointer question,
                            ParleyContext *context,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Asking *asking = g_new0 (Asking, 1);

  asking->inquiry = inquiry;
  asking->question = question;
  asking->stores = parley_stores_list (&context->stores);
  asking->answers = g_ptr_array_new_with_free_func (inquiry->free_answer);
  g_task_set_source_tag (task, parley_inquiry_start_async);
  g_task_set_task_data (task, asking, asking_free);
  ask_next (task);
}

GPtrArray *
parley_inquiry_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
