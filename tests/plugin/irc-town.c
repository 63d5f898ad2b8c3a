/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "irc-town.h"

#include <string.h>

#define CHANNEL "#tea"

static const TownPerson cast[] = {
  { .home = "ada", .addresses = { "ada@home.example" } },
  { .home = "bea", .addresses = { "bea@home.example" } },
  { .home = "cal", .addresses = { "cal@dsl-17.example" } },
  { .home = "dot", .addresses = { "dot@user/dot" } },
  { .home = "eli", .addresses = { "~eli@cable-3.example" } },
  { .home = "fay", .addresses = { "~f@cable-9.example" } },
  { .home = "gus", .addresses = { "gus@flat.example", "gus@train.example" }, .account = "gus" },
  { .home = "hal", .addresses = { "~hal@flat-2.example", "~h@cafe.example" }, .account = "hal9" },
  { .home = "ida", .addresses = { "ida@far.example" }, .far = TRUE },
  { .home = "jon", .addresses = { "jon@farther.example" }, .far = TRUE },
  { .home = "kim", .addresses = { "~kim@farthest.example" }, .far = TRUE },
  { .home = "leo", .addresses = { "web@gateway/web/leo" }, .nameless = TRUE },
  { .home = "mia", .addresses = { "~mia@house.example" }, .nameless = TRUE },
  { .home = "ned", .addresses = { "~ned@house.example" }, .nameless = TRUE },
  { .home = "rob1", .addresses = { "rob@elsewhere.example" }, .thief = TRUE },
  { .home = "rob2", .addresses = { "rob@home.example" }, .thief = TRUE },
  { .home = "rob3", .addresses = { "~rob@gateway/web/rob" }, .thief = TRUE, .far = TRUE },
  { .home = "rob4", .addresses = { "rob@bad.example" }, .account = "rob4", .thief = TRUE },
};

#define N_PEOPLE G_N_ELEMENTS (cast)

static const char *const words[]
    = { "tea",   "rain",  "train",  "late",  "soup",  "garden", "blue",  "seven",  "market",
        "paint", "river", "ticket", "Paris", "cat",   "bread",  "lamp",  "monday", "music",
        "clock", "chair", "letter", "salt",  "wheel", "stairs", "piano", "winter", "window" };

struct _Town
{
  Wire *wire;
  GRand *rand;
  TownFunc wrote;
  gpointer data;
  TownPerson people[N_PEOPLE];
  gint64 now;
  gboolean linked;
  gint64 split_at;  /* when the next network split is, or ends */
  GPtrArray *split; /* of TownPerson who are behind it; NULL: there is none */
  gint64 mute_at;   /* when WHOIS stops being answered, or is again */
  gboolean mute;
};

/* Returns: a number from @least to @most. */
static gint
draw (Town *town, gint least, gint most)
{
  return g_rand_int_range (town->rand, least, most + 1);
}

static gboolean
is_lucky (Town *town, gint percent)
{
  return draw (town, 0, 99) < percent;
}

static const char *
get_address (const TownPerson *person)
{
  return person->addresses[person->from];
}

/* The server: who has which nick, and what the user's client is told of it */

static void
tell (Town *town, const TownPerson *person, const char *nick, const char *what)
{
  g_test_message ("%d: %s %s", (int) town->now, nick, what);
  if (town->linked && !person->far)
    wire_pushf (town->wire, ":%s!%s %s\r\n", nick, get_address (person), what);
}

static void
take_nick (Town *town, TownPerson *person, const char *nick)
{
  wire_irc_set_person (town->wire, nick, get_address (person), person->account);
  if (!person->far)
    wire_irc_set_near (town->wire, nick);
  g_free (person->nick);
  person->nick = g_strdup (nick);
  person->left_at = 0;
}

static void
enter (Town *town, TownPerson *person, const char *nick)
{
  if (person->addresses[1] != NULL)
    person->from = (guint) draw (town, 0, 1);
  take_nick (town, person, nick);
  tell (town, person, nick, "JOIN " CHANNEL);
}

static void
leave (Town *town, TownPerson *person, const char *reason)
{
  g_autofree char *nick = g_steal_pointer (&person->nick);
  g_autofree char *quit = g_strconcat ("QUIT :", reason, NULL);

  wire_irc_set_person (town->wire, nick, NULL, NULL);
  tell (town, person, nick, quit);
  person->left_at = town->now;
  person->n_lines = 0;
}

