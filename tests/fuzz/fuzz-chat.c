/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine: the bytes decide what happens when, and the rules of tests/turn/chat-world.c hold
 * after each event; in the end each chat comes to rest and has forgotten nothing. */
#include "fuzz.h"
#include "chat-life.h"

#define MAX_EVENTS 2000

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  ChatCity city;

  chat_city_init (&city, fuzz_get_lexicon (), 1);
  city.course = data;
  city.n_course = size;
  while (city.n_course > 0 && city.n_events < MAX_EVENTS)
    {
      chat_city_pass_time (&city, chat_city_pick (&city, 4) == 0 ? chat_city_pick (&city, 5000)
                                                                 : chat_city_pick (&city, 120));
      chat_life_go_on (&city);
    }
  city.n_course = 0;
  chat_life_come_to_rest (&city);
  chat_city_clear (&city);
  return 0;
}
