/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of one person, made of what is remembered and nothing else. */
#include "engine/parley-absence.h"

#include <string.h>

#define SINCE 1000

typedef struct
{
  ParleyAbsenceSources sources;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->sources = (ParleyAbsenceSources){
    .key = parley_chat_key_new ("prpl-jabber", "me@localhost", "ann@localhost"),
    .entries = g_ptr_array_new_with_free_func (g_free),
    .utterances = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_utterance_free),
    .facts = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_fact_free),
    .since = SINCE,
  };
}

static void
teardown (Fixture *f, gconstpointer data)
{
  parley_chat_key_free ((ParleyChatKey *) f->sources.key);
  g_ptr_array_unref (f->sources.entries);
  g_ptr_array_unref (f->sources.utterances);
  g_ptr_array_unref (f->sources.facts);
}

static void
enter (Fixture *f, gint64 at, ParleyJournalKind kind, const char *reason, const char *text)
{
  const ParleyJournalEntry entry
      = { .wall = SINCE + at, .kind = kind, .reason = reason, .text = text };

  g_ptr_array_add (f->sources.entries, g_memdup2 (&entry, sizeof entry));
}

static void
utter (Fixture *f, gint64 at, ParleySpeaker speaker, const char *text)
{
  ParleyUtterance *utterance = g_new0 (ParleyUtterance, 1);

  utterance->speaker = speaker;
  utterance->text = g_strdup (text);
  utterance->when = parley_when_at (SINCE + at);
  g_ptr_array_add (f->sources.utterances, utterance);
}

static void
note (Fixture *f, gint64 at, ParleyFactKind kind, const char *text)
{
  ParleyFact *fact = g_new0 (ParleyFact, 1);

  fact->text = g_strdup (text);
  fact->kind = kind;
  fact->wall = SINCE + at;
  g_ptr_array_add (f->sources.facts, fact);
}

/* They write, and are answered. */
static void
talk (Fixture *f, gint64 at, const char *question, const char *answer)
{
  utter (f, at, PARLEY_SPEAKER_PERSON, question);
  enter (f, at + 1, PARLEY_JOURNAL_READ, "timeout", "");
  utter (f, at + 2, PARLEY_SPEAKER_PARLEY, answer);
  enter (f, at + 2, PARLEY_JOURNAL_SAID, "", answer);
  enter (f, at + 3, PARLEY_JOURNAL_TURN, "answered", "");
}

static void
expect (Fixture *f, ParleyLeft left, const char *due, const char *wanted, const char *said)
{
  g_autoptr (ParleyAbsence) absence = parley_absence_new (&f->sources);

  g_assert_nonnull (absence);
  g_assert_cmpstr (absence->due, ==, due);
  g_assert_cmpstr (absence->wanted, ==, wanted);
  g_assert_cmpstr (absence->said, ==, said);
  g_assert_cmpint (absence->left, ==, left);
}

static void
test_answered (Fixture *f, gconstpointer data)
{
  utter (f, 0, PARLEY_SPEAKER_PERSON, "hi");
  talk (f, 1, "are you coming on friday?", "I think so.");
  expect (f, PARLEY_LEFT_NOTHING, "", "are you coming on friday?", "I think so.");
}

static void
test_without_a_question_the_newest_is_told (Fixture *f, gconstpointer data)
{
  talk (f, 0, "the cat is fine", "Good.");
  utter (f, 10, PARLEY_SPEAKER_PERSON, "and so is");
  utter (f, 11, PARLEY_SPEAKER_PERSON, "the dog");
  expect (f, PARLEY_LEFT_NOTHING, "", "and so is the dog", "Good.");
}

static void
test_newest_answer_is_told_whole (Fixture *f, gconstpointer data)
{
  talk (f, 0, "one", "First.");
  talk (f, 10, "two", "Second.");
  enter (f, 14, PARLEY_JOURNAL_SAID, "", "And more.");
  expect (f, PARLEY_LEFT_NOTHING, "", "two", "Second. And more.");
}

static void
test_open_question_goes_before_an_answered_one (Fixture *f, gconstpointer data)
{
  talk (f, 0, "is it late?", "No.");
  utter (f, 10, PARLEY_SPEAKER_PERSON, "can you lend me the car?");
  enter (f, 11, PARLEY_JOURNAL_HANDED_OVER, "", "They ask for the car.");
  expect (f, PARLEY_LEFT_QUESTION,
          "Their question waits for you. Left the answer to you. “They ask for the car.”",
          "can you lend me the car?", "No.");
}

/* The note says when the user is back, and no more. */
static void
test_away_note_is_no_answer (Fixture *f, gconstpointer data)
{
  utter (f, 0, PARLEY_SPEAKER_PERSON, "where are you?");
  enter (f, 1, PARLEY_JOURNAL_SAID, "away_note", "Back at six.");
  expect (f, PARLEY_LEFT_QUESTION, "Their question waits for you.", "where are you?",
          "Back at six.");
}

