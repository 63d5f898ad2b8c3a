/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks on at how often and how much: docs/limits.md, counted in another way than the engine does.
 * What a power cut or a disk in trouble takes, nobody counts on. */
#include "oracles.h"

#define MINUTE_MS (60 * 1000)
#define HOUR_MS   (60 * MINUTE_MS)

/* Half of all worlds have limits that are soon reached. */
void
sim_limits_choose (SimWorld *world)
{
  static const struct
  {
    ParleySetting setting;
    int n;
  } rows[] = {
    { PARLEY_SETTING_GUARD_CONTACT_10MIN, 3 },      { PARLEY_SETTING_GUARD_CONTACT_HOUR, 6 },
    { PARLEY_SETTING_GUARD_ALL_HOUR, 10 },          { PARLEY_SETTING_GUARD_IN_A_ROW, 12 },
    { PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 25 },  { PARLEY_SETTING_GUARD_ALL_REQUESTS, 60 },
    { PARLEY_SETTING_GUARD_CONTACT_TOKENS, 60000 },
  };

  if (sim_mix (world->seed + 5) % 2 == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (parley_settings_set_int (world->settings, rows[i].setting, rows[i].n, NULL));
}

static gint64
get_now (SimWorld *world)
{
  return sim_world_now (world) + world->slept_ms;
}

static int
get_limit (SimWorld *world, ParleySetting setting)
{
  return parley_settings_get_int (world->settings, setting);
}

static const SimRequest *
get_request (SimWorld *world, guint i)
{
  return &g_array_index (world->requests, SimRequest, i);
}

/* @chat: G_MAXUINT: all. */
static gboolean
is_of (SimWorld *world, const SimRequest *request, guint chat)
{
  const SimBody *body = g_ptr_array_index (world->bodies, request->body);

  return chat == G_MAXUINT || body->chat == chat;
}

static guint
count_asked (SimWorld *world, guint chat, gint64 since)
{
  guint n = 0;

  for (guint i = 0; i < world->requests->len; i++)
    n += is_of (world, get_request (world, i), chat) && get_request (world, i)->asked_at > since;
  return n;
}

static guint
count_answers (SimWorld *world, guint chat, gint64 since)
{
  guint n = 0;

  for (guint i = 0; i < world->requests->len; i++)
    n += is_of (world, get_request (world, i), chat) && get_request (world, i)->said_at > since
         && get_request (world, i)->begins;
  return n;
}

static gint64
sum_tokens (SimWorld *world, guint chat, gint64 since)
{
  gint64 sum = 0;

  for (guint i = 0; i < world->requests->len; i++)
    if (is_of (world, get_request (world, i), chat) && get_request (world, i)->said_at > since)
      sum += get_request (world, i)->tokens;
  return sum;
}

/* @per: ms that a limit is for. From run to run time is told in seconds. Returns: since when there
 * is to be counted. */
static gint64
get_since (SimWorld *world, gint64 per)
{
  return MAX (get_now (world) - per + 5000, world->counted_since);
}

void
sim_limits_check_request (SimWorld *world, SimRequest *request)
{
  guint chat = ((SimBody *) g_ptr_array_index (world->bodies, request->body))->chat;
  gint64 tokens = get_limit (world, PARLEY_SETTING_GUARD_CONTACT_TOKENS);
  gint64 most = tokens * get_limit (world, PARLEY_SETTING_GUARD_SPENT) / 100;

  request->asked_at = get_now (world);
  /* The one under way is the last one. */
  if (count_asked (world, chat, get_since (world, HOUR_MS))
      > (guint) get_limit (world, PARLEY_SETTING_GUARD_CONTACT_REQUESTS))
    sim_world_fail (world, "A model is asked too often for one person.");
  if (count_asked (world, G_MAXUINT, get_since (world, HOUR_MS))
      > (guint) get_limit (world, PARLEY_SETTING_GUARD_ALL_REQUESTS) + world->chats->len)
    sim_world_fail (world, "A model is asked too often.");
  if (sum_tokens (world, chat, get_since (world, 23 * HOUR_MS)) > most)
    sim_world_fail (world, "A model is asked, and all that may be spent is.");
}

void
sim_limits_check_answer (SimWorld *world, SimChat *chat, SimRequest *request, gboolean by_itself)
{
  guint who = ((SimBody *) g_ptr_array_index (world->bodies, request->body))->chat;

  if (request->said_at > 0)
    return;
  request->begins = by_itself && chat->answered != request->newest + 1;
  chat->answered = request->newest + 1;
  if (request->begins
      && (count_answers (world, who, get_since (world, 10 * MINUTE_MS))
              >= (guint) get_limit (world, PARLEY_SETTING_GUARD_CONTACT_10MIN)
          || count_answers (world, who, get_since (world, HOUR_MS))
                 >= (guint) get_limit (world, PARLEY_SETTING_GUARD_CONTACT_HOUR)))
    sim_world_fail (world, "One person gets too many answers.");
  if (request->begins
      && count_answers (world, G_MAXUINT, get_since (world, HOUR_MS))
             >= (guint) get_limit (world, PARLEY_SETTING_GUARD_ALL_HOUR))
    sim_world_fail (world, "There are too many answers.");
  request->said_at = get_now (world);
}
