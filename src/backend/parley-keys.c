/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-keys.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-url.h"
#include "backend/parley-key-file.h"
#include "backend/parley-key.h"
#include "backend/parley-keyring.h"
#include "base/parley-error.h"

/* What is looked for, and what was seen of it. */
typedef struct
{
  gboolean named_here;
  gboolean loopback;
  gboolean found;
  gboolean has_other; /* a key that is for somebody else */
  ParleyKeyAnswer *answer;
} Search;

void
parley_key_answer_free (ParleyKeyAnswer *answer)
{
  g_free (answer->origin);
  parley_key_free (answer->key);
  g_free (answer->other);
  g_free (answer);
}

static char *
dup_own_file (const char *folder)
{
  return folder != NULL ? g_build_filename (folder, "key", NULL) : NULL;
}

static void
take (ParleyKeyAnswer *answer, const char *key)
{
  if (g_str_equal (key, PARLEY_KEY_NONE))
    answer->state = PARLEY_KEY_STATE_NOT_NEEDED;
  else if (g_str_equal (key, PARLEY_KEY_IN_KEYRING))
    answer->state = PARLEY_KEY_STATE_IN_KEYRING;
  else
    {
      answer->state = PARLEY_KEY_STATE_HERE;
      answer->key = g_strdup (key);
    }
}

/* @origin: (nullable): of a key that names no server; it is for any on this machine, unless the
 * user named one beside it (@beside). */
static void
look_at (Search *search, const char *origin, const char *key, gboolean beside)
{
  ParleyKeyAnswer *answer = search->answer;
  gboolean fits
      = origin != NULL ? g_str_equal (origin, answer->origin) : search->loopback || beside;

  if (search->found)
    return;
  if (fits)
    {
      search->found = TRUE;
      take (answer, key);
    }
  else if (!g_str_equal (key, PARLEY_KEY_NONE))
    {
      if (!search->has_other)
        answer->other = g_strdup (origin);
      search->has_other = TRUE;
    }
}

static gboolean
look_into_file (Search *search, const char *path, gboolean beside, GError **error)
{
  g_autoptr (GPtrArray) lines = NULL;

  if (path == NULL)
    return TRUE;
  lines = parley_key_file_load (path, error);
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const ParleyKeyLine *line = g_ptr_array_index (lines, i);

      look_at (search, line->origin, line->key, beside);
    }
  return lines != NULL;
}

static gboolean
look_into_environment (Search *search, GError **error)
{
  g_autofree char *key = g_strstrip (g_strdup (g_getenv (PARLEY_KEY_VARIABLE) ?: ""));
  const char *address = g_getenv (PARLEY_KEY_ORIGIN_VARIABLE) ?: "";
  g_autoptr (GUri) uri = NULL;
  g_autofree char *origin = NULL;
  const char *bad = NULL;

  if (*key == '\0')
    return TRUE;
  if (*address != '\0')
    uri = parley_url_check (address, TRUE, NULL);
  if (*address != '\0' && uri == NULL)
    bad = PARLEY_KEY_ORIGIN_VARIABLE;
  else if (!parley_key_is_valid (key))
    bad = PARLEY_KEY_VARIABLE;
  if (bad != NULL)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("The environment variable %s has a value that Parley can't use. Correct or "
                      "remove it."),
                   bad);
      return FALSE;
    }
  origin = uri != NULL ? parley_url_dup_origin (uri) : NULL;
  look_at (search, origin, key, search->named_here);
  return TRUE;
}

/* A key never goes over plain http to another machine, so all that can have been said of such a
 * server is that it may be asked without. */
static void
settle_plain (const ParleyKeyPlaces *places, ParleyKeyAnswer *answer)
{
  gboolean allowed = answer->state == PARLEY_KEY_STATE_NOT_NEEDED || places->plain_here;

  g_clear_pointer (&answer->key, parley_key_free);
  answer->state = allowed ? PARLEY_KEY_STATE_NOT_NEEDED : PARLEY_KEY_STATE_PLAIN;
}

