/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-key-dialogs.h"

#include <glib/gi18n-lib.h>

#include <request.h>

#include "backend/parley-backend-choice.h"
#include "backend/parley-key-file.h"
#include "backend/parley-key.h"
#include "backend/parley-keyring.h"
#include "dialogs/parley-finch.h"

struct _ParleyKeyDialogs
{
  ParleyInstance *instance;
  ParleyKeysFunc changed;
  char *looked;  /* (nullable): the server that was asked about without the user's wish */
  char *subject; /* (nullable): the server that the dialog is about */
  PurpleRequestType type;
  void *open; /* (nullable): the dialog; libpurple's handle */
};

ParleyKeyDialogs *
parley_key_dialogs_new (ParleyInstance *instance, ParleyKeysFunc changed)
{
  ParleyKeyDialogs *dialogs = g_new0 (ParleyKeyDialogs, 1);

  dialogs->instance = instance;
  dialogs->changed = changed;
  return dialogs;
}

void
parley_key_dialogs_free (ParleyKeyDialogs *dialogs)
{
  g_free (dialogs->looked);
  g_free (dialogs->subject);
  g_free (dialogs);
}

static ParleyKeyAnswer *
find_key (ParleyInstance *instance, GError **error)
{
  const ParleyKeyPlaces places = { .folder = instance->user_dir };

  return parley_backend_find_key (instance->settings, &places, error);
}

/* Storing and removing */

static void
complain (PurplePlugin *plugin, const char *message)
{
  parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("The API key was not changed"), message);
}

static void
note_change (ParleyInstance *instance)
{
  instance->key_dialogs->changed (instance);
}

static void
tell_set (PurplePlugin *plugin, GAsyncResult *result, gboolean has_key)
{
  g_autoptr (GError) error = NULL;
  gboolean in_keyring;
  const char *text;

  if (parley_keys_set_finish (result, &in_keyring, &error))
    {
      text = in_keyring ? _ ("The API key is in your keyring.")
                        : _ ("The API key is saved in the file “key” in Parley's folder, which "
                             "only you can read.");
      note_change (parley_instance_get (plugin));
      parley_notice (plugin, PURPLE_NOTIFY_MSG_INFO, /* Translators: what the user entered (a key,
                                                        how they sound) is kept */
                     _ ("Saved"), has_key ? text : _ ("This server gets no API key."));
    }
  /* Cancelled means unloaded: nothing of the plugin may be touched. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    complain (plugin, error->message);
}

static void
on_set (GObject *source, GAsyncResult *result, gpointer data)
{
  tell_set (data, result, TRUE);
}

static void
on_none_set (GObject *source, GAsyncResult *result, gpointer data)
{
  tell_set (data, result, FALSE);
}

static void
set_key (ParleyKeyDialogs *dialogs, const char *key)
{
  ParleyInstance *instance = dialogs->instance;
  gboolean none = g_str_equal (key, PARLEY_KEY_NONE);

  parley_keys_set_async (instance->user_dir, dialogs->subject, key, instance->cancellable,
                         none ? on_none_set : on_set, instance->plugin);
}

/* It is not asked for on its way to where it is kept. */
void
parley_key_dialogs_store (ParleyKeyDialogs *dialogs, const char *origin, const char *key)
{
  ParleyInstance *instance = dialogs->instance;

  g_free (dialogs->looked);
  dialogs->looked = g_strdup (origin);
  parley_keys_set_async (instance->user_dir, origin, key, instance->cancellable, on_set,
                         instance->plugin);
}

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyKeyAnswer) left = NULL;

  if (parley_keys_forget_finish (result, &error))
    {
      note_change (parley_instance_get (data));
      left = find_key (parley_instance_get (data), NULL);
      parley_notice (
          data, PURPLE_NOTIFY_MSG_INFO, _ ("The API key is forgotten"),
          left != NULL && left->state == PARLEY_KEY_STATE_HERE
              ? _ ("Parley still gets another one from the environment or from the file you named.")
              : NULL);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    complain (data, error->message);
}

/* The dialogs */

static void
on_key (gpointer data, const char *text)
{
  ParleyKeyDialogs *dialogs = parley_instance_get (data)->key_dialogs;
  char *key = g_strstrip (g_strdup (text != NULL ? text : ""));

  dialogs->open = NULL;
  if (*key == '\0')
    set_key (dialogs, PARLEY_KEY_NONE);
  else if (parley_key_is_valid (key))
    set_key (dialogs, key);
  else
    complain (
        data,
        _ ("The API key contains a space or another character that no key has: copy it again."));
  parley_key_free (key);
}

static void
on_key_refused (gpointer data, const char *text)
{
  parley_instance_get (data)->key_dialogs->open = NULL;
}

static void
on_allowed (gpointer data, int action)
{
  ParleyKeyDialogs *dialogs = parley_instance_get (data)->key_dialogs;

  dialogs->open = NULL;
  set_key (dialogs, PARLEY_KEY_NONE);
}

static void
on_not_allowed (gpointer data, int action)
{
  parley_instance_get (data)->key_dialogs->open = NULL;
}

