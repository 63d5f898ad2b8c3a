/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-diary.h"

#include "backend/parley-url.h"

/* --- writing --- */

void
parley_diary_add (ParleyContext *context,
                  const ParleyChatKey *key,
                  gboolean private_chat,
                  const ParleyJournalEntry *entry)
{
  const ParleyJournalBounds bounds = parley_journal_bounds_read (context->settings);
  ParleyJournalEntry whole = *entry;
  const ParleyDeed deed = {
    .kind = parley_journal_kind_to_string (entry->kind),
    .reason = entry->reason != NULL ? entry->reason : "",
    .key = key,
    .private_chat = private_chat,
  };

  if (context->funcs != NULL)
    context->funcs->deed (context->engine, &deed);
  whole.key = key;
  whole.wall = parley_timers_wall (context->timers);
  parley_journal_add (parley_stores_get (&context->stores, private_chat ? PARLEY_PRIVACY_SITTING
                                                                        : PARLEY_PRIVACY_NONE),
                      &whole, &bounds);
}

void
parley_diary_note (ParleyContext *context,
                   const ParleyChatKey *key,
                   ParleyJournalKind kind,
                   const char *reason,
                   const char *text)
{
  const ParleyJournalEntry entry = { .kind = kind, .reason = reason, .text = text };
  ParleyFacts facts = { 0 };

  if (key != NULL)
    parley_context_get_facts (context, key, &facts);
  parley_diary_add (context, key, key != NULL && parley_facts_are_private (&facts), &entry);
}

void
parley_diary_note_server (ParleyContext *context, ParleyBackend *backend)
{
  const char *model = parley_settings_get_string (context->settings, PARLEY_SETTING_BACKEND_MODEL);
  g_autofree char *origin = parley_url_dup_chosen_origin (context->settings);
  g_autofree char *text = g_strdup_printf ("%s (%s)", model, origin != NULL ? origin : "");

  parley_diary_note (context, NULL, PARLEY_JOURNAL_SERVER, parley_backend_get_name (backend),
                     parley_backend_has_model (backend) ? text : NULL);
}

void
parley_diary_note_pause (ParleyContext *context)
{
  gboolean paused = parley_settings_get_bool (context->settings, PARLEY_SETTING_GUARD_PAUSED);

  if (paused == context->in_force.paused)
    return;
  context->in_force.paused = paused;
  parley_diary_note (context, NULL, paused ? PARLEY_JOURNAL_STOPPED : PARLEY_JOURNAL_RESUMED,
                     paused ? parley_verdict_to_string (PARLEY_VERDICT_PAUSED) : NULL, NULL);
}

/* Limits that all chats share have the words of those of one. */
void
parley_diary_note_limit (gpointer data, const ParleyChatKey *key, ParleyCause cause)
{
  static const char *const words[PARLEY_N_CAUSES] = {
    [PARLEY_CAUSE_IN_A_ROW] = "in_a_row",
    [PARLEY_CAUSE_RATE_NEAR] = "rate_near",
    [PARLEY_CAUSE_RATE] = "rate",
    [PARLEY_CAUSE_TOKENS_NEAR] = "tokens_near",
    [PARLEY_CAUSE_TOKENS] = "budget",
    [PARLEY_CAUSE_SPENT] = "spent",
    [PARLEY_CAUSE_REQUESTS] = "requests",
    [PARLEY_CAUSE_ALL_RATE_NEAR] = "rate_near",
    [PARLEY_CAUSE_ALL_RATE] = "rate",
    [PARLEY_CAUSE_ALL_TOKENS_NEAR] = "tokens_near",
    [PARLEY_CAUSE_ALL_TOKENS] = "budget",
    [PARLEY_CAUSE_ALL_SPENT] = "spent",
    [PARLEY_CAUSE_ALL_REQUESTS] = "requests",
  };
  gboolean of_all = cause >= PARLEY_CAUSE_ALL_RATE_NEAR;

  parley_diary_note (data, of_all ? NULL : key,
                     cause == PARLEY_CAUSE_LOOP ? PARLEY_JOURNAL_LOOP : PARLEY_JOURNAL_LIMIT,
                     words[cause], NULL);
}

void
parley_diary_trim (ParleyContext *context)
{
  const ParleyJournalBounds bounds = parley_journal_bounds_read (context->settings);

  if (context->stores.kept != NULL)
    parley_journal_trim (context->stores.kept, &bounds, parley_timers_wall (context->timers));
}

/* --- reading --- */

/* What is kept, and after it what is not. */
typedef struct
{
  ParleyStore *sitting; /* (nullable) */
  guint limit;
  GPtrArray *entries;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  g_clear_object (&listing->sitting);
  g_clear_pointer (&listing->entries, g_ptr_array_unref);
  g_free (listing);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const ParleyJournalEntry *const *left = a;
  const ParleyJournalEntry *const *right = b;

  return ((*left)->wall < (*right)->wall) - ((*left)->wall > (*right)->wall);
}

static void
answer (GTask *task)
{
  Listing *listing = g_task_get_task_data (task);

  g_ptr_array_sort (listing->entries, compare);
  if (listing->entries->len > listing->limit)
    g_ptr_array_set_size (listing->entries, (gint) listing->limit);
  g_task_return_pointer (task, g_steal_pointer (&listing->entries),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Listing *listing = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (ParleyStore) sitting = g_steal_pointer (&listing->sitting);
  GError *error = NULL;
  GPtrArray *entries = parley_journal_list_finish (PARLEY_STORE (source), result, &error);

  if (entries == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (listing->entries != NULL)
    g_ptr_array_extend_and_steal (listing->entries, entries);
  else
    listing->entries = entries;
  if (sitting == NULL)
    answer (task);
  else
    parley_journal_list_async (sitting, NULL, listing->limit, cancellable, on_listed,
                               g_steal_pointer (&task));
}

void
parley_diary_list_async (ParleyContext *context,
                         guint limit,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Listing *listing = g_new0 (Listing, 1);
  ParleyStore *first = parley_stores_get (&context->stores, PARLEY_PRIVACY_NONE);

  g_task_set_source_tag (task, parley_diary_list_async);
  g_task_set_task_data (task, listing, listing_free);
  listing->limit = limit;
  if (context->stores.sitting != NULL && context->stores.sitting != first)
    listing->sitting = g_object_ref (context->stores.sitting);
  parley_journal_list_async (first, NULL, limit, cancellable, on_listed, task);
}

GPtrArray *
parley_diary_list_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
