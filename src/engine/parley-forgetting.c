/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-forgetting.h"

#include <glib/gi18n-lib.h>

#include "memory/parley-chat-memory.h"

typedef struct
{
  ParleyContext *context;
  ParleyChatKey *key;
  gboolean tell;
} Forgetting;

static void
forgetting_free (Forgetting *self)
{
  parley_chat_key_free (self->key);
  g_free (self);
}

static char *
dup_report (const ParleyForgotten *forgotten)
{
  g_autofree char *files = g_strjoinv (", ", forgotten->set_aside);

  if (*files == '\0')
    return g_strdup (_ ("Parley has forgotten this chat."));
  return g_strdup_printf (_ ("Parley has forgotten this chat, except what may be in damaged files "
                             "that were set aside: %s"),
                          files);
}

/* The context is gone if this was cancelled. */
static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  Forgetting *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyForgotten) forgotten
      = parley_chat_memory_forget_finish (PARLEY_CHAT_MEMORY (source), result, &error);
  g_autofree char *report = NULL;

  if (forgotten != NULL && self->tell && self->context->stores.forgotten != NULL)
    parley_forgotten_file_add (self->context->stores.forgotten, self->key,
                               parley_timers_wall (self->context->timers));
  if (self->tell && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      report = forgotten != NULL ? dup_report (forgotten)
                                 : g_strdup (_ ("Parley couldn't delete what it remembers."));
      parley_host_tell_user (self->context->host, self->key, report);
    }
  forgetting_free (self);
}

static void
forget_in (ParleyContext *context, ParleyStore *store, const ParleyChatKey *key, gboolean tell)
{
  g_autoptr (ParleyChatMemory) memory = NULL;
  Forgetting *self;

  if (store == NULL)
    return;
  memory = parley_chat_memory_new (store, key);
  self = g_new0 (Forgetting, 1);
  self->context = context;
  self->key = parley_chat_key_copy (key);
  self->tell = tell;
  parley_chat_memory_forget_async (memory, context->cancellable, on_forgotten, self);
}

void
parley_forgetting_start (ParleyContext *context, const ParleyChatKey *key)
{
  if (context->funcs != NULL)
    context->funcs->forgotten (context->engine, key);
  if (context->stores.intents != NULL)
    parley_intents_forget_async (context->stores.intents, key, NULL, NULL, NULL);
  if (context->stores.private_intents != NULL)
    parley_intents_forget_async (context->stores.private_intents, key, NULL, NULL, NULL);
  forget_in (context, context->stores.sitting, key, FALSE);
  forget_in (context, context->stores.sealed, key, FALSE);
  forget_in (context, parley_stores_get (&context->stores, PARLEY_PRIVACY_NONE), key, TRUE);
}
