/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan has people and machines do. */
#include <errno.h>

#include "oracles.h"

#define TAKEOVER_MS (15 * 60 * 1000)
#define SENDING_MS  (5 * 60 * 1000)

/* --- the person --- */

/* A stop that is shorter than this holds an answer as the typing around it does, and so does one in
 * which a slow disk is waited for. */
#define SHORT_STOP_MS 2000

/* libpurple tells only of changes. */
static void
set_typing (SimWorld *world, SimChat *chat, ParleyTyping typing)
{
  static const char *const words[] = { "stops typing", "types", "leaves a text in the box" };
  gint64 now = sim_world_now (world);

  if (world->engine == NULL || !chat->account->online || chat->typing == typing)
    return;
  sim_world_tell (world, "%s %s", chat->key->person, words[typing]);
  if (chat->typing == PARLEY_TYPING_NONE)
    chat->shown_since = now;
  if (typing == PARLEY_TYPING_NONE)
    chat->stopped_at = now;
  else if (chat->typing == PARLEY_TYPING_NONE
           && now - chat->stopped_at > SHORT_STOP_MS + world->seams.slow_ms)
    chat->held_since = now;
  chat->typing = typing;
  chat->typing_since = now;
  parley_engine_take_typing (world->engine, chat->key, typing);
}

static void
change_hands (SimWorld *world, SimChat *chat, gboolean robbed)
{
  if (chat->robbed == robbed || !chat->facts.person.from_room)
    return;
  chat->robbed = robbed;
  chat->stay++;
  g_clear_pointer (&chat->last, g_free); /* no room keeps what was said aside */
  chat->typing = PARLEY_TYPING_NONE;
  sim_world_tell (world, "%s is now %s", chat->key->person,
                  sim_world_get_holder (world, chat, NULL)->name);
  sim_oracle_excuse (world, chat);
}

static void
encrypt (SimWorld *world, SimChat *chat, gboolean encrypted)
{
  if (chat->facts.secrecy.encrypted == encrypted)
    return;
  sim_world_tell (world, "the chat with %s is %s", chat->key->person,
                  encrypted ? "encrypted" : "open");
  chat->facts.secrecy.encrypted = encrypted;
  sim_oracle_loosen (world, chat);
  sim_oracle_excuse (world, chat);
}

/* --- the user --- */

static void
write_by_hand (SimWorld *world, SimChat *chat, gboolean elsewhere)
{
  const ParleyLineFacts facts = { .sent = TRUE };
  g_autofree char *text = g_strdup_printf ("it is me, line %u", ++world->lines);

  if (world->engine == NULL || !chat->account->online)
    return;
  sim_world_tell (world, "the user writes to %s%s: %s", chat->key->person,
                  elsewhere ? " on another device" : "", text);
  chat->user_types = FALSE;
  chat->quiet_until = sim_world_now (world) + TAKEOVER_MS;
  sim_oracle_excuse (world, chat);
  if (!elsewhere)
    parley_engine_take_sent (world->engine, chat->key);
  parley_engine_take_line (world->engine, chat->key, &facts, text, world->clock.wall);
}

static void
type_by_hand (SimWorld *world, SimChat *chat)
{
  if (world->engine == NULL)
    return;
  sim_world_tell (world, "the user begins to write to %s", chat->key->person);
  chat->user_types = TRUE;
  parley_engine_take_own_typing (world->engine, chat->key);
}

static void
choose_mode (SimWorld *world, SimChat *chat, ParleyMode mode)
{
  if (chat->facts.mode == mode)
    return;
  sim_world_tell (world, "the user chooses for %s: %s", chat->key->person,
                  parley_mode_to_string (mode));
  chat->facts.mode = mode;
  if (mode == PARLEY_MODE_OFF)
    sim_oracle_loosen (world, chat);
  if (mode == PARLEY_MODE_OFF || mode == PARLEY_MODE_SHADOW)
    sim_oracle_excuse (world, chat);
  if (world->engine == NULL)
    return;
  parley_engine_note_choice (world->engine, chat->key, NULL, parley_mode_to_string (mode));
  chat->quiet_until = 0;
  if (mode == PARLEY_MODE_OFF)
    parley_engine_forget (world->engine, chat->key);
  else
    parley_engine_resume (world->engine, chat->key);
}

