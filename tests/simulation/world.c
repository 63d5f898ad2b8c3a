/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "oracles.h"

#include <glib/gstdio.h>

#include "test-folder.h"

/* What may still come by itself after the last event. */
#define CALM_MS (40 * 60 * 1000)

static const char *const names[] = { "ann", "bob", "cleo", "dan", "edda", "finn", "gus", "hana" };
static const char *const robbers[] = { "eve", "mal", "osk", "tru", "ivo", "uli", "kim", "zoe" };

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

SimChat *
sim_world_find (SimWorld *world, const ParleyChatKey *key)
{
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      if (parley_chat_key_equal (chat->key, key))
        return chat;
    }
  return NULL;
}

SimBody *
sim_world_get_holder (SimWorld *world, SimChat *chat, guint *number)
{
  guint at = 0;

  g_assert_true (g_ptr_array_find (world->chats, chat, &at));
  at += chat->robbed ? world->chats->len : 0;
  if (number != NULL)
    *number = at;
  return g_ptr_array_index (world->bodies, at);
}

/* What was counted for it was for one that there is no more. */
void
sim_world_move_chat (SimWorld *world, SimChat *chat)
{
  g_autoptr (ParleyChatKey) old = chat->key;

  chat->key = parley_chat_key_new (old->protocol, chat->account->name, old->person);
  g_clear_pointer (&chat->last, g_free); /* nobody knows it there */
  chat->typing = PARLEY_TYPING_NONE;
  chat->quiet_until = 0;
  chat->sends_until = 0;
  world->counted_since = sim_world_now (world) + world->slept_ms;
  sim_oracle_lose (world, chat);
}

/* --- the parts of it --- */

static void
chat_free (gpointer data)
{
  SimChat *chat = data;

  parley_chat_key_free (chat->key);
  g_free (chat->last);
  g_free (chat);
}

static void
body_free (gpointer data)
{
  SimBody *body = data;

  g_array_unref (body->messages);
  g_free (body);
}

static void
account_free (gpointer data)
{
  SimAccount *account = data;

  sim_server_free (account->server);
  g_free (account->name);
  g_free (account);
}

/* Returns: whether nobody else can have the name. */
static gboolean
is_proven (SimWorld *world, const SimChat *chat)
{
  const ParleyChatKey *key = chat->key;

  if (chat->facts.person.from_room)
    return FALSE;
  return parley_protocols_is_known (world->protocols, key->protocol)
             ? parley_protocols_name_proves (world->protocols, key->protocol, key->person)
             : chat->facts.person.protocol_trusted;
}

/* Half the names begin as those that Telegram gives for good. Returns: (transfer full). */
static char *
dup_address (guint who, guint64 luck, gboolean room)
{
  if (room)
    return g_strdup_printf ("room@" SIM_HOME "/%s", names[who]);
  return g_strdup_printf ("%s%s@" SIM_HOME, luck / 1024 % 2 == 0 ? "id" : "", names[who]);
}

/* One in four is out of a room, one in six keeps no log; half the protocols that nobody knows are
 * trusted. */
static SimChat *
chat_new (SimWorld *world, guint who)
{
  SimChat *chat = g_new0 (SimChat, 1);
  guint64 luck = sim_mix (world->seed + 17 * who);
  gboolean room = luck % 4 == 0;
  g_autofree char *address = dup_address (who, luck, room);

  chat->account = g_ptr_array_index (world->accounts, luck / 8 % world->accounts->len);
  chat->key = parley_chat_key_new (chat->account->server->id, chat->account->name, address);
  chat->facts = (ParleyFacts){ .mode = PARLEY_MODE_AUTO,
                               .connected = TRUE,
                               .visible = TRUE,
                               .logged = luck / 64 % 6 > 0,
                               .speaker = TRUE,
                               .person.protocol_trusted = luck / 512 % 2 == 0,
                               .person.from_room = room };
  chat->lasts = chat->facts.logged && is_proven (world, chat);
  return chat;
}

static void
add_body (SimWorld *world, const char *name, guint chat)
{
  SimBody *body = g_new0 (SimBody, 1);

  body->name = name;
  body->chat = chat;
  body->messages = g_array_new (FALSE, TRUE, sizeof (SimMessage));
  g_ptr_array_add (world->bodies, body);
}

static void
add_people (SimWorld *world, guint people)
{
  world->accounts = g_ptr_array_new_with_free_func (account_free);
  for (guint i = 0; i < 2; i++)
    {
      SimAccount *account = g_new0 (SimAccount, 1);

      account->server = sim_server_new (sim_mix (world->seed + i));
      account->name = g_strdup_printf ("me%u@" SIM_HOME, i);
      account->number = i;
      account->online = TRUE;
      g_ptr_array_add (world->accounts, account);
    }
  world->chats = g_ptr_array_new_with_free_func (chat_free);
  world->bodies = g_ptr_array_new_with_free_func (body_free);
  for (guint i = 0; i < people; i++)
    g_ptr_array_add (world->chats, chat_new (world, i));
  for (guint i = 0; i < people; i++)
    add_body (world, names[i], i);
  for (guint i = 0; i < people; i++)
    add_body (world, robbers[i], i);
}

/* --- the program --- */

static void
drain (SimWorld *world)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
start (gpointer data)
{
  SimWorld *world = data;

  sim_world_tell (world, "the program starts");
  world->forgets = FALSE;
  world->engine
      = parley_engine_new (world->host, world->settings, world->timers, world->disk.folder);
  for (guint i = 0; i < world->chats->len; i++)
    sim_mail_deliver (world, g_ptr_array_index (world->chats, i));
}

