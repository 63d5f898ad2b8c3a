/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-time-words.h"

#include <string.h>

#define SMALL                                                                                      \
  "[time]\n"                                                                                       \
  "numbers=ein|eine;zwei\n"                                                                        \
  "units=min;std;tag|tage;wo;mon;jahr\n"                                                           \
  "weekdays=a-tag;b-tag;c-tag;d-tag;e-tag;f-tag;g-tag\n"                                           \
  "months=m1;m2;m3;m4;m5;m6;m7;m8;m9;m10;m11;m12\n"                                                \
  "decoys=am letzten {n}\n"                                                                        \
  "last=letzte {n} {unit}\n"                                                                       \
  "since=seit {when}\n"                                                                            \
  "ago=vor {n} {unit}\n"                                                                           \
  "yesterday=gestern\n"                                                                            \
  "dates={weekday};{day}. {month} {year};{day}. {month};{year}\n"

static ParleyTimeWords *
new_words (const char *text, gboolean spaced)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_assert_true (g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, NULL));
  return parley_time_words_new (file, "xx.ini", spaced);
}

/* Returns: (transfer full) (nullable): what is found in @text. */
static char *
find (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  gsize length;
  const char *at = parley_time_words_find (words, text, &length, phrase);

  return at != NULL ? g_strndup (at, length) : NULL;
}

#define assert_finds(words_, text_, wanted_, phrase_)                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_ = find (words_, text_, phrase_);                                       \
    g_assert_cmpstr (found_, ==, wanted_);                                                         \
  }                                                                                                \
  G_STMT_END

static void
test_what_is_said_is_read (void)
{
  g_autoptr (ParleyTimeWords) words = new_words (SMALL, TRUE);
  ParleyTimePhrase phrase;

  assert_finds (words, "die letzte \n zwei  tage, bitte", "letzte \n zwei  tage", &phrase);
  g_assert_cmpint (phrase.kind, ==, PARLEY_TIME_LAST);
  g_assert_cmpuint (phrase.n, ==, 2);
  g_assert_cmpint (phrase.unit, ==, PARLEY_TIME_DAY);
  g_assert_false (phrase.since);
  assert_finds (words, "seit vor 17 jahr", "seit vor 17 jahr", &phrase);
  g_assert_cmpint (phrase.kind, ==, PARLEY_TIME_WHOLE);
  g_assert_cmpuint (phrase.n, ==, 17);
  g_assert_true (phrase.since);
  assert_finds (words, "seit 3. m11 2024", "seit 3. m11 2024", &phrase);
  g_assert_cmpint (phrase.kind, ==, PARLEY_TIME_DATE);
  g_assert_cmpint (phrase.day, ==, 3);
  g_assert_cmpint (phrase.month, ==, 11);
  g_assert_cmpint (phrase.year, ==, 2024);
  assert_finds (words, "seit 3. m11", "seit 3. m11", &phrase);
  g_assert_cmpint (phrase.year, ==, 0);
  assert_finds (words, "seit c-tag", "seit c-tag", &phrase);
  g_assert_cmpint (phrase.kind, ==, PARLEY_TIME_WEEKDAY);
  g_assert_cmpint (phrase.weekday, ==, 3);
}

static void
test_words_end_where_words_end (void)
{
  g_autoptr (ParleyTimeWords) spaced = new_words (SMALL, TRUE);
  g_autoptr (ParleyTimeWords) unspaced = new_words (SMALL, FALSE);
  ParleyTimePhrase phrase;

  assert_finds (spaced, "vorgestern", NULL, &phrase);
  assert_finds (unspaced, "vorgestern", "gestern", &phrase);
  assert_finds (spaced, "gesternabend", NULL, &phrase);
  assert_finds (unspaced, "gesternabend", "gestern", &phrase);
  assert_finds (spaced, "gestern's", "gestern", &phrase);
  assert_finds (spaced, "vor 2 tagen", NULL, &phrase);
  assert_finds (unspaced, "vor einezwei tag", NULL, &phrase);
}

static void
test_decoys_hide_what_they_cover (void)
{
  g_autoptr (ParleyTimeWords) words = new_words (SMALL, TRUE);
  ParleyTimePhrase phrase;

  assert_finds (words, "am letzten 2 tage", NULL, &phrase);
  assert_finds (words, "am letzten 2 tage, gestern", "gestern", &phrase);
}