static void
set_pause (SimWorld *world, gboolean paused)
{
  sim_world_tell (world, "the user %s everything", paused ? "pauses" : "ends the pause of");
  g_assert_true (
      parley_settings_set_int (world->settings, PARLEY_SETTING_GUARD_PAUSED, paused, NULL));
  if (world->engine != NULL)
    parley_engine_look_again (world->engine);
}

static void
resume (SimWorld *world, SimChat *chat)
{
  if (world->engine == NULL || chat->facts.mode == PARLEY_MODE_OFF)
    return;
  sim_world_tell (world, "the user has Parley go on with %s", chat->key->person);
  chat->quiet_until = 0;
  parley_engine_resume (world->engine, chat->key);
}

static void
see_to_draft (SimWorld *world, SimChat *chat, gboolean send)
{
  if (world->engine == NULL)
    return;
  sim_world_tell (world, "the user %s the draft for %s", send ? "sends" : "drops",
                  chat->key->person);
  if (send)
    chat->sends_until = sim_world_now (world) + SENDING_MS;
  if (send)
    parley_engine_send_proposal (world->engine, chat->key, 0);
  else
    parley_engine_drop_proposal (world->engine, chat->key, 0);
}

static void
move_on (SimWorld *world, guint n)
{
  sim_providers_choose (world, n);
  sim_world_tell (world, "the user chooses server %u and %s", world->provider, world->model);
  if (world->engine != NULL)
    parley_engine_look_again (world->engine);
}

/* --- servers, the disk, the machine --- */

static void
set_online (SimWorld *world, SimAccount *account, gboolean online)
{
  if (account->online == online)
    return;
  sim_world_tell (world, "%s is %s", account->name, online ? "online" : "offline");
  account->online = online;
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      if (chat->account != account)
        continue;
      chat->facts.connected = online;
      chat->typing = PARLEY_TYPING_NONE;
      if (!online && chat->facts.person.from_room)
        sim_oracle_excuse (world, chat);
    }
  if (world->engine != NULL)
    parley_engine_set_online (world->engine, account->server->id, account->name, online);
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      if (chat->account == account)
        sim_mail_deliver (world, chat);
    }
}

/* No signal tells of it: libpurple's side learns of it with what comes next. */
static void
rename_account (SimWorld *world, SimAccount *account, guint n)
{
  g_autofree char *old = g_steal_pointer (&account->name);
  gboolean online = account->online;

  account->name = g_strdup (old);
  set_online (world, account, FALSE);
  g_free (account->name);
  account->name = g_strdup_printf ("me%u-%u@" SIM_HOME, n, account->number);
  sim_world_tell (world, "%s is called %s from now on", old, account->name);
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      if (chat->account == account)
        sim_world_move_chat (world, chat);
    }
  if (world->engine != NULL)
    parley_engine_forget_account (world->engine, account->server->id, old);
  set_online (world, account, online);
}

static void
turn_model (SimWorld *world, SimMood mood)
{
  sim_world_tell (world, "the model turns to mood %u", mood);
  world->mood = mood;
}

static void
turn_disk (SimWorld *world, SimDiskMood mood)
{
  static const char *const words[]
      = { "well", "slow", "full", "broken", "held by another program", "read-only" };

  sim_world_tell (world, "the disk is %s", words[mood]);
  for (guint i = 0; i < world->chats->len; i++)
    sim_oracle_loosen (world, g_ptr_array_index (world->chats, i));
  world->seams.slow_ms = mood == SIM_DISK_SLOW ? 5000 : 0;
  world->disk.number = mood == SIM_DISK_FULL ? ENOSPC : mood == SIM_DISK_READ_ONLY ? EROFS : 0;
  sim_disk_hold (&world->disk, mood == SIM_DISK_HELD);
  world->disk.sync_number = mood == SIM_DISK_BROKEN ? EIO : 0;
}

/* How long it was away is all that the program can know of it. */
static void
lose_time (SimWorld *world, guint seconds)
{
  world->clock.wall += seconds;
  world->slept_ms += 1000 * (gint64) seconds;
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      chat->typing = PARLEY_TYPING_NONE; /* who knows after that? */
      chat->quiet_until -= 1000 * (gint64) seconds;
      if (seconds >= 600)
        sim_oracle_excuse (world, chat);
    }
}

static void
sleep_for (SimWorld *world, guint seconds)
{
  sim_world_tell (world, "the machine sleeps for %u s", seconds);
  lose_time (world, seconds);
}

