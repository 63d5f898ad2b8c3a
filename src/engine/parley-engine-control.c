/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-engine-private.h"

#include "base/parley-metrics.h"

void
parley_engine_observe (ParleyEngine *engine, const ParleyObserver *observer, gpointer data)
{
  engine->observer = observer;
  engine->observer_data = data;
}

void
parley_engine_tell_deed (gpointer data, const ParleyDeed *deed)
{
  ParleyEngine *engine = data;

  if (engine->observer != NULL)
    engine->observer->deed (engine->observer_data, deed);
}

void
parley_engine_tell_forgotten (gpointer data, const ParleyChatKey *key)
{
  ParleyEngine *engine = data;

  if (engine->observer != NULL)
    engine->observer->forgotten (engine->observer_data, key);
}

static void
waiting_draft_free (gpointer data)
{
  ParleyWaitingDraft *draft = data;

  parley_chat_key_free (draft->key);
  g_free (draft->text);
  g_free (draft);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const ParleyChatKey *left = (*(const ParleyWaitingDraft *const *) a)->key;
  const ParleyChatKey *right = (*(const ParleyWaitingDraft *const *) b)->key;
  int order = g_strcmp0 (left->protocol, right->protocol);

  if (order == 0)
    order = g_strcmp0 (left->account, right->account);
  if (order == 0)
    order = g_strcmp0 (left->person, right->person);
  return order != 0 ? order
                    : (int) (*(const ParleyWaitingDraft *const *) a)->number
                          - (int) (*(const ParleyWaitingDraft *const *) b)->number;
}

/* @text: (transfer full). */
static void
add_draft (GPtrArray *drafts, ParleySession *session, guint number, char *text)
{
  ParleyWaitingDraft *draft = g_new0 (ParleyWaitingDraft, 1);

  draft->key = parley_chat_key_copy (parley_session_get_key (session));
  draft->number = number;
  if (parley_session_is_private (session))
    g_free (text);
  else
    draft->text = text;
  g_ptr_array_add (drafts, draft);
}

static void
add_drafts (GPtrArray *drafts, ParleySession *session)
{
  guint number = 0;
  char *text;

  for (guint i = 0; (text = parley_session_dup_nth_draft (session, i, &number)) != NULL; i++)
    add_draft (drafts, session, number, text);
}

GPtrArray *
parley_engine_list_drafts (ParleyEngine *engine)
{
  GPtrArray *drafts = g_ptr_array_new_with_free_func (waiting_draft_free);
  GHashTableIter iter;
  gpointer session;

  g_hash_table_iter_init (&iter, engine->sessions);
  while (g_hash_table_iter_next (&iter, NULL, &session))
    add_drafts (drafts, session);
  g_ptr_array_sort (drafts, compare);
  return drafts;
}

gboolean
parley_engine_waits_for_model (ParleyEngine *engine)
{
  return parley_outage_is_on (engine->context->model.outage);
}

char *
parley_engine_dup_metrics (ParleyEngine *engine)
{
  return parley_metrics_dup_text (engine->context->metrics);
}
