/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-meters-state.h"

#define VERSION 2

/* What was told, when something happened last; answers; hours with tokens read and written; spans
 * with requests. */
#define METER_TYPE "(uxaxa(xxx)a(xu))"

/* Stopped, answers in a row, when the last was said; exchanges: latency, span, characters, neat,
 * like, typed. */
#define EXCHANGE_TYPE "(xxubbu)"
#define LOOP_TYPE     "(buxa" EXCHANGE_TYPE ")"

/* Version, time, wall clock; all; chats. */
#define CHAT_TYPE  "(s" METER_TYPE LOOP_TYPE ")"
#define STATE_TYPE "(uxx" METER_TYPE "a" CHAT_TYPE ")"

/* Of the version before, which did not count requests and had other causes to tell. */
#define OLD_VERSION    1
#define OLD_METER_TYPE "(uxaxa(xxx))"
#define OLD_STATE_TYPE "(uxx" OLD_METER_TYPE "a(s" OLD_METER_TYPE LOOP_TYPE "))"

/* After that nothing counts any more that a meter holds, but answers in a row. */
#define OVER_MS (PARLEY_BUDGET_HOURS * PARLEY_RATE_HOUR_MS)

/* Nobody has so many in an hour. */
#define MAX_TOKENS G_GINT64_CONSTANT (1000000000000)

ParleyMetersState *
parley_meters_state_new (void)
{
  ParleyMetersState *state = g_new0 (ParleyMetersState, 1);

  state->all = parley_meter_new ();
  state->chats
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) parley_meter_free);
  state->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return state;
}

void
parley_meters_state_free (ParleyMetersState *state)
{
  parley_meter_free (state->all);
  g_hash_table_unref (state->chats);
  g_hash_table_unref (state->texts);
  g_free (state);
}

const ParleyMeter *
parley_meters_state_find (ParleyMetersState *state, const char *tag)
{
  return g_hash_table_lookup (state->chats, tag);
}

ParleyMeter *
parley_meters_state_get (ParleyMetersState *state, const char *tag)
{
  ParleyMeter *meter = g_hash_table_lookup (state->chats, tag);

  g_hash_table_remove (state->texts, tag);
  if (meter == NULL)
    {
      meter = parley_meter_new ();
      g_hash_table_insert (state->chats, g_strdup (tag), meter);
    }
  return meter;
}

void
parley_meters_state_remove (ParleyMetersState *state, const char *tag)
{
  g_hash_table_remove (state->chats, tag);
  g_hash_table_remove (state->texts, tag);
}

/* Writing */

static GVariant *
write_requests (const ParleyPace *requests, gint64 now)
{
  gint64 newest = now / PARLEY_PACE_SPAN_MS;
  GVariantBuilder spans;

  g_variant_builder_init (&spans, G_VARIANT_TYPE ("a(xu)"));
  for (guint i = 0; i < PARLEY_PACE_SPANS; i++)
    {
      const ParleyPaceSpan *span = &requests->spans[i];

      if (span->n > 0 && span->span > newest - PARLEY_PACE_SPANS)
        g_variant_builder_add (&spans, "(xu)", (gint64) span->span, span->n);
    }
  return g_variant_builder_end (&spans);
}