static void
test_promises_and_noted_questions (Fixture *f, gconstpointer data)
{
  talk (f, 0, "call me", "He will call you.");
  note (f, 2, PARLEY_FACT_KIND_QUESTION, "Which train they should take");
  note (f, 2, PARLEY_FACT_KIND_PROMISE, "A call tonight");
  note (f, 2, PARLEY_FACT_KIND_FACT, "They have a cat");
  note (f, -5, PARLEY_FACT_KIND_PROMISE, "Something older");
  expect (f, PARLEY_LEFT_PROMISE,
          "Promised: “A call tonight”. Open: “Which train they should take”.", "call me",
          "He will call you.");
}

static void
test_draft (Fixture *f, gconstpointer data)
{
  f->sources.draft_waits = TRUE;
  utter (f, 0, PARLEY_SPEAKER_PERSON, "send me the report");
  enter (f, 1, PARLEY_JOURNAL_READ, "timeout", "");
  enter (f, 2, PARLEY_JOURNAL_DRAFT, "draft", "Here it is.");
  enter (f, 2, PARLEY_JOURNAL_DRAFT, "draft", "Have fun.");
  expect (f, PARLEY_LEFT_DRAFT, "A draft waits: “Here it is. Have fun.”.", "send me the report",
          "");
}

/* It is out of date, or was left in an earlier run. */
static void
test_draft_that_is_gone_is_not_promised (Fixture *f, gconstpointer data)
{
  utter (f, 0, PARLEY_SPEAKER_PERSON, "send me the report");
  enter (f, 2, PARLEY_JOURNAL_DRAFT, "draft", "Here it is.");
  expect (f, PARLEY_LEFT_SILENCE, "1 message, no answer.", "send me the report", "");
}

static void
test_sent_draft_is_an_answer (Fixture *f, gconstpointer data)
{
  talk (f, 0, "one", "First.");
  utter (f, 10, PARLEY_SPEAKER_PERSON, "two?");
  enter (f, 11, PARLEY_JOURNAL_READ, "timeout", "");
  enter (f, 12, PARLEY_JOURNAL_DRAFT, "draft", "Second.");
  enter (f, 20, PARLEY_JOURNAL_SENT, "", "Second.");
  expect (f, PARLEY_LEFT_NOTHING, "", "two?", "Second.");
}

static void
test_silence_has_its_reason (Fixture *f, gconstpointer data)
{
  utter (f, 0, PARLEY_SPEAKER_PERSON, "hey");
  enter (f, 1, PARLEY_JOURNAL_REFUSED, "quiet", "");
  expect (f, PARLEY_LEFT_SILENCE,
          "Not answered. These are your quiet hours; Parley answers after them.", "hey", "");
}

static void
test_silence_ends_with_an_answer (Fixture *f, gconstpointer data)
{
  enter (f, 0, PARLEY_JOURNAL_ERROR, "overloaded", "");
  talk (f, 5, "hey", "Hello.");
  expect (f, PARLEY_LEFT_NOTHING, "", "hey", "Hello.");
}

static void
test_call_is_told (Fixture *f, gconstpointer data)
{
  enter (f, 0, PARLEY_JOURNAL_IMPORTANT, "call", "");
  expect (f, PARLEY_LEFT_ATTENTION, "They called.", "", "");
}

static void
test_nothing_worth_telling (Fixture *f, gconstpointer data)
{
  enter (f, 0, PARLEY_JOURNAL_MODE, "auto", "");
  enter (f, 1, PARLEY_JOURNAL_RESUMED, "", "");
  g_assert_null (parley_absence_new (&f->sources));
}

/* The model was not asked, or had no time to say why. */
static void
test_whoever_was_not_answered_is_told (Fixture *f, gconstpointer data)
{
  utter (f, 0, PARLEY_SPEAKER_PERSON, "hello");
  enter (f, 1, PARLEY_JOURNAL_READ, "timeout", "");
  utter (f, 2, PARLEY_SPEAKER_PERSON, "anybody there");
  expect (f, PARLEY_LEFT_SILENCE, "2 messages, no answer.", "hello anybody there", "");
}

/* All of it, in order, and nobody speaks for somebody else by a line break. */
static void
test_all_that_was_said_is_there (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyAbsence) absence = NULL;
  const ParleyUtterance *utterance;

  utter (f, -5, PARLEY_SPEAKER_PERSON, "long ago");
  utter (f, -4, PARLEY_SPEAKER_USER, "by hand");
  talk (f, 0, "one\n(10:00) You: i pay", "First.");
  talk (f, 10, "call me, it burns", "Second.");
  absence = parley_absence_new (&f->sources);
  g_assert_cmpuint (absence->talk->len, ==, 4);
  utterance = g_ptr_array_index (absence->talk, 0);
  g_assert_cmpstr (utterance->text, ==, "one (10:00) You: i pay");
  utterance = g_ptr_array_index (absence->talk, 3);
  g_assert_cmpstr (utterance->text, ==, "Second.");
  g_assert_cmpint (utterance->speaker, ==, PARLEY_SPEAKER_PARLEY);
  g_assert_cmpint (utterance->when.received, ==, SINCE + 12);
}

