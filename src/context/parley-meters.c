/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-meters.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "settings/parley-setting-text.h"
#include "context/parley-limit-notice.h"
#include "context/parley-meters-state.h"
#include "memory/parley-store-texts.h"

/* The name that a store keeps them under, and those of a chat's own and of a span of answers. */
#define NAME      "limits"
#define CHAT_NAME NAME "/"
#define SPAN_NAME NAME "-"

struct _ParleyMeters
{
  ParleyHost *host;
  ParleySettings *settings;
  ParleyTimers *timers;
  ParleyStore *store; /* (nullable) */
  ParleyMeters *real; /* in a rehearsal, those that pay; else NULL */
  GCancellable *cancellable;
  ParleyMetersFunc told; /* (nullable) */
  gpointer told_data;
  gboolean loaded; /* what earlier runs left is in the state; nothing is kept before that */

  ParleyMetersState *state;
  ParleyMeter *unused; /* of chats in which nothing happened */
  ParleyQuota quota;   /* as the settings were at @serial */
  guint serial;
  gboolean here;  /* what is spent costs nothing */
  gboolean asked; /* requests were noted since it was kept */

  ParleyChatKey *tagged; /* who was looked for last; NULL: nobody */
  char *tag;             /* of them: a digest, and there are many questions about one chat */
};

static void
forget_tag (ParleyMeters *meters)
{
  g_clear_pointer (&meters->tagged, parley_chat_key_free);
  g_clear_pointer (&meters->tag, g_free);
}

/* Returns: (transfer none): until the next call. */
static const char *
get_tag (ParleyMeters *meters, const ParleyChatKey *key)
{
  if (meters->tagged != NULL && parley_chat_key_equal (meters->tagged, key))
    return meters->tag;
  forget_tag (meters);
  meters->tagged = parley_chat_key_copy (key);
  meters->tag = parley_chat_key_dup_tag (key);
  return meters->tag;
}

static gint64
get_now (ParleyMeters *meters)
{
  return parley_elapsed_read (&meters->state->elapsed, parley_timers_now (meters->timers),
                              parley_timers_wall (meters->timers));
}

static const ParleyQuota *
get_quota (ParleyMeters *meters)
{
  guint serial = parley_settings_get_serial (meters->settings);

  if (serial != meters->serial)
    meters->quota = parley_quota_read (meters->settings, meters->here);
  meters->serial = serial;
  return &meters->quota;
}

static ParleyMeter *
get_meter (ParleyMeters *meters, const ParleyChatKey *key)
{
  return parley_meters_state_get (meters->state, get_tag (meters, key));
}

/* Nothing is kept of strangers only because somebody asks, nor written down. */
static ParleyMeter *
look_at_meter (ParleyMeters *meters, const ParleyChatKey *key)
{
  ParleyMeter *meter = parley_meters_state_find (meters->state, get_tag (meters, key));

  return meter != NULL ? meter : meters->unused;
}

/* Returns: (transfer none): what goes before @tag in its name. */
static const char *
get_prefix (const char *tag)
{
  if (g_str_equal (tag, PARLEY_METERS_ALL))
    return NAME;
  return g_str_has_prefix (tag, PARLEY_METERS_SPAN) ? SPAN_NAME : CHAT_NAME;
}

static void
keep_row (const char *tag, const char *text, gpointer data)
{
  ParleyMeters *meters = data;
  g_autofree char *name = g_strconcat (get_prefix (tag), tag, NULL);

  parley_store_set_text (meters->store, name, text);
}

static void
keep (ParleyMeters *meters)
{
  if (meters->store != NULL && meters->loaded)
    parley_meters_state_write (meters->state, get_now (meters), keep_row, meters);
  meters->asked = FALSE;
}

/* Nobody knows how much was used: as if it were most of a day's. New spans of answers are not to
 * meet old ones. */
