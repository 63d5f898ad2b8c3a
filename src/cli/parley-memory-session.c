/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-memory-session.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

void
parley_memory_session_clear (ParleyMemorySession *session)
{
  g_clear_object (&session->memory);
  g_clear_pointer (&session->key, parley_chat_key_free);
  if (session->store != NULL)
    parley_store_close (session->store);
  g_clear_object (&session->store);
  g_clear_object (&session->result);
  g_clear_object (&session->looked_at);
  g_clear_pointer (&session->store_path, g_free);
  g_clear_pointer (&session->chat_name, g_free);
  g_clear_pointer (&session->protocol, g_free);
  parley_options_clear (&session->options);
}

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, sentence);
  return FALSE;
}

gboolean
parley_memory_session_parse (ParleyMemorySession *session,
                             char **args,
                             const GOptionEntry *own,
                             guint n_arguments,
                             GError **error)
{
  g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  const GOptionEntry common[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &session->store_path, NULL, NULL },
    { "chat", 0, 0, G_OPTION_ARG_STRING, &session->chat_name, NULL, NULL },
    { "protocol", 0, 0, G_OPTION_ARG_STRING, &session->protocol, NULL, NULL },
  };

  g_array_append_vals (entries, common, G_N_ELEMENTS (common));
  for (; own->long_name != NULL; own++)
    g_array_append_vals (entries, own, 1);
  if (!parley_options_parse (&session->options, args, (const GOptionEntry *) entries->data, error))
    return FALSE;
  if (parley_options_count_arguments (&session->options) == n_arguments)
    return TRUE;
  return refuse (error, n_arguments > 0 ? _ ("it takes one argument: the name of a series")
                                        : _ ("it takes no arguments"));
}

/* --- waiting --- */

void
parley_memory_session_take (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyMemorySession *session = data;

  session->result = g_object_ref (result);
}

GAsyncResult *
parley_memory_session_wait (ParleyMemorySession *session)
{
  while (session->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&session->looked_at);
  session->looked_at = g_steal_pointer (&session->result);
  return session->looked_at;
}

/* --- opening --- */

static void
on_trouble (ParleyStore *store, const char *message, gpointer data)
{
  g_printerr ("parley memory: %s\n", message);
}

char *
parley_memory_session_dup_folder (ParleyMemorySession *session)
{
  if (session->store_path != NULL)
    return g_path_get_dirname (session->store_path);
  return parley_options_dup_folder (&session->options);
}

static void
open_store (ParleyMemorySession *session, gboolean makes)
{
  g_autofree char *folder = parley_options_dup_folder (&session->options);
  g_autofree char *path = session->store_path != NULL ? g_strdup (session->store_path)
                                                      : g_build_filename (folder, "store.db", NULL);

  session->in_file = makes || g_file_test (path, G_FILE_TEST_EXISTS);
  if (!session->in_file)
    session->store = parley_store_new (NULL);
  else if (session->store_path != NULL)
    session->store = parley_store_new_for_file (path);
  else
    session->store = parley_store_new (folder);
  g_signal_connect (session->store, "trouble", G_CALLBACK (on_trouble), NULL);
}

GPtrArray *
parley_memory_session_list_chats (ParleyMemorySession *session)
{
  parley_store_list_chats_async (session->store, NULL, parley_memory_session_take, session);
  return parley_store_list_chats_finish (session->store, parley_memory_session_wait (session),
                                         NULL);
}

/* Nobody is to think that something was forgotten, or that there is nothing, because of a slip.
 * Returns: whether the chat is there, or no chat is. */
static gboolean
is_there (GPtrArray *chats, const ParleyChatKey *key)
{
  for (guint i = 0; i < chats->len; i++)
    {
      if (parley_chat_key_equal (((const ParleyChatInfo *) g_ptr_array_index (chats, i))->key, key))
        return TRUE;
    }
  return chats->len == 0;
}

/* The protocol need not be said where the names are enough. @makes: the chat may be new. */
static gboolean
find_chat (ParleyMemorySession *session,
           const char *account,
           const char *person,
           gboolean makes,
           GError **error)
{
  g_autoptr (GPtrArray) chats = parley_memory_session_list_chats (session);
  g_autofree char *protocol = g_strdup (session->protocol);
  g_autoptr (ParleyChatKey) key = NULL;

  for (guint i = 0; i < chats->len && session->protocol == NULL; i++)
    {
      const ParleyChatInfo *info = g_ptr_array_index (chats, i);

      if (!g_str_equal (info->key->account, account) || !g_str_equal (info->key->person, person))
        continue;
      if (protocol != NULL)
        return refuse (error, _ ("Several protocols have a chat with that name: choose one with "
                                 "--protocol. “parley memory chats” lists them."));
      protocol = g_strdup (info->key->protocol);
    }
  key = parley_chat_key_new (protocol != NULL ? protocol : "", account, person);
  if (!makes && !is_there (chats, key))
    return refuse (error, _ ("Nothing is remembered of a chat with that name. “parley memory "
                             "chats” lists them."));
  session->memory = parley_chat_memory_new (session->store, key);
  session->key = g_steal_pointer (&key);
  return TRUE;
}

gboolean
parley_memory_session_open (ParleyMemorySession *session,
                            gboolean makes,
                            gboolean for_chat,
                            GError **error)
{
  const char *person = NULL;
  g_autofree char *account = NULL;

  if (for_chat && session->chat_name == NULL)
    return refuse (error, _ ("--chat ACCOUNT/PERSON says whose memory."));
  if (!for_chat && session->chat_name != NULL)
    return refuse (error, _ ("This command takes no --chat."));
  if (for_chat)
    account = parley_options_dup_account (session->chat_name, &person);
  if (for_chat && account == NULL)
    return refuse (error, _ ("--chat takes ACCOUNT/PERSON, with “%2F” for a “/” in ACCOUNT."));
  open_store (session, makes);
  return !for_chat || find_chat (session, account, person, makes, error);
}

int
parley_memory_session_finish (ParleyMemorySession *session)
{
  gboolean lost = session->in_file && !parley_store_is_on_disk (session->store);

  parley_store_close (session->store);
  return lost ? PARLEY_EXIT_FAILED : parley_options_finish ("memory");
}
