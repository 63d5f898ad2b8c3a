/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-recorder.h"

/* What goes into a prompt at most. A token is about four bytes, so this is within 6,000. */
#define HISTORY_ENTRIES 60
#define HISTORY_BYTES   24000

struct _ParleyRecorder
{
  ParleyContext *context;
  const ParleyChatKey *key;
  gboolean private_chat;
  ParleyChatMemory *memory;
  ParleyHistory *history;
  GCancellable *cancellable;

  ParleyRecorderFunc loaded;
  gpointer owner;
};

static ParleyChatMemory *
new_memory (ParleyRecorder *recorder)
{
  ParleyStore *store = parley_context_get_store (recorder->context, recorder->private_chat);

  return parley_chat_memory_new (store, recorder->key);
}

ParleyRecorder *
parley_recorder_new (ParleyContext *context, const ParleyChatKey *key)
{
  ParleyRecorder *recorder = g_new0 (ParleyRecorder, 1);

  recorder->context = context;
  recorder->key = key;
  recorder->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  recorder->cancellable = g_cancellable_new ();
  recorder->memory = new_memory (recorder);
  return recorder;
}

void
parley_recorder_free (ParleyRecorder *recorder)
{
  g_cancellable_cancel (recorder->cancellable);
  g_object_unref (recorder->cancellable);
  g_object_unref (recorder->memory);
  parley_history_free (recorder->history);
  g_free (recorder);
}

void
parley_recorder_set_private (ParleyRecorder *recorder, gboolean private_chat)
{
  if (recorder->private_chat == private_chat)
    return;
  recorder->private_chat = private_chat;
  g_object_unref (recorder->memory);
  recorder->memory = new_memory (recorder);
}

/* The recorder is gone if this was cancelled. What was noted meanwhile is newer. */
static void
on_history (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyRecorder *recorder = data;
  g_autoptr (GError) error = NULL;
  ParleyHistory *history
      = parley_chat_memory_load_history_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (history != NULL)
    {
      g_autoptr (ParleyHistory) newer = g_steal_pointer (&recorder->history);

      recorder->history = history;
      for (guint i = 0; i < parley_history_get_length (newer); i++)
        {
          const ParleyUtterance *next = parley_history_get (newer, i);

          parley_history_add (history, next->speaker, next->text, next->wall);
        }
    }
  recorder->loaded (recorder->owner);
}

void
parley_recorder_load (ParleyRecorder *recorder, ParleyRecorderFunc loaded, gpointer owner)
{
  recorder->loaded = loaded;
  recorder->owner = owner;
  if (recorder->private_chat || recorder->context->store == NULL)
    {
      loaded (owner);
      return;
    }
  /* What was noted before now comes back with the rest. */
  parley_history_free (recorder->history);
  recorder->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  parley_chat_memory_load_history_async (recorder->memory, HISTORY_ENTRIES, HISTORY_BYTES,
                                         recorder->cancellable, on_history, recorder);
}

void
parley_recorder_add (
    ParleyRecorder *recorder, ParleySpeaker speaker, const char *text, gint64 wall, guint64 turn)
{
  parley_history_add (recorder->history, speaker, text, wall);
  parley_chat_memory_add_utterance (recorder->memory, speaker, text, wall, turn);
}

ParleyHistory *
parley_recorder_get_history (ParleyRecorder *recorder)
{
  return recorder->history;
}

ParleyChatMemory *
parley_recorder_get_memory (ParleyRecorder *recorder)
{
  return recorder->memory;
}
