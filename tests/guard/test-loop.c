/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Two programs that answer each other are stopped in time, people are not. */
#include "guard/parley-loop.h"

#include <string.h>

#define MAX_SAID 5
#define SECOND   1000
#define MINUTE   (60 * SECOND)

/* --- two programs --- */

/* How a program answers. */
typedef struct
{
  gint64 latency;  /* ms */
  int jitter;      /* percent that it is off by at most */
  guint min_chars; /* of an answer */
  guint max_chars;
  gboolean same_text;    /* but for a word or two */
  gboolean pretends;     /* shows itself typing, 25 characters a second, 6 s at most */
  guint max_messages;    /* of an answer */
  gboolean shows_typing; /* the channel could show it */
} Manner;

typedef struct
{
  ParleyLoop loops[2]; /* what each of them knows of the other */
  gint64 now;
  guint n_answers;
} Talk;

static char *
make_text (const Manner *manner)
{
  guint chars
      = (guint) g_test_rand_int_range ((gint32) manner->min_chars, (gint32) manner->max_chars + 1);
  GString *text
      = g_string_new (manner->same_text ? "That is good to hear, thank you for it! " : "");

  while (text->len < chars)
    g_string_append_printf (text, "%c%s", 'a' + g_test_rand_int_range (0, 26),
                            g_test_rand_int_range (0, 5) == 0 ? " " : "");
  return g_string_free (text, FALSE);
}

static void
say (Talk *talk, guint who, const Manner *manner, gboolean begins)
{
  g_autofree char *text = make_text (manner);
  gint64 typing = CLAMP ((gint64) strlen (text) * 40, 500, 6000);
  ParleyLoop *theirs = &talk->loops[1 - who];

  if (manner->pretends)
    parley_loop_note_typing (theirs, TRUE, talk->now);
  talk->now += begins && !manner->pretends ? 0 : typing;
  parley_loop_say (&talk->loops[who], text, begins, MAX_SAID, manner->shows_typing, talk->now);
  parley_loop_hear (theirs, text, talk->now);
}

static void
answer (Talk *talk, guint who, const Manner *manner)
{
  guint n = (guint) g_test_rand_int_range (1, (gint32) manner->max_messages + 1);
  double off = g_test_rand_double_range (-manner->jitter, manner->jitter + 0.001) / 100;

  talk->now += (gint64) ((double) manner->latency * (1 + off));
  for (guint i = 0; i < n; i++)
    say (talk, who, manner, i == 0);
  talk->n_answers++;
}

/* Both are ours, so both have to notice. */
static void
test_programs (gconstpointer data)
{
  const Manner *manner = data;

  for (guint run = 0; run < 300; run++)
    {
      Talk talk = { .now = 1 };
      guint who = 0;

      for (; !talk.loops[who].stopped && talk.n_answers < 50; who = 1 - who)
        answer (&talk, who, manner);
      g_assert_cmpuint (talk.n_answers, <=, 10);
      g_assert_true (talk.loops[0].stopped);
      g_assert_true (talk.loops[1].stopped);
    }
}

typedef struct
{
  const char *name;
  Manner manner;
} Program;

static const Program programs[] = {
  { "at-once", { 300, 10, 1, 300, .max_messages = 1 } },
  { "as-fast-as-a-model", { 3 * SECOND, 60, 60, 300, .max_messages = 1 } },
  { "in-several-messages", { 3 * SECOND, 16, 60, 300, .max_messages = 3 } },
  { "typing-as-ours-do", { 5 * SECOND, 40, 60, 300, .max_messages = 3, .pretends = TRUE } },
  { "briefly-and-evenly", { 15 * SECOND, 16, 2, 20, .max_messages = 1 } },
  { "the-same-all-the-time", { 20 * SECOND, 40, 40, 46, .same_text = TRUE, .max_messages = 1 } },
  { "each-minute", { MINUTE, 16, 10, 200, .max_messages = 1 } },
  { "each-5-minutes", { 5 * MINUTE, 20, 10, 200, .max_messages = 1 } },
  { "each-5-minutes-or-so-unseen-typing",
    { 5 * MINUTE, 40, 10, 200, .max_messages = 1, .shows_typing = TRUE } },
  { "each-hour", { 60 * MINUTE, 20, 10, 200, .max_messages = 1 } },
  { "each-day", { 24 * 60 * MINUTE, 20, 10, 200, .max_messages = 1 } },
};

