/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-intents.h"

#include <glib/gi18n-lib.h>

#include "memory/parley-intent-op.h"

/* For who lets go of it without closing it. */
#define CLOSE_US (100 * G_TIME_SPAN_MILLISECOND)

/* What is done in one go, with one wait for the disk. */
typedef struct
{
  GQueue ops;
  gboolean done;   /* under the lock */
  GQueue *closing; /* likewise: what is to be done after it before the book is closed */
  gboolean kept;   /* likewise: whether the store then has all for good */
} Group;

struct _ParleyIntents
{
  GObject parent_instance;
  ParleyStore *store; /* NULL: none */
  guint64 last;       /* the last number */
  GQueue waiting;
  GTask *running; /* its data is the group under way; NULL if none */
  GQueue done;    /* to be answered */
  GQueue settled; /* to be done when the store has all for good; not those it is asked for */
  gboolean keeping;
  gboolean closed;

  GThreadPool *thread;    /* its own: the threads of GTask may all be waiting for something else */
  ParleyIntentBook *book; /* belongs to whoever does a group; NULL when closed */
  GMutex lock;
  GCond group_done;
};

G_DEFINE_FINAL_TYPE (ParleyIntents, parley_intents, G_TYPE_OBJECT)

static void
group_free (gpointer data)
{
  Group *group = data;

  g_queue_clear_full (&group->ops, parley_intent_op_free);
  if (group->closing != NULL)
    g_queue_free_full (group->closing, parley_intent_op_free);
  g_free (group);
}

/* --- in the worker --- */

static void
end_group (ParleyIntents *self, Group *group)
{
  g_mutex_lock (&self->lock);
  group->done = TRUE;
  g_cond_signal (&self->group_done);
  g_mutex_unlock (&self->lock);
}

static void
run_group (gpointer data, gpointer user_data)
{
  g_autoptr (GTask) task = data;
  ParleyIntents *self = g_task_get_source_object (task);
  Group *group = g_task_get_task_data (task);
  GQueue *closing;

  parley_intent_ops_do (self->book, &group->ops);
  g_mutex_lock (&self->lock);
  closing = group->closing;
  group->done = closing == NULL;
  g_mutex_unlock (&self->lock);
  if (closing != NULL)
    {
      parley_intent_ops_do (self->book, closing);
      parley_intent_book_close (g_steal_pointer (&self->book), group->kept);
      end_group (self, group);
    }
  g_task_return_boolean (task, TRUE);
}

/* --- in the main loop --- */

static void
op_answer (ParleyIntents *self, ParleyIntentOp *op, gboolean lost)
{
  GCancellable *cancellable;

  if (op->task == NULL)
    return;
  cancellable = g_task_get_cancellable (op->task);
  if (lost)
    g_task_return_new_error (op->task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                             _ ("The program is closing."));
  else if (op->error != NULL)
    g_task_return_error (op->task, g_steal_pointer (&op->error));
  else if (op->kind == PARLEY_INTENT_OP_DECLARE && g_cancellable_is_cancelled (cancellable))
    {
      parley_intents_settle (self, op->number, PARLEY_INTENT_TAKEN_BACK);
      g_task_return_error_if_cancelled (op->task);
    }
  else if (op->kind == PARLEY_INTENT_OP_DECLARE)
    g_task_return_pointer (op->task, g_memdup2 (&op->number, sizeof op->number), g_free);
  else if (op->kind == PARLEY_INTENT_OP_TAKE_LEFT)
    g_task_return_pointer (op->task, g_steal_pointer (&op->result),
                           (GDestroyNotify) parley_intents_left_free);
  else
    g_task_return_boolean (op->task, TRUE);
  if (op->callback != NULL)
    op->callback (G_OBJECT (self), G_ASYNC_RESULT (op->task), op->user_data);
}

/* A callback may close, which then answers the rest. */
static void
answer (ParleyIntents *self, gboolean lost)
{
  ParleyIntentOp *op;

  while ((op = g_queue_pop_head (&self->done)) != NULL)
    {
      op_answer (self, op, lost);
      parley_intent_op_free (op);
    }
}

static void
move_all (GQueue *from, GQueue *to)
{
  ParleyIntentOp *op;

  while ((op = g_queue_pop_head (from)) != NULL)
    g_queue_push_tail (to, op);
}

static void on_group_done (GObject *source, GAsyncResult *result, gpointer data);

/* @group: (transfer full). Returns: (transfer full): its data is the group. */
static GTask *
run (ParleyIntents *self, Group *group)
{
  GTask *task = g_task_new (self, NULL, on_group_done, NULL);

  g_task_set_source_tag (task, run);
  g_task_set_priority (task, G_PRIORITY_HIGH);
  g_task_set_task_data (task, group, group_free);
  g_thread_pool_push (self->thread, g_object_ref (task), NULL);
  return task;
}

static void
start_group (ParleyIntents *self)
{
  Group *group;

  if (self->running != NULL || g_queue_is_empty (&self->waiting))
    return;
  group = g_new0 (Group, 1);
  move_all (&self->waiting, &group->ops);
  self->running = run (self, group);
}

