/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-nicks.h"

#include <string.h>

#define DAY 86400

static char *
fold (gpointer data, const char *nick)
{
  return g_ascii_strdown (nick, -1);
}

static ParleyNicks *
nicks_new (void)
{
  return parley_nicks_new (g_strsplit ("gateway/*", ";", -1), "salt", fold, NULL);
}

static void
take (ParleyNicks *nicks, gint64 now, const char *text)
{
  g_autoptr (ParleyIrcLine) line = parley_irc_line_parse (text);

  g_assert_nonnull (line);
  parley_nicks_recall (nicks, line, now);
  parley_nicks_take_line (nicks, line, now);
}

/* A line as it came, or what a nick is afterwards. */
typedef struct
{
  gint64 at;
  const char *line;
  ParleySight sight; /* of alex */
} Step;

#define N_STEPS 6

typedef struct
{
  const char *name;
  Step steps[N_STEPS];
} Story;

#define ALEX "alex!alex@home.example"
#define MAL  "mal@bad.example"

static const Story stories[] = {
  { "stays",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 131, ":sam!sam@x.example JOIN #tea", PARLEY_SIGHT_STALE },
      { 132, ":" ALEX " PRIVMSG #tea :hi", PARLEY_SIGHT_FRESH } } },
  { "clock-set-back",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 50, ":sam!sam@x.example JOIN #tea", PARLEY_SIGHT_STALE } } },
  { "taken-in-the-same-second",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":" ALEX " QUIT :bye", PARLEY_SIGHT_AWAY },
      { 101, ":mal!" MAL " NICK alex", PARLEY_SIGHT_OTHER },
      { 101, ":alex!" MAL " PRIVMSG me :hi", PARLEY_SIGHT_OTHER },
      { 102, ":alex!" MAL " QUIT :bye", PARLEY_SIGHT_AWAY },
      { 103, ":" ALEX " JOIN #tea", PARLEY_SIGHT_FRESH } } },
  { "within-a-day",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":" ALEX " QUIT :bye", PARLEY_SIGHT_AWAY },
      { 101 + DAY, ":" ALEX " JOIN #tea", PARLEY_SIGHT_FRESH } } },
  { "after-a-day",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":" ALEX " QUIT :bye", PARLEY_SIGHT_AWAY },
      { 102 + DAY, ":" ALEX " JOIN #tea", PARLEY_SIGHT_OTHER } } },
  { "capitals-of-a-nick",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":" ALEX " NICK Alex", PARLEY_SIGHT_FRESH } } },
  { "gateway",
    { { 100, ":alex!w@gateway/web/a PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":alex!w@gateway/web/a QUIT :bye", PARLEY_SIGHT_AWAY },
      { 102, ":alex!w@gateway/web/a PRIVMSG me :hi", PARLEY_SIGHT_OTHER } } },
  { "no-such-nick",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 101, ":irc.example 401 me alex :No such nick", PARLEY_SIGHT_AWAY } } },
  { "who",
    { { 100, ":" ALEX " PRIVMSG me :hi", PARLEY_SIGHT_FRESH },
      { 200, ":irc.example 352 me #tea alex home.example irc.example alex H :0 A",
        PARLEY_SIGHT_FRESH },
      { 201, ":irc.example 352 me #tea mal bad.example irc.example alex H :0 A",
        PARLEY_SIGHT_OTHER } } },
};

static void
test_story (gconstpointer data)
{
  const Story *story = data;
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  for (guint i = 0; i < N_STEPS && story->steps[i].line != NULL; i++)
    {
      take (nicks, story->steps[i].at, story->steps[i].line);
      g_test_message ("%s", story->steps[i].line);
      g_assert_cmpint (parley_nicks_look (nicks, "alex", story->steps[i].at), ==,
                       story->steps[i].sight);
    }
}

/* Two hours of people who talk, quit, come back and change names, and one thief who takes whatever
 * is free. Whoever is the same is known, the thief never is. */
#define N_PEOPLE 14

