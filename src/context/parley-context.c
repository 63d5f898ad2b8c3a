/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-context.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-backend-choice.h"
#include "memory/parley-store-texts.h"

/* The clocks part by this much only when the machine slept or somebody set the clock. */
#define SLEPT_MS 30000

static void
read_settings (ParleyContext *context)
{
  parley_in_force_read (&context->in_force, context->settings, context->knowledge->learned);
}

static gint64
get_clock_offset (ParleyContext *context)
{
  return parley_timers_wall (context->timers) * 1000 - parley_timers_now (context->timers);
}

/* The counts of earlier runs go on. The context is gone if this was cancelled. */
static void
on_metrics_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyContext *context = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *state = parley_store_get_text_finish (PARLEY_STORE (source), result, &error);

  if (error != NULL)
    return;
  if (state != NULL)
    parley_metrics_load_state (context->metrics, state);
  context->counting = TRUE;
}

/* A network that changed is no proof, but a reason to try. */
static void
on_network_available (gpointer data)
{
  parley_outage_hurry (((ParleyContext *) data)->model.outage);
}

static gboolean
on_probe_due (gpointer data, gboolean due, guint turn)
{
  ParleyContext *context = data;

  return context->funcs->probe (context->engine, due, turn);
}

/* Without a store and meters. */
static ParleyContext *
create (ParleyHost *host,
        ParleySettings *settings,
        ParleyTimers *timers,
        const char *user_dir,
        ParleySlotFunc granted)
{
  ParleyContext *context = g_new0 (ParleyContext, 1);

  context->host = host;
  context->settings = settings;
  context->timers = timers;
  context->user_dir = g_strdup (user_dir);
  context->knowledge = parley_knowledge_new (user_dir);
  context->network = parley_network_new (on_network_available, context);
  context->metrics = parley_metrics_new ();
  context->clock_offset_ms = get_clock_offset (context);
  context->cancellable = g_cancellable_new ();
  context->model.manners = parley_manners_new ();
  context->model.outage = parley_outage_new (timers, on_probe_due, context);
  context->model.slots = parley_slots_new (timers, granted);
  parley_observed_init (&context->observed);
  context->in_force.paused = parley_settings_get_bool (settings, PARLEY_SETTING_GUARD_PAUSED);
  read_settings (context);
  return context;
}

ParleyContext *
parley_context_new (ParleyHost *host,
                    ParleySettings *settings,
                    ParleyTimers *timers,
                    const char *user_dir,
                    ParleySlotFunc granted)
{
  ParleyContext *context = create (host, settings, timers, user_dir, granted);

  parley_stores_open (&context->stores, user_dir);
  if (context->stores.kept != NULL)
    parley_store_get_text_async (context->stores.kept, PARLEY_METRICS_NAME, context->cancellable,
                                 on_metrics_read, context);
  context->meters = parley_meters_new (host, settings, timers, context->stores.kept);
  return context;
}

ParleyContext *
parley_context_new_rehearsal (ParleyContext *of, ParleyHost *host, ParleySlotFunc granted)
{
  ParleyContext *context = create (host, of->settings, of->timers, of->user_dir, granted);

  context->rehearsal = TRUE;
  context->meters = parley_meters_new_rehearsal (of->meters, host);
  return context;
}

void
parley_context_free (ParleyContext *context)
{
  g_cancellable_cancel (context->cancellable);
  g_clear_object (&context->cancellable);
  parley_observed_clear (&context->observed);
  g_clear_object (&context->model.backend);
  parley_outage_free (context->model.outage);
  parley_slots_free (context->model.slots);
  parley_manners_free (context->model.manners);
  parley_network_free (context->network);
  parley_metrics_free (context->metrics);
  parley_meters_free (context->meters);
  parley_stores_close (&context->stores);
  parley_knowledge_free (context->knowledge);
  g_free (context->persona_trouble);
  g_free (context->user_dir);
  g_free (context);
}

void
parley_context_forget_backend (ParleyContext *context)
{
  g_clear_object (&context->model.backend);
  parley_outage_hurry (context->model.outage);
  parley_meters_set_here (context->meters, FALSE);
  context->model.window_asked = FALSE;
  context->model.window_told = FALSE;
  context->model.window = 0;
}

void
parley_context_refresh (ParleyContext *context)
{
  guint serial = parley_settings_get_serial (context->settings);

  if (serial != context->in_force.serial)
    {
      read_settings (context);
      parley_context_forget_backend (context);
      context->funcs->settings (context->engine);
    }
  context->in_force.policy.drafts
      = parley_settings_get_bool (context->settings, PARLEY_SETTING_TURN_DRAFTS)
        && !parley_network_is_metered (context->network);
}

ParleyBackend *
parley_context_get_backend (ParleyContext *context, GError **error)
{
  parley_context_refresh (context);
  if (context->model.backend == NULL)
    {
      g_autoptr (GProxyResolver) proxy = parley_host_dup_proxy (context->host);
      const ParleyKeyPlaces places = { .folder = context->user_dir };

      context->model.backend
          = parley_backend_choose (context->settings, &places, proxy, context->timers, error);
      if (context->model.backend != NULL)
        {
          context->funcs->server (context->engine);
          parley_meters_set_here (context->meters,
                                  !parley_backend_is_remote (context->model.backend));
        }
    }
  return context->model.backend;
}