/* --- people --- */

/* One thing a person writes: how long after ours, how long it was seen being typed, what. */
typedef struct
{
  gint64 after;
  gint64 typed;
  const char *text;
} Line;

/* As somebody goes on for an hour: again and again. @shows_typing: the channel could show it. */
typedef struct
{
  const char *name;
  gboolean shows_typing;
  Line lines[9];
} Person;

static const Person people[] = {
  { "fast",
    FALSE,
    { { 2300, 0, "ha yes" },
      { 4100, 0, "did you see that one?" },
      { 1900, 0, "me too" },
      { 9800, 0, "let me look" },
      { 3000, 0, "it was on the left, by the door" },
      { 1500, 0, "no" } } },
  { "terse",
    FALSE,
    { { 1500, 0, "ok" },
      { 3500, 0, "yes" },
      { 900, 0, "ok" },
      { 7000, 0, "no" },
      { 2000, 0, "k" } } },
  { "always-ok",
    FALSE,
    { { 1500, 0, "ok" },
      { 3500, 0, "ok" },
      { 2200, 0, "ok" },
      { 9000, 0, "ok" },
      { 2000, 0, "ok" } } },
  { "types-well-on-irc",
    FALSE,
    { { 9000, 0, "I think that we should go there by train this time." },
      { 14000, 0, "It takes an hour longer, but nobody has to drive." },
      { 31000, 0, "Right. Shall I buy the tickets, or will you do it?" },
      { 6000, 0, "Good." },
      { 12000, 0, "Then I see you on Friday at the station." } } },
  { "at-work",
    FALSE,
    { { 240000, 0, "sorry, was in a meeting" },
      { 95000, 0, "no idea, ask the others" },
      { 610000, 0, "maybe tomorrow" },
      { 45000, 0, "yes" },
      { 1800000, 0, "back now, what did i miss" } } },
  { "types-slowly",
    TRUE,
    { { 14000, 11000, "I am not so fast with this thing" },
      { 15000, 12000, "but my daughter showed me how to" },
      { 13000, 11500, "use it and now we write each day" },
      { 14500, 12500, "it is really nice to have the whole family there" } } },
  { "types-briefly",
    TRUE,
    { { 3000, 1500, "sure thing" },
      { 5200, 3000, "what time do you want to meet" },
      { 2100, 900, "fine" },
      { 7900, 4400, "i bring the wine, you the bread" } } },
  { "shows-no-typing",
    TRUE,
    { { 8000, 0, "well, it depends" },
      { 21000, 0, "on the weather mostly, and on who comes along" },
      { 5000, 0, "sure" },
      { 44000, 0, "she says she can't, so it is only the three of us" } } },
  { "in-pieces",
    FALSE,
    { { 4000, 0, "wait" },
      { -3500, 0, "i have to look that up" },
      { -6000, 0, "it says here" },
      { 5000, 0, "nine o'clock" },
      { -4000, 0, "or half past" },
      { 4500, 0, "yes the usual place" } } },
};

static void
hear (ParleyLoop *loop, const Line *line, gint64 *now)
{
  *now += ABS (line->after) - line->typed;
  if (line->typed > 0)
    parley_loop_note_typing (loop, TRUE, *now);
  *now += line->typed;
  parley_loop_hear (loop, line->text, *now);
}