static void
begin_carefully (ParleyMeters *meters, GHashTable *rows)
{
  const ParleyQuota *quota = get_quota (meters);
  const ParleyTokens most = { .read = quota->all_tokens * quota->near / 100 };
  GHashTableIter iter;
  gpointer tag;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &tag, NULL))
    {
      if (g_str_has_prefix (tag, PARLEY_METERS_SPAN))
        keep_row (tag, NULL, meters);
    }
  g_message ("What was used of the limits can't be read; most of it is taken as used.");
  parley_budget_add (&meters->state->all->budget, get_now (meters), most);
}

/* @texts: of names that begin with %NAME. Returns: (transfer full): the rows of a state. */
static GHashTable *
find_rows (GHashTable *texts)
{
  GHashTable *rows = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name;
  gpointer text;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      if (g_str_equal (name, NAME))
        g_hash_table_insert (rows, (gpointer) PARLEY_METERS_ALL, text);
      else if (g_str_has_prefix (name, CHAT_NAME) || g_str_has_prefix (name, SPAN_NAME))
        g_hash_table_insert (rows, (char *) name + strlen (NAME) + 1, text);
    }
  return rows;
}

/* Chats are read from the same store after this, so nothing was said or asked before it. The meters
 * are gone if this was cancelled. */
static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyMeters *meters = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) texts
      = parley_store_list_texts_finish (PARLEY_STORE (source), result, &error);
  g_autoptr (GHashTable) rows = NULL;
  ParleyMetersState *state;

  if (error != NULL)
    return;
  meters->loaded = TRUE;
  rows = find_rows (texts);
  state = parley_meters_state_read (rows);
  if (state != NULL)
    {
      parley_meters_state_free (meters->state);
      meters->state = state;
    }
  else if (g_hash_table_size (rows) > 0)
    begin_carefully (meters, rows);
}

ParleyMeters *
parley_meters_new (ParleyHost *host,
                   ParleySettings *settings,
                   ParleyTimers *timers,
                   ParleyStore *store)
{
  ParleyMeters *meters = g_new0 (ParleyMeters, 1);

  meters->host = host;
  meters->settings = settings;
  meters->timers = timers;
  meters->store = store;
  meters->cancellable = g_cancellable_new ();
  meters->state = parley_meters_state_new ();
  meters->unused = parley_meter_new ();
  meters->quota = parley_quota_read (settings, FALSE);
  meters->serial = parley_settings_get_serial (settings);
  if (store != NULL)
    parley_store_list_texts_async (store, NAME, meters->cancellable, on_read, meters);
  return meters;
}

ParleyMeters *
parley_meters_new_rehearsal (ParleyMeters *real, ParleyHost *host)
{
  ParleyMeters *meters = parley_meters_new (host, real->settings, real->timers, NULL);

  meters->real = real;
  return meters;
}

void
parley_meters_free (ParleyMeters *meters)
{
  g_cancellable_cancel (meters->cancellable);
  g_object_unref (meters->cancellable);
  parley_meters_state_free (meters->state);
  parley_meter_free (meters->unused);
  forget_tag (meters);
  g_free (meters);
}

void
parley_meters_set_here (ParleyMeters *meters, gboolean here)
{
  if (meters->real != NULL || meters->here == here)
    return;
  meters->here = here;
  meters->quota = parley_quota_read (meters->settings, here);
}

/* Events */

void
parley_meters_hear (ParleyMeters *meters, const ParleyChatKey *key, const char *text)
{
  parley_loop_hear (&get_meter (meters, key)->loop, text, get_now (meters));
}

void
parley_meters_note_typing (ParleyMeters *meters, const ParleyChatKey *key, gboolean typing)
{
  parley_loop_note_typing (&get_meter (meters, key)->loop, typing, get_now (meters));
}

void
parley_meters_note_said (ParleyMeters *meters,
                         const ParleyChatKey *key,
                         const char *text,
                         gboolean shows_typing)
{
  parley_meter_note_said (get_meter (meters, key), meters->state->all, get_quota (meters), text,
                          shows_typing, get_now (meters));
  keep (meters);
}

void
parley_meters_end_answer (ParleyMeters *meters, const ParleyChatKey *key)
{
  parley_meter_end_answer (look_at_meter (meters, key));
}

void
parley_meters_note_user (ParleyMeters *meters, const ParleyChatKey *key)
{
  parley_loop_reset (&get_meter (meters, key)->loop);
  keep (meters);
}

