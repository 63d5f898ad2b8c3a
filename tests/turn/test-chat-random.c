/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Random events in several chats at once, answered by a scripted model that takes its time. The
 * rules that must hold after each event are in chat-world.c, the chats in chat-city.c. */
#include <malloc.h>

#include "chat-city.h"

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

/* The person and the user */

static char *
write_text (ChatCity *city, guint number)
{
  static const char *const words[]
      = { "zebra", "quilting", "obvious",  "marmalade", "kiosk",  "harvest", "nylon", "drumbeat",
          "fjord", "sprocket", "umbrella", "velvet",    "wigwam", "yonder",  "pixel", "crochet" };
  static const char *const tails[] = { "", "? ok.", " wait,", " hello there", " order #" };

  return g_strdup_printf ("%s %s%s", words[number % G_N_ELEMENTS (words)],
                          words[chat_city_pick (city, G_N_ELEMENTS (words))],
                          tails[chat_city_pick (city, G_N_ELEMENTS (tails))]);
}

/* Their last words again, with a letter more. */
static char *
mend_last (ChatParty *party)
{
  const ChatWorldBubble *last
      = &g_array_index (party->world.pending, ChatWorldBubble, party->world.pending->len - 1);

  return g_strdup_printf ("%.2s%s", last->text, last->text + 1);
}

static void
post_bubble (ChatCity *city, ChatParty *party)
{
  guint number = ++party->world.n_written;
  g_autofree char *id = g_strdup_printf ("%u", number);
  g_autofree char *text = chat_city_pick (city, 10) == 0 && party->world.pending->len > 0
                              ? mend_last (party)
                              : write_text (city, number);
  const ParleyEvent event = {
    .type = PARLEY_EVENT_BUBBLE,
    .bubble
    = { .text = text, .id = id, .media = chat_city_pick (city, 20) == 0 ? "[picture]" : NULL }
  };

  chat_city_post (city, party, &event);
}

static void
post_edit (ChatCity *city, ChatParty *party)
{
  guint number = party->world.n_written - chat_city_pick (city, 6);
  g_autofree char *id = g_strdup_printf ("%u", number);
  g_autofree char *text = chat_city_pick (city, 2) == 0 ? write_text (city, number) : NULL;
  const ParleyEvent event = { .type = PARLEY_EVENT_EDIT, .edit = { .id = id, .text = text } };

  if (party->world.n_written > 6)
    chat_city_post (city, party, &event);
}

static void
post_typing (ChatCity *city, ChatParty *party)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TYPING, .typing = chat_city_pick (city, 3) };

  if (party->world.types)
    chat_city_post (city, party, &event);
}

static void
post_takeover (ChatCity *city, ChatParty *party)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_TAKEOVER, .stand_down_ms = chat_city_pick (city, 30000) };

  chat_city_post (city, party, &event);
}

static void
post_simple (ChatCity *city, ChatParty *party, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  chat_city_post (city, party, &event);
}

/* From a read that never was, or is long over. */
static void
post_stray (ChatCity *city, ChatParty *party)
{
  guint64 epoch = parley_chat_get_epoch (party->world.chat);

  epoch = chat_city_pick (city, 2) == 0 ? epoch + 1 + chat_city_pick (city, 3)
                                        : epoch - MIN (epoch, 1);
  if (epoch == parley_chat_get_epoch (party->world.chat))
    return;
  if (chat_city_pick (city, 3) == 0)
    chat_city_post_prediction (city, party, epoch);
  else
    chat_city_post_reply (city, party, epoch, chat_city_pick (city, 2));
}

static void
post_anything (ChatCity *city)
{
  ChatParty *party = city->parties->pdata[chat_city_pick (city, city->parties->len)];
  int roll = chat_city_pick (city, 100);

  if (roll < 40 && party->world.online)
    post_bubble (city, party);
  else if (roll < 46 && party->world.online)
    post_edit (city, party);
  else if (roll < 75 && party->world.online)
    post_typing (city, party);
  else if (roll < 81)
    post_stray (city, party);
  else if (roll < 83)
    post_simple (city, party, PARLEY_EVENT_DEADLINE); /* too early */
  else if (roll < 84)
    post_simple (city, party, PARLEY_EVENT_AGAIN);
  else if (roll < 86)
    post_takeover (city, party);
  else if (roll < 90)
    post_simple (city, party, PARLEY_EVENT_RESUME);
  else if (roll < 92)
    post_simple (city, party, PARLEY_EVENT_OFFLINE);
  else if (roll < 98)
    post_simple (city, party, PARLEY_EVENT_ONLINE);
  else
    post_simple (city, party, PARLEY_EVENT_WITHDRAW);
}

/* Rest */

static void
come_to_rest (ChatCity *city)
{
  const ParleyEvent quiet = { .type = PARLEY_EVENT_TYPING, .typing = PARLEY_TYPING_NONE };

  chat_city_pass_time (city, 4000000);
  for (guint i = 0; i < city->parties->len; i++)
    {
      ChatParty *party = city->parties->pdata[i];

      chat_world_check (&party->world,
                        parley_chat_get_state (party->world.chat) == PARLEY_STATE_IDLE,
                        "never comes to rest");
      chat_city_post (city, party, &quiet);
      for (guint j = 0; j < 100 && party->world.pending->len > 0; j++)
        {
          post_simple (city, party, PARLEY_EVENT_ONLINE);
          chat_city_pass_time (city, 4000000);
        }
      chat_world_check (&party->world, party->world.pending->len == 0, "a bubble is forgotten");
    }
}

/* Every person writes, waits, changes their mind; from time to time all of them stop. */
static void
play (ChatCity *city, guint n_events)
{
  guint rested = city->n_events;

  while (city->n_events < n_events)
    {
      chat_city_pass_time (city, chat_city_pick (city, 4) == 0 ? chat_city_pick (city, 5000)
                                                               : chat_city_pick (city, 120));
      post_anything (city);
      if (city->n_events - rested < REST_EVERY)
        continue;
      come_to_rest (city);
      rested = city->n_events;
    }
  come_to_rest (city);
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
  ChatCity city;
  gsize early;

  chat_city_init (&city, 1);
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
  ChatCity city;

  chat_city_init (&city, seed);
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