static GVariant *
write_meter (ParleyMeter *meter, gint64 now)
{
  GVariantBuilder answers;
  GVariantBuilder hours;
  guint n;
  const gint64 *times = parley_rate_get_times (meter->answers, now, &n);

  g_variant_builder_init (&answers, G_VARIANT_TYPE ("ax"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&answers, "x", times[i]);
  g_variant_builder_init (&hours, G_VARIANT_TYPE ("a(xxx)"));
  for (guint i = 0; i < PARLEY_BUDGET_HOURS; i++)
    {
      const ParleyBudgetHour *hour = &meter->budget.hours[i];

      if (hour->read > 0 || hour->written > 0)
        g_variant_builder_add (&hours, "(xxx)", (gint64) hour->hour, (gint64) hour->read,
                               (gint64) hour->written);
    }
  return g_variant_new ("(uxaxa(xxx)@a(xu))", meter->told, meter->changed_at, &answers, &hours,
                        write_requests (&meter->requests, now));
}

static GVariant *
write_loop (const ParleyLoop *loop)
{
  GVariantBuilder exchanges;

  g_variant_builder_init (&exchanges, G_VARIANT_TYPE ("a" EXCHANGE_TYPE));
  for (guint i = 0; i < loop->n; i++)
    {
      const ParleyExchange *exchange = &loop->exchanges[i];

      g_variant_builder_add (&exchanges, EXCHANGE_TYPE, exchange->latency, exchange->span,
                             exchange->chars, exchange->neat, exchange->like,
                             (guint) exchange->typed);
    }
  return g_variant_new (LOOP_TYPE, loop->stopped, loop->n_said, loop->said_at, &exchanges);
}

static int
compare_changed (gconstpointer a, gconstpointer b, gpointer chats)
{
  const ParleyMeter *x = g_hash_table_lookup (chats, *(const char *const *) a);
  const ParleyMeter *y = g_hash_table_lookup (chats, *(const char *const *) b);

  return (x->changed_at < y->changed_at) - (x->changed_at > y->changed_at);
}

static gboolean
is_over (gpointer tag, gpointer data, gpointer now)
{
  const ParleyMeter *meter = data;

  return meter->loop.n_said == 0 && *(const gint64 *) now - meter->changed_at > OVER_MS;
}

/* Returns: (transfer container): the tags of the chats in which something counts. */
static GPtrArray *
list_chats (ParleyMetersState *state, gint64 now)
{
  GPtrArray *tags = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer tag;

  g_hash_table_foreach_remove (state->chats, is_over, &now);
  g_hash_table_iter_init (&iter, state->chats);
  while (g_hash_table_iter_next (&iter, &tag, NULL))
    g_ptr_array_add (tags, tag);
  g_ptr_array_sort_with_data (tags, compare_changed, state->chats);
  g_ptr_array_set_size (tags, MIN (tags->len, PARLEY_METERS_MAX_CHATS));
  return tags;
}

/* @variant: (transfer floating). */
static char *
print (GVariant *variant)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (variant);

  return g_variant_print (taken, FALSE);
}

/* Times that are over meanwhile may still stand in it. */
static const char *
get_text (ParleyMetersState *state, const char *tag, gint64 now)
{
  char *text = g_hash_table_lookup (state->texts, tag);
  ParleyMeter *meter;

  if (text != NULL)
    return text;
  meter = g_hash_table_lookup (state->chats, tag);
  text = print (g_variant_new ("(s@" METER_TYPE "@" LOOP_TYPE ")", tag, write_meter (meter, now),
                               write_loop (&meter->loop)));
  g_hash_table_insert (state->texts, g_strdup (tag), text);
  return text;
}

static gboolean
is_forgotten (gpointer tag, gpointer text, gpointer chats)
{
  return !g_hash_table_contains (chats, tag);
}

/* As g_variant_print () would write a STATE_TYPE. */
char *
parley_meters_state_dup_text (ParleyMetersState *state, gint64 now)
{
  g_autoptr (GPtrArray) tags = list_chats (state, now);
  g_autofree char *all = print (write_meter (state->all, now));
  GString *text = g_string_new (NULL);

  g_hash_table_foreach_remove (state->texts, is_forgotten, state->chats);
  g_string_printf (text, "(%u, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %s, [", VERSION, now,
                   state->elapsed.wall, all);
  for (guint i = 0; i < tags->len; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      g_string_append (text, get_text (state, g_ptr_array_index (tags, i), now));
    }
  g_string_append (text, "])");
  return g_string_free (text, FALSE);
}

/* Reading. What can't be is damaged. */

static gboolean
read_hours (ParleyMeter *meter, GVariant *hours, gint64 now)
{
  GVariantIter iter;
  gint64 hour;
  ParleyTokens tokens;

  g_variant_iter_init (&iter, hours);
  while (g_variant_iter_next (&iter, "(xxx)", &hour, &tokens.read, &tokens.written))
    {
      if (hour < 0 || hour > now / PARLEY_RATE_HOUR_MS || tokens.read < 0
          || tokens.read > MAX_TOKENS || tokens.written < 0 || tokens.written > MAX_TOKENS)
        return FALSE;
      parley_budget_add (&meter->budget, hour * PARLEY_RATE_HOUR_MS, tokens);
    }
  return TRUE;
}