static void
test_two_hours_of_people_who_come_and_go (void)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();
  gboolean here[N_PEOPLE] = { FALSE };
  gboolean stolen[N_PEOPLE] = { FALSE };
  guint n_answered = 0;
  guint n_thefts = 0;

  for (gint64 now = 1000; now < 1000 + 7200; now += g_test_rand_int_range (1, 4))
    {
      int who = g_test_rand_int_range (0, N_PEOPLE);
      g_autofree char *nick = g_strdup_printf ("p%d", who);
      g_autofree char *person = g_strdup_printf (":p%d!u@home%d.example", who, who);
      g_autofree char *thief = g_strdup_printf (":p%d!" MAL, who);
      g_autofree char *line = NULL;

      parley_nicks_watch (nicks, nick, NULL);
      if (stolen[who])
        line = g_strconcat (thief, g_test_rand_bit () ? " QUIT :x" : " PRIVMSG me :hi", NULL);
      else if (here[who])
        line = g_strconcat (person, g_test_rand_bit () ? " QUIT :x" : " PRIVMSG me :hi", NULL);
      else if (n_answered > 200 && g_test_rand_bit ())
        line = g_strconcat (thief, " PRIVMSG me :hi", NULL);
      else
        line = g_strconcat (person, " PRIVMSG me :hi", NULL);
      take (nicks, now, line);
      here[who] = g_str_has_prefix (line, person) && strstr (line, "QUIT") == NULL;
      stolen[who] = g_str_has_prefix (line, thief) && strstr (line, "QUIT") == NULL;
      g_assert_cmpint (parley_nicks_look (nicks, nick, now), ==,
                       here[who]     ? PARLEY_SIGHT_FRESH
                       : stolen[who] ? PARLEY_SIGHT_OTHER
                                     : PARLEY_SIGHT_AWAY);
      n_answered += here[who];
      n_thefts += stolen[who];
    }
  g_assert_cmpuint (n_answered, >, 500);
  g_assert_cmpuint (n_thefts, >, 200);
}

/* Their second connection went while nobody looked. */
static void
test_ghost_before_our_reconnect_is_the_same_one (void)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  take (nicks, 100, ":" ALEX " PRIVMSG me :hi");
  take (nicks, 101, ":alex_!alex@home.example JOIN #tea");
  parley_nicks_disconnect (nicks, 102);
  take (nicks, 200, ":" ALEX " PRIVMSG me :hi");
  take (nicks, 201, ":" ALEX " PRIVMSG me :hi");
  take (nicks, 202, ":" ALEX " QUIT :bye");
  g_assert_true (parley_nicks_knows_again (nicks, "alex"));
  take (nicks, 203, ":" ALEX " PRIVMSG me :hi");
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 203), ==, PARLEY_SIGHT_FRESH);
}

/* They were called otherwise for a while, where no line says so. */
static void
test_other_name_before_leaving_unseen_is_the_same_one (gconstpointer gone)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  take (nicks, 100, ":" ALEX " PRIVMSG me :hi");
  take (nicks, 101, ":Guest7!alex@home.example PRIVMSG me :hi");
  if (gone != NULL)
    take (nicks, 102, gone);
  else
    parley_nicks_leave (nicks, "alex", 102);
  take (nicks, 200, ":" ALEX " PRIVMSG me :hi");
  g_assert_true (parley_nicks_knows_again (nicks, "alex"));
  parley_nicks_disconnect (nicks, 201);
  take (nicks, 300, ":alex!" MAL " PRIVMSG me :hi");
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 300), ==, PARLEY_SIGHT_OTHER);
  take (nicks, 301, ":" ALEX " PRIVMSG me :hi");
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 301), ==, PARLEY_SIGHT_FRESH);
}

static void
test_other_name_after_leaving_in_sight_is_another_one (void)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  take (nicks, 100, ":" ALEX " PRIVMSG me :hi");
  take (nicks, 101, ":sam!alex@home.example JOIN #tea");
  take (nicks, 102, ":" ALEX " QUIT :bye");
  parley_nicks_leave (nicks, "alex", 103);
  take (nicks, 103, ":irc.example 401 me alex :No such nick");
  take (nicks, 200, ":" ALEX " PRIVMSG me :hi");
  g_assert_false (parley_nicks_knows_again (nicks, "alex"));
}

/* They were called otherwise out of sight, and took the name back there. */
static void
test_other_name_out_of_sight_is_the_same_one (gconstpointer before)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  take (nicks, 100, ":" ALEX " PRIVMSG #tea :hi");
  if (before != NULL)
    take (nicks, 101, before);
  if (before != NULL)
    take (nicks, 102, ":Guest7!alex@home.example PART #tea");
  take (nicks, 103, ":Guest7!alex@home.example PRIVMSG me :hi");
  take (nicks, 104, ":" ALEX " QUIT :bye");
  take (nicks, 200, ":" ALEX " PRIVMSG me :hi");
  g_assert_true (parley_nicks_knows_again (nicks, "alex"));
  take (nicks, 300, ":Guest7!alex@home.example PRIVMSG me :hi");
  take (nicks, 301, ":" ALEX " PRIVMSG me :hi");
  g_assert_false (parley_nicks_knows_again (nicks, "alex"));
}