static void
change_nick (Town *town, TownPerson *person, const char *nick)
{
  g_autofree char *line = g_strconcat ("NICK ", nick, NULL);
  g_autofree char *old = g_strdup (person->nick);

  wire_irc_set_person (town->wire, old, NULL, NULL);
  take_nick (town, person, nick);
  tell (town, person, old, line);
  person->left_at = g_str_equal (nick, person->home) ? 0 : town->now;
  person->n_lines = 0;
}

static void
write_line (Town *town, TownPerson *person)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint i = draw (town, 3, 6); i > 0; i--)
    g_string_append_printf (text, "%s ", words[draw (town, 0, G_N_ELEMENTS (words) - 1)]);
  person->n_written++;
  g_test_message ("%d: %s, who is %s, writes line %u", (int) town->now, person->nick, person->home,
                  person->n_written);
  if (!town->linked)
    return;
  wire_pushf (town->wire, ":%s!%s PRIVMSG me :%s tok-%02u-%04u\r\n", person->nick,
              get_address (person), text->str, person->id, person->n_written);
  town->wrote (town->data, person);
}

static TownPerson *
find (Town *town, const char *nick)
{
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      TownPerson *person = &town->people[i];

      if (g_strcmp0 (person->nick, nick) == 0)
        return person;
    }
  return NULL;
}

/* What people do */

static void
give_back (Town *town, const char *nick)
{
  TownPerson *thief = find (town, nick);

  if (thief == NULL)
    return;
  if (thief->far)
    leave (town, thief, "Killed (services)");
  else
    change_nick (town, thief, thief->home);
  thief->next_at = town->now + draw (town, 60, 600);
}

/* The services see to it that people get the nick that is theirs. */
static void
come_back (Town *town, TownPerson *person)
{
  if (g_strcmp0 (person->nick, person->home) == 0)
    return;
  give_back (town, person->home);
  if (person->nick == NULL)
    enter (town, person, person->home);
  else
    change_nick (town, person, person->home);
}

static gboolean
is_in_split (Town *town, TownPerson *person)
{
  return town->split != NULL && g_ptr_array_find (town->split, person, NULL);
}

/* In the same second, before the client has read that the nick is free. */
static void
steal_at_once (Town *town, const TownPerson *victim)
{
  TownPerson *thief = &town->people[N_PEOPLE - (guint) draw (town, 1, 4)];

  if (find (town, victim->home) != NULL)
    return;
  if (thief->nick == NULL)
    enter (town, thief, victim->home);
  else if (!thief->far && g_str_equal (thief->nick, thief->home))
    change_nick (town, thief, victim->home);
  else
    return;
  write_line (town, thief);
  thief->n_lines = (guint) draw (town, 0, 3);
  thief->next_at = town->now + draw (town, 1, 40);
}

/* Their old connection is still there when they come with a new one. */
static void
leave_ghost (Town *town, TownPerson *person)
{
  g_autofree char *other = g_strconcat (person->home, "_", NULL);

  wire_irc_set_person (town->wire, other, get_address (person), person->account);
  tell (town, person, other, "JOIN " CHANNEL);
  tell (town, person, person->home, "QUIT :Killed (services (GHOST command))");
  wire_irc_set_person (town->wire, person->home, NULL, NULL);
  take_nick (town, person, other);
  person->left_at = town->now;
}

static void
act_at_home (Town *town, TownPerson *person)
{
  g_autofree char *other = g_strconcat (person->home, "|away", NULL);
  gint luck = draw (town, 0, 99);

  person->next_at = town->now + draw (town, 60, 600);
  if (luck < 60)
    {
      person->n_lines = (guint) draw (town, 1, 4);
      person->next_at = town->now;
      return;
    }
  if (luck < 75)
    leave (town, person, "bye");
  else if (luck < 90)
    change_nick (town, person, other);
  else
    {
      leave_ghost (town, person);
      person->next_at = town->now + draw (town, 1, 30);
    }
  if (is_lucky (town, 40))
    steal_at_once (town, person);
}

static void
act_as_thief (Town *town, TownPerson *thief)
{
  const TownPerson *victim = &town->people[draw (town, 0, N_PEOPLE - 5)];

  thief->next_at = town->now + draw (town, 60, 600);
  if (thief->nick != NULL && !g_str_equal (thief->nick, thief->home))
    {
      if (thief->far)
        leave (town, thief, "bye");
      else
        change_nick (town, thief, thief->home);
    }
  else
    steal_at_once (town, victim);
}