static void
test_dates_alone_are_no_range (void)
{
  g_autoptr (ParleyTimeWords) words = new_words (SMALL, TRUE);
  ParleyTimePhrase phrase;

  assert_finds (words, "3. m11", NULL, &phrase);
  assert_finds (words, "c-tag", NULL, &phrase);
  assert_finds (words, "seit", NULL, &phrase);
}

/* Returns: what @text is in the second language. */
static int
find_use (ParleyVocabulary *vocabulary, const char *text)
{
  const ParleyTextWord word = { .start = text, .length = strlen (text) };
  const guint8 *uses = parley_vocabulary_find (vocabulary, &word);

  return uses != NULL ? uses[1] : 0;
}

static void
test_words_are_known (void)
{
  g_autoptr (ParleyTimeWords) words = new_words (SMALL, TRUE);
  g_autoptr (ParleyTimeWords) counting
      = new_words ("[time]\nunits=min;std;tag;wo;mon;jahr\nago={n} {unit} her\n", TRUE);
  g_autoptr (ParleyVocabulary) vocabulary = parley_vocabulary_new (2);

  parley_time_words_add_to (words, vocabulary, 1);
  g_assert_cmpint (find_use (vocabulary, "gestern"), ==,
                   PARLEY_WORD_OF_TIME | PARLEY_WORD_BEGINS_TIME);
  g_assert_cmpint (find_use (vocabulary, "letzte"), ==,
                   PARLEY_WORD_OF_TIME | PARLEY_WORD_BEGINS_TIME);
  g_assert_cmpint (find_use (vocabulary, "letzten"), ==, PARLEY_WORD_OF_TIME);
  g_assert_cmpint (find_use (vocabulary, "n"), ==, 0);
  g_assert_cmpint (find_use (vocabulary, "when"), ==, 0);
  g_assert_null (parley_vocabulary_find_character (vocabulary, '7'));
  parley_time_words_add_to (counting, vocabulary, 1);
  g_assert_cmpint (parley_vocabulary_find_character (vocabulary, '7')[1], ==,
                   PARLEY_WORD_BEGINS_TIME);
  g_assert_null (parley_vocabulary_find_character (vocabulary, 'g'));
}

static void
test_nothing_is_nothing (void)
{
  g_autoptr (ParleyTimeWords) none = new_words ("[lexicon]\ngreetings=hi\n", TRUE);
  g_autoptr (ParleyTimeWords) empty = new_words ("[time]\nlast=\nsince=;;\nunits=\n", TRUE);
  ParleyTimePhrase phrase;

  assert_finds (none, "last 2 days", NULL, &phrase);
  assert_finds (empty, "last 2 days", NULL, &phrase);
  assert_finds (empty, "", NULL, &phrase);
}

static void
test_what_is_wrong_is_named (void)
{
  g_autoptr (ParleyTimeWords) words = NULL;
  ParleyTimePhrase phrase;

  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "xx.ini: “units” must have 6 entries");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "xx.ini: “last {m}” in “last”*");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "xx.ini: “last {n” in “last”*");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "xx.ini: “last {}” in “last”*");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "xx.ini: “x {when}” in “ago”*");
  words = new_words ("[time]\nunits=day;week\nlast=last {m};last {n;last {};last {unit};last 2\n"
                     "ago=x {when}\nyesterday=y}\n",
                     TRUE);
  g_test_assert_expected_messages ();
  assert_finds (words, "the last 2", "last 2", &phrase);
  assert_finds (words, "y}", "y}", &phrase);
  assert_finds (words, "last day", NULL, &phrase);
  assert_finds (words, "x y}", "y}", &phrase);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/time-words/read", test_what_is_said_is_read);
  g_test_add_func ("/base/time-words/ends", test_words_end_where_words_end);
  g_test_add_func ("/base/time-words/decoys", test_decoys_hide_what_they_cover);
  g_test_add_func ("/base/time-words/dates", test_dates_alone_are_no_range);
  g_test_add_func ("/base/time-words/known", test_words_are_known);
  g_test_add_func ("/base/time-words/nothing", test_nothing_is_nothing);
  g_test_add_func ("/base/time-words/wrong", test_what_is_wrong_is_named);
  return g_test_run ();
}
