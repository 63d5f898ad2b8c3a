/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "world.h"

#include <string.h>

/* --- marks --- */

static gboolean
read_mark (const char *q, const char *begin, const char *name, guint *n, const char **end)
{
  gsize length = strlen (name);
  char *behind;

  if ((gsize) (q - begin) < length || strncmp (q - length, name, length) != 0
      || !g_ascii_isdigit (q[1]))
    return FALSE;
  *n = (guint) g_ascii_strtoull (q + 1, &behind, 10);
  *end = behind;
  return TRUE;
}

gboolean
sim_mark_next (SimWorld *world, const char **text, guint *who, guint *n)
{
  for (const char *q = strchr (*text, 'q'); q != NULL; q = strchr (q + 1, 'q'))
    {
      for (guint i = 0; i < world->people->len; i++)
        {
          const SimPerson *person = g_ptr_array_index (world->people, i);

          if (!read_mark (q, *text, person->name, n, text))
            continue;
          *who = i;
          return TRUE;
        }
    }
  return FALSE;
}

static SimMessage *
get_message (SimPerson *person, guint n)
{
  return n < person->messages->len ? &g_array_index (person->messages, SimMessage, n) : NULL;
}

/* --- what is asked --- */

guint
sim_oracle_request (SimWorld *world, const char *body)
{
  SimRequest request = { .who = G_MAXUINT };
  const char *at = body;
  guint who;
  guint n;

  if (strstr (body, "sk-simulated") != NULL)
    sim_world_fail (world, "A key stands in a prompt.");
  while (sim_mark_next (world, &at, &who, &n))
    {
      SimMessage *message = get_message (g_ptr_array_index (world->people, who), n);

      if (request.who != G_MAXUINT && request.who != who)
        sim_world_fail (world, "What one person wrote stands in the prompt of another.");
      if (message == NULL)
        sim_world_fail (world, "A mark that nobody wrote stands in a prompt.");
      else
        message->read = TRUE;
      request.who = who;
      request.newest = MAX (request.newest, n);
    }
  if (request.who == G_MAXUINT)
    {
      sim_world_fail (world, "A model is asked about nobody: %s", body);
      request.who = 0;
    }
  g_array_append_val (world->requests, request);
  sim_world_tell (world, "the model is asked, request %u, up to q%u", world->requests->len - 1,
                  request.newest);
  return world->requests->len - 1;
}

/* --- what is said --- */

/* Returns: (nullable): the request that it comes from. @bubble: (out): which of its bubbles. */
static SimRequest *
find_request (SimWorld *world, const char *text, guint *bubble)
{
  const char *r = strstr (text, ", r");
  char *end;
  guint64 number;

  if (r == NULL)
    return NULL;
  number = g_ascii_strtoull (r + 3, &end, 10);
  if (*end != 'b' || number >= world->requests->len)
    return NULL;
  *bubble = (guint) g_ascii_strtoull (end + 1, NULL, 10);
  return &g_array_index (world->requests, SimRequest, number);
}

static void
check_read (SimWorld *world, SimPerson *person, const SimRequest *request)
{
  for (guint n = 0; n < person->messages->len; n++)
    {
      SimMessage *message = get_message (person, n);

      if (n <= request->newest)
        message->settled = TRUE;
      else if (message->heard)
        sim_world_fail (world, "%s has written q%u since q%u was read.", person->name, n,
                        request->newest);
    }
}

void
sim_oracle_say (SimWorld *world, const ParleyRoute *route, const char *text)
{
  guint who = 0;
  guint bubble = 0;
  SimPerson *person = sim_world_find (world, route->key, &who);
  SimRequest *request = find_request (world, text, &bubble);

  if (person == NULL || request == NULL)
    {
      sim_world_fail (world, "Something is said that no model wrote, or to nobody: %s", text);
      return;
    }
  if (request->who != who)
    sim_world_fail (world, "%s is told what is for somebody else.", person->name);
  if ((request->said & (G_GUINT64_CONSTANT (1) << bubble)) != 0)
    sim_world_fail (world, "%s is told the same twice.", person->name);
  request->said |= G_GUINT64_CONSTANT (1) << bubble;
  if (person->facts.mode != PARLEY_MODE_AUTO || !person->facts.connected)
    sim_world_fail (world, "%s is answered without permission.", person->name);
  check_read (world, person, request);
}

void
sim_oracle_end (SimWorld *world)
{
  if (world->network.n_open > 0)
    sim_world_fail (world, "%u requests never end.", world->network.n_open);
}
