/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-options.h"
#include "memory/parley-store-owner.h"

G_BEGIN_DECLS

/* One run of a memory verb: what it was told, and the store while it works. Calls that wait turn
 * the main loop. */
typedef struct
{
  /* Told, as options; all (nullable). */
  ParleyOptions options;
  char *store_path;
  char *chat_name;
  char *protocol;

  ParleyStore *store;
  gboolean in_file;         /* it is to be in one */
  ParleyChatKey *key;       /* of the chat, if one was named */
  ParleyChatMemory *memory; /* likewise */
  GAsyncResult *result;     /* came, and is not looked at yet */
  GAsyncResult *looked_at;
} ParleyMemorySession;

void parley_memory_session_clear (ParleyMemorySession *session);

/* @own: the verb's own options. @n_arguments: how many it takes besides its own name. */
gboolean parley_memory_session_parse (ParleyMemorySession *session,
                                      char **args,
                                      const GOptionEntry *own,
                                      guint n_arguments,
                                      GError **error);

/* Opens the store and looks for the chat. @makes: the verb writes what may be new; looking makes no
 * file. @for_chat: --chat must be there, else it must not. */
gboolean parley_memory_session_open (ParleyMemorySession *session,
                                     gboolean makes,
                                     gboolean for_chat,
                                     GError **error);

/* For the callback of an asynchronous call, with the session as its data; and the wait for it.
 * Returns: (transfer none): until the next wait. */
void parley_memory_session_take (GObject *source, GAsyncResult *result, gpointer session);
GAsyncResult *parley_memory_session_wait (ParleyMemorySession *session);

/* Returns: (transfer full) (element-type ParleyChatInfo): all chats. */
GPtrArray *parley_memory_session_list_chats (ParleyMemorySession *session);

/* Returns: (transfer full): where the store is. */
char *parley_memory_session_dup_folder (ParleyMemorySession *session);

/* Closes the store. Returns: the exit status: %PARLEY_EXIT_FAILED if the file could not be used,
 * which was said. */
int parley_memory_session_finish (ParleyMemorySession *session);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyMemorySession, parley_memory_session_clear)

G_END_DECLS
