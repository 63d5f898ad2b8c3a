/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-intent-op.h"

void
parley_intent_op_free (gpointer data)
{
  ParleyIntentOp *op = data;

  g_clear_pointer (&op->intent, parley_intent_free);
  g_clear_pointer (&op->key, parley_chat_key_free);
  g_clear_pointer (&op->result, parley_intents_left_free);
  g_clear_error (&op->error);
  g_clear_object (&op->task);
  g_free (op);
}

static gboolean
is_change (const ParleyIntentOp *op)
{
  return op->kind == PARLEY_INTENT_OP_DECLARE || op->kind == PARLEY_INTENT_OP_SETTLE;
}

static gboolean
is_release (const ParleyIntentOp *op)
{
  return op->kind == PARLEY_INTENT_OP_RELEASE;
}

/* Returns: the link behind what was written. */
static GList *
write_changes (ParleyIntentBook *book, GList *from)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (ParleyIntentChange));
  g_autoptr (GError) failure = NULL;
  GList *link;

  for (link = from; link != NULL && (is_change (link->data) || is_release (link->data));
       link = link->next)
    {
      const ParleyIntentOp *op = link->data;
      ParleyIntentChange change = { op->number, op->intent, op->outcome };

      if (is_change (op))
        g_array_append_val (changes, change);
    }
  if (!parley_intent_book_change (book, changes, &failure))
    {
      for (GList *failed = from; failed != link; failed = failed->next)
        if (is_change (failed->data))
          ((ParleyIntentOp *) failed->data)->error = g_error_copy (failure);
    }
  return link;
}

void
parley_intent_ops_do (ParleyIntentBook *book, GQueue *ops)
{
  GList *link = ops->head;

  while (link != NULL)
    {
      ParleyIntentOp *op = link->data;

      switch (op->kind)
        {
        case PARLEY_INTENT_OP_DECLARE:
        case PARLEY_INTENT_OP_SETTLE:
          link = write_changes (book, link);
          continue;
        case PARLEY_INTENT_OP_RELEASE:
          break; /* it has time until the changes are lasting, for somebody waits for those */
        case PARLEY_INTENT_OP_TAKE_LEFT:
          op->result = parley_intent_book_take_left (book);
          break;
        case PARLEY_INTENT_OP_DROP_LEFT:
          parley_intent_book_drop_left (book);
          break;
        case PARLEY_INTENT_OP_FORGET:
          parley_intent_book_forget (book, op->key, &op->error);
          break;
        }
      link = link->next;
    }
  for (link = ops->head; link != NULL; link = link->next)
    {
      const ParleyIntentOp *op = link->data;

      if (is_release (op))
        parley_intent_book_release (book, op->number);
    }
}
