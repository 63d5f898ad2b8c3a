/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-engine-private.h"
#include "session/parley-session.h"

/* Turns that wait for a model, or for room. */

GPtrArray *
parley_engine_ref_sessions (ParleyEngine *engine)
{
  GPtrArray *sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_session_unref);
  GHashTableIter iter;
  gpointer session;

  g_hash_table_iter_init (&iter, engine->sessions);
  while (g_hash_table_iter_next (&iter, NULL, &session))
    g_ptr_array_add (sessions, parley_session_ref (session));
  return sessions;
}

/* Only turns that wait take notice. */
void
parley_engine_recover (gpointer data)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (data);

  for (guint i = 0; i < sessions->len; i++)
    parley_session_recovered (g_ptr_array_index (sessions, i));
}

static int
compare_room (gconstpointer a, gconstpointer b)
{
  gint64 since = parley_session_get_room_since (*(ParleySession *const *) a);
  gint64 other = parley_session_get_room_since (*(ParleySession *const *) b);

  return since < other ? -1 : since > other;
}

/* What has room, and did not go out yet, still takes it. */
void
parley_engine_give_room (gpointer data)
{
  ParleyEngine *engine = data;
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  guint room = parley_meters_get_room (engine->context->meters);
  guint n_taken = 0;

  for (guint i = 0; i < sessions->len; i++)
    {
      ParleySession *session = g_ptr_array_index (sessions, i);

      n_taken += parley_session_takes_room (session);
      if (parley_session_get_room_since (session) >= 0)
        g_ptr_array_add (waiting, session);
    }
  g_ptr_array_sort (waiting, compare_room);
  for (guint i = 0; i < waiting->len && i + n_taken < room; i++)
    parley_session_take_room (g_ptr_array_index (waiting, i));
}

gboolean
parley_engine_has_older (gpointer data, gint64 since, guint n)
{
  ParleyEngine *engine = data;
  GHashTableIter iter;
  gpointer session;

  if (n > g_hash_table_size (engine->sessions))
    return FALSE;
  g_hash_table_iter_init (&iter, engine->sessions);
  while (n > 0 && g_hash_table_iter_next (&iter, NULL, &session))
    {
      gint64 other = parley_session_get_claim_since (session);

      n -= other >= 0 && other < since;
    }
  return n == 0;
}

static int
compare_waiting (gconstpointer a, gconstpointer b)
{
  gint64 since = parley_session_get_waiting_since (*(ParleySession *const *) a);
  gint64 other = parley_session_get_waiting_since (*(ParleySession *const *) b);

  return since < other ? -1 : since > other;
}

/* What has become too old meanwhile is left to the user. */
gboolean
parley_engine_probe (gpointer data, gboolean due, guint turn)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (data);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();

  for (guint i = 0; i < sessions->len; i++)
    {
      ParleySession *session = g_ptr_array_index (sessions, i);

      parley_session_expire (session);
      if (parley_session_get_waiting_since (session) >= 0)
        g_ptr_array_add (waiting, session);
    }
  if (waiting->len == 0 || !due)
    return waiting->len > 0;
  g_ptr_array_sort (waiting, compare_waiting);
  parley_session_recovered (g_ptr_array_index (waiting, turn % waiting->len));
  return TRUE;
}
