/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-engine.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-where.h"
#include "context/parley-diary.h"
#include "engine/parley-engine-private.h"
#include "engine/parley-forgetting.h"
#include "session/parley-session.h"
#include "memory/parley-store-chats.h"

static void
on_store_trouble (ParleyStore *store, const char *message, gpointer data)
{
  parley_engine_notify (data, message);
}

static void
on_slept (gpointer data)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (data);

  for (guint i = 0; i < sessions->len; i++)
    parley_session_slept (g_ptr_array_index (sessions, i));
}

static void
on_settings (gpointer data)
{
  parley_diary_note_pause (((ParleyEngine *) data)->context);
}

static void
on_server (gpointer data)
{
  ParleyContext *context = ((ParleyEngine *) data)->context;

  parley_diary_note_server (context, context->model.backend);
}

static void
use_store (ParleyEngine *engine)
{
  ParleyContext *context = engine->context;

  if (context->stores.kept == NULL)
    return;
  g_signal_connect (context->stores.kept, "trouble", G_CALLBACK (on_store_trouble), engine);
  parley_diary_trim (context);
  parley_engine_take_up (engine);
}

static gboolean
has_proposal (gpointer data, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (((ParleyEngine *) data)->sessions, key);

  return session != NULL && parley_session_has_proposal (session);
}

/* @context: (transfer full). */
static ParleyEngine *
engine_new (ParleyContext *context)
{
  static const ParleyContextFuncs funcs = {
    .slept = on_slept,
    .recovered = parley_engine_recover,
    .room = parley_engine_give_room,
    .older = parley_engine_has_older,
    .probe = parley_engine_probe,
    .settings = on_settings,
    .server = on_server,
    .deed = parley_engine_tell_deed,
    .forgotten = parley_engine_tell_forgotten,
  };
  ParleyEngine *engine = g_new0 (ParleyEngine, 1);

  engine->context = context;
  engine->context->funcs = &funcs;
  engine->context->engine = engine;
  engine->sessions = g_hash_table_new (parley_chat_key_hash, parley_chat_key_equal);
  engine->welcome = parley_welcome_new (engine->context, has_proposal, engine);
  engine->unanswered = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  use_store (engine);
  return engine;
}

ParleyEngine *
parley_engine_new (ParleyHost *host,
                   ParleySettings *settings,
                   ParleyTimers *timers,
                   const char *user_dir)
{
  ParleyContext *context
      = parley_context_new (host, settings, timers, user_dir, parley_session_slot_granted);

  parley_meters_watch (context->meters, parley_diary_note_limit, context);
  return engine_new (context);
}

ParleyEngine *
parley_engine_new_rehearsal (ParleyEngine *real, ParleyHost *host)
{
  return engine_new (
      parley_context_new_rehearsal (real->context, host, parley_session_slot_granted));
}

void
parley_engine_free (ParleyEngine *engine)
{
  g_autoptr (GList) sessions = g_hash_table_get_values (engine->sessions);

  engine->context->model.closing = TRUE;
  g_hash_table_remove_all (engine->sessions);
  g_list_foreach (sessions, (GFunc) parley_session_close, NULL);
  parley_welcome_free (engine->welcome);
  g_hash_table_unref (engine->sessions);
  if (engine->context->stores.kept != NULL)
    g_signal_handlers_disconnect_by_data (engine->context->stores.kept, engine);
  parley_context_free (engine->context);
  g_ptr_array_unref (engine->unanswered);
  g_free (engine->notice);
  g_free (engine);
}

static ParleySession *
find_session (ParleyEngine *engine, const ParleyChatKey *key)
{
  return g_hash_table_lookup (engine->sessions, key);
}

ParleySession *
parley_engine_find_remembered (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_session (engine, key);

  if (session == NULL || !parley_session_is_forgotten (session))
    return session;
  g_hash_table_remove (engine->sessions, key);
  parley_session_abandon (session);
  return NULL;
}

/* Nothing is kept of people who were not chosen, nor while another program does. Returns: (transfer
 * none) (nullable). */
