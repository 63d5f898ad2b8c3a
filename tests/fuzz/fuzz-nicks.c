/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* An IRC network whose people come, go, take each other's nicks and are seen doing it or not.
 * Whoever has just been heard under a nick counts as the one whom the chat is with only if they
 * are; the network itself knows. */
#include "fuzz.h"

#include "guard/parley-nicks.h"

#define N_PEOPLE  5
#define N_NICKS   3
#define MAX_STEPS 400
#define NOBODY    (-1)

/* Each has an address that no other has, but for two behind one gateway: those are told from each
 * other only as long as they are seen to come and go. */
static const char *const addresses[N_PEOPLE]
    = { "alex@home.example", "~alex@bad.example", "w@gateway/web/a", "w@gateway/web/a",
        "sam@home.example" };

static const char *const nick_names[N_NICKS] = { "alex", "sam", "kim" };

typedef struct
{
  ParleyNicks *nicks;
  gint64 now;
  int holder[N_NICKS];       /* who has it */
  int seen[N_NICKS];         /* who was seen to have it, last */
  gboolean logged[N_PEOPLE]; /* in, to an account of their own */
  int with[N_NICKS];         /* whom the chat is with */
  char *proof[N_NICKS];      /* as it was last told */
} World;

static gboolean
is_behind_gateway (int person)
{
  return person == 2 || person == 3;
}

static char *
fold (gpointer data, const char *nick)
{
  return g_ascii_strdown (nick, -1);
}

static void send_line (World *world, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
send_line (World *world, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autoptr (ParleyIrcLine) line = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  line = parley_irc_line_parse (text);
  g_assert_nonnull (line);
  parley_nicks_take_line (world->nicks, line, world->now);
}

static int
find_nick (const World *world, int person)
{
  for (int i = 0; i < N_NICKS; i++)
    if (world->holder[i] == person)
      return i;
  return NOBODY;
}

/* Who is new to the chat is who was seen last. */
static void
note_with (World *world)
{
  for (int i = 0; i < N_NICKS; i++)
    {
      g_autoptr (ParleyIdentity) identity = parley_nicks_dup_identity (world->nicks, nick_names[i]);

      if (identity != NULL && g_strcmp0 (world->proof[i], identity->proof) == 0)
        continue;
      g_free (world->proof[i]);
      world->proof[i] = identity != NULL ? g_strdup (identity->proof) : NULL;
      world->with[i] = identity != NULL ? world->seen[i] : NOBODY;
    }
}

/* They were heard under that nick just now. */
static void
check_heard (World *world, int nick)
{
  world->seen[nick] = world->holder[nick];
  note_with (world);
  if (parley_nicks_look (world->nicks, nick_names[nick], world->now) == PARLEY_SIGHT_FRESH)
    g_assert_cmpint (world->holder[nick], ==, world->with[nick]);
}

static void
write_message (World *world, int person)
{
  int nick = find_nick (world, person);

  if (nick == NOBODY)
    return;
  send_line (world, ":%s!%s PRIVMSG me :hi", nick_names[nick], addresses[person]);
  check_heard (world, nick);
}

/* @seen: the user shares a room with them. */
static void
take_nick (World *world, int person, int nick, gboolean seen)
{
  int old = find_nick (world, person);

  if (world->holder[nick] != NOBODY)
    return;
  if (old != NOBODY)
    world->holder[old] = NOBODY;
  world->holder[nick] = person;
  if (seen && old != NOBODY)
    send_line (world, ":%s!%s NICK :%s", nick_names[old], addresses[person], nick_names[nick]);
  else if (seen)
    send_line (world, ":%s!%s JOIN #tea", nick_names[nick], addresses[person]);
  if (seen)
    check_heard (world, nick);
}

static void
quit (World *world, int person, gboolean seen)
{
  int nick = find_nick (world, person);

  if (nick == NOBODY)
    return;
  if (seen)
    send_line (world, ":%s!%s QUIT :bye", nick_names[nick], addresses[person]);
  world->holder[nick] = NOBODY;
}

static void
answer_whois (World *world, int nick)
{
  int person = world->holder[nick];
  g_auto (GStrv) parts = person != NOBODY ? g_strsplit (addresses[person], "@", 2) : NULL;

  if (!parley_nicks_ask (world->nicks, nick_names[nick], world->now))
    return;
  if (person == NOBODY)
    {
      send_line (world, ":irc.example 401 me %s :No such nick", nick_names[nick]);
      return;
    }
  send_line (world, ":irc.example 311 me %s %s %s * :x", nick_names[nick], parts[0], parts[1]);
  if (world->logged[person])
    send_line (world, ":irc.example 330 me %s account%d :is logged in as", nick_names[nick],
               person);
  send_line (world, ":irc.example 318 me %s :End of WHOIS", nick_names[nick]);
  check_heard (world, nick);
}

/* The user believes that it is who has the nick. */
static void
accept_nick (World *world, int nick)
{
  parley_nicks_accept (world->nicks, nick_names[nick]);
  note_with (world);
}

static void
step (World *world, FuzzInput *input)
{
  guint what = fuzz_take (input, 12);
  int person = fuzz_take (input, N_PEOPLE);
  int nick = fuzz_take (input, N_NICKS);
  static const int waits[] = { 1, 5, 29, 40, 3600, 90000 };

  switch (what)
    {
    case 0:
    case 1:
      take_nick (world, person, nick, what == 0 || is_behind_gateway (person));
      break;
    case 2:
    case 3:
      quit (world, person, what == 2 || is_behind_gateway (person));
      break;
    case 4:
    case 5:
      answer_whois (world, nick);
      break;
    case 6:
      world->logged[person] = !world->logged[person];
      break;
    case 7:
      world->now += waits[fuzz_take (input, G_N_ELEMENTS (waits))];
      break;
    case 8:
      accept_nick (world, nick);
      break;
    case 9:
      parley_nicks_disconnect (world->nicks, world->now);
      break;
    default:
      write_message (world, person);
      break;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  World world = { .now = 1000 };

  world.nicks = parley_nicks_new (g_strsplit ("gateway/*", ";", -1), "salt", fold, NULL);
  for (int i = 0; i < N_NICKS; i++)
    {
      world.holder[i] = NOBODY;
      world.seen[i] = NOBODY;
      world.with[i] = NOBODY;
      parley_nicks_watch (world.nicks, nick_names[i], NULL);
    }
  for (guint i = 0; i < MAX_STEPS && input.left > 0; i++)
    step (&world, &input);
  for (int i = 0; i < N_NICKS; i++)
    g_free (world.proof[i]);
  parley_nicks_free (world.nicks);
  return 0;
}
