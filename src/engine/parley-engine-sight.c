/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "context/parley-diary.h"
#include "engine/parley-engine-private.h"
#include "session/parley-session.h"

/* Who has a name, and what becomes of a chat when that may be somebody else. */

/* @store: of this sitting, where what was said stands under the name, whoever has it next. */
static void
lose_in (ParleyStore *store, const ParleyChatKey *key)
{
  g_autoptr (ParleyChatMemory) memory = store != NULL ? parley_chat_memory_new (store, key) : NULL;

  if (memory != NULL)
    parley_chat_memory_lose_person (memory);
}

void
parley_engine_lose (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  parley_engine_discard_pending (engine, key);
  if (session == NULL)
    return;
  g_hash_table_remove (engine->sessions, key);
  parley_session_lose (session);
  lose_in (engine->context->stores.sitting, key);
  lose_in (engine->context->stores.sealed, key);
}

void
parley_engine_note_sight (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  if (session != NULL)
    parley_session_note_sight (session);
}

void
parley_engine_note_stranger (ParleyEngine *engine, const ParleyChatKey *key)
{
  parley_diary_note (engine->context, key, PARLEY_JOURNAL_REFUSED, "other_person", NULL);
}

void
parley_engine_note_unseen (ParleyEngine *engine, const ParleyChatKey *key)
{
  parley_diary_note (engine->context, key, PARLEY_JOURNAL_REFUSED, "not_seen", NULL);
  parley_host_tell_user (engine->context->host, key,
                         _ ("Not answered: the server did not say who has this name now. If it is "
                            "them and you want a draft: /parley again"));
}

void
parley_engine_note_unsent (ParleyEngine *engine, const ParleyChatKey *key)
{
  parley_diary_note (engine->context, key, PARLEY_JOURNAL_WITHHELD, "not_sent", NULL);
  parley_host_tell_user (engine->context->host, key,
                         _ ("The last answer was not sent: the connection was lost, or somebody "
                            "else may have taken this name."));
}

gboolean
parley_engine_knows_protocol (ParleyEngine *engine, const char *protocol)
{
  return parley_protocols_is_known (engine->context->knowledge->protocols, protocol);
}

gboolean
parley_engine_name_proves (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts = { 0 };

  parley_context_get_facts (engine->context, key, &facts);
  return facts.person.proven;
}

gboolean
parley_engine_knows_again (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts = { 0 };

  parley_context_get_facts (engine->context, key, &facts);
  return facts.person.proven || facts.person.recognised;
}