ParleySession *
parley_engine_open_session (ParleyEngine *engine, const ParleyChatKey *key, ParleyFacts *facts)
{
  ParleySession *session;

  parley_context_notice_sleep (engine->context);
  *facts = (ParleyFacts){ 0 };
  parley_context_get_facts (engine->context, key, facts);
  if (facts->mode == PARLEY_MODE_OFF
      || parley_policy_judge_person (facts) != PARLEY_VERDICT_ALLOWED)
    return NULL;
  if (parley_policy_decide (facts, PARLEY_ACT_READ).verdict == PARLEY_VERDICT_OTHER_SPEAKER)
    return NULL;
  session = parley_engine_find_remembered (engine, key);
  if (session != NULL && (facts->person.absent || parley_session_has_same_person (session)))
    return session;
  if (session != NULL)
    parley_engine_lose (engine, key);
  session = parley_session_new (engine->context, key, facts);
  g_hash_table_insert (engine->sessions, (gpointer) parley_session_get_key (session), session);
  return session;
}

ParleyVisit *
parley_engine_attend (ParleyEngine *engine, const ParleyChatKey *key, ParleyFacts *facts)
{
  ParleySession *opened = parley_engine_open_session (engine, key, facts);
  g_autoptr (ParleyVisit) session = opened != NULL ? parley_session_enter (opened, facts) : NULL;
  g_autofree char *notice = session != NULL ? g_steal_pointer (&engine->notice) : NULL;
  gboolean told = notice == NULL || parley_host_tell_user (engine->context->host, key, notice);

  if (session == NULL || parley_session_is_closed (session))
    return NULL;
  if (!told && engine->notice == NULL)
    engine->notice = g_steal_pointer (&notice);
  return g_steal_pointer (&session);
}

void
parley_engine_take_sent (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  if (session != NULL)
    parley_session_sent_by_hand (session);
}

void
parley_engine_take_error (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  if (session != NULL)
    parley_session_take_error (session);
}

void
parley_engine_take_important (ParleyEngine *engine,
                              const ParleyChatKey *key,
                              ParleyImportant kind,
                              const char *text)
{
  ParleyFacts facts;
  g_autoptr (ParleyVisit) session = parley_engine_attend (engine, key, &facts);

  if (session != NULL)
    parley_session_take_important (session, kind, text);
}

void
parley_engine_take_typing (ParleyEngine *engine, const ParleyChatKey *key, ParleyTyping typing)
{
  const ParleyEvent event = {
    .type = PARLEY_EVENT_TYPING,
    .typing = typing,
    .sign_ms = parley_protocols_get_sign_ms (engine->context->knowledge->protocols, key->protocol),
  };
  ParleyFacts facts;
  g_autoptr (ParleyVisit) session = parley_engine_attend (engine, key, &facts);

  if (session == NULL)
    return;
  parley_meters_note_typing (engine->context->meters, key, typing == PARLEY_TYPING_ACTIVE);
  parley_session_post (session, &event);
}

void
parley_engine_take_presence (ParleyEngine *engine,
                             const ParleyChatKey *key,
                             ParleyPresenceState state)
{
  ParleyContext *context = engine->context;
  ParleyFacts facts = { 0 };
  g_autoptr (ParleyChatMemory) memory = NULL;

  parley_context_get_facts (context, key, &facts);
  if (facts.mode == PARLEY_MODE_OFF || !facts.speaker
      || parley_policy_judge_person (&facts) != PARLEY_VERDICT_ALLOWED)
    return;
  memory = parley_chat_memory_new (
      parley_stores_get (&context->stores, parley_facts_get_privacy (&facts)), key);
  parley_chat_memory_add_presence (memory, state, parley_timers_wall (context->timers));
  /* Whoever has the name next may be somebody else. */
  if (state == PARLEY_PRESENCE_SIGNED_OFF && facts.connected && !facts.person.proven
      && !facts.person.recognised)
    parley_engine_lose (engine, key);
}

void
parley_engine_take_own_typing (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts;
  g_autoptr (ParleyVisit) session = parley_engine_attend (engine, key, &facts);

  if (session != NULL)
    parley_session_own_typing (session);
}

static void
post_to (ParleySession *session, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  if (session != NULL)
    parley_session_post (session, &event);
}

void
parley_engine_resume (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts;
  g_autoptr (ParleyVisit) session = NULL;

  parley_meters_note_user (engine->context->meters, key);
  session = parley_engine_attend (engine, key, &facts);
  post_to (session, PARLEY_EVENT_RESUME);
}

