/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Two hours of IRC a seed, in stepped time: libpurple's own IRC and the whole plugin on one side, a
 * server and the people of irc-town.h on the other. Each line to the user ends with who wrote it
 * and which of theirs it is, "tok-03-0017"; the model answers what it was asked last with
 * "ans-03-0017". So it shows at the wire whom an answer is for, and in a request whose words the
 * model was given. */
#include "irc-town.h"
#include "wire-fixture.h"

#include <stdlib.h>
#include <string.h>

#include "context/parley-diary.h"
#include "headless.h"
#include "parley-instance.h"
#include "test-all.h"

#define DURATION_S 7200

/* libpurple's own timers are met no later than this. */
#define MAX_STEP_S 15

/* Within this somebody is answered whom nothing comes between: WHOIS may be asked once in 30 s. */
#define PROMPT_S 120

/* Whose nick is taken where the client can't see it may lose so much to the thief, as
 * docs/privacy.md says. */
#define UNSEEN_S 30

/* The slowest answer of the model. */
#define MODEL_S   20

#define MAX_LINES 400

/* What a person wrote to the user under the nick they are known by. */
typedef struct
{
  gint64 at;   /* 0: it does not count */
  guint asked; /* the request, from 1, that it was in; 0: none */
} Line;

typedef struct
{
  Line lines[MAX_LINES];
  guint answered;      /* the last of them that an answer was for */
  gint64 disturbed_at; /* when something last stood between them and the user */
  gboolean gone;       /* they can't be known any more */
} Book;

/* A request to the model. */
typedef struct
{
  guint person;
  guint line;
  gint64 due;
  gboolean answered;
} Asked;

typedef struct
{
  WireFixture w;
  Town *town;
  GRand *rand;
  Book *books;
  GArray *asked;
  guint n_sent; /* of the lines that came, so many were looked at */
  gint64 now;
  gint64 wall;    /* seconds since 1970, at the beginning */
  gint64 link_at; /* when the user's connection is lost next, or made again */
  gboolean linked;
} Hours;

static void fail (const char *format, ...) G_GNUC_PRINTF (1, 2) G_GNUC_NORETURN;

/* libpurple's debug log has all of GLib's, so an error there would not be read. */
static void
fail (const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_print ("Bail out! %s\n", text);
  exit (1);
}

static gint
draw (Hours *h, gint least, gint most)
{
  return g_rand_int_range (h->rand, least, most + 1);
}

static const TownPerson *
get_person (Hours *h, guint id)
{
  return town_get (h->town, id);
}

static void
on_wrote (gpointer data, const TownPerson *person)
{
  Hours *h = data;
  Book *book = &h->books[person->id];

  g_assert_cmpuint (person->n_written, <, MAX_LINES);
  if (!person->thief && !book->gone && g_str_equal (person->nick, person->home))
    book->lines[person->n_written].at = h->now;
}

/* The model */

/* Returns: whether there is another "WORD-PP-NNNN" from @at on, and where. */
static gboolean
find_mark (const char **at, const char *word, guint *person, guint *line)
{
  const char *found = strstr (*at, word);

  if (found == NULL)
    return FALSE;
  *person = (guint) g_ascii_strtoull (found + 4, NULL, 10);
  *line = (guint) g_ascii_strtoull (found + 7, NULL, 10);
  *at = found + 4;
  return TRUE;
}

/* Nobody's words are in a chat with somebody else. */
static Asked
read_request (Hours *h, const char *body)
{
  Asked asked = { .person = G_MAXUINT };
  guint person;
  guint line;

  for (const char *at = body; find_mark (&at, "tok-", &person, &line);)
    {
      if (asked.person == G_MAXUINT)
        asked.person = person;
      if (person != asked.person)
        fail ("%d: words of %u and %u in one request", (int) h->now, asked.person, person);
      asked.line = MAX (asked.line, line);
      if (h->books[person].lines[line].asked == 0)
        h->books[person].lines[line].asked = h->asked->len + 1;
    }
  for (const char *at = body; find_mark (&at, "ans-", &person, &line);)
    g_assert_cmpuint (person, ==, asked.person);
  g_assert_cmpuint (asked.person, !=, G_MAXUINT);
  asked.due = h->now + (asked.person * 7 + asked.line * 11) % MODEL_S;
  if (get_person (h, asked.person)->thief)
    fail ("%d: the model is asked about a thief's words", (int) h->now);
  return asked;
}

static void
take_requests (Hours *h)
{
  while (h->asked->len < parley_test_server_count (h->w.f.server))
    {
      ParleyTestPeer *peer = parley_test_server_wait_for (h->w.f.server, h->asked->len);
      Asked asked = read_request (h, parley_test_peer_get_body (peer));

      g_array_append_val (h->asked, asked);
    }
}

