/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-meters-state.h"

#include <string.h>

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

/* A span of answers to all, which the row of all does not name again: time, wall clock; answers. */
#define SPAN_TYPE "(xxax)"

/* The row of all names as many answers at most; half of them go into a span then. */
#define MAX_LOOSE 24

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

typedef struct
{
  guint number;
  gint64 last; /* of its answers */
} Span;

static void
add_span (ParleyMetersState *state, guint number, gint64 last)
{
  Span *span = g_new (Span, 1);

  *span = (Span){ number, last };
  g_queue_push_tail (state->spans, span);
}

ParleyMetersState *
parley_meters_state_new (void)
{
  ParleyMetersState *state = g_new0 (ParleyMetersState, 1);

  state->all = parley_meter_new ();
  state->chats
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) parley_meter_free);
  state->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  state->spans = g_queue_new ();
  return state;
}

void
parley_meters_state_free (ParleyMetersState *state)
{
  parley_meter_free (state->all);
  g_hash_table_unref (state->chats);
  g_hash_table_unref (state->changed);
  g_queue_free_full (state->spans, g_free);
  g_free (state->written);
  g_free (state);
}

ParleyMeter *
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

/* Returns: (transfer none): the answers of @meter after @after, @n of them. */
static const gint64 *
find_loose (ParleyMeter *meter, gint64 after, gint64 now, guint *n)
{
  guint end;
  const gint64 *times = parley_rate_get_times (meter->answers, now, &end);

  for (*n = 0; *n < end && times[end - *n - 1] > after; ++*n)
    continue;
  return times + end - *n;
}

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
write_times (const gint64 *times, guint n)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_INT64, times, n, sizeof *times);
}

/* @variant: (transfer floating). */
static char *
print (GVariant *variant)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (variant);

  return g_variant_print (taken, FALSE);
}

