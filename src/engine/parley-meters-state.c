/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-meters-state.h"

#define VERSION 1

/* What was told, when something happened last; answers; hours with tokens read and written. */
#define METER_TYPE "(uxaxa(xxx))"

/* Stopped, answers in a row, when the last was said; exchanges: latency, span, characters, neat,
 * like, typed. */
#define EXCHANGE_TYPE "(xxubbu)"
#define LOOP_TYPE     "(buxa" EXCHANGE_TYPE ")"

/* Version, time, wall clock; all; chats. */
#define CHAT_TYPE  "(s" METER_TYPE LOOP_TYPE ")"
#define STATE_TYPE "(uxx" METER_TYPE "a" CHAT_TYPE ")"

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

      if (hour->tokens.read > 0 || hour->tokens.written > 0)
        g_variant_builder_add (&hours, "(xxx)", hour->hour, hour->tokens.read,
                               hour->tokens.written);
    }
  return g_variant_new (METER_TYPE, meter->told, meter->changed_at, &answers, &hours);
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
read_meter (ParleyMeter *meter, GVariant *variant, gint64 now)
{
  g_autoptr (GVariant) answers = NULL;
  g_autoptr (GVariant) hours = NULL;
  gint64 before = 0;

  g_variant_get (variant, "(ux@ax@a(xxx))", &meter->told, &meter->changed_at, &answers, &hours);
  for (gsize i = 0; i < g_variant_n_children (answers); i++)
    {
      gint64 at;

      g_variant_get_child (answers, i, "x", &at);
      if (at < before || at > now)
        return FALSE;
      parley_rate_add (meter->answers, at);
      before = at;
    }
  return meter->changed_at >= 0 && meter->changed_at <= now && read_hours (meter, hours, now);
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
      g_autoptr (GVariant) meter = NULL;
      g_autoptr (GVariant) loop = NULL;
      const char *tag;
      ParleyMeter *chat;

      g_variant_get_child (chats, i, "(&s@" METER_TYPE "@" LOOP_TYPE ")", &tag, &meter, &loop);
      chat = parley_meters_state_get (state, tag);
      if (!read_meter (chat, meter, now) || !read_loop (&chat->loop, loop, now))
        return FALSE;
    }
  return TRUE;
}

ParleyMetersState *
parley_meters_state_parse (const char *text)
{
  g_autoptr (GVariant) variant
      = g_variant_parse (G_VARIANT_TYPE (STATE_TYPE), text, NULL, NULL, NULL);
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GVariant) chats = NULL;
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  gint64 now;
  guint version;

  if (variant == NULL)
    return NULL;
  g_variant_get (variant, "(uxx@" METER_TYPE "@a" CHAT_TYPE ")", &version, &now,
                 &state->elapsed.wall, &all, &chats);
  state->elapsed.now = now;
  if (version != VERSION || now <= 0 || g_variant_n_children (chats) > PARLEY_METERS_MAX_CHATS
      || !read_meter (state->all, all, now) || !read_chats (state, chats, now))
    return NULL;
  return g_steal_pointer (&state);
}