gboolean
parley_context_refresh_persona (ParleyContext *context, const ParleyChatKey *key, GError **error)
{
  g_autoptr (GError) trouble = NULL;
  g_autofree char *told = g_steal_pointer (&context->persona_trouble);
  g_autofree char *line = NULL;

  if (parley_persona_refresh (context->knowledge->persona, &trouble))
    return TRUE;
  if (parley_persona_get (context->knowledge->persona) == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&trouble));
      return FALSE;
    }
  line = g_strjoin (" ", trouble->message, _ ("Your style is as before."), NULL);
  context->persona_trouble = g_strdup (trouble->message);
  if (g_strcmp0 (told, trouble->message) != 0 && !parley_host_tell_user (context->host, key, line))
    g_clear_pointer (&context->persona_trouble, g_free);
  return TRUE;
}

/* What is not known is taken for far away, and asked for. */
static gboolean
answers_come_from_afar (ParleyContext *context)
{
  ParleyBackend *backend = parley_context_get_backend (context, NULL);

  if (backend != NULL && parley_backend_get_where (backend) == PARLEY_WHERE_UNKNOWN)
    parley_context_ask_model (context);
  return backend == NULL || parley_backend_is_remote (backend);
}

static gboolean
is_quiet (ParleyContext *context, gint64 wall)
{
  return !context->rehearsal && parley_in_force_is_quiet (&context->in_force, wall);
}

static gboolean
is_unshown (ParleyContext *context, const ParleyChatKey *key)
{
  const char *value;
  const char *name
      = parley_protocols_get_unshown (context->knowledge->protocols, key->protocol, &value);
  g_autofree char *set = name != NULL ? parley_host_dup_setting (context->host, key, name) : NULL;

  return set != NULL && g_str_equal (set, value);
}

static gboolean
expires (ParleyContext *context, const ParleyChatKey *key)
{
  const char *name
      = parley_protocols_get_expiry_setting (context->knowledge->protocols, key->protocol);
  g_autofree char *days = name != NULL ? parley_host_dup_setting (context->host, key, name) : NULL;

  return g_hash_table_contains (context->observed.expiring, key)
         || (days != NULL && g_ascii_strtoll (days, NULL, 10) > 0);
}

void
parley_context_get_facts (ParleyContext *context, const ParleyChatKey *key, ParleyFacts *facts)
{
  const ParleyKnowledge *knowledge = context->knowledge;
  const char *kind = parley_channels_get_kind (knowledge->channels, key->protocol);
  gboolean known = parley_protocols_is_known (knowledge->protocols, key->protocol);
  ParleyLimit limit;

  parley_host_get_facts (context->host, key, facts);
  facts->quiet |= is_quiet (context, parley_timers_wall (context->timers));
  facts->paused |= !context->rehearsal
                   && parley_settings_get_bool (context->settings, PARLEY_SETTING_GUARD_PAUSED);
  facts->unshown |= is_unshown (context, key);
  facts->expires |= expires (context, key);
  facts->secrecy.end_to_end
      = parley_protocols_is_end_to_end (knowledge->protocols, key->protocol, key->person);
  facts->secrecy.remote
      = (facts->secrecy.encrypted || facts->secrecy.end_to_end) && answers_come_from_afar (context);
  parley_person_facts_prove (&facts->person, known,
                             known && parley_knowledge_name_proves (knowledge, key));
  facts->person.service = parley_services_is_service (knowledge->services, kind, key->person);
  limit = parley_meters_get_limit (context->meters, key);
  facts->limit = MAX (facts->limit, limit);
  facts->asked_enough = parley_meters_get_request_wait (context->meters, key) > 0;
  /* A budget that is spent may be none: nothing else asks where the model runs then. */
  if (facts->limit != PARLEY_LIMIT_NONE)
    answers_come_from_afar (context);
}

char *
parley_context_dup_explained (ParleyContext *context, ParleyVerdict verdict)
{
  g_autofree char *when = NULL;

  if (verdict != PARLEY_VERDICT_PAUSED || context->in_force.paused_until == 0)
    return g_strdup (parley_verdict_explain (verdict));
  when = parley_clock_dup_moment (context->in_force.paused_until,
                                  parley_timers_wall (context->timers));
  /* Translators: a time of day, perhaps with the date */
  return g_strdup_printf (_ ("Parley is paused in all chats until %s, or until you type /parley "
                             "go."),
                          when);
}

ParleyIdentity *
parley_context_dup_identity (ParleyContext *context, const ParleyChatKey *key)
{
  ParleyIdentity *identity = parley_host_dup_identity (context->host, key);

  if (identity != NULL)
    return identity;
  return parley_knowledge_name_proves (context->knowledge, key)
             ? parley_identity_new (PARLEY_IDENTITY_ADDRESS, key->person)
             : parley_identity_new (PARLEY_IDENTITY_UNPROVEN, NULL);
}