static void
test_whatever_a_server_sends_is_survived (void)
{
  static const char *const parts[]
      = { ":",   "alex", "!",   "@",   " ",  "PRIVMSG", "NICK", "QUIT", "311", "330", "307",
          "318", "352",  "401", "303", "me", "\xff",    "\r\n", "#tea", "*",   "~",   "gateway/x" };
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  for (guint i = 0; i < 200000; i++)
    {
      g_autoptr (GString) text = g_string_new (g_test_rand_bit () ? ":" : ":alex!a@b ");
      g_autoptr (ParleyIrcLine) line = NULL;
      g_auto (GStrv) changed = NULL;

      for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
        g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
      line = parley_irc_line_parse (text->str);
      if (line != NULL)
        parley_nicks_take_line (nicks, line, i);
      changed = parley_nicks_take_changed (nicks);
    }
}

/* --- over a restart --- */

/* What one run leaves, and a line in the next. */
typedef struct
{
  const char *name;
  const char *lines[3]; /* of the first run, from 100 on */
  gint64 at;            /* of the next line */
  const char *next[5];
  ParleySight sight;
} Restart;

#define SAYS_HI  " PRIVMSG me :hi"
#define WHO_ALEX ":irc.example 311 me alex alex home.example * :A"
#define END_ALEX ":irc.example 318 me alex :End"

static const Restart restarts[] = {
  { "same", { ":" ALEX SAYS_HI }, 4000, { ":" ALEX SAYS_HI }, PARLEY_SIGHT_FRESH },
  { "thief", { ":" ALEX SAYS_HI }, 4000, { ":alex!" MAL SAYS_HI }, PARLEY_SIGHT_OTHER },
  { "day", { ":" ALEX SAYS_HI }, 101 + DAY, { ":" ALEX SAYS_HI }, PARLEY_SIGHT_OTHER },
  { "clock-set-back", { ":" ALEX SAYS_HI }, -1, { ":" ALEX SAYS_HI }, PARLEY_SIGHT_OTHER },
  { "gateway",
    { ":alex!w@gateway/web/a" SAYS_HI },
    4000,
    { ":alex!w@gateway/web/a" SAYS_HI },
    PARLEY_SIGHT_OTHER },
  { "tilde",
    { ":alex!~a@home.example" SAYS_HI },
    4000,
    { ":alex!~b@home.example" SAYS_HI },
    PARLEY_SIGHT_FRESH },
  { "account-elsewhere",
    { ":" ALEX SAYS_HI, WHO_ALEX, ":irc.example 330 me alex alex :is logged in as" },
    4000,
    { ":alex!a@cafe.example" SAYS_HI, ":irc.example 311 me alex a cafe.example * :A",
      ":irc.example 330 me alex alex :is logged in as", END_ALEX },
    PARLEY_SIGHT_FRESH },
  { "account-of-another",
    { ":" ALEX SAYS_HI, WHO_ALEX, ":irc.example 330 me alex alex :is logged in as" },
    4000,
    { ":" ALEX SAYS_HI, WHO_ALEX, ":irc.example 330 me alex mal :is logged in as", END_ALEX },
    PARLEY_SIGHT_OTHER },
  { "account-not-logged-in",
    { ":" ALEX SAYS_HI, WHO_ALEX, ":irc.example 330 me alex alex :is logged in as" },
    4000,
    { ":" ALEX SAYS_HI, WHO_ALEX, END_ALEX },
    PARLEY_SIGHT_FRESH },
  { "account-not-asked-yet",
    { ":" ALEX SAYS_HI, WHO_ALEX, ":irc.example 330 me alex alex :is logged in as" },
    4000,
    { ":" ALEX SAYS_HI },
    PARLEY_SIGHT_AWAY },
};

static void
take_all (ParleyNicks *nicks, gint64 at, const char *const *lines, guint n)
{
  for (guint i = 0; i < n && lines[i] != NULL; i++)
    take (nicks, at, lines[i]);
}