ParleyKeyAnswer *
parley_keys_find (const ParleyKeyPlaces *places, GUri *server, GError **error)
{
  g_autofree char *own = dup_own_file (places->folder);
  g_autoptr (ParleyKeyAnswer) answer = g_new0 (ParleyKeyAnswer, 1);
  Search search = {
    .named_here = places->named_here,
    .loopback = parley_url_is_loopback (server),
    .answer = answer,
  };

  answer->origin = parley_url_dup_origin (server);
  answer->state = PARLEY_KEY_STATE_ELSEWHERE;
  answer->plain = !parley_url_may_send_key (server);
  if (!look_into_environment (&search, error)
      || !look_into_file (&search, places->file, places->named_here, error)
      || !look_into_file (&search, own, FALSE, error))
    return NULL;
  if (answer->plain)
    settle_plain (places, answer);
  else if (!search.found && (!search.has_other || places->named_here))
    answer->state = PARLEY_KEY_STATE_NOT_NEEDED;
  return g_steal_pointer (&answer);
}

GError *
parley_key_answer_explain (const ParleyKeyAnswer *answer)
{
  switch (answer->state)
    {
    case PARLEY_KEY_STATE_NOT_NEEDED:
    case PARLEY_KEY_STATE_HERE:
    case PARLEY_KEY_STATE_IN_KEYRING:
      break;
    case PARLEY_KEY_STATE_ELSEWHERE:
      return g_error_new (
          PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("Parley sends nothing to %s, because your API key is for %s. To enter one for this "
             "server, or to say that it needs none, choose “Set the key…” in Parley's menu."),
          answer->origin, answer->other != NULL ? answer->other : _ ("servers on this machine"));
    case PARLEY_KEY_STATE_PLAIN:
      return g_error_new (
          PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("Parley sends nothing to %s, because the connection is not encrypted. Use https://, "
             "or choose “Set the key…” in Parley's menu to allow it."),
          answer->origin);
    }
  return NULL;
}

/* Setting and forgetting */

typedef struct
{
  char *path;
  char *origin;
  char *key; /* (nullable): as it will stand in the file */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->path);
  g_free (change->origin);
  parley_key_free (change->key);
  g_free (change);
}

static GTask *
new_change (const char *folder,
            const char *origin,
            const char *key,
            GCancellable *cancellable,
            GAsyncReadyCallback callback,
            gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Change *change = g_new0 (Change, 1);

  change->path = dup_own_file (folder);
  change->origin = g_strdup (origin);
  change->key = g_strdup (key);
  g_task_set_task_data (task, change, change_free);
  return task;
}

static void
run_change (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Change *change = data;
  GError *error = NULL;

  if (parley_key_file_set (change->path, change->origin, change->key, &error))
    g_task_return_boolean (task, g_strcmp0 (change->key, PARLEY_KEY_IN_KEYRING) == 0);
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full). */
static void
write_change (GTask *task)
{
  g_task_run_in_thread (task, run_change);
  g_object_unref (task);
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Change *change = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (parley_keyring_store_finish (result, &error))
    {
      parley_key_free (change->key);
      change->key = g_strdup (PARLEY_KEY_IN_KEYRING);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  write_change (task);
}

void
parley_keys_set_async (const char *folder,
                       const char *origin,
                       const char *key,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task = new_change (folder, origin, key, cancellable, callback, user_data);

  g_task_set_source_tag (task, parley_keys_set_async);
  if (g_str_equal (key, PARLEY_KEY_NONE))
    write_change (task);
  else
    parley_keyring_store_async (origin, key, cancellable, on_stored, task);
}

gboolean
parley_keys_set_finish (GAsyncResult *result, gboolean *in_keyring, GError **error)
{
  GError *failure = NULL;

  *in_keyring = g_task_propagate_boolean (G_TASK (result), &failure);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  g_autoptr (GError) error = NULL;

  if (parley_keyring_forget_finish (result, &error)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      write_change (task);
      return;
    }
  g_task_return_error (task, g_steal_pointer (&error));
  g_object_unref (task);
}

void
parley_keys_forget_async (const char *folder,
                          const char *origin,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GTask *task = new_change (folder, origin, NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, parley_keys_forget_async);
  parley_keyring_forget_async (origin, cancellable, on_forgotten, task);
}

gboolean
parley_keys_forget_finish (GAsyncResult *result, GError **error)
{
  gboolean in_keyring;

  return parley_keys_set_finish (result, &in_keyring, error);
}