/* @after: answers up to it are written down elsewhere. */
static GVariant *
write_meter (ParleyMeter *meter, gint64 after, gint64 now)
{
  GVariantBuilder hours;
  guint n;
  const gint64 *times = find_loose (meter, after, now, &n);

  g_variant_builder_init (&hours, G_VARIANT_TYPE ("a(xxx)"));
  for (guint i = 0; i < PARLEY_BUDGET_HOURS; i++)
    {
      const ParleyBudgetHour *hour = &meter->budget.hours[i];

      if (hour->read > 0 || hour->written > 0)
        g_variant_builder_add (&hours, "(xxx)", (gint64) hour->hour, (gint64) hour->read,
                               (gint64) hour->written);
    }
  return g_variant_new ("(ux@axa(xxx)@a(xu))", meter->told, meter->changed_at,
                        write_times (times, n), &hours, write_requests (&meter->requests, now));
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

static gboolean
is_unused (const ParleyMeter *meter)
{
  const ParleyLoop *loop = &meter->loop;

  return meter->changed_at == 0 && meter->told == 0 && !loop->stopped && loop->n_said == 0
         && loop->said_at == 0 && loop->n == 0;
}

/* Returns: (transfer full) (nullable). */
static char *
dup_row (ParleyMetersState *state, const char *tag, gint64 now)
{
  ParleyMeter *meter = g_hash_table_lookup (state->chats, tag);

  if (meter == NULL || is_unused (meter))
    return NULL;
  return print (g_variant_new ("(xx@" METER_TYPE "@" LOOP_TYPE ")", now, state->elapsed.wall,
                               write_meter (meter, -1, now), write_loop (&meter->loop)));
}

static gint64
get_last_of_spans (ParleyMetersState *state)
{
  const Span *span = g_queue_peek_tail (state->spans);

  return span != NULL ? span->last : -1;
}

static void
hand_out_span (guint number, const char *text, ParleyMetersRowFunc func, gpointer data)
{
  g_autofree char *tag = g_strdup_printf (PARLEY_METERS_SPAN "%u", number);

  func (tag, text, data);
}

/* The last of a span is older than what comes after it, so each answer is in one place only. */
static void
write_spans (ParleyMetersState *state, gint64 now, ParleyMetersRowFunc func, gpointer data)
{
  const Span *span;
  guint n;
  const gint64 *loose;
  guint cut = MAX_LOOSE / 2;

  while ((span = g_queue_peek_head (state->spans)) != NULL
         && now - span->last >= PARLEY_RATE_HOUR_MS)
    {
      hand_out_span (span->number, NULL, func, data);
      g_free (g_queue_pop_head (state->spans));
    }
  loose = find_loose (state->all, get_last_of_spans (state), now, &n);
  while (n > MAX_LOOSE && cut < n && loose[cut - 1] == loose[cut])
    cut++;
  if (n > MAX_LOOSE && cut < n)
    {
      g_autofree char *text
          = print (g_variant_new ("(xx@ax)", now, state->elapsed.wall, write_times (loose, cut)));

      span = g_queue_peek_tail (state->spans);
      add_span (state, span != NULL ? span->number + 1 : 0, loose[cut - 1]);
      hand_out_span (((const Span *) g_queue_peek_tail (state->spans))->number, text, func, data);
    }
}

/* When it was written says nothing as long as nothing changes. */
static void
write_all (ParleyMetersState *state, gint64 now, ParleyMetersRowFunc func, gpointer data)
{
  g_autofree char *all = print (write_meter (state->all, get_last_of_spans (state), now));
  g_autofree char *row = NULL;

  if (g_strcmp0 (all, state->written) == 0)
    return;
  row = g_strdup_printf ("(%d, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %s)", VERSION, now,
                         state->elapsed.wall, all);
  func (PARLEY_METERS_ALL, row, data);
  g_free (state->written);
  state->written = g_steal_pointer (&all);
}

void
parley_meters_state_write (ParleyMetersState *state,
                           gint64 now,
                           ParleyMetersRowFunc func,
                           gpointer data)
{
  GHashTableIter iter;
  gpointer tag;

  sweep (state, now);
  write_spans (state, now, func, data);
  write_all (state, now, func, data);
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

/* @after: those up to it are known already. */
static gboolean
read_answers (ParleyMeter *meter, GVariant *answers, gint64 after, gint64 now)
{
  gint64 before = 0;

  for (gsize i = 0; i < g_variant_n_children (answers); i++)
    {
      gint64 at;

      g_variant_get_child (answers, i, "x", &at);
      if (at < before || at > now)
        return FALSE;
      if (at > after)
        parley_rate_add (meter->answers, at);
      before = at;
    }
  return TRUE;
}

static gboolean
read_meter (ParleyMeter *meter, GVariant *variant, gint64 after, gint64 now)
{
  g_autoptr (GVariant) answers = g_variant_get_child_value (variant, 2);
  g_autoptr (GVariant) hours = g_variant_get_child_value (variant, 3);

  g_variant_get_child (variant, 1, "x", &meter->changed_at);
  return read_answers (meter, answers, after, now) && meter->changed_at >= 0
         && meter->changed_at <= now && read_hours (meter, hours, now)
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

  return read_meter (chat, meter, -1, now) && read_loop (&chat->loop, loop, now);
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

/* A row may be newer than what is said of all, if only one of both was written: time goes on from
 * the last of them. */
static void
go_on_from (ParleyMetersState *state, gint64 now, gint64 wall)
{
  if (now > state->elapsed.now)
    state->elapsed = (ParleyElapsed){ .now = now, .wall = wall };
}

/* Where the three versions begin alike. */
static gboolean
read_head (ParleyMetersState *state, GVariant *variant, guint wanted)
{
  g_autoptr (GVariant) all = g_variant_get_child_value (variant, 3);
  guint version;
  gint64 now;
  gint64 wall;

  g_variant_get_child (variant, 0, "u", &version);
  g_variant_get_child (variant, 1, "x", &now);
  g_variant_get_child (variant, 2, "x", &wall);
  go_on_from (state, now, wall);
  return version == wanted && now > 0
         && read_meter (state->all, all, get_last_of_spans (state), now);
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

/* What an older version wrote since goes before it. */
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
  go_on_from (state, now, wall);
  if (!read_chat (state, tag, meter, loop, now))
    return FALSE;
  g_hash_table_remove (state->changed, tag);
  return TRUE;
}

static guint
get_number (const char *tag)
{
  return (guint) g_ascii_strtoull (tag + strlen (PARLEY_METERS_SPAN), NULL, 10);
}

static gint
compare_spans (gconstpointer a, gconstpointer b)
{
  guint left = get_number (*(char *const *) a);
  guint right = get_number (*(char *const *) b);

  return (left > right) - (left < right);
}

static gboolean
read_span (ParleyMetersState *state, const char *tag, const char *text)
{
  g_autoptr (GVariant) variant = parse (text, SPAN_TYPE);
  g_autoptr (GVariant) answers = NULL;
  gint64 last;
  gint64 now;
  gint64 wall;

  if (variant == NULL)
    return FALSE;
  g_variant_get (variant, "(xx@ax)", &now, &wall, &answers);
  if (g_variant_n_children (answers) == 0
      || !read_answers (state->all, answers, get_last_of_spans (state), now))
    return FALSE;
  g_variant_get_child (answers, g_variant_n_children (answers) - 1, "x", &last);
  add_span (state, get_number (tag), MAX (last, get_last_of_spans (state)));
  go_on_from (state, now, wall);
  return TRUE;
}

/* Before all else: the row of all goes on where they end. */
static gboolean
read_spans (ParleyMetersState *state, GHashTable *rows)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer tag;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &tag, NULL))
    {
      if (g_str_has_prefix (tag, PARLEY_METERS_SPAN))
        g_ptr_array_add (tags, tag);
    }
  g_ptr_array_sort (tags, compare_spans);
  for (guint i = 0; i < tags->len; i++)
    {
      tag = g_ptr_array_index (tags, i);
      if (!read_span (state, tag, g_hash_table_lookup (rows, tag)))
        return FALSE;
    }
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

  if (all == NULL || !read_spans (state, rows) || !read_all (state, all))
    return NULL;
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &tag, &text))
    {
      if (!g_str_equal (tag, PARLEY_METERS_ALL) && !g_str_has_prefix (tag, PARLEY_METERS_SPAN)
          && !read_row (state, tag, text))
        return NULL;
    }
  return g_steal_pointer (&state);
}
