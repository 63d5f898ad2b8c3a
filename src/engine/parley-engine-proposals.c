/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-engine-private.h"

#include <glib/gi18n-lib.h>

/* What the user is to see first, and what they want of it. */

/* Returns: (transfer none) (nullable): NULL where nothing is known; the user was told. */
static ParleySession *
find_proposing (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = parley_engine_find_remembered (engine, key);

  if (session == NULL)
    parley_host_tell_user (engine->context->host, key, _ ("There is no draft."));
  return session;
}

void
parley_engine_send_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number)
{
  ParleySession *session = find_proposing (engine, key);

  if (session != NULL)
    parley_session_send_proposal (session, number);
}

void
parley_engine_edit_proposal (ParleyEngine *engine, const ParleyChatKey *key, const char *text)
{
  ParleySession *session = find_proposing (engine, key);

  if (session != NULL)
    parley_session_edit_proposal (session, text);
}

void
parley_engine_drop_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number)
{
  ParleySession *session = find_proposing (engine, key);

  if (session != NULL)
    parley_session_drop_proposal (session, number);
}

void
parley_engine_show_drafts (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_proposing (engine, key);

  if (session != NULL)
    parley_session_list_drafts (session);
}

char *
parley_engine_take_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number)
{
  ParleySession *session = find_proposing (engine, key);

  return session != NULL ? parley_session_take_proposal (session, number) : NULL;
}

char *
parley_engine_dup_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint *number)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  return session != NULL ? parley_session_dup_proposal (session, number) : NULL;
}

void
parley_engine_look_at (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  if (session != NULL)
    parley_session_show_kept (session);
}

void
parley_engine_again (ParleyEngine *engine, const ParleyChatKey *key, const char *wish)
{
  ParleyFacts facts;
  ParleySession *session = parley_engine_open_session (engine, key, &facts);

  if (session != NULL)
    parley_session_again (session, wish);
  else
    parley_host_tell_user (
        engine->context->host, key,
        parley_verdict_explain (parley_policy_decide (&facts, PARLEY_ACT_READ).verdict));
}

void
parley_engine_catch_up (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts;
  ParleySession *session = parley_engine_open_session (engine, key, &facts);

  if (session != NULL)
    parley_session_catch_up (session);
  else
    parley_host_tell_user (
        engine->context->host, key,
        parley_verdict_explain (parley_policy_decide (&facts, PARLEY_ACT_READ).verdict));
}

void
parley_engine_get_draft_tally (ParleyEngine *engine,
                               const ParleyChatKey *key,
                               guint *unchanged,
                               guint *all)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  *unchanged = *all = 0;
  if (session != NULL)
    parley_session_get_draft_tally (session, unchanged, all);
}
