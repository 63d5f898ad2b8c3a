/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Random events at random times, and what must hold after each of them. */
#include "turn/parley-chat.h"

#include <string.h>

/* The sanitizers keep a stack for each allocation, which takes a hundred times as long. */
#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 2000
#else
#define N_STEPS 60000
#endif

/* A run that fails prints its seed and its last events. */
typedef struct
{
  ParleyTurnPolicy policy;
  ParleyChat *chat;
  GRand *rand;
  gint64 now;
  int base_ms;
  guint n_written;   /* bubbles of the person, numbered from 1 */
  guint n_read;      /* of these, in finished turns */
  gboolean asked;    /* the model still writes */
  guint64 ask_epoch; /* of the last request */
  gboolean online;
  GString *log;
} World;

static void post (World *world, ParleyEvent *event);

static int
pick (World *world, int n)
{
  return g_rand_int_range (world->rand, 0, n);
}

static void
check (World *world, gboolean holds, const char *rule)
{
  if (!holds)
    g_error ("%s; the last events: %s", rule,
             world->log->str + MAX (0, (gssize) world->log->len - 1500));
}

/* The reply's text is the epoch it was written under. A bubble is said only under the read it was
 * written for, and only while nothing is unread that could still join the turn. */
static void
check_say (World *world, const ParleyEffect *effect)
{
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);
  guint unread = world->n_written - world->n_read - turn->bubbles->len;
  gboolean full = world->base_ms == 0 || turn->bubbles->len >= world->policy.max_bubbles;

  check (world, g_ascii_strtoull (effect->text, NULL, 10) == effect->epoch, "an old reply is said");
  check (world, effect->epoch == world->ask_epoch, "a reply nobody asked for is said");
  check (world, parley_chat_get_stand_down (world->chat) < 0, "said while stood down");
  check (world, unread == 0 || full, "said while a bubble is unread");
}

/* Every bubble ends in exactly one turn, in the order it was written. */
static void
check_done (World *world, const ParleyTurn *turn)
{
  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);

      world->n_read++;
      check (world, g_ascii_strtoull (bubble->text, NULL, 10) == world->n_read,
             "a bubble is lost, doubled or out of order");
    }
}

static void
take_effects (World *world, GArray *effects)
{
  ParleyEvent said = { .type = PARLEY_EVENT_SAID, .delivered = pick (world, 8) != 0 };
  guint n_said = 0;

  for (guint i = 0; i < effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      if (effect->type == PARLEY_EFFECT_ASK)
        world->ask_epoch = effect->epoch;
      if (effect->type == PARLEY_EFFECT_ASK || effect->type == PARLEY_EFFECT_ABORT)
        world->asked = effect->type == PARLEY_EFFECT_ASK;
      if (effect->type == PARLEY_EFFECT_DONE)
        check_done (world, effect->turn);
      if (effect->type != PARLEY_EFFECT_SAY)
        continue;
      check_say (world, effect);
      said.epoch = effect->epoch;
      n_said++;
    }
  check (world, n_said <= 1, "two bubbles at a time");
  if (n_said == 1)
    post (world, &said);
}

static void
check_state (World *world)
{
  ParleyState state = parley_chat_get_state (world->chat);
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);
  gint64 deadline = parley_chat_get_deadline (world->chat);

  check (world, state == PARLEY_STATE_IDLE || turn != NULL, "busy without a turn");
  if (state == PARLEY_STATE_COLLECTING)
    check (world, deadline >= 0 && deadline <= world->now + world->policy.cap_typing,
           "waits past the cap");
  if (state == PARLEY_STATE_SPEAKING && !world->asked)
    check (world, deadline >= 0, "speaks of nothing");
  if (state == PARLEY_STATE_IDLE && world->online && turn == NULL)
    check (world, world->n_read == world->n_written, "rests while a bubble waits");
}

static void
post (World *world, ParleyEvent *event)
{
  g_autoptr (GArray) effects = parley_effects_new ();

  g_string_append_printf (world->log, " %" G_GINT64_FORMAT ":%s", world->now,
                          parley_event_type_to_string (event->type));
  parley_chat_step (world->chat, event, world->now, effects);
  take_effects (world, effects);
  if (world->log->len > 100000)
    g_string_erase (world->log, 0, 90000);
}