static void
stop (SimWorld *world)
{
  sim_disk_hold (&world->disk, FALSE);
  world->ending = TRUE;
  g_clear_pointer (&world->engine, parley_engine_free);
  do
    drain (world);
  while (sim_seams_hurry (&world->seams) || g_main_context_pending (NULL));
  world->ending = FALSE;
}

static void
name_folders (SimWorld *world)
{
  world->runs++;
  g_free (world->disk.folder);
  g_free (world->disk.lasting);
  world->disk.folder = g_strdup_printf ("%s/run-%u", world->top, world->runs);
  world->disk.lasting = g_strdup_printf ("%s/lasting-%u", world->top, world->runs);
  g_assert_cmpint (g_mkdir (world->disk.lasting, 0700), ==, 0);
}

/* What ends in a dead folder, as if it had never been done, is what a killed program did not do.
 * Nor does any of it fail. */
static void
move_on (SimWorld *world, gboolean power_cut)
{
  gboolean on = world->faults.on;
  g_autofree char *dead = g_strdup (world->disk.folder);
  g_autofree char *old = g_strdup (world->disk.lasting);
  g_autofree char *next = g_strdup_printf ("%s/run-%u", world->top, world->runs + 1);

  world->faults.on = FALSE;
  sim_disk_copy (&world->disk, next, power_cut);
  stop (world);
  name_folders (world);
  parley_test_folder_remove (world->disk.lasting);
  /* All that is there after a boot lasts. */
  sim_disk_copy (&world->disk, world->disk.lasting, FALSE);
  parley_test_folder_remove (dead);
  parley_test_folder_remove (old);
  world->faults.on = on;
}

gboolean
sim_world_has_trouble (SimWorld *world)
{
  return world->disk.number != 0 || world->disk.sync_number != 0 || world->forgets
         || world->seams.slow_ms > 0;
}

void
sim_world_end_program (SimWorld *world, SimEnd end, guint seconds)
{
  static const char *const words[] = { "is ended", "is killed", "loses power" };
  gboolean trouble = sim_world_has_trouble (world) || !g_queue_is_empty (&world->seams.works);

  if (world->engine == NULL)
    return;
  sim_world_tell (world, "the program %s for %u s", words[end], seconds);
  if (end == SIM_END_QUIT)
    stop (world);
  else
    move_on (world, end == SIM_END_POWER);
  if (end == SIM_END_POWER || trouble)
    world->counted_since = sim_world_now (world) + world->slept_ms;
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      chat->typing = PARLEY_TYPING_NONE;
      if (end != SIM_END_POWER && !trouble && chat->lasts)
        continue;
      chat->quiet_until = 0;
      sim_oracle_lose (world, chat);
    }
  parley_timer_arm (world->boot, world->clock.ms + 1000 * seconds);
}

/* --- the world --- */

SimWorld *
sim_world_new (guint64 seed, guint people, const GArray *plan)
{
  SimWorld *world = g_new0 (SimWorld, 1);

  g_assert_cmpuint (people, <=, G_N_ELEMENTS (names));
  world->seed = seed;
  world->plan = plan;
  parley_test_clock_init (&world->clock);
  world->began = world->clock.ms;
  world->timers = parley_timers_new (&world->clock.clock, NULL);
  world->seams = (SimSeams){ .timers = world->timers, .clock = &world->clock.clock, .seed = seed };
  world->network = (SimNetwork){
    .timers = world->timers, .ask = sim_model_ask, .data = world, .faults = &world->faults
  };
  world->boot = parley_timer_new (world->timers, start, world);
  world->top = g_dir_make_tmp ("parley-simulation-XXXXXX", NULL);
  world->disk.top = world->top;
  world->disk.faults = &world->faults;
  name_folders (world);
  world->data = parley_data_new (world->top);
  world->protocols = parley_protocols_new (world->data);
  world->settings = parley_settings_new ();
  sim_providers_begin (world);
  if (seed >= SIM_FULL_SEED)
    g_assert_true (parley_settings_set_string (world->settings, PARLEY_SETTING_GUARD_NEVER_SAY,
                                               "xyzzy", NULL));
  sim_limits_choose (world);
  world->host = sim_host_new (world);
  world->requests = g_array_new (FALSE, TRUE, sizeof (SimRequest));
  world->story = g_string_new (NULL);
  add_people (world, people);
  sim_seams_begin (&world->seams);
  sim_network_begin (&world->network);
  sim_disk_begin (&world->disk);
  return world;
}

void
sim_world_free (SimWorld *world)
{
  stop (world);
  sim_mail_clear (world);
  parley_timer_free (world->boot);
  sim_disk_end ();
  sim_network_end ();
  sim_seams_end (&world->seams);
  g_assert_finalize_object (world->host);
  parley_settings_free (world->settings);
  parley_protocols_free (world->protocols);
  parley_data_free (world->data);
  parley_timers_unref (world->timers);
  g_ptr_array_unref (world->chats);
  g_ptr_array_unref (world->accounts);
  g_ptr_array_unref (world->bodies);
  g_array_unref (world->requests);
  g_string_free (world->story, TRUE);
  parley_test_folder_remove (world->top);
  g_free (world->top);
  g_free (world->disk.folder);
  g_free (world->disk.lasting);
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
  stop (world);
  if (world->fault == NULL && !world->forgets)
    sim_files_check (world);
}
