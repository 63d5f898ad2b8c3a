/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-meters-state.h"

#define VERSION 3

/* What was told, when something happened last; answers; hours with tokens read and written; spans
 * with requests. */
#define METER_TYPE "(uxaxa(xxx)a(xu))"

/* Stopped, answers in a row, when the last was said; exchanges: latency, span, characters, neat,
 * like, typed. */
#define EXCHANGE_TYPE "(xxubbu)"
#define LOOP_TYPE     "(buxa" EXCHANGE_TYPE ")"

/* Version, time, wall clock; all. And a row for each chat: time, wall clock; its own. */
#define ALL_TYPE "(uxx" METER_TYPE ")"
#define ROW_TYPE "(xx" METER_TYPE LOOP_TYPE ")"

/* Of the versions before, in which all chats stood in one row; the first did not count requests and
 * had other causes to tell. */
#define OLD_VERSION       2
#define OLD_STATE_TYPE    "(uxx" METER_TYPE "a(s" METER_TYPE LOOP_TYPE "))"
#define OLDEST_VERSION    1
#define OLDEST_METER_TYPE "(uxaxa(xxx))"
#define OLDEST_STATE_TYPE "(uxx" OLDEST_METER_TYPE "a(s" OLDEST_METER_TYPE LOOP_TYPE "))"

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
  state->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return state;
}

void
parley_meters_state_free (ParleyMetersState *state)
{
  parley_meter_free (state->all);
  g_hash_table_unref (state->chats);
  g_hash_table_unref (state->changed);
  g_free (state);
}

const ParleyMeter *
parley_meters_state_find (ParleyMetersState *state, const char *tag)
{
  return g_hash_table_lookup (state->chats, tag);
}

static void
note_change (ParleyMetersState *state, const char *tag)
{
  if (!g_hash_table_contains (state->changed, tag))
    g_hash_table_add (state->changed, g_strdup (tag));
}

ParleyMeter *
parley_meters_state_get (ParleyMetersState *state, const char *tag)
{
  ParleyMeter *meter = g_hash_table_lookup (state->chats, tag);

  note_change (state, tag);
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
  note_change (state, tag);
  g_hash_table_remove (state->chats, tag);
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
      const ParleyLoopExchange *exchange = &loop->exchanges[i];

      g_variant_builder_add (&exchanges, EXCHANGE_TYPE, exchange->latency, exchange->span,
                             exchange->chars, exchange->neat, exchange->like,
                             (guint) exchange->typed);
    }
  return g_variant_new (LOOP_TYPE, loop->stopped, loop->n_said, loop->said_at, &exchanges);
}

/* Chats in which nothing counts any more are forgotten. */
static void
sweep (ParleyMetersState *state, gint64 now)
{
  GHashTableIter iter;
  gpointer tag;
  gpointer data;

  if (now < state->sweep_at)
    return;
  state->sweep_at = now + PARLEY_RATE_HOUR_MS;
  g_hash_table_iter_init (&iter, state->chats);
  while (g_hash_table_iter_next (&iter, &tag, &data))
    {
      const ParleyMeter *meter = data;

      if (meter->loop.n_said > 0 || now - meter->changed_at <= OVER_MS)
        continue;
      note_change (state, tag);
      g_hash_table_iter_remove (&iter);
    }
}

/* @variant: (transfer floating). */
static char *
print (GVariant *variant)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (variant);

  return g_variant_print (taken, FALSE);
}

/* Returns: (transfer full) (nullable). */
static char *
dup_row (ParleyMetersState *state, const char *tag, gint64 now)
{
  ParleyMeter *meter = g_hash_table_lookup (state->chats, tag);

  if (meter == NULL)
    return NULL;
  return print (g_variant_new ("(xx@" METER_TYPE "@" LOOP_TYPE ")", now, state->elapsed.wall,
                               write_meter (meter, now), write_loop (&meter->loop)));
}

