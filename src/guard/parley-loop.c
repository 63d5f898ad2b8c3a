/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-loop.h"

/* The numbers were fitted to real chats (tests/guard/test-loop-chats.c): with them no stretch of
 * those is taken for a loop. docs/limits.md tells how. */

/* Signs are worth points; with so many it is a loop. */
#define ENOUGH 4

/* An answer may come while ours is written, so it takes no less than this. */
#define MIN_LATENCY_MS 250

/* Nobody goes on evenly after pauses like this. */
#define SLOW_MS 60000

/* Characters a second that nobody types, and that everybody can. */
#define FAST_CPS 15
#define SLOW_CPS 10

/* Shorter texts tell nothing about the speed. */
#define MIN_CHARS 20

/* A program that shows itself typing does so for at most 6 s a message, give or take a fifth. */
#define PRETENDED_MS 8000

/* What comes one after the other faster than this was not written one after the other. */
#define NEAT_CPS 12
#define NEAT_MS  800

void
parley_loop_note_typing (ParleyLoop *loop, gboolean typing, gint64 now)
{
  if (loop->typing_since != 0)
    loop->typed_ms += now - loop->typing_since;
  loop->typing_since = typing ? now : 0;
  if (typing && loop->open.typed == PARLEY_TYPED_UNSEEN)
    loop->open.typed = PARLEY_TYPED_SEEN;
}

/* Of a message that took @ms to be typed. */
static ParleyTyped
judge_typing (guint chars, gint64 ms)
{
  gint64 scaled = (gint64) chars * 1000;

  if (chars >= MIN_CHARS && scaled >= ms * FAST_CPS)
    return PARLEY_TYPED_FAST;
  return ms >= PRETENDED_MS && scaled <= ms * SLOW_CPS ? PARLEY_TYPED_SLOWLY : PARLEY_TYPED_SEEN;
}

static void
end_typing (ParleyLoop *loop, guint chars, gint64 now)
{
  ParleyTyped typed;

  if (loop->typing_since == 0 && loop->typed_ms == 0)
    return;
  parley_loop_note_typing (loop, FALSE, now);
  typed = judge_typing (chars, loop->typed_ms);
  loop->open.typed = MAX (loop->open.typed, typed);
  loop->typed_ms = 0;
}

void
parley_loop_hear (ParleyLoop *loop, const char *text, gint64 now)
{
  guint chars = (guint) g_utf8_strlen (text, -1);
  gint64 needed = MAX (NEAT_MS, (gint64) chars * 1000 / NEAT_CPS);

  end_typing (loop, chars, now);
  parley_word_set_add (&loop->their_words, text);
  if (!loop->heard)
    {
      loop->open.latency = MAX (now - loop->said_at, MIN_LATENCY_MS);
      loop->open.neat = TRUE;
    }
  else if (now - loop->heard_at > needed)
    loop->open.neat = FALSE;
  loop->open.span = MAX (now - loop->said_at, MIN_LATENCY_MS);
  loop->open.chars += chars;
  loop->heard = TRUE;
  loop->heard_at = now;
}

/* Signs */

typedef gboolean (*Sign) (const ParleyLoopExchange *exchange);

static guint
count (const ParleyLoop *loop, Sign sign)
{
  guint n = 0;

  for (guint i = 0; i < loop->n; i++)
    n += sign (&loop->exchanges[i]);
  return n;
}

static gboolean
is_neat (const ParleyLoopExchange *exchange)
{
  return exchange->neat;
}

static gboolean
is_like (const ParleyLoopExchange *exchange)
{
  return exchange->like;
}

static gboolean
is_unseen (const ParleyLoopExchange *exchange)
{
  return exchange->typed == PARLEY_TYPED_UNSEEN;
}

static gboolean
is_typed_fast (const ParleyLoopExchange *exchange)
{
  return exchange->typed == PARLEY_TYPED_FAST;
}

static gboolean
is_typed_slowly (const ParleyLoopExchange *exchange)
{
  return exchange->typed == PARLEY_TYPED_SLOWLY;
}

static gboolean
is_slow (const ParleyLoopExchange *exchange)
{
  return exchange->latency >= SLOW_MS;
}

/* Points for how fast the slowest answer was read and written. */
static int
judge_speed (const ParleyLoop *loop)
{
  double slowest = G_MAXDOUBLE;

  for (guint i = 0; i < loop->n; i++)
    slowest = MIN (slowest, loop->exchanges[i].chars * 1000.0 / loop->exchanges[i].span);
  if (slowest >= 6)
    return 3;
  if (slowest >= 4)
    return 2;
  return slowest >= 2.5 ? 1 : 0;
}

/* Points for how little the times differ that the answers took. */
static int
judge_evenness (const ParleyLoop *loop)
{
  gint64 least = G_MAXINT64;
  gint64 most = 0;

  for (guint i = 0; i < loop->n; i++)
    {
      least = MIN (least, loop->exchanges[i].latency);
      most = MAX (most, loop->exchanges[i].latency);
    }
  if (most * 10 <= least * 14)
    return 3;
  if (most * 10 <= least * 16)
    return 2;
  return most * 10 <= least * 25 ? 1 : 0;
}

static int
judge (const ParleyLoop *loop, gboolean shows_typing)
{
  guint n = loop->n;
  int evenness = judge_evenness (loop);
  guint n_neat = count (loop, is_neat);
  gboolean neat = n_neat == n;
  int points = judge_speed (loop) + evenness;

  points += neat ? 1 : n_neat + 1 < n ? -1 : 0;
  points += evenness > 0 && count (loop, is_slow) == n ? 1 : 0;
  points += evenness > 0 && neat && shows_typing && count (loop, is_unseen) == n ? 1 : 0;
  points += count (loop, is_like) + 1 >= n ? 2 : 0;
  if (count (loop, is_typed_fast) + 1 >= n)
    points += evenness > 0 ? 2 : 1;
  return points - 2 * (int) count (loop, is_typed_slowly);
}

static void
close_exchange (ParleyLoop *loop)
{
  if (loop->n == PARLEY_LOOP_EXCHANGES)
    {
      for (guint i = 1; i < loop->n; i++)
        loop->exchanges[i - 1] = loop->exchanges[i];
      loop->n--;
    }
  loop->open.like = parley_word_set_is_like (&loop->their_words, &loop->their_last)
                    || parley_word_set_is_like (&loop->their_words, &loop->our_last);
  loop->exchanges[loop->n++] = loop->open;
}

/* An answer of ours begins: theirs is complete. */
static void
begin_answer (ParleyLoop *loop, guint max_said, gboolean shows_typing)
{
  guint needed = MIN (max_said - 1, PARLEY_LOOP_EXCHANGES);

  if (loop->heard && loop->said_at != 0)
    close_exchange (loop);
  loop->open = (ParleyLoopExchange){ 0 };
  loop->heard = FALSE;
  loop->their_last = loop->their_words;
  loop->their_words = (ParleyWordSet){ 0 };
  loop->our_last = (ParleyWordSet){ 0 };
  loop->n_said++;
  if (loop->n_said >= max_said && loop->n >= needed && judge (loop, shows_typing) >= ENOUGH)
    loop->stopped = TRUE;
}

void
parley_loop_say (ParleyLoop *loop,
                 const char *text,
                 gboolean begins,
                 guint max_said,
                 gboolean shows_typing,
                 gint64 now)
{
  if (begins)
    begin_answer (loop, max_said, shows_typing);
  parley_word_set_add (&loop->our_last, text);
  loop->said_at = now;
}

void
parley_loop_reset (ParleyLoop *loop)
{
  *loop = (ParleyLoop){ 0 };
}
