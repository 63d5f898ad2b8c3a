/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-meters-state.h"

#include <string.h>

#include "context/parley-meter-rows.h"

#define VERSION 3

/* Version, time, wall clock; all. And a row for each chat: time, wall clock; its own. */
#define ALL_TYPE "(uxx" PARLEY_METER_TYPE ")"
#define ROW_TYPE "(xx" PARLEY_METER_TYPE PARLEY_LOOP_TYPE ")"

/* A span of answers to all, which the row of all does not name again: time, wall clock; answers. */
#define SPAN_TYPE "(xxax)"

/* The row of all names as many answers at most; half of them go into a span then. */
#define MAX_LOOSE 24

/* Of the versions before, in which all chats stood in one row; the first did not count requests and
 * had other causes to tell. */
#define OLD_VERSION    2
#define OLD_STATE_TYPE "(uxx" PARLEY_METER_TYPE "a(s" PARLEY_METER_TYPE PARLEY_LOOP_TYPE "))"
#define OLDEST_VERSION 1
#define OLDEST_STATE_TYPE                                                                          \
  "(uxx" PARLEY_METER_OLDEST_TYPE "a(s" PARLEY_METER_OLDEST_TYPE PARLEY_LOOP_TYPE "))"

/* After that nothing counts any more that a meter holds, but answers in a row. */
#define OVER_MS (PARLEY_BUDGET_HOURS * PARLEY_RATE_HOUR_MS)

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

/* @variant: (transfer floating). */
static char *
print (GVariant *variant)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (variant);

  return g_variant_print (taken, FALSE);
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
  return print (g_variant_new ("(xx@" PARLEY_METER_TYPE "@" PARLEY_LOOP_TYPE ")", now,
                               state->elapsed.wall, parley_meter_write (meter, -1, now),
                               parley_loop_write (&meter->loop)));
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
  loose = parley_meter_find_answers (state->all, get_last_of_spans (state), now, &n);
  while (n > MAX_LOOSE && cut < n && loose[cut - 1] == loose[cut])
    cut++;
  if (n > MAX_LOOSE && cut < n)
    {
      g_autofree char *text = print (g_variant_new ("(xx@ax)", now, state->elapsed.wall,
                                                    parley_meter_write_times (loose, cut)));

      span = g_queue_peek_tail (state->spans);
      add_span (state, span != NULL ? span->number + 1 : 0, loose[cut - 1]);
      hand_out_span (((const Span *) g_queue_peek_tail (state->spans))->number, text, func, data);
    }
}

/* When it was written says nothing as long as nothing changes. */
static void
write_all (ParleyMetersState *state, gint64 now, ParleyMetersRowFunc func, gpointer data)
{
  g_autofree char *all = print (parley_meter_write (state->all, get_last_of_spans (state), now));
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
read_chat (ParleyMetersState *state, const char *tag, GVariant *meter, GVariant *loop, gint64 now)
{
  ParleyMeter *chat = parley_meters_state_get (state, tag);

  return parley_meter_read (chat, meter, -1, now) && parley_loop_read (&chat->loop, loop, now);
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
         && parley_meter_read (state->all, all, get_last_of_spans (state), now);
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
      || !parley_meter_read_answers (state->all, answers, get_last_of_spans (state), now))
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
