/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "context/parley-diary.h"
#include "engine/parley-engine-private.h"
#include "memory/parley-store-chats.h"
#include "memory/parley-store-drafts.h"

/* What earlier runs left is taken up. */

static gboolean
is_unanswered (ParleyEngine *engine, const ParleyChatKey *key)
{
  return g_ptr_array_find_with_equal_func (engine->unanswered, key, parley_chat_key_equal, NULL);
}

/* What an earlier run may have said is looked at where it is, as what it did not answer is. */
static void
add_leftovers (ParleyEngine *engine)
{
  g_autoptr (GPtrArray) keys = parley_leftovers_list (engine->context->observed.leftovers);

  for (guint i = 0; i < keys->len; i++)
    {
      const ParleyChatKey *key = g_ptr_array_index (keys, i);

      if (!is_unanswered (engine, key))
        g_ptr_array_add (engine->unanswered, parley_chat_key_copy (key));
    }
}

/* What nobody wants answered any more is not kept either. */
void
parley_engine_discard_pending (ParleyEngine *engine, const ParleyChatKey *key)
{
  if (engine->context->stores.kept != NULL)
    {
      parley_store_clear_pending (engine->context->stores.kept, key, G_MAXUINT, 0);
      parley_store_drop_draft (engine->context->stores.kept, key);
    }
}

/* Nobody reads that chat any more: the user finds in the journal what may have been said. */
static void
discard_leftovers (ParleyEngine *engine, const ParleyChatKey *key)
{
  g_autoptr (GPtrArray) left = parley_leftovers_take (engine->context->observed.leftovers, key);

  for (guint i = 0; left != NULL && i < left->len; i++)
    {
      const ParleyIntent *intent = g_ptr_array_index (left, i);

      if (intent->outcome == PARLEY_INTENT_OPEN)
        parley_diary_note (engine->context, key, PARLEY_JOURNAL_SAID, "perhaps", intent->text);
    }
  if (left != NULL)
    parley_leftovers_settle (engine->context->observed.leftovers);
}

/* A session takes up what is pending by itself, unless another program is at it. */
void
parley_engine_open_unanswered (ParleyEngine *engine)
{
  for (guint i = 0; i < engine->unanswered->len;)
    {
      g_autoptr (ParleyChatKey) key = NULL;
      ParleyFacts facts = { 0 };

      parley_context_get_facts (engine->context, g_ptr_array_index (engine->unanswered, i), &facts);
      if (!facts.connected || !facts.speaker)
        {
          i++;
          continue;
        }
      key = g_ptr_array_steal_index (engine->unanswered, i);
      if (parley_engine_open_session (engine, key, &facts) != NULL)
        continue;
      parley_engine_discard_pending (engine, key);
      discard_leftovers (engine, key);
    }
}

/* What an earlier run left is taken up as soon as each account is there. */
static void
on_pending_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyEngine *engine = data;
  GPtrArray *keys = parley_store_list_pending_finish (PARLEY_STORE (source), result, NULL);

  if (keys == NULL)
    return;
  g_clear_pointer (&engine->unanswered, g_ptr_array_unref);
  engine->unanswered = keys;
  add_leftovers (engine);
  parley_engine_open_unanswered (engine);
}

/* Nobody knows any more in which chat that was. */
static void
tell_damage (ParleyEngine *engine)
{
  if (parley_leftovers_get_damaged (engine->context->observed.leftovers) == 0)
    return;
  parley_diary_note (engine->context, NULL, PARLEY_JOURNAL_IMPORTANT, "damaged_notes", NULL);
  parley_engine_notify (engine, _ ("Some of Parley's notes about what it was sending when it last "
                                   "closed are damaged, so it may have sent something it doesn't "
                                   "remember. You get drafts for what was not answered then."));
}

/* Chats that were opened meanwhile have waited for this. */
static void
on_leftovers_known (gpointer owner)
{
  ParleyEngine *engine = owner;
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);
  g_autoptr (GCancellable) gone = g_object_ref (engine->context->cancellable);

  add_leftovers (engine);
  parley_engine_open_unanswered (engine);
  for (guint i = 0; i < sessions->len; i++)
    parley_session_begin (g_ptr_array_index (sessions, i));
  if (!g_cancellable_is_cancelled (gone))
    tell_damage (engine);
}

void
parley_engine_take_up (ParleyEngine *engine)
{
  ParleyContext *context = engine->context;

  if (context->stores.intents != NULL)
    parley_leftovers_read (context->observed.leftovers, context->stores.intents, on_leftovers_known,
                           engine);
  if (context->stores.kept != NULL)
    parley_store_list_pending_async (context->stores.kept, context->cancellable, on_pending_listed,
                                     engine);
}
