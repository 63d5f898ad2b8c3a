/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-keeper.h"

struct _ParleyKeeper
{
  ParleyStore *store;
  const ParleyChatKey *key;
  GCancellable *cancellable;
  ParleyChatRecord *record;
  guint n_pending; /* bubbles written down */
  gboolean private_chat;

  ParleyKeeperFunc loaded;
  gpointer owner;

  /* The bubbles of the newest second that was met. */
  gint64 met_wall;
  GPtrArray *met; /* of char *, in order */
};

ParleyKeeper *
parley_keeper_new (ParleyStore *store, const ParleyChatKey *key)
{
  ParleyKeeper *keeper = g_new0 (ParleyKeeper, 1);

  keeper->store = store;
  keeper->key = key;
  keeper->cancellable = g_cancellable_new ();
  keeper->record = parley_chat_record_new ();
  keeper->met = g_ptr_array_new_with_free_func (g_free);
  return keeper;
}

void
parley_keeper_free (ParleyKeeper *keeper)
{
  g_cancellable_cancel (keeper->cancellable);
  g_object_unref (keeper->cancellable);
  parley_chat_record_free (keeper->record);
  g_ptr_array_unref (keeper->met);
  g_free (keeper);
}

/* The keeper is gone if the task was cancelled. */
static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyKeeper *keeper = data;
  ParleyChatRecord *record = parley_store_load_chat_finish (PARLEY_STORE (source), result, NULL);

  if (record == NULL)
    return;
  parley_chat_record_free (keeper->record);
  keeper->record = record;
  keeper->n_pending = record->pending->len;
  keeper->loaded (keeper->owner, record);
}

void
parley_keeper_load (ParleyKeeper *keeper, ParleyKeeperFunc loaded, gpointer owner)
{
  keeper->loaded = loaded;
  keeper->owner = owner;
  if (keeper->store == NULL)
    loaded (owner, keeper->record);
  else
    parley_store_load_chat_async (keeper->store, keeper->key, keeper->cancellable, on_loaded,
                                  keeper);
}

ParleyChatRecord *
parley_keeper_get_record (ParleyKeeper *keeper)
{
  return keeper->record;
}

void
parley_keeper_save (ParleyKeeper *keeper)
{
  if (keeper->store != NULL)
    parley_store_save_chat (keeper->store, keeper->key, keeper->record);
}

void
parley_keeper_set_private (ParleyKeeper *keeper, gboolean private_chat)
{
  keeper->private_chat = private_chat;
}

/* Nobody writes the same words twice within the second in which they were answered. */
static gboolean
is_met_again (ParleyKeeper *keeper, gint64 wall, const char *text)
{
  const ParleyMark *mark = &keeper->record->mark;
  guint n = wall == mark->wall_s && wall == keeper->met_wall ? mark->count : 0;

  for (guint i = 0; i < MIN (n, keeper->met->len); i++)
    {
      if (g_str_equal (g_ptr_array_index (keeper->met, i), text))
        return TRUE;
    }
  return FALSE;
}

/* A mark that lies ahead is from a clock that was wrong: it says nothing about what comes now. */
gboolean
parley_keeper_meet (ParleyKeeper *keeper, gint64 wall, const char *text, gint64 now)
{
  ParleyMark *mark = &keeper->record->mark;

  if (mark->wall_s > now)
    *mark = (ParleyMark){ 0 };
  if (is_met_again (keeper, wall, text))
    return FALSE;
  if (wall != keeper->met_wall)
    g_ptr_array_set_size (keeper->met, 0);
  keeper->met_wall = wall;
  g_ptr_array_add (keeper->met, g_strdup (text));
  return !parley_mark_covers (mark, wall, text, keeper->met->len);
}

void
parley_keeper_leave_pending (ParleyKeeper *keeper)
{
  keeper->n_pending = 0;
}

void
parley_keeper_add (ParleyKeeper *keeper, gint64 wall, const char *text)
{
  if (keeper->store == NULL || keeper->private_chat)
    return;
  parley_store_add_pending (keeper->store, keeper->key, wall, text);
  keeper->n_pending++;
}

ParleyMark
parley_keeper_get_next_mark (ParleyKeeper *keeper, gint64 wall, const char *text)
{
  ParleyMark mark = keeper->record->mark;
  guint count = wall == keeper->met_wall ? keeper->met->len : G_MAXUINT;

  parley_mark_advance (&mark, wall, keeper->private_chat ? "" : text, count);
  return mark;
}

void
parley_keeper_advance (ParleyKeeper *keeper, gint64 wall, const char *text)
{
  keeper->record->mark = parley_keeper_get_next_mark (keeper, wall, text);
}

void
parley_keeper_settle (ParleyKeeper *keeper, guint n_unread, guint attempts)
{
  guint n = keeper->n_pending > n_unread ? keeper->n_pending - n_unread : 0;

  keeper->record->attempts = attempts;
  if (n > 0)
    parley_store_clear_pending (keeper->store, keeper->key, n);
  keeper->n_pending -= n;
  parley_keeper_save (keeper);
}
