/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "world.h"

#include <glib/gstdio.h>

#include "test-folder.h"

/* What may still come by itself after the last event. */
#define CALM_MS (40 * 60 * 1000)

static const char *const names[] = { "ann", "bob", "cleo", "dan", "edda", "finn", "gus", "hana" };

gint64
sim_world_now (SimWorld *world)
{
  return world->clock.ms - world->began;
}

static void
tell (SimWorld *world, const char *text)
{
  gint64 now = sim_world_now (world);

  g_string_append_printf (world->story, "%2u d %02u:%02u:%02u.%03u  %s\n", (guint) (now / 86400000),
                          (guint) (now / 3600000 % 24), (guint) (now / 60000 % 60),
                          (guint) (now / 1000 % 60), (guint) (now % 1000), text);
}

void
sim_world_tell (SimWorld *world, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  tell (world, text);
}

void
sim_world_fail (SimWorld *world, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  line = g_strdup_printf ("!!! %s", text);
  tell (world, line);
  if (world->fault == NULL)
    world->fault = g_steal_pointer (&text);
}

SimPerson *
sim_world_find (SimWorld *world, const ParleyChatKey *key, guint *who)
{
  for (guint i = 0; i < world->people->len; i++)
    {
      SimPerson *person = g_ptr_array_index (world->people, i);

      if (!parley_chat_key_equal (person->key, key))
        continue;
      if (who != NULL)
        *who = i;
      return person;
    }
  return NULL;
}

/* --- the parts of it --- */

static void
person_free (gpointer data)
{
  SimPerson *person = data;

  parley_chat_key_free (person->key);
  g_array_unref (person->messages);
  g_free (person);
}

static SimPerson *
person_new (guint who)
{
  SimPerson *person = g_new0 (SimPerson, 1);
  g_autofree char *address = NULL;

  person->name = names[who % G_N_ELEMENTS (names)];
  address = g_strdup_printf ("%s@wire.example", person->name);
  person->key = parley_chat_key_new ("prpl-jabber", "me@wire.example", address);
  person->messages = g_array_new (FALSE, TRUE, sizeof (SimMessage));
  person->facts = (ParleyFacts){
    .mode = PARLEY_MODE_AUTO, .connected = TRUE, .visible = TRUE, .logged = TRUE, .speaker = TRUE
  };
  return person;
}

static void
set_string (SimWorld *world, ParleySetting setting, const char *value)
{
  g_assert_true (parley_settings_set_string (world->settings, setting, value, NULL));
}

/* Half of all worlds ask one sort of server, half the other. */
static void
choose_server (SimWorld *world)
{
  g_autofree char *key = g_build_filename (world->top, "key", NULL);
  gboolean other = sim_mix (world->seed) % 2 == 0;

  g_assert_true (g_file_set_contents_full (key, "https://models.example sk-simulated-secret\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  set_string (world, PARLEY_SETTING_BACKEND_KIND, other ? "anthropic" : "openai");
  set_string (world, PARLEY_SETTING_BACKEND_BASE_URL, "https://models.example/v1");
  set_string (world, PARLEY_SETTING_BACKEND_MODEL, "a-model");
  set_string (world, PARLEY_SETTING_BACKEND_KEY_FILE, key);
}

static void
start (SimWorld *world)
{
  g_free (world->folder);
  world->folder = g_strdup_printf ("%s/run-%u", world->top, ++world->runs);
  world->engine = parley_engine_new (world->host, world->settings, world->timers, world->folder);
}

SimWorld *
sim_world_new (guint64 seed, guint people, const GArray *plan)
{
  SimWorld *world = g_new0 (SimWorld, 1);

  world->seed = seed;
  world->plan = plan;
  parley_test_clock_init (&world->clock);
  world->began = world->clock.ms;
  world->timers = parley_timers_new (&world->clock.clock, NULL);
  world->seams = (SimSeams){ .timers = world->timers, .clock = &world->clock.clock, .seed = seed };
  world->network = (SimNetwork){ .timers = world->timers, .ask = sim_model_ask, .data = world };
  world->top = g_dir_make_tmp ("parley-simulation-XXXXXX", NULL);
  world->settings = parley_settings_new ();
  choose_server (world);
  world->host = sim_host_new (world);
  world->people = g_ptr_array_new_with_free_func (person_free);
  for (guint i = 0; i < people; i++)
    g_ptr_array_add (world->people, person_new (i));
  world->requests = g_array_new (FALSE, TRUE, sizeof (SimRequest));
  world->story = g_string_new (NULL);
  sim_seams_begin (&world->seams);
  sim_network_begin (&world->network);
  return world;
}

static void
drain (SimWorld *world)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
stop (SimWorld *world)
{
  g_clear_pointer (&world->engine, parley_engine_free);
  do
    drain (world);
  while (sim_seams_hurry (&world->seams) || g_main_context_pending (NULL));
}

void
sim_world_free (SimWorld *world)
{
  stop (world);
  sim_network_end ();
  sim_seams_end (&world->seams);
  g_assert_finalize_object (world->host);
  parley_settings_free (world->settings);
  parley_timers_unref (world->timers);
  g_ptr_array_unref (world->people);
  g_array_unref (world->requests);
  g_string_free (world->story, TRUE);
  parley_test_folder_remove (world->top);
  g_free (world->top);
  g_free (world->folder);
  g_free (world->fault);
  g_free (world);
}

/* --- time --- */

/* Goes to what comes next, but not beyond @end. Returns: FALSE at @end. */
static gboolean
step (SimWorld *world, gint64 end)
{
  gint64 next = parley_timers_get_next (world->timers);

  if (world->fault != NULL)
    return FALSE;
  if (next < 0 || next >= end)
    {
      parley_test_clock_advance (&world->clock, end - world->clock.ms);
      return FALSE;
    }
  parley_test_clock_advance (&world->clock, MAX (0, next - world->clock.ms));
  parley_timers_dispatch (world->timers);
  drain (world);
  return TRUE;
}

static void
live_until (SimWorld *world, gint64 end)
{
  while (step (world, world->began + end))
    ;
}

void
sim_world_run (SimWorld *world)
{
  start (world);
  drain (world);
  for (guint i = 0; i < world->plan->len && world->fault == NULL; i++)
    {
      const SimEvent *event = &g_array_index (world->plan, SimEvent, i);

      live_until (world, MAX (event->at, sim_world_now (world)));
      if (world->fault != NULL)
        return;
      sim_world_act (world, event);
      drain (world);
    }
  live_until (world, sim_world_now (world) + CALM_MS);
  if (world->fault == NULL)
    sim_oracle_end (world);
}