static void
on_group_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyIntents *self = PARLEY_INTENTS (source);
  Group *group = g_task_get_task_data (G_TASK (result));

  /* Closing has seen to it already. */
  if (self->closed)
    return;
  g_clear_object (&self->running);
  move_all (&group->ops, &self->done);
  start_group (self);
  answer (self, FALSE);
}

static void
add_op (ParleyIntents *self, ParleyIntentOp *op)
{
  g_queue_push_tail (&self->waiting, op);
  start_group (self);
}

static ParleyIntentOp *
op_new (ParleyIntentOpKind kind)
{
  ParleyIntentOp *op = g_new0 (ParleyIntentOp, 1);

  op->kind = kind;
  return op;
}

/* @op: (transfer full). */
static void
call (ParleyIntents *self,
      ParleyIntentOp *op,
      GCancellable *cancellable,
      GAsyncReadyCallback callback,
      gpointer user_data)
{
  op->task = g_task_new (self, cancellable, NULL, NULL);
  g_task_set_source_tag (op->task, call);
  g_task_set_check_cancellable (op->task, FALSE);
  op->callback = callback;
  op->user_data = user_data;
  if (!self->closed)
    {
      add_op (self, op);
      return;
    }
  g_task_report_new_error (self, callback, user_data, call, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The program is closing."));
  parley_intent_op_free (op);
}

void
parley_intents_declare_async (ParleyIntents *self,
                              const ParleyIntent *intent,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  ParleyIntentOp *op = op_new (PARLEY_INTENT_OP_DECLARE);

  op->number = ++self->last;
  op->intent = parley_intent_copy (intent);
  op->intent->outcome = PARLEY_INTENT_OPEN;
  call (self, op, cancellable, callback, user_data);
}

guint64
parley_intents_declare_finish (ParleyIntents *self, GAsyncResult *result, GError **error)
{
  g_autofree guint64 *number = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);
  number = g_task_propagate_pointer (G_TASK (result), error);
  return number != NULL ? *number : 0;
}

/* --- outcomes --- */

/* What waits for the store. */
typedef struct
{
  ParleyIntents *intents; /* referenced */
  GQueue ops;
} Keeping;

static void keep_settled (ParleyIntents *self);

/* What the store can't keep for good stays where it is. */
static void
on_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Keeping *keeping = data;
  g_autoptr (ParleyIntents) self = keeping->intents;
  gboolean kept = parley_store_sync_finish (PARLEY_STORE (source), result, NULL);

  self->keeping = FALSE;
  if (kept && !self->closed)
    {
      move_all (&keeping->ops, &self->waiting);
      start_group (self);
    }
  g_queue_clear_full (&keeping->ops, parley_intent_op_free);
  keep_settled (self);
}

static void
keep_settled (ParleyIntents *self)
{
  Keeping *keeping;

  if (self->keeping || self->closed || g_queue_is_empty (&self->settled))
    return;
  keeping = g_new0 (Keeping, 1);
  keeping->intents = g_object_ref (self);
  move_all (&self->settled, &keeping->ops);
  self->keeping = TRUE;
  parley_store_sync_async (self->store, on_kept, keeping);
}

/* Does what @kind says when the store has for good all it was asked for until now. */
static void
await_store (ParleyIntents *self, ParleyIntentOpKind kind, guint64 number)
{
  ParleyIntentOp *op = op_new (kind);

  op->number = number;
  if (self->store == NULL)
    {
      add_op (self, op);
      return;
    }
  g_queue_push_tail (&self->settled, op);
  keep_settled (self);
}

void
parley_intents_note (ParleyIntents *self, guint64 number, ParleyIntentOutcome outcome)
{
  ParleyIntentOp *op;

  g_return_if_fail (outcome != PARLEY_INTENT_OPEN);
  if (self->closed)
    return;
  op = op_new (PARLEY_INTENT_OP_SETTLE);
  op->number = number;
  op->outcome = outcome;
  add_op (self, op);
}

void
parley_intents_settle (ParleyIntents *self, guint64 number, ParleyIntentOutcome outcome)
{
  ParleyIntentOp *op;

  if (self->closed)
    return;
  parley_intents_note (self, number, outcome);
  if (outcome != PARLEY_INTENT_TAKEN_BACK)
    {
      await_store (self, PARLEY_INTENT_OP_RELEASE, number);
      return;
    }
  op = op_new (PARLEY_INTENT_OP_RELEASE);
  op->number = number;
  add_op (self, op);
}

/* --- what earlier runs left, and forgetting --- */

void
parley_intents_take_left_async (ParleyIntents *self,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  call (self, op_new (PARLEY_INTENT_OP_TAKE_LEFT), cancellable, callback, user_data);
}

