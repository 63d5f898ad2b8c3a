/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-recording.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/parley-error.h"

/* Returns: (transfer full) (nullable). */
static char *
read_all (const char *path, gsize *length, GError **error)
{
  g_autoptr (GIOChannel) input = NULL;
  char *text = NULL;

  if (!g_str_equal (path, "-"))
    return g_file_get_contents (path, &text, length, error) ? text : NULL;
  input = g_io_channel_unix_new (STDIN_FILENO);
  g_io_channel_set_encoding (input, NULL, NULL);
  if (g_io_channel_read_to_end (input, &text, length, error) == G_IO_STATUS_NORMAL)
    return text;
  g_prefix_error (error, _ ("standard input: "));
  return NULL;
}

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
                   _ ("“t” is %" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT
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
is_blank (const char *line, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isspace (line[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_lines (ParleyRecording *recording, const char *text, gsize length, GError **error)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  const char *end = text + length;
  guint number = 1;

  for (const char *line = text; line < end; number++)
    {
      const char *newline = memchr (line, '\n', end - line);
      gsize size = (newline != NULL ? newline : end) - line;
      ParleyReplayEvent *event = NULL;

      if (!is_blank (line, size))
        {
          event = parley_replay_event_parse (line, size, error);
          if (event == NULL || !add (recording, by_name, event, error))
            {
              g_prefix_error (error, "%s:%u: ", recording->path, number);
              return FALSE;
            }
        }
      line += size + 1;
    }
  return TRUE;
}

ParleyRecording *
parley_recording_read (const char *path, GError **error)
{
  g_autoptr (ParleyRecording) recording = g_new0 (ParleyRecording, 1);
  g_autofree char *text = NULL;
  gsize length = 0;

  recording->path = g_strdup (path);
  recording->dialogues = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  text = read_all (path, &length, error);
  if (text == NULL || !read_lines (recording, text, length, error))
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
