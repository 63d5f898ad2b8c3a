/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "chat-life.h"

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

void
chat_life_go_on (ChatCity *city)
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

void
chat_life_come_to_rest (ChatCity *city)
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