static void
act (Town *town, TownPerson *person)
{
  if (person->n_lines > 0)
    {
      write_line (town, person);
      person->n_lines--;
      person->next_at
          = town->now + (person->n_lines > 0 ? draw (town, 1, 4) : draw (town, 60, 600));
    }
  else if (person->thief)
    act_as_thief (town, person);
  else if (g_strcmp0 (person->nick, person->home) == 0)
    act_at_home (town, person);
  else
    {
      come_back (town, person);
      person->next_at = town->now + draw (town, 2, 120);
    }
}

/* What befalls the network */

static void
end_split (Town *town)
{
  g_autoptr (GPtrArray) split = g_steal_pointer (&town->split);

  for (guint i = 0; i < split->len; i++)
    come_back (town, g_ptr_array_index (split, i));
  town->split_at = town->now + draw (town, 300, 1500);
}

static void
begin_split (Town *town)
{
  town->split = g_ptr_array_new ();
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      TownPerson *person = &town->people[i];

      if (person->thief || person->nick == NULL || is_lucky (town, 50))
        continue;
      leave (town, person, "hub.example leaf.example");
      g_ptr_array_add (town->split, person);
    }
  town->split_at = town->now + draw (town, 2, 200);
}

static void
turn_whois (Town *town)
{
  town->mute = !town->mute;
  wire_irc_mute (town->wire, town->mute);
  g_test_message ("%d: WHOIS is %s", (int) town->now, town->mute ? "mute" : "answered");
  town->mute_at = town->now + (town->mute ? draw (town, 5, 240) : draw (town, 200, 1200));
}

/* From outside */

Town *
town_new (Wire *wire, guint32 seed, TownFunc wrote, gpointer data)
{
  Town *town = g_new0 (Town, 1);

  town->wire = wire;
  town->rand = g_rand_new_with_seed (seed);
  town->wrote = wrote;
  town->data = data;
  memcpy (town->people, cast, sizeof cast);
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      TownPerson *person = &town->people[i];

      person->id = i;
      /* Whoever is there first is the one whom the user means. */
      person->next_at = person->thief ? draw (town, 120, 600) : draw (town, 1, 60);
      person->n_lines = person->thief ? 0 : 1;
      if (!person->thief || !person->far)
        take_nick (town, person, person->home);
    }
  town->split_at = draw (town, 300, 1500);
  town->mute_at = draw (town, 200, 1200);
  return town;
}

void
town_free (Town *town)
{
  for (guint i = 0; i < N_PEOPLE; i++)
    g_free (town->people[i].nick);
  g_clear_pointer (&town->split, g_ptr_array_unref);
  g_rand_free (town->rand);
  g_free (town);
}

void
town_go_on (Town *town, gint64 now, gboolean linked)
{
  town->now = now;
  town->linked = linked;
  if (now >= town->split_at && town->split != NULL)
    end_split (town);
  else if (now >= town->split_at)
    begin_split (town);
  if (now >= town->mute_at)
    turn_whois (town);
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      TownPerson *person = &town->people[i];

      if (now >= person->next_at && !is_in_split (town, person))
        act (town, person);
    }
}

void
town_come_home (Town *town, gint64 now)
{
  town->now = now;
  if (town->mute)
    turn_whois (town);
  if (town->split != NULL)
    end_split (town);
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      TownPerson *person = &town->people[i];

      if (person->thief && person->nick != NULL)
        leave (town, person, "bye");
      else if (!person->thief)
        come_back (town, person);
    }
  for (guint i = 0; i < N_PEOPLE; i++)
    {
      if (!town->people[i].thief)
        write_line (town, &town->people[i]);
    }
}

char *
town_dup_names (Town *town)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < N_PEOPLE; i++)
    {
      if (town->people[i].nick != NULL && !town->people[i].far)
        g_strv_builder_add (builder, town->people[i].nick);
    }
  names = g_strv_builder_end (builder);
  return g_strjoinv (" ", names);
}

const TownPerson *
town_find (Town *town, const char *nick)
{
  return find (town, nick);
}

const TownPerson *
town_get (Town *town, guint id)
{
  g_assert_cmpuint (id, <, N_PEOPLE);
  return &town->people[id];
}

guint
town_count (Town *town)
{
  return N_PEOPLE;
}

gboolean
town_is_mute (Town *town)
{
  return town->mute;
}

gint64
town_get_next (Town *town)
{
  gint64 next = MIN (town->split_at, town->mute_at);

  for (guint i = 0; i < N_PEOPLE; i++)
    {
      if (!is_in_split (town, &town->people[i]))
        next = MIN (next, town->people[i].next_at);
    }
  return next;
}