static gboolean
read_requests (ParleyMeter *meter, GVariant *spans, gint64 now)
{
  GVariantIter iter;
  gint64 span;
  guint n;

  g_variant_iter_init (&iter, spans);
  while (g_variant_iter_next (&iter, "(xu)", &span, &n))
    {
      if (span < 0 || span > now / PARLEY_PACE_SPAN_MS || n > PARLEY_QUOTA_MAX_REQUESTS)
        return FALSE;
      parley_pace_add (&meter->requests, span * PARLEY_PACE_SPAN_MS, n);
    }
  return TRUE;
}

/* Returns: FALSE if @variant has them and they are damaged. */
static gboolean
read_news (ParleyMeter *meter, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) spans = NULL;

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE (OLD_METER_TYPE)))
    return TRUE;
  spans = g_variant_get_child_value (variant, 4);
  g_variant_get_child (variant, 0, "u", &meter->told);
  return read_requests (meter, spans, now);
}

static gboolean
read_meter (ParleyMeter *meter, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) answers = g_variant_get_child_value (variant, 2);
  g_autoptr (GVariant) hours = g_variant_get_child_value (variant, 3);
  gint64 before = 0;

  g_variant_get_child (variant, 1, "x", &meter->changed_at);
  for (gsize i = 0; i < g_variant_n_children (answers); i++)
    {
      gint64 at;

      g_variant_get_child (answers, i, "x", &at);
      if (at < before || at > now)
        return FALSE;
      parley_rate_add (meter->answers, at);
      before = at;
    }
  return meter->changed_at >= 0 && meter->changed_at <= now && read_hours (meter, hours, now)
         && read_news (meter, variant, now);
}

static gboolean
read_exchange (ParleyExchange *exchange, GVariant *variant)
{
  guint typed;

  g_variant_get (variant, EXCHANGE_TYPE, &exchange->latency, &exchange->span, &exchange->chars,
                 &exchange->neat, &exchange->like, &typed);
  exchange->typed = (ParleyTyped) MIN (typed, PARLEY_TYPED_SLOWLY);
  return exchange->latency > 0 && exchange->span >= exchange->latency
         && typed <= PARLEY_TYPED_SLOWLY;
}

static gboolean
read_loop (ParleyLoop *loop, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) exchanges = NULL;

  g_variant_get (variant, "(bux@a" EXCHANGE_TYPE ")", &loop->stopped, &loop->n_said, &loop->said_at,
                 &exchanges);
  if (loop->said_at < 0 || loop->said_at > now
      || g_variant_n_children (exchanges) > PARLEY_LOOP_EXCHANGES)
    return FALSE;
  for (; loop->n < g_variant_n_children (exchanges); loop->n++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (exchanges, loop->n);

      if (!read_exchange (&loop->exchanges[loop->n], child))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_chats (ParleyMetersState *state, GVariant *chats, gint64 now)
{
  for (gsize i = 0; i < g_variant_n_children (chats); i++)
    {
      g_autoptr (GVariant) row = g_variant_get_child_value (chats, i);
      g_autoptr (GVariant) meter = g_variant_get_child_value (row, 1);
      g_autoptr (GVariant) loop = g_variant_get_child_value (row, 2);
      const char *tag;
      ParleyMeter *chat;

      g_variant_get_child (row, 0, "&s", &tag);
      chat = parley_meters_state_get (state, tag);
      if (!read_meter (chat, meter, now) || !read_loop (&chat->loop, loop, now))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable). @version: what it is to say. */
static GVariant *
parse (const char *text, guint *version)
{
  GVariant *variant = g_variant_parse (G_VARIANT_TYPE (STATE_TYPE), text, NULL, NULL, NULL);

  *version = variant != NULL ? VERSION : OLD_VERSION;
  return variant != NULL
             ? variant
             : g_variant_parse (G_VARIANT_TYPE (OLD_STATE_TYPE), text, NULL, NULL, NULL);
}

ParleyMetersState *
parley_meters_state_parse (const char *text)
{
  guint wanted;
  g_autoptr (GVariant) variant = parse (text, &wanted);
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GVariant) chats = NULL;
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  gint64 now;
  guint version;

  if (variant == NULL)
    return NULL;
  g_variant_get (variant, "(uxx@*@*)", &version, &now, &state->elapsed.wall, &all, &chats);
  state->elapsed.now = now;
  if (version != wanted || now <= 0 || g_variant_n_children (chats) > PARLEY_METERS_MAX_CHATS
      || !read_meter (state->all, all, now) || !read_chats (state, chats, now))
    return NULL;
  return g_steal_pointer (&state);
}