void
parley_meters_state_write (ParleyMetersState *state,
                           gint64 now,
                           ParleyMetersRowFunc func,
                           gpointer data)
{
  g_autofree char *all = print (g_variant_new ("(uxx@" METER_TYPE ")", VERSION, now,
                                               state->elapsed.wall, write_meter (state->all, now)));
  GHashTableIter iter;
  gpointer tag;

  sweep (state, now);
  func (PARLEY_METERS_ALL, all, data);
  g_hash_table_iter_init (&iter, state->changed);
  while (g_hash_table_iter_next (&iter, &tag, NULL))
    {
      g_autofree char *row = dup_row (state, tag, now);

      func (tag, row, data);
      g_hash_table_iter_remove (&iter);
    }
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

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE (OLDEST_METER_TYPE)))
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
read_exchange (ParleyLoopExchange *exchange, GVariant *variant)
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
read_chat (ParleyMetersState *state, const char *tag, GVariant *meter, GVariant *loop, gint64 now)
{
  ParleyMeter *chat = parley_meters_state_get (state, tag);

  return read_meter (chat, meter, now) && read_loop (&chat->loop, loop, now);
}

/* Each chat is a row of its own from now on. */
static gboolean
read_old_chats (ParleyMetersState *state, GVariant *chats, gint64 now)
{
  for (gsize i = 0; i < g_variant_n_children (chats); i++)
    {
      g_autoptr (GVariant) row = g_variant_get_child_value (chats, i);
      g_autoptr (GVariant) tag = g_variant_get_child_value (row, 0);
      g_autoptr (GVariant) meter = g_variant_get_child_value (row, 1);
      g_autoptr (GVariant) loop = g_variant_get_child_value (row, 2);

      if (!read_chat (state, g_variant_get_string (tag, NULL), meter, loop, now))
        return FALSE;
    }
  return TRUE;
}

static GVariant *
parse (const char *text, const char *type)
{
  return g_variant_parse (G_VARIANT_TYPE (type), text, NULL, NULL, NULL);
}

/* Where the three versions begin alike. */
static gboolean
read_head (ParleyMetersState *state, GVariant *variant, guint wanted)
{
  g_autoptr (GVariant) all = g_variant_get_child_value (variant, 3);
  guint version;
  gint64 now;

  g_variant_get_child (variant, 0, "u", &version);
  g_variant_get_child (variant, 1, "x", &now);
  g_variant_get_child (variant, 2, "x", &state->elapsed.wall);
  state->elapsed.now = now;
  return version == wanted && now > 0 && read_meter (state->all, all, now);
}

static gboolean
read_all (ParleyMetersState *state, const char *text)
{
  static const struct
  {
    guint version;
    const char *type;
  } olds[] = { { OLD_VERSION, OLD_STATE_TYPE }, { OLDEST_VERSION, OLDEST_STATE_TYPE } };
  g_autoptr (GVariant) variant = parse (text, ALL_TYPE);

  if (variant != NULL)
    return read_head (state, variant, VERSION);
  for (guint i = 0; i < G_N_ELEMENTS (olds); i++)
    {
      g_autoptr (GVariant) old = parse (text, olds[i].type);
      g_autoptr (GVariant) chats = old != NULL ? g_variant_get_child_value (old, 4) : NULL;

      if (old != NULL)
        return read_head (state, old, olds[i].version)
               && read_old_chats (state, chats, state->elapsed.now);
    }
  return FALSE;
}

/* It may be newer than what is said of all, if only one of both was written: time goes on from the
 * last of them. What an older version wrote since goes before it. */
static gboolean
read_row (ParleyMetersState *state, const char *tag, const char *text)
{
  g_autoptr (GVariant) variant = parse (text, ROW_TYPE);
  g_autoptr (GVariant) meter = NULL;
  g_autoptr (GVariant) loop = NULL;
  gint64 now;
  gint64 wall;

  if (parley_meters_state_find (state, tag) != NULL)
    return TRUE;
  if (variant == NULL)
    return FALSE;
  g_variant_get (variant, "(xx@*@*)", &now, &wall, &meter, &loop);
  if (now > state->elapsed.now)
    state->elapsed = (ParleyElapsed){ .now = now, .wall = wall };
  if (!read_chat (state, tag, meter, loop, now))
    return FALSE;
  g_hash_table_remove (state->changed, tag);
  return TRUE;
}

ParleyMetersState *
parley_meters_state_read (GHashTable *rows)
{
  g_autoptr (ParleyMetersState) state = parley_meters_state_new ();
  const char *all = g_hash_table_lookup (rows, PARLEY_METERS_ALL);
  GHashTableIter iter;
  gpointer tag;
  gpointer text;

  if (all == NULL || !read_all (state, all))
    return NULL;
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &tag, &text))
    {
      if (!g_str_equal (tag, PARLEY_METERS_ALL) && !read_row (state, tag, text))
        return NULL;
    }
  return g_steal_pointer (&state);
}
