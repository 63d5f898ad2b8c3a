/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-text.h"
#include "memory/parley-chat-memory-private.h"
#include "memory/parley-store-verbs.h"

ParleyLesson *
parley_lesson_new (const char *drafted, const char *sent, gint64 wall)
{
  ParleyLesson *lesson = g_new0 (ParleyLesson, 1);

  lesson->drafted = parley_text_dup_clean (drafted, PARLEY_MEMORY_MAX_LESSON);
  lesson->sent = parley_text_dup_clean (sent, PARLEY_MEMORY_MAX_LESSON);
  lesson->wall = wall;
  return lesson;
}

void
parley_lesson_free (ParleyLesson *lesson)
{
  g_free (lesson->drafted);
  g_free (lesson->sent);
  g_free (lesson);
}

/* --- writing --- */

static gboolean
insert (ParleyDatabase *database, const ParleyMemoryWork *work, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_memory_prepare_write (
      database, "INSERT INTO lessons (chat, wall, drafted, sent) VALUES (?1, ?2, ?3, ?4)", work,
      error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, work->wall);
  sqlite3_bind_text (statement, 3, work->name, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, work->text, -1, SQLITE_STATIC);
  return parley_statement_run (statement, error);
}

static gpointer
add (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyStatement) statement = NULL;

  if (!insert (database, work, error))
    return NULL;
  statement = parley_memory_prepare_write (
      database,
      "DELETE FROM lessons WHERE id IN (SELECT id FROM (SELECT id, row_number () OVER"
      " (PARTITION BY wall > ifnull ((SELECT left_out FROM summaries WHERE chat = ?1), 0)"
      " ORDER BY id DESC) AS n FROM lessons WHERE chat = ?1) WHERE n > ?2)",
      work, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, PARLEY_MEMORY_MAX_LESSONS);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_add_lesson
    = { add,          parley_memory_work_free, FALSE,
        "add lesson", parley_memory_work_save, parley_memory_work_load };

void
parley_chat_memory_add_lesson (ParleyChatMemory *self, const ParleyLesson *lesson)
{
  ParleyMemoryWork *work;

  if (*lesson->drafted == '\0')
    return;
  work = parley_memory_work_new (self);
  work->name = g_strdup (lesson->drafted);
  work->text = g_strdup (lesson->sent);
  work->wall = lesson->wall;
  parley_memory_write (self, &parley_verb_add_lesson, work);
}

/* --- reading --- */

static gpointer
new_lessons (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_lesson_free);
}

static gpointer
list (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_memory_prepare (database,
                               "SELECT wall, drafted, sent FROM (SELECT * FROM lessons"
                               " WHERE chat = ?1 ORDER BY id DESC LIMIT ?2) ORDER BY id",
                               data, error);
  g_autoptr (GPtrArray) lessons = new_lessons ();
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, 2 * PARLEY_MEMORY_MAX_LESSONS);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      g_autoptr (ParleyLesson) lesson = parley_lesson_new (parley_statement_get_text (statement, 1),
                                                           parley_statement_get_text (statement, 2),
                                                           parley_memory_get_wall (statement, 0));

      if (*lesson->drafted != '\0')
        g_ptr_array_add (lessons, g_steal_pointer (&lesson));
    }
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&lessons) : NULL;
}

void
parley_chat_memory_list_lessons_async (ParleyChatMemory *self,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  const ParleyMemoryCall call
      = { list, FALSE, (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data };

  parley_memory_call (self, &call, parley_memory_work_new (self));
}

GPtrArray *
parley_chat_memory_list_lessons_finish (ParleyChatMemory *self,
                                        GAsyncResult *result,
                                        GError **error)
{
  return parley_memory_finish_or (self, result, new_lessons, error);
}