static void
test_restart (gconstpointer data)
{
  const Restart *restart = data;
  g_autoptr (ParleyNicks) before = nicks_new ();
  g_autoptr (ParleyNicks) nicks = nicks_new ();
  g_autofree char *kept = NULL;

  parley_nicks_watch (before, "alex", NULL);
  take_all (before, 100, restart->lines, G_N_ELEMENTS (restart->lines));
  take (before, 100, END_ALEX);
  kept = parley_nicks_dup_kept (before, "alex");
  g_assert_nonnull (kept);
  g_assert_null (strstr (kept, "home"));
  g_assert_null (strstr (kept, "alex"));
  parley_nicks_watch (nicks, "alex", kept);
  take_all (nicks, restart->at, restart->next, G_N_ELEMENTS (restart->next));
  g_assert_cmpint (parley_nicks_look (nicks, "alex", restart->at), ==, restart->sight);
}

static void
test_record_that_cannot_be_read_is_nobodys (gconstpointer kept)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", kept);
  take (nicks, 100, ":" ALEX SAYS_HI);
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 100), ==, PARLEY_SIGHT_OTHER);
  g_assert_null (parley_nicks_dup_kept (nicks, "alex"));
  parley_nicks_accept (nicks, "alex");
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 100), ==, PARLEY_SIGHT_FRESH);
}

/* The user knows that it is them, however long they were away, before they write. */
static void
test_who_is_accepted_beforehand_comes_from_there (void)
{
  g_autoptr (ParleyNicks) before = nicks_new ();
  g_autoptr (ParleyNicks) nicks = nicks_new ();
  g_autofree char *kept = NULL;

  parley_nicks_watch (before, "alex", NULL);
  take (before, 100, ":" ALEX SAYS_HI);
  kept = parley_nicks_dup_kept (before, "alex");
  parley_nicks_watch (nicks, "alex", kept);
  parley_nicks_accept (nicks, "alex");
  take (nicks, 101 + 2 * DAY, ":" ALEX SAYS_HI);
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 101 + 2 * DAY), ==, PARLEY_SIGHT_FRESH);
}

/* --- under another nick --- */

typedef struct
{
  const char *name;
  const char *lines[4];
  ParleySight sight;
  const char *current;
} Rename;

#define TO_AWAY   ":" ALEX " NICK alex_away"
#define AS_AWAY   ":alex_away!alex@home.example"
#define HI_BEFORE ":" ALEX SAYS_HI

static const Rename renames[] = {
  { "goes-on", { HI_BEFORE, TO_AWAY }, PARLEY_SIGHT_FRESH, "alex_away" },
  { "and-again", { HI_BEFORE, TO_AWAY, AS_AWAY " NICK third" }, PARLEY_SIGHT_FRESH, "third" },
  { "and-back", { HI_BEFORE, TO_AWAY, AS_AWAY " NICK alex" }, PARLEY_SIGHT_FRESH, "alex" },
  { "quits", { HI_BEFORE, TO_AWAY, AS_AWAY " QUIT :bye" }, PARLEY_SIGHT_AWAY, "alex" },
  { "split",
    { HI_BEFORE, TO_AWAY, AS_AWAY " QUIT :a.example b.example", AS_AWAY " JOIN #tea" },
    PARLEY_SIGHT_FRESH,
    "alex_away" },
  { "split-and-who",
    { HI_BEFORE, TO_AWAY, AS_AWAY " QUIT :a.example b.example",
      ":irc.example 352 me #tea alex home.example irc.example alex_away H :0 alex" },
    PARLEY_SIGHT_FRESH,
    "alex_away" },
  { "split-and-thief",
    { HI_BEFORE, TO_AWAY, AS_AWAY " QUIT :a.example b.example", ":alex_away!" MAL " JOIN #tea" },
    PARLEY_SIGHT_AWAY,
    "alex" },
  { "split-and-third",
    { HI_BEFORE, TO_AWAY, AS_AWAY " QUIT :a.example b.example",
      ":third!alex@home.example JOIN #tea" },
    PARLEY_SIGHT_AWAY,
    "alex" },
  { "thief-of-the-old", { HI_BEFORE, TO_AWAY, ":alex!" MAL SAYS_HI }, PARLEY_SIGHT_OTHER, "alex" },
  { "thief-renames-to-the-old",
    { HI_BEFORE, TO_AWAY, ":mal!" MAL " NICK alex" },
    PARLEY_SIGHT_OTHER,
    "alex" },
  { "thief-of-the-new",
    { HI_BEFORE, TO_AWAY, ":alex_away!" MAL SAYS_HI },
    PARLEY_SIGHT_OTHER,
    "alex_away" },
  { "gateway",
    { ":alex!w@gateway/web/a" SAYS_HI, ":alex!w@gateway/web/a NICK alex_away" },
    PARLEY_SIGHT_AWAY,
    "alex" },
  { "thief-renames",
    { HI_BEFORE, ":" ALEX " QUIT :bye", ":alex!" MAL " NICK mal" },
    PARLEY_SIGHT_AWAY,
    "alex" },
  { "to-one-who-is-known", { HI_BEFORE, ":" ALEX " NICK sam" }, PARLEY_SIGHT_AWAY, "alex" },
};