/* Kept with what it costs, which is known a moment later. */
void
parley_meters_note_request (ParleyMeters *meters, const ParleyChatKey *key)
{
  if (meters->real != NULL)
    {
      parley_meters_note_request (meters->real, key);
      return;
    }
  parley_meter_note_request (get_meter (meters, key), meters->state->all, get_now (meters));
  meters->asked = TRUE;
}

void
parley_meters_spend (ParleyMeters *meters, const ParleyChatKey *key, const ParleyUsage *usage)
{
  const ParleyTokens tokens = { .read = usage->prompt_tokens, .written = usage->reply_tokens };

  if (meters->real != NULL)
    {
      parley_meters_spend (meters->real, key, usage);
      return;
    }
  if (tokens.read > 0 || tokens.written > 0)
    parley_meter_spend (get_meter (meters, key), meters->state->all, tokens, get_now (meters));
  else if (!meters->asked)
    return;
  keep (meters);
}

void
parley_meters_forget (ParleyMeters *meters, const ParleyChatKey *key)
{
  parley_meters_state_remove (meters->state, get_tag (meters, key));
  forget_tag (meters);
  keep (meters);
}

/* What follows */

void
parley_meters_watch (ParleyMeters *meters, ParleyMetersFunc told, gpointer data)
{
  meters->told = told;
  meters->told_data = data;
}

ParleyLimit
parley_meters_get_limit (ParleyMeters *meters, const ParleyChatKey *key)
{
  if (meters->real != NULL)
    return parley_meters_get_limit (meters->real, key);
  return parley_meter_judge (look_at_meter (meters, key), meters->state->all, get_quota (meters),
                             get_now (meters));
}

gint64
parley_meters_get_wait (ParleyMeters *meters, const ParleyChatKey *key)
{
  const ParleyQuota *quota = get_quota (meters);
  gint64 now = get_now (meters);

  return MAX (parley_meter_get_wait (look_at_meter (meters, key), quota, now),
              parley_meter_get_wait_of_all (meters->state->all, quota, now));
}

gint64
parley_meters_get_request_wait (ParleyMeters *of, const ParleyChatKey *key)
{
  ParleyMeters *meters = of->real != NULL ? of->real : of;

  return parley_meter_get_request_wait (look_at_meter (meters, key), meters->state->all,
                                        get_quota (meters), get_now (meters));
}

guint
parley_meters_get_room (ParleyMeters *meters)
{
  guint most = get_quota (meters)->all_hour;
  guint n = parley_rate_count (meters->state->all->answers, get_now (meters), PARLEY_RATE_HOUR_MS);

  return most - MIN (n, most);
}

gboolean
parley_meters_save (ParleyMeters *of, const ParleyChatKey *key)
{
  ParleyMeters *meters = of->real != NULL ? of->real : of;

  return parley_meters_get_limit (meters, key) != PARLEY_LIMIT_NONE
         || parley_meter_is_near_requests (look_at_meter (meters, key), meters->state->all,
                                           get_quota (meters), get_now (meters));
}

/* What is over may be told again another time. */
static ParleyCauses
take_news (ParleyMeter *meter, ParleyCauses causes)
{
  ParleyCauses news = causes & ~meter->told;

  meter->told = causes;
  return news;
}

static void
untell (ParleyMeters *meters, const ParleyChatKey *key, ParleyCause cause)
{
  gboolean of_all = (PARLEY_CAUSE_BIT (cause) & PARLEY_CAUSES_OF_ALL) != 0;
  ParleyMeter *meter = of_all ? meters->state->all : get_meter (meters, key);

  meter->told &= ~PARLEY_CAUSE_BIT (cause);
}

