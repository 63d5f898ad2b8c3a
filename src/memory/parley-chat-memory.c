/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-memory.h"

struct _ParleyChatMemory
{
  GObject parent_instance;
  ParleyStore *store;
  ParleyChatKey *key;
};

G_DEFINE_FINAL_TYPE (ParleyChatMemory, parley_chat_memory, G_TYPE_OBJECT)

static void
parley_chat_memory_finalize (GObject *object)
{
  ParleyChatMemory *self = PARLEY_CHAT_MEMORY (object);

  g_object_unref (self->store);
  parley_chat_key_free (self->key);
  G_OBJECT_CLASS (parley_chat_memory_parent_class)->finalize (object);
}

static void
parley_chat_memory_class_init (ParleyChatMemoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = parley_chat_memory_finalize;
}

static void
parley_chat_memory_init (ParleyChatMemory *self)
{
}

ParleyChatMemory *
parley_chat_memory_new (ParleyStore *store, const ParleyChatKey *key)
{
  ParleyChatMemory *self = g_object_new (PARLEY_TYPE_CHAT_MEMORY, NULL);

  self->store = g_object_ref (store);
  self->key = parley_chat_key_copy (key);
  return self;
}