gint64
parley_context_get_quiet_left (ParleyContext *context)
{
  return context->rehearsal ? -1
                            : parley_in_force_get_quiet_left (&context->in_force,
                                                              parley_timers_wall (context->timers));
}

gint64
parley_context_get_max_age (ParleyContext *context, gint64 wall)
{
  return parley_settings_get_int (context->settings, is_quiet (context, wall)
                                                         ? PARLEY_SETTING_GUARD_QUIET_MAX_AGE
                                                         : PARLEY_SETTING_GUARD_MAX_AGE);
}

int
parley_context_get_base_ms (ParleyContext *context, const ParleyChatKey *key)
{
  return parley_channels_get_base_ms (
      context->knowledge->channels,
      parley_settings_get_string (context->settings, PARLEY_SETTING_TURN_WAITS),
      parley_channels_get_kind (context->knowledge->channels, key->protocol), key->account);
}

guint
parley_context_get_max_requests (ParleyContext *context)
{
  return context->model.closing
             ? 0
             : parley_settings_get_int (context->settings, PARLEY_SETTING_BACKEND_MAX_REQUESTS);
}

void
parley_context_count_turn (ParleyContext *context, const ParleyTurnRecord *record)
{
  parley_metrics_observe_turn (context->metrics, record->duration, record->n,
                               parley_reason_to_string (record->reason));
  parley_stores_clean_daily (&context->stores, context->settings,
                             parley_timers_wall (context->timers));
  if (context->counting)
    {
      g_autofree char *state = parley_metrics_dup_state (context->metrics);

      parley_store_set_text (context->stores.kept, PARLEY_METRICS_NAME, state);
    }
}

void
parley_context_recover (ParleyContext *context)
{
  context->funcs->recovered (context->engine);
}

void
parley_context_give_room (ParleyContext *context)
{
  context->funcs->room (context->engine);
}

gboolean
parley_context_is_room_taken (ParleyContext *context, gint64 since)
{
  guint room = parley_meters_get_room (context->meters);

  return context->funcs->older (context->engine, since, MAX (room, 1));
}

gboolean
parley_context_notice_sleep (ParleyContext *context)
{
  gint64 offset = get_clock_offset (context);
  gint64 parted = ABS (offset - context->clock_offset_ms);

  context->clock_offset_ms = offset;
  if (parted <= SLEPT_MS)
    return FALSE;
  context->funcs->slept (context->engine);
  return TRUE;
}

void
parley_in_force_read (ParleyInForce *in_force, ParleySettings *settings, ParleyLearned *learned)
{
  const char *quiet = parley_settings_get_string (settings, PARLEY_SETTING_GUARD_QUIET_HOURS);

  in_force->serial = parley_settings_get_serial (settings);
  in_force->policy = parley_turn_policy_read (settings);
  in_force->policy.window.learned = learned;
  in_force->quiet = (ParleyHours){ 0 };
  in_force->has_quiet = *quiet != '\0';
  parley_hours_parse (quiet, &in_force->quiet, NULL);
}

gboolean
parley_in_force_is_quiet (const ParleyInForce *in_force, gint64 wall)
{
  g_autoptr (GDateTime) local = in_force->has_quiet ? g_date_time_new_from_unix_local (wall) : NULL;

  return local != NULL && parley_hours_contain (&in_force->quiet, local);
}

gint64
parley_in_force_get_quiet_left (const ParleyInForce *in_force, gint64 wall)
{
  g_autoptr (GDateTime) local = NULL;

  if (!parley_in_force_is_quiet (in_force, wall))
    return -1;
  local = g_date_time_new_from_unix_local (wall);
  return parley_hours_get_change_s (&in_force->quiet, local);
}

void
parley_observed_init (ParleyObserved *observed)
{
  observed->unshown = parley_unshown_new ();
  observed->strays = parley_strays_new ();
  observed->server_clock = parley_server_clock_new ();
  observed->leftovers = parley_leftovers_new ();
  observed->notes = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                           (GDestroyNotify) parley_chat_key_free, g_free);
  observed->expiring = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                              (GDestroyNotify) parley_chat_key_free, NULL);
}

void
parley_observed_clear (ParleyObserved *observed)
{
  parley_leftovers_free (observed->leftovers);
  parley_unshown_free (observed->unshown);
  parley_strays_free (observed->strays);
  parley_server_clock_free (observed->server_clock);
  g_hash_table_unref (observed->notes);
  g_hash_table_unref (observed->expiring);
}

ParleyAwayNoteGiven
parley_observed_get_note (ParleyObserved *observed, const ParleyChatKey *key)
{
  const ParleyAwayNoteGiven *note = g_hash_table_lookup (observed->notes, key);

  return note != NULL ? *note : (ParleyAwayNoteGiven){ 0 };
}

void
parley_observed_set_note (ParleyObserved *observed,
                          const ParleyChatKey *key,
                          const ParleyAwayNoteGiven *note)
{
  g_hash_table_replace (observed->notes, parley_chat_key_copy (key),
                        g_memdup2 (note, sizeof *note));
}