static void
begin (ParleyKeyDialogs *dialogs, PurpleRequestType type, const char *subject)
{
  if (dialogs->open != NULL)
    purple_request_close (dialogs->type, g_steal_pointer (&dialogs->open));
  dialogs->type = type;
  g_free (dialogs->subject);
  dialogs->subject = g_strdup (subject);
}

static void
ask_for_key (ParleyKeyDialogs *dialogs, const ParleyKeyAnswer *answer)
{
  PurplePlugin *plugin = dialogs->instance->plugin;
  g_autoptr (GError) objection = parley_key_answer_explain (answer);
  g_autofree char *title = g_strdup_printf (_ ("API key for %s"), answer->origin);
  g_autofree char *text = g_strdup_printf (
      "%s%s%s", objection != NULL ? objection->message : "", objection != NULL ? "\n\n" : "",
      _ ("Parley sends the key to this server only. Leave it empty if the server needs none."));
  g_autofree char *wrapped = parley_finch_dup_wrapped (text);

  begin (dialogs, PURPLE_REQUEST_INPUT, answer->origin);
  dialogs->open = purple_request_input (plugin, _ ("Parley"), title, wrapped, NULL, FALSE, TRUE,
                                        NULL, _ ("Save"), G_CALLBACK (on_key), _ ("Cancel"),
                                        G_CALLBACK (on_key_refused), NULL, NULL, NULL, plugin);
}

static void
ask_for_leave (ParleyKeyDialogs *dialogs, const ParleyKeyAnswer *answer)
{
  PurplePlugin *plugin = dialogs->instance->plugin;
  g_autofree char *title = g_strdup_printf (_ ("%s is not encrypted"), answer->origin);
  g_autofree char *text = parley_finch_dup_wrapped (
      _ ("Anybody on the way to this server can read the chats that Parley answers, and change the "
         "answers. Use it anyway? Parley never sends an API key there."));

  begin (dialogs, PURPLE_REQUEST_ACTION, answer->origin);
  dialogs->open = purple_request_action (plugin, _ ("Parley"), title, text, 1, NULL, NULL, NULL,
                                         plugin, 2, _ ("Use it"), G_CALLBACK (on_allowed),
                                         _ ("Don't use it"), G_CALLBACK (on_not_allowed));
}

static void
ask (ParleyKeyDialogs *dialogs, const ParleyKeyAnswer *answer)
{
  if (answer->plain)
    ask_for_leave (dialogs, answer);
  else
    ask_for_key (dialogs, answer);
}

static void
on_unlocked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  parley_key_free (parley_keyring_find_finish (result, &error));
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    parley_notice (data, PURPLE_NOTIFY_MSG_ERROR, _ ("No API key"), error->message);
}

/* A locked keyring may ask for its password now, when the user has just started or changed
 * something, and not when a chat is to be answered. */
static void
look_at (ParleyKeyDialogs *dialogs, const ParleyKeyAnswer *answer)
{
  ParleyInstance *instance = dialogs->instance;

  switch (answer->state)
    {
    case PARLEY_KEY_STATE_NOT_NEEDED:
    case PARLEY_KEY_STATE_HERE:
      break;
    case PARLEY_KEY_STATE_IN_KEYRING:
      parley_keyring_find_async (answer->origin, TRUE, NULL, instance->cancellable, on_unlocked,
                                 instance->plugin);
      break;
    case PARLEY_KEY_STATE_ELSEWHERE:
    case PARLEY_KEY_STATE_PLAIN:
      ask (dialogs, answer);
      break;
    }
}

void
parley_key_dialogs_look (ParleyKeyDialogs *dialogs)
{
  g_autoptr (ParleyKeyAnswer) answer = find_key (dialogs->instance, NULL);

  if (answer == NULL || g_strcmp0 (answer->origin, dialogs->looked) == 0)
    return;
  g_free (dialogs->looked);
  dialogs->looked = g_strdup (answer->origin);
  look_at (dialogs, answer);
}

/* Returns: (transfer full) (nullable): NULL when the user was told why not. */
static ParleyKeyAnswer *
find_or_complain (ParleyKeyDialogs *dialogs)
{
  PurplePlugin *plugin = dialogs->instance->plugin;
  g_autoptr (GError) error = NULL;
  ParleyKeyAnswer *answer = find_key (dialogs->instance, &error);

  if (answer == NULL && error == NULL)
    parley_notice (plugin, PURPLE_NOTIFY_MSG_INFO, _ ("No API key is needed"),
                   _ ("An away note needs no server. To use a model, choose a server in this "
                      "plugin's preferences."));
  else if (answer == NULL)
    complain (plugin, error->message);
  return answer;
}

void
parley_key_dialogs_set (ParleyKeyDialogs *dialogs)
{
  g_autoptr (ParleyKeyAnswer) answer = find_or_complain (dialogs);

  if (answer != NULL)
    ask (dialogs, answer);
}

void
parley_key_dialogs_forget (ParleyKeyDialogs *dialogs)
{
  ParleyInstance *instance = dialogs->instance;
  g_autoptr (ParleyKeyAnswer) answer = find_or_complain (dialogs);

  if (answer != NULL)
    parley_keys_forget_async (instance->user_dir, answer->origin, instance->cancellable,
                              on_forgotten, instance->plugin);
}
