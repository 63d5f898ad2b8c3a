/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "context/parley-diary.h"
#include "engine/parley-engine-private.h"
#include "engine/parley-inquiry.h"
#include "session/parley-session.h"
#include "memory/parley-journal-tally.h"
#include "memory/parley-store-owner.h"

#define DAY_S (24 * 3600)

/* --- what Parley does in each chat --- */

static void
ask_tally (ParleyStore *store,
           gconstpointer since,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer data)
{
  parley_journal_tally_async (store, *(const gint64 *) since, cancellable, callback, data);
}

static gpointer
take_tally (ParleyStore *store, GAsyncResult *result, GError **error)
{
  return parley_journal_tally_finish (store, result, error);
}

static const ParleyInquiry tally_inquiry
    = { ask_tally, take_tally, (GDestroyNotify) g_ptr_array_unref, g_free };

void
parley_engine_report_async (ParleyEngine *engine,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  gint64 since = parley_timers_wall (engine->context->timers) - DAY_S;

  parley_inquiry_start_async (&tally_inquiry, g_memdup2 (&since, sizeof since), engine->context,
                              cancellable, callback, user_data);
}

/* @session: (nullable). Returns: (transfer full): that it is on goes without saying. */
static char *
dup_doing (ParleyContext *context, ParleySession *session, const ParleyFacts *facts)
{
  ParleyVerdict verdict = parley_policy_decide (facts, PARLEY_ACT_SAY).verdict;
  g_autofree char *doing = session != NULL ? parley_session_dup_status (session) : NULL;

  g_autofree char *explained = parley_context_dup_explained (context, verdict);

  if (verdict != PARLEY_VERDICT_ALLOWED)
    return g_strjoin (" ", explained, doing, NULL);
  return doing != NULL ? g_steal_pointer (&doing) : g_strdup (_ ("Waiting for them to write."));
}

/* What it does now. */
static void
fill_in (ParleyEngine *engine, ParleyChatReport *report)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, report->key);
  ParleyFacts facts = { 0 };

  parley_context_get_facts (engine->context, report->key, &facts);
  report->mode = facts.mode;
  report->doing = dup_doing (engine->context, session, &facts);
  report->drafts = session != NULL ? parley_session_dup_draft_tally (session) : NULL;
  report->tokens = parley_meters_get_tokens (engine->context->meters, report->key, &report->money);
}

typedef struct
{
  GPtrArray *reports;
  GHashTable *by_key;
} Reports;

static ParleyChatReport *
get_report (const Reports *all, const ParleyChatKey *key)
{
  ParleyChatReport *report = g_hash_table_lookup (all->by_key, key);

  if (report == NULL)
    {
      report = g_new0 (ParleyChatReport, 1);
      report->key = parley_chat_key_copy (key);
      g_hash_table_insert (all->by_key, report->key, report);
      g_ptr_array_add (all->reports, report);
    }
  return report;
}

/* What was said in private counts like the rest. */
static void
add_tally (ParleyChatReport *report, const ParleyJournalTally *tally)
{
  const ParleyJournalEntry turn
      = { .kind = PARLEY_JOURNAL_TURN, .reason = tally->reason, .text = "" };

  report->replies += tally->answered;
  if (tally->wall < report->turn_wall)
    return;
  report->turn_wall = tally->wall;
  report->turn_messages = tally->messages;
  g_free (report->outcome);
  report->outcome = parley_diary_dup_sentence (&turn);
}

static void
add_tallies (const Reports *all, const GPtrArray *tallies)
{
  for (guint i = 0; i < tallies->len; i++)
    {
      const ParleyJournalTally *tally = g_ptr_array_index (tallies, i);

      add_tally (get_report (all, tally->key), tally);
    }
}

GPtrArray *
parley_engine_report_finish (ParleyEngine *engine,
                             GAsyncResult *result,
                             const GPtrArray *switched_on,
                             guint max,
                             guint *total,
                             GError **error)
{
  g_autoptr (GPtrArray) answers = parley_inquiry_finish (result, error);
  g_autoptr (GHashTable) by_key = g_hash_table_new (parley_chat_key_hash, parley_chat_key_equal);
  Reports all = { NULL, by_key };

  if (answers == NULL)
    return NULL;
  all.reports = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_report_free);
  for (guint i = 0; i < switched_on->len; i++)
    get_report (&all, g_ptr_array_index (switched_on, i));
  for (guint i = 0; i < answers->len; i++)
    add_tallies (&all, g_ptr_array_index (answers, i));
  g_ptr_array_sort (all.reports, parley_chat_report_compare);
  *total = all.reports->len;
  g_ptr_array_set_size (all.reports, (gint) MIN (*total, max));
  for (guint i = 0; i < all.reports->len; i++)
    fill_in (engine, g_ptr_array_index (all.reports, i));
  return all.reports;
}

/* Returns: (transfer full): of a server no more than whose it is. */
static char *
dup_server (ParleyEngine *engine)
{
  ParleySettings *settings = engine->context->settings;
  g_autofree char *origin = parley_url_dup_chosen_origin (settings);
  g_autoptr (GError) error = NULL;

  if (parley_engine_get_backend (engine, &error) == NULL)
    return g_strdup (error->message);
  if (origin == NULL)
    return g_strdup (_ ("An away note answers; no model is asked."));
  /* Translators: a model's name, and its server: "https://api.example.org". */
  return g_strdup_printf (_ ("The model “%s” at %s answers."),
                          parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL),
                          origin);
}