void
parley_meters_tell (ParleyMeters *meters, const ParleyChatKey *key)
{
  ParleyMeter *meter = look_at_meter (meters, key);
  ParleyMeter *all = meters->state->all;
  const ParleyQuota *quota = get_quota (meters);
  gint64 now = get_now (meters);
  ParleyCauses causes = parley_meter_find_causes (meter, all, quota, now);
  ParleyCauses news;
  g_autoptr (GCancellable) gone = g_object_ref (meters->cancellable);
  g_autoptr (GPtrArray) notices = NULL;

  if (causes == (meter->told | all->told))
    return;
  meter = get_meter (meters, key);
  news = take_news (meter, causes & ~PARLEY_CAUSES_OF_ALL)
         | take_news (all, causes & PARLEY_CAUSES_OF_ALL);
  if (news == 0 || meters->real != NULL)
    return;
  keep (meters);
  notices = parley_limit_notices_new (meter, all, quota, now, causes, news);
  for (guint i = 0; i < notices->len && !g_cancellable_is_cancelled (gone); i++)
    {
      const ParleyLimitNotice *notice = g_ptr_array_index (notices, i);

      if (meters->told != NULL)
        meters->told (meters->told_data, key, notice->cause);
      if (!parley_host_tell_user (meters->host, key, notice->text))
        untell (meters, key, notice->cause);
    }
}

/* In words */

/* Returns: (transfer full) (nullable): NULL without a price. */
static char *
dup_money (ParleyMeters *meters, ParleyTokens tokens)
{
  ParleySettings *settings = meters->settings;
  double read
      = parley_price_parse (parley_settings_get_string (settings, PARLEY_SETTING_GUARD_PRICE_READ));
  double written = parley_price_parse (
      parley_settings_get_string (settings, PARLEY_SETTING_GUARD_PRICE_WRITTEN));
  const char *currency = parley_settings_get_string (settings, PARLEY_SETTING_GUARD_CURRENCY);
  double sum = ((double) tokens.read * read + (double) tokens.written * written) / 1e6;

  if (read <= 0 && written <= 0)
    return NULL;
  return g_strdup_printf ("%.2f%s%s", sum, *currency != '\0' ? " " : "", currency);
}

char *
parley_meters_dup_usage (ParleyMeters *of, const ParleyChatKey *key)
{
  ParleyMeters *meters = of->real != NULL ? of->real : of;
  gint64 now = get_now (meters);
  ParleyTokens here = parley_budget_get (&look_at_meter (meters, key)->budget, now);
  ParleyTokens all = parley_budget_get (&meters->state->all->budget, now);
  g_autofree char *n_here = g_strdup_printf ("%'" G_GINT64_FORMAT, here.read + here.written);
  g_autofree char *n_all = g_strdup_printf ("%'" G_GINT64_FORMAT, all.read + all.written);
  g_autofree char *money = dup_money (meters, all);

  if (all.read + all.written == 0)
    return NULL;
  if (money == NULL)
    return g_strdup_printf (_ ("Tokens in the last 24 hours: %s here, %s in all."), n_here, n_all);
  return g_strdup_printf (_ ("Tokens in the last 24 hours: %s here, %s in all, about %s."), n_here,
                          n_all, money);
}

gint64
parley_meters_get_tokens (ParleyMeters *meters, const ParleyChatKey *key, char **money)
{
  ParleyTokens used = parley_budget_get (&look_at_meter (meters, key)->budget, get_now (meters));
  gint64 sum = used.read + used.written;

  *money = sum > 0 ? dup_money (meters, used) : NULL;
  return sum;
}

char *
parley_meters_dup_total (ParleyMeters *meters)
{
  ParleyTokens all = parley_budget_get (&meters->state->all->budget, get_now (meters));
  g_autofree char *used = g_strdup_printf ("%'" G_GINT64_FORMAT, all.read + all.written);
  gint64 most = get_quota (meters)->all_tokens;
  g_autofree char *limit = g_strdup_printf ("%'" G_GINT64_FORMAT, most);
  g_autofree char *money = dup_money (meters, all);

  if (most == 0)
    return g_strdup_printf (_ ("Tokens in the last 24 hours: %s."), used);
  if (money == NULL)
    return g_strdup_printf (_ ("Tokens in the last 24 hours: %s of %s."), used, limit);
  return g_strdup_printf (_ ("Tokens in the last 24 hours: %s of %s, about %s."), used, limit,
                          money);
}
