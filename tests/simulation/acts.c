/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "world.h"

static void
hand_in (SimWorld *world, SimPerson *person, const char *text, gint64 stamp)
{
  const ParleyLineFacts facts = { .received = TRUE, .age_s = world->clock.wall - stamp };

  parley_engine_take_line (world->engine, person->key, &facts, text, stamp);
}

static void
set_typing (SimWorld *world, SimPerson *person, ParleyTyping typing)
{
  person->typing = typing;
  person->typing_since = sim_world_now (world);
  parley_engine_take_typing (world->engine, person->key, typing);
}

static void
write_line (SimWorld *world, SimPerson *person, const SimEvent *event)
{
  static const char *const words[] = {
    "hey",      "are you there?",         "did you see the game",
    "and then", "can we meet tomorrow?",  "ok",
    "lol",      "what about the tickets", "I was thinking",
    "so",       "call me back please",    "where are we eating?",
  };
  const SimMessage message
      = { .at = sim_world_now (world), .wall = world->clock.wall, .heard = TRUE };
  g_autofree char *text = g_strdup_printf ("%s %sq%u", words[event->n % G_N_ELEMENTS (words)],
                                           person->name, person->messages->len);

  sim_world_tell (world, "%s writes: %s", person->name, text);
  person->typing = PARLEY_TYPING_NONE;
  g_array_append_val (person->messages, message);
  hand_in (world, person, text, world->clock.wall);
}

static void
write_by_hand (SimWorld *world, SimPerson *person)
{
  const ParleyLineFacts facts = { .sent = TRUE };
  g_autofree char *text = g_strdup_printf ("it is me, line %u", ++world->lines);

  sim_world_tell (world, "the user writes to %s: %s", person->name, text);
  person->user_types = FALSE;
  parley_engine_take_sent (world->engine, person->key);
  parley_engine_take_line (world->engine, person->key, &facts, text, world->clock.wall);
}

void
sim_world_act (SimWorld *world, const SimEvent *event)
{
  SimPerson *person = g_ptr_array_index (world->people, event->who);

  switch (event->deed)
    {
    case SIM_WRITES:
      write_line (world, person, event);
      break;
    case SIM_TYPES:
      sim_world_tell (world, "%s types", person->name);
      set_typing (world, person, PARLEY_TYPING_ACTIVE);
      break;
    case SIM_STOPS:
      sim_world_tell (world, "%s stops typing", person->name);
      set_typing (world, person, PARLEY_TYPING_NONE);
      break;
    case SIM_USER_WRITES:
      write_by_hand (world, person);
      break;
    case SIM_USER_TYPES:
      sim_world_tell (world, "the user begins to write to %s", person->name);
      parley_engine_take_own_typing (world->engine, person->key);
      break;
    case SIM_MODEL_TURNS:
      sim_world_tell (world, "the model turns to mood %u", event->n);
      world->mood = event->n;
      break;
    case SIM_N_DEEDS:
      g_assert_not_reached ();
    }
}
