/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-recording.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/parley-error.h"
#include "cli/parley-lines.h"

/* What is being read. */
typedef struct
{
  ParleyRecording *recording;
  GHashTable *by_name; /* its dialogues */
} Reading;

/* @event: (transfer full). */
static gboolean
add (ParleyRecording *recording, GHashTable *by_name, ParleyReplayEvent *event, GError **error)
{
  g_autoptr (ParleyReplayEvent) owned = event;
  GPtrArray *events = g_hash_table_lookup (by_name, event->dialogue);
  const ParleyReplayEvent *before
      = events != NULL ? g_ptr_array_index (events, events->len - 1) : NULL;

  if (before != NULL && event->t < before->t)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“t” is %" PRId64 ", but %" PRId64
                      " was before it in this dialogue: the events must be sorted by time"),
                   event->t, before->t);
      return FALSE;
    }
  if (events == NULL)
    {
      events = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_replay_event_free);
      g_ptr_array_add (recording->dialogues, events);
      g_hash_table_insert (by_name, event->dialogue, events);
    }
  /* Nothing of a dialogue reaches Parley after that. */
  if (before == NULL
      || (before->type != PARLEY_REPLAY_BLOCK && before->type != PARLEY_REPLAY_UNLOAD))
    g_ptr_array_add (events, g_steal_pointer (&owned));
  return TRUE;
}

static gboolean
read_line (gpointer data, const char *line, gsize length, GError **error)
{
  Reading *reading = data;
  ParleyReplayEvent *event = parley_replay_event_parse (line, length, error);

  return event != NULL && add (reading->recording, reading->by_name, event, error);
}

ParleyRecording *
parley_recording_read (const char *path, GError **error)
{
  g_autoptr (ParleyRecording) recording = g_new0 (ParleyRecording, 1);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  Reading reading = { recording, by_name };

  recording->path = g_strdup (path);
  recording->dialogues = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  if (!parley_lines_read (path, read_line, &reading, error))
    return NULL;
  if (recording->dialogues->len > 0)
    return g_steal_pointer (&recording);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, _ ("%s:1: there is no event in it"),
               path);
  return NULL;
}

void
parley_recording_free (ParleyRecording *recording)
{
  g_free (recording->path);
  g_clear_pointer (&recording->dialogues, g_ptr_array_unref);
  g_free (recording);
}
