/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-keeper.h"

#include "memory/parley-store-drafts.h"
#include "memory/parley-store-heard.h"

struct _ParleyKeeper
{
  ParleyStore *store;
  const ParleyChatKey *key;
  GCancellable *cancellable;
  ParleyChatRecord *record;
  GArray *pending; /* of guint: the numbers of bubbles written down; 0: it had none */
  gboolean private_chat;

  ParleyKeeperFunc loaded;
  gpointer owner;
  ParleyHeard *heard;
  ParleyHeardLine line; /* that was heard last, while it is to be added */
};

ParleyKeeper *
parley_keeper_new (ParleyStore *store, const ParleyChatKey *key)
{
  ParleyKeeper *keeper = g_new0 (ParleyKeeper, 1);

  keeper->store = store;
  keeper->key = key;
  keeper->cancellable = g_cancellable_new ();
  keeper->record = parley_chat_record_new ();
  keeper->heard = parley_heard_new ();
  keeper->pending = g_array_new (FALSE, FALSE, sizeof (guint));
  return keeper;
}

void
parley_keeper_free (ParleyKeeper *keeper)
{
  g_cancellable_cancel (keeper->cancellable);
  g_object_unref (keeper->cancellable);
  parley_chat_record_free (keeper->record);
  parley_heard_free (keeper->heard);
  g_array_unref (keeper->pending);
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
  if (record->heard != NULL)
    {
      parley_heard_free (keeper->heard);
      keeper->heard = g_steal_pointer (&record->heard);
    }
  for (guint i = 0; i < record->pending->len; i++)
    g_array_append_val (keeper->pending, parley_chat_record_get_pending (record, i)->number);
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

guint
parley_keeper_hear (ParleyKeeper *keeper, const ParleyHeardLine *line, const char *text)
{
  keeper->line = *line;
  keeper->line.hash = parley_mark_hash (text);
  parley_heard_skip_to (keeper->heard, keeper->record->mark.count);
  if (!parley_heard_take (keeper->heard, &keeper->line, keeper->record->mark.count))
    keeper->line.number = 0;
  return keeper->line.number;
}

/* Also a digest tells something of a text. */
static void
write_down (ParleyKeeper *keeper, const ParleyPending *pending)
{
  gboolean numbered = keeper->line.number != 0;

  if (keeper->private_chat)
    keeper->line.hash = 0;
  if (keeper->store != NULL && (numbered || pending != NULL))
    parley_store_hear (keeper->store, keeper->key, numbered ? &keeper->line : NULL, pending);
  keeper->line.number = 0;
}

void
parley_keeper_add_read (ParleyKeeper *keeper)
{
  write_down (keeper, NULL);
}

void
parley_keeper_begin_connection (ParleyKeeper *keeper)
{
  parley_heard_begin_connection (keeper->heard);
}

void
parley_keeper_leave_pending (ParleyKeeper *keeper)
{
  g_array_set_size (keeper->pending, 0);
}

gboolean
parley_keeper_add (ParleyKeeper *keeper, const ParleyPending *pending)
{
  gboolean kept = keeper->store != NULL && !keeper->private_chat;

  write_down (keeper, kept ? pending : NULL);
  if (kept)
    g_array_append_val (keeper->pending, pending->number);
  return kept;
}

static void
drop_number (ParleyKeeper *keeper, guint number)
{
  for (guint i = 0; i < keeper->pending->len; i++)
    {
      if (g_array_index (keeper->pending, guint, i) != number)
        continue;
      g_array_remove_index (keeper->pending, i);
      return;
    }
}

/* What came in the open may be changed where nothing is to be written down: it goes then. */
void
parley_keeper_revise (ParleyKeeper *keeper, guint number, const char *text)
{
  const char *kept = keeper->private_chat ? NULL : text;

  if (keeper->store == NULL || number == 0)
    return;
  parley_store_revise_pending (keeper->store, keeper->key, number, kept);
  if (kept == NULL)
    drop_number (keeper, number);
}

ParleyMark
parley_keeper_get_next_mark (ParleyKeeper *keeper, guint number, gint64 received, const char *text)
{
  ParleyMark mark = keeper->record->mark;

  parley_mark_advance (&mark, received, keeper->private_chat ? "" : text, number);
  return mark;
}

void
parley_keeper_advance (ParleyKeeper *keeper, guint number, gint64 received, const char *text)
{
  keeper->record->mark = parley_keeper_get_next_mark (keeper, number, received, text);
}

void
parley_keeper_set_drafts (ParleyKeeper *keeper,
                          const ParleyProposal *draft,
                          const GPtrArray *aside,
                          gboolean secret)
{
  const ParleyProposal number = { .number = draft->number, .last = draft->last };

  if (keeper->store != NULL)
    parley_store_keep_drafts (keeper->store, keeper->key,
                              secret || keeper->private_chat ? &number : draft,
                              keeper->private_chat ? NULL : aside);
}

void
parley_keeper_settle (ParleyKeeper *keeper, guint n_unread, guint attempts)
{
  guint n = keeper->pending->len > n_unread ? keeper->pending->len - n_unread : 0;
  guint newest = n > 0 ? g_array_index (keeper->pending, guint, n - 1) : 0;

  keeper->record->attempts = attempts;
  if (n > 0)
    parley_store_clear_pending (keeper->store, keeper->key, n, newest);
  g_array_remove_range (keeper->pending, 0, n);
  parley_keeper_save (keeper);
}
