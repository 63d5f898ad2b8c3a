/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-language.h"

#include <string.h>

#include "base/parley-text.h"

#define GROUP          "lexicon"
#define DEFAULT_SCRIPT "Latn"

static const char *const list_names[PARLEY_N_WORDS] = {
  [PARLEY_WORDS_GREETINGS] = "greetings",   [PARLEY_WORDS_CONNECTIVES] = "connectives",
  [PARLEY_WORDS_COURTESIES] = "courtesies", [PARLEY_WORDS_COMPLETE] = "complete",
  [PARLEY_WORDS_ANNOUNCES] = "announces",   [PARLEY_WORDS_ENTITIES] = "entities",
  [PARLEY_WORDS_COMMON] = "common",
};

typedef struct
{
  char *text; /* folded */
  gsize length;
} Entry;

struct _ParleyLanguage
{
  GArray *scripts; /* of GUnicodeScript */
  double letters_per_word;
  GArray *lists[PARLEY_N_WORDS]; /* of Entry */
  ParleyTimeWords *time_words;
  ParleyPhrases *phrases;
};

static void
add_script (ParleyLanguage *language, const char *code, const char *name)
{
  GUnicodeScript script = G_UNICODE_SCRIPT_INVALID_CODE;

  if (strlen (code) == 4)
    script = g_unicode_script_from_iso15924 ((guint32) code[0] << 24 | (guint32) code[1] << 16
                                             | (guint32) code[2] << 8 | (guint32) code[3]);
  if (script == G_UNICODE_SCRIPT_INVALID_CODE || script == G_UNICODE_SCRIPT_UNKNOWN)
    g_message ("%s: there is no script “%s”", name, code);
  else
    g_array_append_val (language->scripts, script);
}

static void
load_scripts (ParleyLanguage *language, GKeyFile *file, const char *name)
{
  g_auto (GStrv) codes = g_key_file_get_string_list (file, GROUP, "scripts", NULL, NULL);

  for (guint i = 0; codes != NULL && codes[i] != NULL; i++)
    add_script (language, g_strstrip (codes[i]), name);
  if (language->scripts->len == 0)
    add_script (language, DEFAULT_SCRIPT, name);
}

static void
clear_entry (Entry *entry)
{
  g_free (entry->text);
}

static void
add_entry (ParleyLanguage *language, ParleyWords words, char *text)
{
  Entry entry = { .text = g_strdup (g_strstrip (text)) };

  entry.length = strlen (entry.text);
  if (entry.length > 0)
    g_array_append_val (language->lists[words], entry);
  else
    clear_entry (&entry);
}

/* Folded as a whole, which is several times faster than word by word. */
static void
load_list (ParleyLanguage *language, ParleyWords words, GKeyFile *file)
{
  g_autofree char *list = g_key_file_get_string (file, GROUP, list_names[words], NULL);
  g_autofree char *folded = parley_text_dup_folded (list != NULL ? list : "");
  g_auto (GStrv) entries = g_strsplit (folded, ";", -1);

  language->lists[words] = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (language->lists[words], (GDestroyNotify) clear_entry);
  for (guint i = 0; entries[i] != NULL; i++)
    add_entry (language, words, entries[i]);
}

ParleyLanguage *
parley_language_new (GKeyFile *file, const char *name)
{
  ParleyLanguage *language = g_new0 (ParleyLanguage, 1);

  language->scripts = g_array_new (FALSE, FALSE, sizeof (GUnicodeScript));
  language->letters_per_word
      = MAX (0, g_key_file_get_double (file, GROUP, "letters_per_word", NULL));
  load_scripts (language, file, name);
  for (guint i = 0; i < PARLEY_N_WORDS; i++)
    load_list (language, i, file);
  language->time_words = parley_time_words_new (file, name, language->letters_per_word == 0);
  language->phrases = parley_phrases_new (file, language->letters_per_word == 0);
  return language;
}

void
parley_language_free (ParleyLanguage *language)
{
  g_array_unref (language->scripts);
  parley_time_words_free (language->time_words);
  parley_phrases_free (language->phrases);
  for (guint i = 0; i < PARLEY_N_WORDS; i++)
    g_array_unref (language->lists[i]);
  g_free (language);
}

gboolean
parley_language_uses (ParleyLanguage *language, GUnicodeScript script)
{
  for (guint i = 0; i < language->scripts->len; i++)
    {
      if (g_array_index (language->scripts, GUnicodeScript, i) == script)
        return TRUE;
    }
  return FALSE;
}

guint
parley_language_count_scripts (ParleyLanguage *language)
{
  return language->scripts->len;
}

gboolean
parley_language_shares_script (ParleyLanguage *language, ParleyLanguage *other)
{
  for (guint i = 0; i < other->scripts->len; i++)
    {
      if (parley_language_uses (language, g_array_index (other->scripts, GUnicodeScript, i)))
        return TRUE;
    }
  return FALSE;
}

double
parley_language_get_letters_per_word (ParleyLanguage *language)
{
  return language->letters_per_word;
}

static void
add_words (const char *text, ParleyVocabulary *vocabulary, guint index)
{
  ParleyTextWord word;

  while (parley_text_next_word (&text, &word))
    parley_vocabulary_add (vocabulary, &word, index, PARLEY_WORD_KNOWN);
}

void
parley_language_add_to (ParleyLanguage *language, ParleyVocabulary *vocabulary, guint index)
{
  for (guint i = 0; i < PARLEY_N_WORDS; i++)
    {
      for (guint k = 0; k < language->lists[i]->len; k++)
        add_words (g_array_index (language->lists[i], Entry, k).text, vocabulary, index);
    }
  parley_time_words_add_to (language->time_words, vocabulary, index);
}

ParleyTimeWords *
parley_language_get_time_words (ParleyLanguage *language)
{
  return language->time_words;
}

ParleyPhrases *
parley_language_get_phrases (ParleyLanguage *language)
{
  return language->phrases;
}

gboolean
parley_language_lists (ParleyLanguage *language, ParleyWords words, const char *text)
{
  const GArray *list = language->lists[words];
  gsize length = strlen (text);

  for (guint i = 0; i < list->len; i++)
    {
      const Entry *entry = &g_array_index (list, Entry, i);

      if (entry->length == length && memcmp (entry->text, text, length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether a word ends before @at, so that another can begin there. */
static gboolean
is_word_start (const char *text, const char *at)
{
  gunichar before = at > text ? g_utf8_get_char (g_utf8_prev_char (at)) : ' ';

  return !parley_text_is_in_word (before) && before != '_';
}

/* @entry: not longer than @text. */
static gboolean
is_end (const Entry *entry, const char *text, gsize length)
{
  const char *at = text + length - entry->length;

  return at[entry->length - 1] == entry->text[entry->length - 1]
         && memcmp (at, entry->text, entry->length) == 0;
}

gboolean
parley_language_ends (ParleyLanguage *language, ParleyWords words, const char *text)
{
  const GArray *list = language->lists[words];
  gsize length = strlen (text);

  for (guint i = 0; i < list->len; i++)
    {
      const Entry *entry = &g_array_index (list, Entry, i);

      if (entry->length <= length && is_end (entry, text, length)
          && (language->letters_per_word > 0
              || is_word_start (text, text + length - entry->length)))
        return TRUE;
    }
  return FALSE;
}
