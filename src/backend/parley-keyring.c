/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-keyring.h"

#include <glib/gi18n-lib.h>
#include <libsecret/secret.h>

#include "backend/parley-key.h"
#include "base/parley-error.h"

#define ORIGIN "origin"

typedef struct
{
  char *origin;
  SecretValue *key; /* (nullable): to be stored */
  gboolean may_ask;
  GCancellable *cancellable; /* also when it takes too long */
  GCancellable *callers;     /* (nullable) */
  gulong linked;
  ParleyTimer *timer; /* (nullable) */
  gboolean late;
  void (*go_on) (SecretService *service, GTask *task);
} Job;

static const SecretSchema schema = {
  .name = "org.parley.ApiKey",
  .flags = SECRET_SCHEMA_NONE,
  .attributes = { { ORIGIN, SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job->callers != NULL)
    g_cancellable_disconnect (job->callers, job->linked);
  g_clear_object (&job->callers);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->timer, parley_timer_free);
  g_clear_pointer (&job->key, secret_value_unref);
  g_free (job->origin);
  g_free (job);
}

static GHashTable *
new_attributes (const Job *job)
{
  GHashTable *attributes = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (attributes, (gpointer) ORIGIN, job->origin);
  return attributes;
}

/* @error: (transfer full). Returns: whether it was called off, which is then told. */
static gboolean
return_cancelled (GTask *task, GError *error)
{
  const Job *job = g_task_get_task_data (task);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (!job->late)
    {
      g_task_return_error (task, error);
      return TRUE;
    }
  g_error_free (error);
  g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                           _ ("The API key for %s is in your keyring, which doesn't answer."),
                           job->origin);
  return TRUE;
}

/* The keyring's own words may name what it holds. @error: (transfer full) (nullable). @sentence:
 * (transfer full). */
static void
fail (GTask *task, GError *error, char *sentence)
{
  if (return_cancelled (task, error))
    error = NULL;
  else
    g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s", sentence);
  g_clear_error (&error);
  g_free (sentence);
}

static const char *
get_origin (GTask *task)
{
  return ((const Job *) g_task_get_task_data (task))->origin;
}

static void
on_service (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Job *job = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (SecretService) service = secret_service_get_finish (result, &error);

  if (service != NULL)
    job->go_on (service, g_steal_pointer (&task));
  else if (!return_cancelled (task, error))
    {
      g_clear_error (&error);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               _ ("The API key for %s is in your keyring, but no keyring is "
                                  "running. Start it, or enter the key again."),
                               job->origin);
    }
}

static void
on_late (gpointer data)
{
  Job *job = data;

  job->late = TRUE;
  g_cancellable_cancel (job->cancellable);
}

static void
on_cancelled (GCancellable *callers, gpointer data)
{
  g_cancellable_cancel (data);
}

/* @job: (transfer full). */
static void
start (
    Job *job, gpointer tag, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, job, job_free);
  job->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    {
      job->callers = g_object_ref (cancellable);
      job->linked
          = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), job->cancellable, NULL);
    }
  secret_service_get (SECRET_SERVICE_OPEN_SESSION, job->cancellable, on_service, task);
}

/* Store */

static void
on_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (secret_service_store_finish (SECRET_SERVICE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    fail (task, error,
          g_strdup_printf (_ ("Your keyring didn't store the API key for %s."), get_origin (task)));
}

static void
store (SecretService *service, GTask *task)
{
  const Job *job = g_task_get_task_data (task);
  g_autoptr (GHashTable) attributes = new_attributes (job);
  g_autofree char *label = g_strdup_printf (_ ("API key for %s (Parley)"), job->origin);

  secret_service_store (service, &schema, attributes, SECRET_COLLECTION_DEFAULT, label, job->key,
                        job->cancellable, on_stored, task);
}

void
parley_keyring_store_async (const char *origin,
                            const char *key,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->origin = g_strdup (origin);
  job->key = secret_value_new (key, -1, "text/plain");
  job->go_on = store;
  start (job, parley_keyring_store_async, cancellable, callback, user_data);
}

gboolean
parley_keyring_store_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Find */

static void
items_free (GList *items)
{
  g_list_free_full (items, g_object_unref);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  GList *items = secret_service_search_finish (SECRET_SERVICE (source), result, &error);
  g_autoptr (SecretValue) value = items != NULL ? secret_item_get_secret (items->data) : NULL;
  const char *text = value != NULL ? secret_value_get_text (value) : NULL;

  if (error != NULL)
    fail (task, error,
          g_strdup_printf (_ ("Parley didn't get the API key for %s from your keyring."),
                           get_origin (task)));
  else if (text != NULL)
    g_task_return_pointer (task, g_strdup (text), (GDestroyNotify) parley_key_free);
  else if (items == NULL)
    fail (task, NULL,
          g_strdup_printf (_ ("The API key for %s is no longer in your keyring. Enter it again."),
                           get_origin (task)));
  else
    fail (task, NULL,
          g_strdup_printf (_ ("The API key for %s is in your keyring, which is locked: unlock it."),
                           get_origin (task)));
  items_free (items);
}

static void
find (SecretService *service, GTask *task)
{
  const Job *job = g_task_get_task_data (task);
  g_autoptr (GHashTable) attributes = new_attributes (job);
  SecretSearchFlags flags = SECRET_SEARCH_LOAD_SECRETS;

  if (job->may_ask)
    flags |= SECRET_SEARCH_UNLOCK;
  secret_service_search (service, &schema, attributes, flags, job->cancellable, on_found, task);
}

void
parley_keyring_find_async (const char *origin,
                           gboolean may_ask,
                           ParleyTimers *timers,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->origin = g_strdup (origin);
  job->may_ask = may_ask;
  job->go_on = find;
  if (timers != NULL)
    {
      job->timer = parley_timer_new (timers, on_late, job);
      parley_timer_arm (job->timer, parley_timers_now (timers) + PARLEY_KEYRING_PATIENCE_MS);
    }
  start (job, parley_keyring_find_async, cancellable, callback, user_data);
}

char *
parley_keyring_find_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Forget */

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  secret_service_clear_finish (SECRET_SERVICE (source), result, &error);
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    fail (
        task, error,
        g_strdup_printf (_ ("Your keyring didn't remove the API key for %s."), get_origin (task)));
}

static void
forget (SecretService *service, GTask *task)
{
  const Job *job = g_task_get_task_data (task);
  g_autoptr (GHashTable) attributes = new_attributes (job);

  secret_service_clear (service, &schema, attributes, job->cancellable, on_forgotten, task);
}

void
parley_keyring_forget_async (const char *origin,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->origin = g_strdup (origin);
  job->go_on = forget;
  start (job, parley_keyring_forget_async, cancellable, callback, user_data);
}

gboolean
parley_keyring_forget_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
