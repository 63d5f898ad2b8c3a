/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-lessons.h"

#include <string.h>

#include "base/parley-text.h"
#include "memory/parley-chat-memory.h"

/* On lines of their own, so that a text can't pass for another lesson. */
static char *
dup_lines (const ParleyLesson *lesson)
{
  g_autofree char *drafted = parley_text_dup_line (lesson->drafted, PARLEY_MEMORY_MAX_LESSON);
  g_autofree char *sent = parley_text_dup_line (lesson->sent, PARLEY_MEMORY_MAX_LESSON);

  return *sent != '\0'
             ? g_strdup_printf ("You drafted: %s\nThe owner sent instead: %s\n", drafted, sent)
             : g_strdup_printf ("You drafted: %s\nThe owner did not want it.\n", drafted);
}

char *
parley_lessons_dup_text (const GPtrArray *lessons, gint64 since, gint64 until)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = lessons->len, n = 0; i > 0 && n < PARLEY_MEMORY_MAX_LESSONS; i--)
    {
      const ParleyLesson *lesson = g_ptr_array_index (lessons, i - 1);
      g_autofree char *lines = NULL;

      if (lesson->wall <= since || lesson->wall > until)
        continue;
      lines = dup_lines (lesson);
      if (text->len + strlen (lines) > PARLEY_LESSONS_MAX_BYTES)
        break;
      g_string_prepend (text, lines);
      n++;
    }
  if (text->len == 0)
    return NULL;
  g_string_truncate (text, text->len - 1);
  return g_strdup (text->str);
}