void
parley_engine_take_command (ParleyEngine *engine, const ParleyChatKey *key)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_RESUME, .typed = TRUE };
  ParleySession *session = find_session (engine, key);

  if (session != NULL)
    parley_session_post (session, &event);
}

void
parley_engine_look_again (ParleyEngine *engine)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);

  parley_context_refresh (engine->context);
  for (guint i = 0; i < sessions->len; i++)
    parley_session_look_again (g_ptr_array_index (sessions, i));
}

void
parley_engine_withdraw (ParleyEngine *engine, const ParleyChatKey *key)
{
  post_to (find_session (engine, key), PARLEY_EVENT_WITHDRAW);
}

void
parley_engine_forget (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_session (engine, key);

  parley_engine_discard_pending (engine, key);
  if (session == NULL)
    return;
  g_hash_table_remove (engine->sessions, key);
  parley_session_forget (session);
}

static gboolean
is_of_account (ParleySession *session, const char *protocol, const char *account)
{
  const ParleyChatKey *key = parley_session_get_key (session);

  return g_str_equal (key->protocol, protocol) && g_str_equal (key->account, account);
}

void
parley_engine_forget_account (ParleyEngine *engine, const char *protocol, const char *account)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);

  for (guint i = 0; i < sessions->len; i++)
    {
      if (is_of_account (g_ptr_array_index (sessions, i), protocol, account))
        parley_engine_forget (engine, parley_session_get_key (g_ptr_array_index (sessions, i)));
    }
}

void
parley_engine_forget_person (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyContext *context = engine->context;

  parley_engine_forget (engine, key);
  parley_meters_forget (context->meters, key);
  parley_forgetting_start (context, key);
}

void
parley_engine_note_choice (ParleyEngine *engine,
                           const ParleyChatKey *key,
                           const char *place,
                           const char *choice)
{
  parley_diary_note (engine->context, key, PARLEY_JOURNAL_MODE, choice, place);
}

void
parley_engine_note_important (ParleyEngine *engine, const char *reason)
{
  parley_diary_note (engine->context, NULL, PARLEY_JOURNAL_IMPORTANT, reason, NULL);
}

void
parley_engine_list_deeds_async (ParleyEngine *engine,
                                guint limit,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  parley_diary_list_async (engine->context, limit, cancellable, callback, user_data);
}

ParleyWelcome *
parley_engine_get_welcome (ParleyEngine *engine)
{
  return engine->welcome;
}

/* Another program speaks there now: what this one knows of the chat is soon out of date, and what
 * is pending is the other's. */
static gboolean
abandon_to_other (ParleyEngine *engine, ParleySession *session)
{
  const ParleyChatKey *key = parley_session_get_key (session);
  ParleyFacts facts = { 0 };

  parley_context_get_facts (engine->context, key, &facts);
  if (facts.speaker)
    return FALSE;
  if (g_hash_table_remove (engine->sessions, key))
    parley_session_abandon (session);
  return TRUE;
}

void
parley_engine_set_online (ParleyEngine *engine,
                          const char *protocol,
                          const char *account,
                          gboolean online)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);

  for (guint i = 0; i < sessions->len; i++)
    {
      ParleySession *session = g_ptr_array_index (sessions, i);
      const ParleyChatKey *key = parley_session_get_key (session);

      if (!is_of_account (session, protocol, account))
        continue;
      /* Meanwhile anybody may take a name that proves nothing. */
      if (!online && !parley_engine_knows_again (engine, key))
        parley_engine_lose (engine, key);
      else if (!online)
        parley_session_offline (session);
      else if (!abandon_to_other (engine, session))
        parley_session_online (session);
    }
  if (online)
    parley_engine_open_unanswered (engine);
}

ParleyState
parley_engine_get_state (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_session (engine, key);

  return session != NULL ? parley_session_get_state (session) : PARLEY_STATE_IDLE;
}

ParleyVerdict
parley_engine_judge_person (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts = { 0 };

  parley_context_get_facts (engine->context, key, &facts);
  return parley_policy_judge_person (&facts);
}

/* Returns: what keeps an answer from being said, or else from being written. */
static ParleyVerdict
find_verdict (const ParleyFacts *facts)
{
  ParleyDecision say = parley_policy_decide (facts, PARLEY_ACT_SAY);
  ParleyDecision ask = parley_policy_decide (facts, PARLEY_ACT_ASK);

  return ask.permit < say.permit ? ask.verdict : say.verdict;
}