static void
test_rename (gconstpointer data)
{
  const Rename *change = data;
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_watch (nicks, "alex", NULL);
  parley_nicks_watch (nicks, "sam", NULL);
  take_all (nicks, 100, change->lines, G_N_ELEMENTS (change->lines));
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 100), ==, change->sight);
  g_assert_cmpstr (parley_nicks_get_current (nicks, "alex"), ==, change->current);
  g_assert_cmpstr (parley_nicks_get_known (nicks, change->current), ==, "alex");
}

/* Where names are registered, the name says who they are. */
static void
test_registered_name_is_not_followed (void)
{
  g_autoptr (ParleyNicks) nicks = nicks_new ();

  parley_nicks_trust (nicks, TRUE);
  parley_nicks_watch (nicks, "alex", NULL);
  take (nicks, 100, HI_BEFORE);
  take (nicks, 100, WHO_ALEX);
  take (nicks, 100, ":irc.example 330 me alex alex :is logged in as");
  take (nicks, 100, END_ALEX);
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 100), ==, PARLEY_SIGHT_FRESH);
  take (nicks, 100, TO_AWAY);
  g_assert_cmpint (parley_nicks_look (nicks, "alex", 100), ==, PARLEY_SIGHT_AWAY);
  g_assert_cmpstr (parley_nicks_get_current (nicks, "alex"), ==, "alex");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (stories); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/nicks/", stories[i].name, NULL);

      g_test_add_data_func (path, &stories[i], test_story);
    }
  for (guint i = 0; i < G_N_ELEMENTS (restarts); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/nicks/restart/", restarts[i].name, NULL);

      g_test_add_data_func (path, &restarts[i], test_restart);
    }
  g_test_add_data_func ("/guard/nicks/restart/unknowable", "-",
                        test_record_that_cannot_be_read_is_nobodys);
  g_test_add_data_func ("/guard/nicks/restart/damaged", "a b c d",
                        test_record_that_cannot_be_read_is_nobodys);
  g_test_add_func ("/guard/nicks/restart/accepted",
                   test_who_is_accepted_beforehand_comes_from_there);
  for (guint i = 0; i < G_N_ELEMENTS (renames); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/nicks/rename/", renames[i].name, NULL);

      g_test_add_data_func (path, &renames[i], test_rename);
    }
  g_test_add_func ("/guard/nicks/rename/registered", test_registered_name_is_not_followed);
  g_test_add_func ("/guard/nicks/two-hours", test_two_hours_of_people_who_come_and_go);
  g_test_add_func ("/guard/nicks/ghost-before-reconnect",
                   test_ghost_before_our_reconnect_is_the_same_one);
  g_test_add_data_func ("/guard/nicks/other-name/told", NULL,
                        test_other_name_before_leaving_unseen_is_the_same_one);
  g_test_add_data_func ("/guard/nicks/other-name/no-such-nick",
                        ":irc.example 401 me alex :No such nick",
                        test_other_name_before_leaving_unseen_is_the_same_one);
  g_test_add_func ("/guard/nicks/other-name/in-sight",
                   test_other_name_after_leaving_in_sight_is_another_one);
  g_test_add_data_func ("/guard/nicks/other-name/out-of-sight", NULL,
                        test_other_name_out_of_sight_is_the_same_one);
  g_test_add_data_func ("/guard/nicks/other-name/parted", ":Guest7!alex@home.example JOIN #tea",
                        test_other_name_out_of_sight_is_the_same_one);
  g_test_add_func ("/guard/nicks/anything", test_whatever_a_server_sends_is_survived);
  return g_test_run ();
}