static void
answer_requests (Hours *h)
{
  for (guint i = 0; i < h->asked->len; i++)
    {
      Asked *asked = &g_array_index (h->asked, Asked, i);
      g_autofree char *text = NULL;

      if (asked->answered || asked->due > h->now)
        continue;
      asked->answered = TRUE;
      text = g_strdup_printf ("%s %u, ans-%02u-%04u", i % 2 == 0 ? "Yes, number" : "It is the", i,
                              asked->person, asked->line);
      headless_answer (&h->w.f, i, text);
    }
}

/* What leaves */

/* Whoever has the nick now must be who asked; where the client can't have seen that they left, for
 * longer than it may trust what it saw. */
static void
check_addressee (Hours *h, const TownPerson *person, const char *nick)
{
  const TownPerson *holder = town_find (h->town, nick);

  if (holder == NULL || holder == person)
    return;
  if (person->far && h->now - person->left_at <= UNSEEN_S)
    return;
  fail ("%d: what %s is told goes to %s, who has been called %s since %d", (int) h->now,
        person->home, holder->home, nick, (int) person->left_at);
}

static void
take_answer (Hours *h, const char *unit)
{
  g_autofree char *nick = g_strndup (unit + 8, strcspn (unit + 8, " "));
  const char *at = unit;
  guint id;
  guint line;

  g_test_message ("%d: %s", (int) h->now, unit);
  if (!find_mark (&at, "ans-", &id, &line))
    fail ("%d: nobody asked for: %s", (int) h->now, unit);
  check_addressee (h, get_person (h, id), nick);
  if (line <= h->books[id].answered)
    fail ("%d: answered twice: %s", (int) h->now, unit);
  h->books[id].answered = line;
}

static void
take_sent (Hours *h)
{
  guint n = wire_count (h->w.wire, "PRIVMSG ");

  for (; h->n_sent < n; h->n_sent++)
    take_answer (h, wire_wait_for (h->w.wire, "PRIVMSG ", h->n_sent));
}

/* The activity log */

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GPtrArray **) data = parley_diary_list_finish (result, NULL);
}

static gboolean
is_listed (gpointer data)
{
  return *(GPtrArray **) data != NULL;
}

static GPtrArray *
list_deeds (Hours *h)
{
  GPtrArray *deeds = NULL;

  parley_engine_list_deeds_async (parley_instance_get (h->w.f.plugin)->engine, 100000, NULL,
                                  on_listed, &deeds);
  parley_test_wait (is_listed, &deeds);
  return deeds;
}

static void
print_deeds (Hours *h, const TownPerson *person)
{
  g_autoptr (GPtrArray) deeds = list_deeds (h);

  for (guint i = 0; i < deeds->len; i++)
    {
      const ParleyJournalEntry *deed = g_ptr_array_index (deeds, i);

      if (deed->key != NULL && g_str_equal (deed->key->person, person->home))
        g_test_message ("%d: %s: %s %s %s", (int) (deed->wall - h->wall), person->home,
                        parley_journal_kind_to_string (deed->kind), deed->reason, deed->text);
    }
}

/* Time */

static void
settle (Hours *h)
{
  headless_settle_all (&h->w.f);
  take_requests (h);
  take_sent (h);
}

static void
join (Hours *h)
{
  g_autofree char *names = town_dup_names (h->town);

  wire_irc_join (h->w.wire, h->w.f.account, "#tea", names);
}

static void
turn_link (Hours *h)
{
  if (h->linked)
    {
      wire_cut (h->w.wire);
      h->linked = FALSE;
      h->link_at = h->now + draw (h, 3, 120);
      return;
    }
  wire_reconnect (&h->w);
  join (h);
  h->linked = TRUE;
  h->link_at = h->now + draw (h, 400, 2000);
}

static gint64
get_next (Hours *h)
{
  ParleyTimers *timers = parley_instance_get (h->w.f.plugin)->timers;
  gint64 timer = parley_timers_get_next (timers);
  gint64 next = MIN (h->now + MAX_STEP_S, h->link_at);

  next = MIN (next, town_get_next (h->town));
  if (timer >= 0)
    next = MIN (next, h->now + (timer - parley_timers_now (timers) + 999) / 1000);
  for (guint i = 0; i < h->asked->len; i++)
    {
      const Asked *asked = &g_array_index (h->asked, Asked, i);

      if (!asked->answered)
        next = MIN (next, asked->due);
    }
  return MAX (next, h->now + 1);
}

static gboolean
is_disturbed (Hours *h, const TownPerson *person)
{
  return !h->linked || town_is_mute (h->town) || g_strcmp0 (person->nick, person->home) != 0;
}

static void
note_disturbed (Hours *h)
{
  for (guint i = 0; i < town_count (h->town); i++)
    {
      const TownPerson *person = get_person (h, i);

      if (!is_disturbed (h, person))
        continue;
      h->books[i].disturbed_at = h->now;
      h->books[i].gone |= person->nameless;
    }
}