static void
post_bubble (World *world)
{
  static const char *const tails[] = { " hm", "? ok.", " wait,", " hello there", " order #" };
  g_autofree char *text
      = g_strdup_printf ("%u%s", world->n_written + 1, tails[pick (world, G_N_ELEMENTS (tails))]);
  ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = text } };

  world->n_written++;
  post (world, &event);
}

/* One time in five it comes under another epoch. */
static void
post_result (World *world)
{
  gboolean stale = pick (world, 5) == 0 || !world->asked;
  guint64 epoch
      = stale ? parley_chat_get_epoch (world->chat) + 1 + pick (world, 3) : world->ask_epoch;
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, epoch);
  ParleyEvent bubble = { .type = PARLEY_EVENT_REPLY_BUBBLE,
                         .epoch = epoch,
                         .reply_bubble = { .text = text, .pace_ms = pick (world, 5000) } };
  ParleyEvent end
      = { .type = PARLEY_EVENT_REPLY_END, .epoch = epoch, .reply_end.how = pick (world, 3) };

  if (pick (world, 3) != 0)
    {
      post (world, &bubble);
      return;
    }
  if (!stale)
    world->asked = FALSE;
  post (world, &end);
}

static void
post_anything (World *world)
{
  int roll = pick (world, 100);
  ParleyEvent event = { 0 };

  if (roll < 25 && world->online)
    {
      post_bubble (world);
      return;
    }
  if (roll < 50)
    {
      post_result (world);
      return;
    }
  event.type = roll < 65   ? PARLEY_EVENT_TYPING
               : roll < 80 ? PARLEY_EVENT_DEADLINE
               : roll < 82 ? PARLEY_EVENT_TAKEOVER
               : roll < 87 ? PARLEY_EVENT_RESUME
               : roll < 90 ? PARLEY_EVENT_OFFLINE
               : roll < 98 ? PARLEY_EVENT_ONLINE
                           : PARLEY_EVENT_WITHDRAW;
  if (event.type == PARLEY_EVENT_TYPING)
    event.typing = pick (world, 3);
  if (event.type == PARLEY_EVENT_TAKEOVER)
    event.stand_down_ms = pick (world, 30000);
  if (event.type == PARLEY_EVENT_OFFLINE || event.type == PARLEY_EVENT_ONLINE)
    world->online = event.type == PARLEY_EVENT_ONLINE;
  post (world, &event);
}

/* They stop typing and writing, the model ends: the chat comes to rest. */
static void
come_to_rest (World *world)
{
  ParleyEvent quiet = { .type = PARLEY_EVENT_TYPING };
  ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };

  post (world, &quiet);
  for (guint i = 0; i < 1000 && parley_chat_get_state (world->chat) != PARLEY_STATE_IDLE; i++)
    {
      ParleyEvent end = { .type = PARLEY_EVENT_REPLY_END, .epoch = world->ask_epoch };

      if (world->asked)
        {
          world->asked = FALSE;
          post (world, &end);
        }
      world->now = MAX (world->now, parley_chat_get_deadline (world->chat));
      post (world, &deadline);
    }
  check (world, parley_chat_get_state (world->chat) == PARLEY_STATE_IDLE, "never comes to rest");
}

static void
run (guint seed, int base_ms, guint max_bubbles)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  World world = { .policy = parley_turn_policy_read (settings),
                  .rand = g_rand_new_with_seed (seed),
                  .base_ms = base_ms,
                  .online = TRUE,
                  .log = g_string_new (NULL) };

  world.policy.max_bubbles = max_bubbles;
  world.chat = parley_chat_new (&world.policy, lexicon, base_ms, NULL);
  g_test_message ("seed %u, base %d, at most %u bubbles", seed, base_ms, max_bubbles);
  for (guint i = 1; i <= N_STEPS; i++)
    {
      world.now += pick (&world, 4) == 0 ? pick (&world, 20000) : pick (&world, 700);
      post_anything (&world);
      check_state (&world);
      if (i % 1000 == 0)
        come_to_rest (&world);
    }
  parley_chat_free (world.chat);
  g_string_free (world.log, TRUE);
  g_rand_free (world.rand);
}

static void
test_rules_hold (void)
{
  for (guint seed = 1; seed <= 3; seed++)
    {
      run (seed, 800, 50);
      run (seed, 800, 2);
      run (seed, 0, 50);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/chat-random/rules-hold", test_rules_hold);
  return g_test_run ();
}