char *
parley_engine_dup_status (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_session (engine, key);
  g_autofree char *doing = session != NULL ? parley_session_dup_status (session) : NULL;
  g_autofree char *explained = NULL;
  g_autofree char *usage = parley_meters_dup_usage (engine->context->meters, key);
  g_autofree char *cached = usage != NULL ? parley_context_dup_cached (engine->context) : NULL;
  g_autofree char *tally = session != NULL ? parley_session_dup_draft_tally (session) : NULL;
  const char *const parts[] = { doing, usage, cached, tally };
  ParleyFacts facts = { 0 };
  GString *status;

  parley_context_get_facts (engine->context, key, &facts);
  explained = parley_context_dup_explained (engine->context, find_verdict (&facts));
  status = g_string_new (explained);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (parts[i] != NULL)
        g_string_append_printf (status, " %s", parts[i]);
    }
  return g_string_free (status, FALSE);
}

char *
parley_engine_dup_why (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleySession *session = find_session (engine, key);
  g_autofree char *explained = NULL;
  ParleyFacts facts = { 0 };
  ParleyDecision decision;

  parley_context_get_facts (engine->context, key, &facts);
  decision = parley_policy_decide (&facts, PARLEY_ACT_ASK);
  explained = parley_context_dup_explained (engine->context, decision.verdict);
  if (decision.permit == PARLEY_PERMIT_NONE)
    /* Translators: why it is silent, as a sentence: "The account is not connected." */
    return g_strdup_printf (_ ("Silent: %s"), explained);
  return session != NULL ? parley_session_dup_why (session)
                         : g_strdup (_ ("Silent: nothing came that Parley may answer."));
}

char *
parley_engine_dup_obstacle (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts = { 0 };
  ParleyFacts free = { 0 };
  ParleyVerdict verdict;

  parley_context_get_facts (engine->context, key, &facts);
  free = facts;
  free.mode = PARLEY_MODE_AUTO;
  verdict = find_verdict (&free);
  return verdict != PARLEY_VERDICT_ALLOWED ? parley_context_dup_explained (engine->context, verdict)
                                           : NULL;
}

void
parley_engine_set_end_of_pause (ParleyEngine *engine, gint64 until)
{
  engine->context->in_force.paused_until = until;
}

char *
parley_engine_dup_disclosure (ParleyEngine *engine)
{
  g_autoptr (GError) error = NULL;

  ParleyBackend *backend = parley_engine_get_backend (engine, &error);

  return backend != NULL
             ? parley_disclosure_dup (engine->context->settings, parley_backend_get_where (backend))
             : g_strdup (error->message);
}

ParleyBackend *
parley_engine_get_backend (ParleyEngine *engine, GError **error)
{
  return parley_context_get_backend (engine->context, error);
}

void
parley_engine_forget_backend (ParleyEngine *engine)
{
  parley_context_forget_backend (engine->context);
}

void
parley_engine_set_backend_for_tests (ParleyEngine *engine, ParleyBackend *backend)
{
  parley_context_refresh (engine->context);
  g_set_object (&engine->context->model.backend, backend);
  parley_meters_set_here (engine->context->meters, !parley_backend_is_remote (backend));
}

gboolean
parley_engine_is_settled_for_tests (ParleyEngine *engine)
{
  return parley_stores_are_idle (&engine->context->stores);
}

ParleyStore *
parley_engine_get_store_for_tests (ParleyEngine *engine)
{
  return engine->context->stores.kept;
}

void
parley_chat_report_free (ParleyChatReport *report)
{
  parley_chat_key_free (report->key);
  g_free (report->doing);
  g_free (report->outcome);
  g_free (report->drafts);
  g_free (report->money);
  g_free (report);
}

int
parley_chat_report_compare (gconstpointer a, gconstpointer b)
{
  const ParleyChatReport *left = *(const ParleyChatReport *const *) a;
  const ParleyChatReport *right = *(const ParleyChatReport *const *) b;

  if (left->turn_wall != right->turn_wall)
    return left->turn_wall > right->turn_wall ? -1 : 1;
  return g_strcmp0 (left->key->person, right->key->person);
}