ParleyIntentsLeft *
parley_intents_take_left_finish (ParleyIntents *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
parley_intents_drop_left (ParleyIntents *self)
{
  if (!self->closed)
    await_store (self, PARLEY_INTENT_OP_DROP_LEFT, 0);
}

void
parley_intents_forget_async (ParleyIntents *self,
                             const ParleyChatKey *key,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  ParleyIntentOp *op = op_new (PARLEY_INTENT_OP_FORGET);

  op->key = parley_chat_key_copy (key);
  call (self, op, cancellable, callback, user_data);
}

gboolean
parley_intents_forget_finish (ParleyIntents *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
parley_intents_is_idle (ParleyIntents *self)
{
  return self->running == NULL && g_queue_is_empty (&self->waiting)
         && g_queue_is_empty (&self->done) && g_queue_is_empty (&self->settled) && !self->keeping;
}

/* --- closing --- */

/* What would bring something new into the file is not done any more. */
static GQueue *
take_closing (ParleyIntents *self)
{
  GQueue *closing = g_queue_new ();
  ParleyIntentOp *op;

  while ((op = g_queue_pop_head (&self->waiting)) != NULL)
    g_queue_push_tail (
        op->task != NULL && op->kind != PARLEY_INTENT_OP_FORGET ? &self->done : closing, op);
  return closing;
}

/* Nobody will hear that they are declared. */
static void
release_declared (const GQueue *ops, GQueue *closing)
{
  for (GList *link = ops->head; link != NULL; link = link->next)
    {
      const ParleyIntentOp *op = link->data;
      ParleyIntentOp *release;

      if (op->kind != PARLEY_INTENT_OP_DECLARE)
        continue;
      release = op_new (PARLEY_INTENT_OP_RELEASE);
      release->number = op->number;
      g_queue_push_head (closing, release);
    }
}

/* Returns: whether the group, which is under way, sees to it. */
static gboolean
hand_over (ParleyIntents *self, Group *group, GQueue *closing, gboolean kept)
{
  gboolean done;

  g_mutex_lock (&self->lock);
  done = group->done;
  group->closing = done ? NULL : closing;
  group->kept = kept;
  g_mutex_unlock (&self->lock);
  return !done;
}

/* The book is closed in the worker, after what is under way. Returns: (transfer full): the task
 * whose group does that. */
static GTask *
start_closing (ParleyIntents *self, GTask *running, GQueue *closing)
{
  gboolean kept = self->store == NULL || parley_store_is_kept (self->store);
  Group *group;

  if (running != NULL && hand_over (self, g_task_get_task_data (running), closing, kept))
    return g_object_ref (running);
  group = g_new0 (Group, 1);
  group->closing = closing;
  group->kept = kept;
  return run (self, group);
}

static void
await_group (ParleyIntents *self, Group *group, gint64 end)
{
  g_mutex_lock (&self->lock);
  while (!group->done && g_cond_wait_until (&self->group_done, &self->lock, end))
    ;
  g_mutex_unlock (&self->lock);
}

static void
answer_as_lost (ParleyIntents *self, GQueue *ops)
{
  for (GList *link = ops->head; link != NULL; link = link->next)
    {
      ParleyIntentOp *op = link->data;

      op_answer (self, op, TRUE);
      g_clear_object (&op->task);
    }
}

void
parley_intents_close (ParleyIntents *self, gint64 end)
{
  g_autoptr (ParleyIntents) alive = NULL;
  g_autoptr (GTask) running = NULL;
  g_autoptr (GTask) last = NULL;
  GQueue *closing;

  if (self->closed)
    return;
  alive = g_object_ref (self);
  self->closed = TRUE;
  closing = take_closing (self);
  running = g_steal_pointer (&self->running);
  release_declared (&self->done, closing);
  if (running != NULL)
    release_declared (&((Group *) g_task_get_task_data (running))->ops, closing);
  answer (self, TRUE);
  if (running != NULL)
    answer_as_lost (self, &((Group *) g_task_get_task_data (running))->ops);
  answer_as_lost (self, closing);
  last = start_closing (self, running, closing);
  await_group (self, g_task_get_task_data (last), end);
  g_queue_clear_full (&self->settled, parley_intent_op_free);
}

/* --- the object --- */

static void
parley_intents_dispose (GObject *object)
{
  parley_intents_close (PARLEY_INTENTS (object), g_get_monotonic_time () + CLOSE_US);
  G_OBJECT_CLASS (parley_intents_parent_class)->dispose (object);
}

static void
parley_intents_finalize (GObject *object)
{
  ParleyIntents *self = PARLEY_INTENTS (object);

  g_clear_object (&self->store);
  g_thread_pool_free (self->thread, FALSE, FALSE);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->group_done);
  G_OBJECT_CLASS (parley_intents_parent_class)->finalize (object);
}

static void
parley_intents_class_init (ParleyIntentsClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = parley_intents_dispose;
  object_class->finalize = parley_intents_finalize;
}

static void
parley_intents_init (ParleyIntents *self)
{
  self->thread = g_thread_pool_new (run_group, NULL, 1, FALSE, NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->group_done);
}

ParleyIntents *
parley_intents_new (const char *folder, ParleyStore *store)
{
  ParleyIntents *self = g_object_new (PARLEY_TYPE_INTENTS, NULL);

  self->store = store != NULL ? g_object_ref (store) : NULL;
  self->book = parley_intent_book_new (folder);
  return self;
}
