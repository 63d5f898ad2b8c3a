/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-lexicon.h"
#include "base/parley-text.h"

#include <glib/gstdio.h>

static ParleyWording
read_with (ParleyLexicon *lexicon, const char *text)
{
  g_autofree char *folded = parley_text_dup_folded (text);

  return parley_lexicon_read (lexicon, folded);
}

static ParleyWording
read_text (const char *text)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);

  return read_with (lexicon, text);
}

static void
test_asks_by_words (void)
{
  g_assert_true (read_text ("Good Morning").greeting);
  g_assert_false (read_text ("good").greeting);
  g_assert_true (read_text ("salt AND").connective);
  g_assert_true (read_text ("and i’m").connective);
  g_assert_false (read_text ("salt and band").connective);
  g_assert_true (read_text ("help me Please").courtesy);
  g_assert_false (read_text ("to displease").courtesy);
  g_assert_true (read_text ("have a LOOK 👀").announces);
  g_assert_true (read_text ("my order  #").entity);
  g_assert_false (read_text ("my video").entity);
  g_assert_false (read_text ("some_id").entity);
}

/* A word of one language is another's open end; the rest of the text tells which it is. */
static void
test_language_is_the_texts (void)
{
  g_assert_false (read_text ("i want to see my son").connective);
  g_assert_false (read_text ("new car").connective);
  g_assert_false (read_text ("creo que no").connective);
  g_assert_false (read_text ("hell no").connective);
  g_assert_false (read_text ("was ist das").connective);
  g_assert_true (read_text ("eu moro no").connective);
  g_assert_true (read_text ("je vais chez ma").connective);
  g_assert_true (read_text ("ich kenne die").connective);
  g_assert_false (read_text ("i don't want to die").connective);
}

static void
test_script_decides (void)
{
  g_assert_true (read_text ("это iPhone, но").connective);
  g_assert_true (read_text ("我用iPhone但是").connective);
  g_assert_true (read_text ("ok 谢谢").courtesy);
  g_assert_true (read_text ("OK、ありがとう").courtesy);
}

static void
test_words_without_spaces (void)
{
  g_assert_cmpuint (read_text ("好的").words, <, 3);
  g_assert_cmpuint (read_text ("我今天有点忙").words, >=, 3);
  g_assert_cmpuint (read_text ("わかった").words, <, 3);
  g_assert_cmpuint (read_text ("今日はちょっと忙しい").words, >=, 3);
  g_assert_cmpuint (read_text ("i had 3 slices").words, ==, 4);
  g_assert_cmpuint (read_text ("").words, ==, 0);
}

typedef struct
{
  char *folder;
  char *lexicons;
} Folder;

static void
set_up (Folder *folder, gconstpointer unused)
{
  folder->folder = g_dir_make_tmp ("parley-lexicon-XXXXXX", NULL);
  folder->lexicons = g_build_filename (folder->folder, "lexicon", NULL);
  g_assert_cmpint (g_mkdir (folder->lexicons, 0700), ==, 0);
}

static void
tear_down (Folder *folder, gconstpointer unused)
{
  g_autoptr (GDir) dir = g_dir_open (folder->lexicons, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder->lexicons, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder->lexicons);
  g_rmdir (folder->folder);
  g_free (folder->lexicons);
  g_free (folder->folder);
}

static void
write_file (Folder *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder->lexicons, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static ParleyWording
read_in (Folder *folder, const char *text)
{
  g_autoptr (ParleyData) data = parley_data_new (folder->folder);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);

  return read_with (lexicon, text);
}

static void
test_users_file_replaces (Folder *folder, gconstpointer unused)
{
  write_file (folder, "en.ini", "[lexicon]\ngreetings=ahoy;\n");
  g_assert_true (read_in (folder, "Ahoy!").greeting);
  g_assert_false (read_in (folder, "howdy").greeting);
  g_assert_true (read_in (folder, "moin").greeting);
}