/* Whoever stayed, with nothing between them and the user, has had their answer. */
static void
check_prompt (Hours *h)
{
  for (guint i = 0; i < town_count (h->town); i++)
    {
      const Book *book = &h->books[i];

      for (guint n = book->answered + 1; n <= get_person (h, i)->n_written; n++)
        {
          if (book->lines[n].at <= book->disturbed_at || h->now - book->lines[n].at <= PROMPT_S)
            continue;
          print_deeds (h, get_person (h, i));
          fail ("%d: %s was there all the time and is not answered: line %u of %d", (int) h->now,
                get_person (h, i)->home, n, (int) book->lines[n].at);
        }
    }
}

static void
step (Hours *h)
{
  gint64 next = get_next (h);

  headless_clock_step ((gint) (next - h->now));
  h->now = next;
  settle (h);
}

static void
go_on (Hours *h)
{
  step (h);
  if (h->now >= h->link_at)
    turn_link (h);
  answer_requests (h);
  settle (h); /* what is handed to libpurple now may be overtaken by what happens */
  town_go_on (h->town, h->now, h->linked);
  note_disturbed (h);
  settle (h);
  check_prompt (h);
}

/* One that repeats the newest of its chat is left out for an hour. */
static gboolean
is_told_in (Hours *h, GPtrArray *deeds, const TownPerson *person, const Line *line)
{
  for (guint i = 0; i < deeds->len; i++)
    {
      const ParleyJournalEntry *deed = g_ptr_array_index (deeds, i);

      if (deed->key == NULL || !g_str_equal (deed->key->person, person->home)
          || g_str_equal (deed->reason, "answered") || deed->kind == PARLEY_JOURNAL_READ
          || deed->kind == PARLEY_JOURNAL_SAID)
        continue;
      if (deed->wall >= h->wall + line->at - 3600)
        return TRUE;
    }
  return FALSE;
}

/* Each line was before the model in a request that was answered, or the log says what became of
 * it. */
static void
check_all_told (Hours *h)
{
  g_autoptr (GPtrArray) deeds = list_deeds (h);

  for (guint i = 0; i < town_count (h->town); i++)
    {
      const TownPerson *person = get_person (h, i);
      const Book *book = &h->books[i];

      for (guint n = 1; n <= person->n_written; n++)
        {
          if (book->lines[n].at > 0 && (book->lines[n].asked == 0 || n > book->answered)
              && !is_told_in (h, deeds, person, &book->lines[n]))
            fail ("%s: line %u of %d is gone without a word", person->home, n,
                  (int) book->lines[n].at);
        }
    }
}

/* Whoever can be known is answered in the end. */
static void
check_all_answered (Hours *h)
{
  for (guint i = 0; i < town_count (h->town); i++)
    {
      const TownPerson *person = get_person (h, i);

      if (!person->thief && !person->nameless && h->books[i].answered < person->n_written)
        fail ("%s is back and not answered", person->home);
    }
}

static void
setup (Hours *h, guint32 seed)
{
  h->w = (WireFixture){ 0 };
  headless_set_int ("guard/loop_replies", 100); /* nobody here is as slow as people are */
  headless_set_int ("guard/in_a_row", 1000);
  headless_set_int ("guard/contact_10min", 1000);
  headless_set_int ("guard/contact_hour", 1000);
  headless_set_int ("guard/all_hour", 10000);
  wire_setup_irc (&h->w, NULL);
  h->rand = g_rand_new_with_seed (seed);
  h->town = town_new (h->w.wire, seed, on_wrote, h);
  h->books = g_new0 (Book, town_count (h->town));
  h->asked = g_array_new (FALSE, TRUE, sizeof (Asked));
  for (guint i = 0; i < town_count (h->town); i++)
    {
      if (!get_person (h, i)->thief)
        headless_add_buddy (h->w.f.account, get_person (h, i)->home, TRUE);
    }
  join (h);
  h->linked = TRUE;
  h->link_at = draw (h, 400, 2000);
  h->wall = g_get_real_time () / G_USEC_PER_SEC;
}

static void
teardown (Hours *h)
{
  wire_teardown (&h->w, NULL);
  town_free (h->town);
  g_rand_free (h->rand);
  g_free (h->books);
  g_array_unref (h->asked);
}

static void
test_two_hours (gconstpointer data)
{
  Hours h = { 0 };

  setup (&h, GPOINTER_TO_UINT (data));
  while (h.now < DURATION_S)
    go_on (&h);
  if (!h.linked)
    turn_link (&h);
  settle (&h);
  town_come_home (h.town, h.now);
  h.link_at = G_MAXINT64;
  for (gint64 end = h.now + 2 * PROMPT_S; h.now < end;)
    {
      step (&h);
      answer_requests (&h);
    }
  check_all_answered (&h);
  check_all_told (&h);
  teardown (&h);
}

int
main (int argc, char **argv)
{
  static const guint32 seeds[] = { 5, 2, 1, 3, 4, 6, 7, 8, 9, 10, 11, 12 };
  guint n = test_wants_all () ? G_N_ELEMENTS (seeds) : 1;
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/irc-hours/%u", seeds[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (seeds[i]), test_two_hours);
    }
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