/* A wait below 0 is within what they say, so it gets no answer of its own before it. */
static void
test_person (gconstpointer data)
{
  const Person *person = data;
  ParleyLoop loop = { 0 };
  gint64 now = 1;

  for (guint i = 0; i < 200; i++)
    {
      const Line *line = &person->lines[i % G_N_ELEMENTS (person->lines)];

      if (line->text == NULL)
        continue;
      if (line->after > 0)
        {
          now += 4000;
          parley_loop_say (&loop, "Whatever is said here is another thing.", TRUE, MAX_SAID,
                           person->shows_typing, now);
        }
      hear (&loop, line, &now);
      g_assert_false (loop.stopped);
    }
}

/* --- beginnings and ends --- */

static void
exchange (ParleyLoop *loop, gint64 *now)
{
  parley_loop_say (loop, "An answer of ours.", TRUE, MAX_SAID, FALSE, *now);
  *now += 300 * SECOND;
  parley_loop_hear (loop, "Some other thing.", *now);
}

static void
test_user_ends_it (void)
{
  ParleyLoop loop = { 0 };
  gint64 now = 1;

  for (guint i = 0; i < 5; i++)
    exchange (&loop, &now);
  g_assert_true (loop.stopped);
  parley_loop_reset (&loop);
  g_assert_false (loop.stopped);
  for (guint i = 0; i < 4; i++)
    exchange (&loop, &now);
  g_assert_false (loop.stopped);
}

static void
test_more_messages_of_an_answer_are_one (void)
{
  ParleyLoop loop = { 0 };

  for (guint i = 0; i < 40; i++)
    parley_loop_say (&loop, "More.", i == 0, MAX_SAID, FALSE, 1 + i);
  g_assert_cmpuint (loop.n_said, ==, 1);
}

/* A loop that begins late in a talk ends as soon. */
static void
test_program_takes_over_from_a_person (void)
{
  ParleyLoop loop = { 0 };
  gint64 now = 1;
  guint n = 0;

  for (guint i = 0; i < 12; i++)
    {
      const Line *line = &people[0].lines[i % 6];

      parley_loop_say (&loop, "Something of ours here.", TRUE, MAX_SAID, FALSE, now);
      hear (&loop, line, &now);
    }
  while (!loop.stopped && n < 20)
    {
      exchange (&loop, &now);
      n++;
    }
  g_assert_cmpuint (n, <=, 5);
}

static void
test_texts_are_compared_by_their_words (void)
{
  const struct
  {
    const char *a;
    const char *b;
    gboolean like;
  } pairs[] = {
    { "I am away until Monday!", "i am AWAY until monday.", TRUE },
    { "I am away until Monday", "I am away until Friday", TRUE },
    { "I am away until Monday", "Shall we meet at the station?", FALSE },
    { "ok", "ok", FALSE },
    { "", "", FALSE },
    { "明天下午三点见面", "明天下午四点见面", TRUE },
    { "明天下午三点见面", "我不知道他在哪里", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      ParleyWordSet a = { 0 };
      ParleyWordSet b = { 0 };

      parley_word_set_add (&a, pairs[i].a);
      parley_word_set_add (&b, pairs[i].b);
      g_test_message ("%s / %s", pairs[i].a, pairs[i].b);
      g_assert_cmpint (parley_word_set_is_like (&a, &b), ==, pairs[i].like);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/loop/programs/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i].manner, test_programs);
    }
  for (guint i = 0; i < G_N_ELEMENTS (people); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/loop/people/", people[i].name, NULL);

      g_test_add_data_func (path, &people[i], test_person);
    }
  g_test_add_func ("/guard/loop/user-ends-it", test_user_ends_it);
  g_test_add_func ("/guard/loop/messages-of-an-answer", test_more_messages_of_an_answer_are_one);
  g_test_add_func ("/guard/loop/program-takes-over", test_program_takes_over_from_a_person);
  g_test_add_func ("/guard/loop/words", test_texts_are_compared_by_their_words);
  return g_test_run ();
}