static void
test_file_adds_a_language (Folder *folder, gconstpointer unused)
{
  g_assert_false (read_in (folder, "γεια σου").greeting);
  write_file (folder, "el.ini",
              "[lexicon]\nscripts=Grek;\ngreetings=γεια;γεια σου;\nconnectives=και;\n");
  write_file (folder, "th.ini",
              "[lexicon]\nscripts=Thai;\nletters_per_word=4\ngreetings=สวัสดี;\nconnectives=และ;\n");
  g_assert_true (read_in (folder, "Γεια σου!").greeting);
  g_assert_true (read_in (folder, "θέλω και").connective);
  g_assert_true (read_in (folder, "สวัสดี").greeting);
  g_assert_true (read_in (folder, "ฉันและ").connective);
  g_assert_true (read_in (folder, "hello").greeting);
}

static gboolean
find_time_in (Folder *folder, const char *text)
{
  g_autoptr (ParleyData) data = parley_data_new (folder->folder);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autofree char *folded = parley_text_dup_folded (text);
  ParleyTimePhrase phrase;

  return parley_lexicon_find_time (lexicon, folded, &phrase);
}

static void
test_file_adds_times (Folder *folder, gconstpointer unused)
{
  g_assert_false (find_time_in (folder, "Χθες!"));
  write_file (folder, "el.ini", "[lexicon]\nscripts=Grek;\n[time]\nyesterday=χθες;\n");
  g_assert_true (find_time_in (folder, "Χθες!"));
  g_assert_true (find_time_in (folder, "the kudos of χθες"));
  g_assert_true (find_time_in (folder, "yesterday"));
  g_assert_false (find_time_in (folder, "yesterdaymorning"));
}

/* A word of one language is a time in another. */
static void
test_other_language_may_doubt_a_time (Folder *folder, gconstpointer unused)
{
  g_assert_false (find_time_in (folder, "hier"));
  g_assert_false (find_time_in (folder, "hier ist es schön"));
  g_assert_true (find_time_in (folder, "c'est hier"));
  g_assert_true (find_time_in (folder, "esta semana"));
}

static void
test_environment_goes_before_the_user (Folder *folder, gconstpointer unused)
{
  write_file (folder, "xx.ini", "[lexicon]\ngreetings=zorp;\n");
  g_setenv ("PARLEY_DATA_DIR", folder->folder, TRUE);
  g_assert_true (read_text ("zorp").greeting);
  g_unsetenv ("PARLEY_DATA_DIR");
}

static void
test_bad_files_are_named (Folder *folder, gconstpointer unused)
{
  write_file (folder, "aa.ini", "no key file\n");
  write_file (folder, "bb.ini", "");
  write_file (folder, "cc.ini",
              "[lexicon]\nscripts=Klingon;Zz;\nletters_per_word=much\n"
              "greetings=;;zorp;\n");
  write_file (folder, "note.txt", "not one of ours");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*lexicon/aa.ini*doesn't use it*");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*lexicon/cc.ini*Klingon*");
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*lexicon/cc.ini*Zz*");
  g_assert_true (read_in (folder, "zorp").greeting);
  g_test_assert_expected_messages ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/lexicon/words", test_asks_by_words);
  g_test_add_func ("/base/lexicon/language", test_language_is_the_texts);
  g_test_add_func ("/base/lexicon/script", test_script_decides);
  g_test_add_func ("/base/lexicon/unspaced", test_words_without_spaces);
#define ADD(path_, test_) g_test_add (path_, Folder, NULL, set_up, test_, tear_down)
  ADD ("/base/lexicon/users-file", test_users_file_replaces);
  ADD ("/base/lexicon/new-language", test_file_adds_a_language);
  ADD ("/base/lexicon/new-times", test_file_adds_times);
  ADD ("/base/lexicon/doubt", test_other_language_may_doubt_a_time);
  ADD ("/base/lexicon/environment", test_environment_goes_before_the_user);
  ADD ("/base/lexicon/bad-files", test_bad_files_are_named);
  return g_test_run ();
}
