/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Random events in several chats at once, answered by a scripted model that takes its time. The
 * rules that must hold after each event are in chat-world.c, the chats in chat-city.c. */
#include <malloc.h>

#include "chat-life.h"

/* The sanitizers keep a stack for each allocation, which takes its time. */
#ifdef __SANITIZE_ADDRESS__
#define N_EVENTS       100000
#define N_EVENTS_TWICE 20000
#define FLAT_AFTER     N_EVENTS /* they keep books of their own */
#else
#define N_EVENTS       1100000
#define N_EVENTS_TWICE 20000
#define FLAT_AFTER     200000
#endif
#define REST_EVERY   5000
#define MEMORY_SLACK 32768

/* Every person writes, waits, changes their mind; from time to time all of them stop. */
static void
play (ChatCity *city, guint n_events)
{
  guint rested = city->n_events;

  while (city->n_events < n_events)
    {
      chat_city_pass_time (city, chat_city_pick (city, 4) == 0 ? chat_city_pick (city, 5000)
                                                               : chat_city_pick (city, 120));
      chat_life_go_on (city);
      if (city->n_events - rested < REST_EVERY)
        continue;
      chat_life_come_to_rest (city);
      rested = city->n_events;
    }
  chat_life_come_to_rest (city);
}

static gsize
count_memory (void)
{
#ifdef __GLIBC__
  return mallinfo2 ().uordblks;
#else
  return 0;
#endif
}

static void
test_rules_hold_and_memory_is_flat (void)
{
  g_autoptr (ParleyData) files = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (files);
  ChatCity city;
  gsize early;

  chat_city_init (&city, lexicon, 1);
  play (&city, FLAT_AFTER);
  early = count_memory ();
  play (&city, N_EVENTS);
  g_assert_cmpuint (count_memory (), <=, early + MEMORY_SLACK);
  for (guint i = 0; i < city.parties->len; i++)
    {
      ChatParty *party = city.parties->pdata[i];

      g_test_message ("%s: %u events, %u said, %u late, %u drafts used, %u thrown away",
                      party->world.name, party->world.n_events, party->world.n_said,
                      parley_chat_get_n_stale (party->world.chat), party->world.n_drafts_used,
                      party->world.n_aborted);
      g_assert_cmpuint (party->world.n_said, >, 0);
      g_assert_cmpint (party->world.n_corrected > 0, ==,
                       party->world.base_ms > 0 && party->world.policy.accumulation);
      g_assert_cmpint (party->world.n_drafts_used > 0, ==, party->world.policy.drafts);
    }
  chat_city_clear (&city);
}

static guint64
play_once (guint seed)
{
  g_autoptr (ParleyData) files = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (files);
  ChatCity city;

  chat_city_init (&city, lexicon, seed);
  play (&city, N_EVENTS_TWICE);
  return chat_city_clear (&city);
}

static void
test_same_input_same_output (void)
{
  guint64 hash = play_once (7);

  g_assert_cmpuint (play_once (7), ==, hash);
  g_assert_cmpuint (play_once (8), !=, hash);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/chat-random/rules-hold-and-memory-is-flat",
                   test_rules_hold_and_memory_is_flat);
  g_test_add_func ("/turn/chat-random/same-input-same-output", test_same_input_same_output);
  return g_test_run ();
}