char *
parley_engine_dup_summary (ParleyEngine *engine)
{
  ParleySettings *settings = engine->context->settings;
  const char *paused = parley_settings_get_bool (settings, PARLEY_SETTING_GUARD_PAUSED)
                           ? _ ("Paused in all chats.")
                           : _ ("Not paused.");
  g_autofree char *server = dup_server (engine);
  g_autofree char *total = parley_meters_dup_total (engine->context->meters);

  return g_strjoin ("\n", paused, server, total, NULL);
}

/* --- what a model would be told --- */

void
parley_engine_preview_async (ParleyEngine *engine,
                             const ParleyChatKey *key,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  ParleyFacts facts;
  ParleySession *session = parley_engine_open_session (engine, key, &facts);
  ParleyVerdict verdict = parley_policy_decide (&facts, PARLEY_ACT_READ).verdict;

  if (session != NULL)
    parley_session_preview_async (session, cancellable, callback, user_data);
  else
    g_task_report_new_error (NULL, callback, user_data, parley_engine_preview_async, PARLEY_ERROR,
                             PARLEY_ERROR_CONFIGURATION, "%s", parley_verdict_explain (verdict));
}

char *
parley_engine_preview_finish (GAsyncResult *result, GError **error)
{
  return parley_session_preview_finish (result, error);
}

/* --- what a model may not say --- */

char *
parley_engine_dup_doubts (ParleyEngine *engine, const char *text)
{
  ParleyContext *context = engine->context;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) doubts = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const ParleyWithholdCase it = {
        .bubble = lines[i],
        .never_say = parley_settings_get_string (context->settings, PARLEY_SETTING_GUARD_NEVER_SAY),
      };
      ParleyWithheld why = parley_withhold_judge (context->knowledge->withhold, &it);

      if (why != PARLEY_WITHHELD_NOT)
        g_string_append_printf (doubts, "%s“%s”: %s", doubts->len > 0 ? "\n" : "", lines[i],
                                parley_withheld_explain (why));
    }
  return doubts->len > 0 ? g_strdup (doubts->str) : NULL;
}

/* --- of whom something is remembered --- */

static void
ask_chats (ParleyStore *store,
           gconstpointer question,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer data)
{
  parley_store_list_chats_async (store, cancellable, callback, data);
}

static gpointer
take_chats (ParleyStore *store, GAsyncResult *result, GError **error)
{
  return parley_store_list_chats_finish (store, result, error);
}

static const ParleyInquiry chats_inquiry
    = { ask_chats, take_chats, (GDestroyNotify) g_ptr_array_unref, g_free };

void
parley_engine_list_remembered_async (ParleyEngine *engine,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  parley_inquiry_start_async (&chats_inquiry, NULL, engine->context, cancellable, callback,
                              user_data);
}

GPtrArray *
parley_engine_list_remembered_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GPtrArray) answers = parley_inquiry_finish (result, error);
  g_autoptr (GHashTable) seen = NULL;
  GPtrArray *keys;

  if (answers == NULL)
    return NULL;
  seen = g_hash_table_new (parley_chat_key_hash, parley_chat_key_equal);
  keys = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  for (guint i = 0; i < answers->len; i++)
    {
      const GPtrArray *chats = g_ptr_array_index (answers, i);

      for (guint j = 0; j < chats->len; j++)
        {
          const ParleyChatInfo *info = g_ptr_array_index (chats, j);

          if (g_hash_table_add (seen, info->key))
            g_ptr_array_add (keys, parley_chat_key_copy (info->key));
        }
    }
  return keys;
}

/* --- what is remembered of one --- */

typedef struct
{
  ParleyChatKey *key;
  guint max_utterances;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  parley_chat_key_free (wanted->key);
  g_free (wanted);
}

static void
ask_contents (ParleyStore *store,
              gconstpointer question,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer data)
{
  const Wanted *wanted = question;

  parley_chat_contents_load_async (store, wanted->key, wanted->max_utterances, cancellable,
                                   callback, data);
}

static gpointer
take_contents (ParleyStore *store, GAsyncResult *result, GError **error)
{
  return parley_chat_contents_load_finish (result, error);
}

static const ParleyInquiry contents_inquiry
    = { ask_contents, take_contents, (GDestroyNotify) parley_chat_contents_free, wanted_free };

void
parley_engine_recollect_async (ParleyEngine *engine,
                               const ParleyChatKey *key,
                               guint max_utterances,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->key = parley_chat_key_copy (key);
  wanted->max_utterances = max_utterances;
  parley_inquiry_start_async (&contents_inquiry, wanted, engine->context, cancellable, callback,
                              user_data);
}

GPtrArray *
parley_engine_recollect_finish (GAsyncResult *result, GError **error)
{
  GPtrArray *contents = parley_inquiry_finish (result, error);

  for (guint i = contents != NULL ? contents->len : 0; i > 0; i--)
    {
      if (parley_chat_contents_is_empty (g_ptr_array_index (contents, i - 1)))
        g_ptr_array_remove_index (contents, i - 1);
    }
  return contents;
}

void
parley_engine_notify (ParleyEngine *engine, const char *message)
{
  g_autoptr (GPtrArray) sessions = parley_engine_ref_sessions (engine);

  for (guint i = 0; i < sessions->len; i++)
    {
      const ParleyChatKey *key = parley_session_get_key (g_ptr_array_index (sessions, i));

      if (parley_host_tell_user (engine->context->host, key, message))
        return;
    }
  g_free (engine->notice);
  engine->notice = g_strdup (message);
}