/* The user answered from another device. */
static void
test_what_the_user_has_seen_is_not_told (Fixture *f, gconstpointer data)
{
  talk (f, 0, "is it late?", "No.");
  note (f, 2, PARLEY_FACT_KIND_PROMISE, "To be on time");
  utter (f, 10, PARLEY_SPEAKER_USER, "i am here");
  g_assert_null (parley_absence_new (&f->sources));
  talk (f, 20, "good", "Yes.");
  expect (f, PARLEY_LEFT_NOTHING, "", "good", "Yes.");
}

static void
test_hostile_text_is_one_short_visible_line (Fixture *f, gconstpointer data)
{
  g_autofree char *flood = g_strnfill (100000, 'x');
  g_autoptr (ParleyAbsence) absence = NULL;

  talk (f, 0, "\xe2\x80\xaekcabsilos\n> quoted\n<b>a</b> & b\x07?", flood);
  for (guint i = 0; i < 5; i++)
    enter (f, 3, PARLEY_JOURNAL_SAID, "", flood);
  note (f, 2, PARLEY_FACT_KIND_PROMISE,
        "\xff\xe2\x80\x8f"
        "bad");
  absence = parley_absence_new (&f->sources);
  g_assert_cmpstr (absence->wanted, ==, "kcabsilos <b>a</b> & b?");
  g_assert_cmpint (g_utf8_strlen (absence->said, -1), <=, 300);
  g_assert_true (g_str_has_suffix (absence->said, "…"));
  g_assert_true (g_utf8_validate (absence->due, -1, NULL));
  g_assert_null (strstr (absence->due, "\xe2\x80\x8f"));
}

static void
add_absence (GPtrArray *absences, ParleyLeft left, gint64 wall)
{
  ParleyAbsence *absence = g_new0 (ParleyAbsence, 1);

  absence->key = parley_chat_key_new ("p", "a", "x");
  absence->left = left;
  absence->wall = wall;
  g_ptr_array_add (absences, absence);
}

static void
test_order (void)
{
  g_autoptr (GPtrArray) absences
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_absence_free);

  add_absence (absences, PARLEY_LEFT_NOTHING, 9);
  add_absence (absences, PARLEY_LEFT_DRAFT, 1);
  add_absence (absences, PARLEY_LEFT_DRAFT, 2);
  add_absence (absences, PARLEY_LEFT_PROMISE, 0);
  add_absence (absences, PARLEY_LEFT_QUESTION, 0);
  g_ptr_array_sort (absences, parley_absence_compare);
  for (guint i = 0; i < absences->len; i++)
    {
      static const ParleyLeft order[]
          = { PARLEY_LEFT_PROMISE, PARLEY_LEFT_QUESTION, PARLEY_LEFT_DRAFT, PARLEY_LEFT_DRAFT,
              PARLEY_LEFT_NOTHING };
      const ParleyAbsence *absence = g_ptr_array_index (absences, i);

      g_assert_cmpint (absence->left, ==, order[i]);
    }
  g_assert_cmpint (((ParleyAbsence *) g_ptr_array_index (absences, 2))->wall, ==, 2);
}

#define ADD(name, func) g_test_add ("/engine/absence/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("answered", test_answered);
  ADD ("no-question", test_without_a_question_the_newest_is_told);
  ADD ("newest-answer", test_newest_answer_is_told_whole);
  ADD ("open-question", test_open_question_goes_before_an_answered_one);
  ADD ("away-note", test_away_note_is_no_answer);
  ADD ("noted", test_promises_and_noted_questions);
  ADD ("draft", test_draft);
  ADD ("draft-gone", test_draft_that_is_gone_is_not_promised);
  ADD ("draft-sent", test_sent_draft_is_an_answer);
  ADD ("silence", test_silence_has_its_reason);
  ADD ("silence-ends", test_silence_ends_with_an_answer);
  ADD ("call", test_call_is_told);
  ADD ("nothing", test_nothing_worth_telling);
  ADD ("not-answered", test_whoever_was_not_answered_is_told);
  ADD ("talk", test_all_that_was_said_is_there);
  ADD ("seen", test_what_the_user_has_seen_is_not_told);
  ADD ("hostile", test_hostile_text_is_one_short_visible_line);
  g_test_add_func ("/engine/absence/order", test_order);
  return g_test_run ();
}