/* Forward it looks like a sleep. What is back in time again is told apart by no clock. */
static void
leap (SimWorld *world, guint n)
{
  gboolean back = n >= SIM_LEAP_BACK;
  guint seconds = back ? n - SIM_LEAP_BACK : n;

  sim_world_tell (world, "the clock is set %u s %s", seconds, back ? "back" : "forward");
  if (!back)
    {
      lose_time (world, seconds);
      return;
    }
  world->clock.wall -= seconds;
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      chat->typing = PARLEY_TYPING_NONE; /* as after a sleep */
      sim_oracle_excuse (world, chat);
    }
}

/* --- one by one --- */

#define ACT(name, call)                                                                            \
  static void act_##name (SimWorld *world, SimChat *chat, guint n) { call; }

ACT (write, sim_mail_write (world, chat, n, FALSE))
ACT (edit, sim_mail_write (world, chat, n, TRUE))
ACT (react, sim_mail_react (world, chat))
ACT (type, set_typing (world, chat, PARLEY_TYPING_ACTIVE))
ACT (stop, set_typing (world, chat, PARLEY_TYPING_NONE))
ACT (pause, set_typing (world, chat, PARLEY_TYPING_PAUSED))
ACT (rob, change_hands (world, chat, TRUE))
ACT (come_back, change_hands (world, chat, FALSE))
ACT (encrypt, encrypt (world, chat, n > 0))
ACT (user_write, write_by_hand (world, chat, n > 0))
ACT (user_type, type_by_hand (world, chat))
ACT (user_stop, chat->user_types = FALSE)
ACT (user_go_on, resume (world, chat))
ACT (user_choose, choose_mode (world, chat, n))
ACT (user_pause, set_pause (world, n > 0))
ACT (user_send, see_to_draft (world, chat, TRUE))
ACT (user_drop, see_to_draft (world, chat, FALSE))
ACT (lose_line, set_online (world, chat->account, FALSE))
ACT (have_line, set_online (world, chat->account, TRUE))
ACT (repeat, sim_mail_repeat (world, chat))
ACT (stamp, world->stamps = n)
ACT (turn_model, turn_model (world, n))
ACT (turn_disk, turn_disk (world, n))
ACT (kill, sim_world_end_program (world, SIM_END_KILL, n))
ACT (lose_power, sim_world_end_program (world, SIM_END_POWER, n))
ACT (quit, sim_world_end_program (world, SIM_END_QUIT, n))
ACT (sleep, sleep_for (world, n))
ACT (leap, leap (world, n))
ACT (user_move, move_on (world, n))
ACT (user_rename, rename_account (world, chat->account, n))

void
sim_world_act (SimWorld *world, const SimEvent *event)
{
  static void (*const acts[SIM_N_DEEDS]) (SimWorld *, SimChat *, guint) = {
    [SIM_WRITES] = act_write,
    [SIM_EDITS] = act_edit,
    [SIM_REACTS] = act_react,
    [SIM_TYPES] = act_type,
    [SIM_STOPS] = act_stop,
    [SIM_PAUSES] = act_pause,
    [SIM_IS_ROBBED] = act_rob,
    [SIM_COMES_BACK] = act_come_back,
    [SIM_ENCRYPTS] = act_encrypt,
    [SIM_USER_WRITES] = act_user_write,
    [SIM_USER_TYPES] = act_user_type,
    [SIM_USER_STOPS] = act_user_stop,
    [SIM_USER_GOES_ON] = act_user_go_on,
    [SIM_USER_CHOOSES] = act_user_choose,
    [SIM_USER_PAUSES] = act_user_pause,
    [SIM_USER_SENDS] = act_user_send,
    [SIM_USER_DROPS] = act_user_drop,
    [SIM_LOSES_LINE] = act_lose_line,
    [SIM_HAS_LINE] = act_have_line,
    [SIM_REPEATS] = act_repeat,
    [SIM_STAMPS] = act_stamp,
    [SIM_MODEL_TURNS] = act_turn_model,
    [SIM_DISK_TURNS] = act_turn_disk,
    [SIM_IS_KILLED] = act_kill,
    [SIM_LOSES_POWER] = act_lose_power,
    [SIM_QUITS] = act_quit,
    [SIM_SLEEPS] = act_sleep,
    [SIM_CLOCK_LEAPS] = act_leap,
    [SIM_USER_MOVES] = act_user_move,
    [SIM_USER_RENAMES] = act_user_rename,
  };

  acts[event->deed](world, g_ptr_array_index (world->chats, event->who), event->n);
}
