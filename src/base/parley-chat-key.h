/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which chat: one account and one person. Names are compared byte for byte, so the person's must be
 * normalised by whoever makes the key. */
typedef struct
{
  char *protocol; /* libpurple's id */
  char *account;  /* the user's own name on it */
  char *person;
} ParleyChatKey;

/* Returns: (transfer full): its names are part of it. */
ParleyChatKey *parley_chat_key_new (const char *protocol, const char *account, const char *person);
ParleyChatKey *parley_chat_key_copy (const ParleyChatKey *key);
void parley_chat_key_free (ParleyChatKey *key);

/* For a #GHashTable. */
guint parley_chat_key_hash (gconstpointer key);
gboolean parley_chat_key_equal (gconstpointer a, gconstpointer b);

/* Returns: (transfer full): eight hex digits that stand for the chat in logs. */
char *parley_chat_key_dup_tag (const ParleyChatKey *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatKey, parley_chat_key_free)

G_END_DECLS
