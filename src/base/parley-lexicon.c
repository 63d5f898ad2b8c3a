/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-lexicon.h"

#include <string.h>

#include "base/parley-language.h"
#include "base/parley-text.h"

struct _ParleyLexicon
{
  GPtrArray *languages; /* of ParleyLanguage */
  ParleyPhraseIndex *index;
};

/* What is read, in the forms that the questions need. */
typedef struct
{
  const char *text;
  char *bare;      /* less the marks and emoji at the end */
  char *numbered;  /* less a number sign at the end */
  char *last_word; /* "" if there is none */
} Subject;

/* How well a language fits a text. Its script counts before its words. */
typedef struct
{
  guint script; /* letters where a script has no spaces, else words */
  guint words;  /* that the language knows */
  guint letters;
} Fit;

ParleyLexicon *
parley_lexicon_new (ParleyData *data)
{
  g_auto (GStrv) names = parley_data_dup_names (data, "lexicon");
  ParleyLexicon *lexicon = g_new0 (ParleyLexicon, 1);

  lexicon->languages = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_language_free);
  lexicon->index = parley_phrase_index_new ();
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GKeyFile) file = parley_data_load_key_file (data, names[i]);
      ParleyLanguage *language;

      parley_data_fill_group (data, names[i], PARLEY_PHRASES_GROUP, file);
      language = parley_language_new (file, names[i]);
      parley_phrases_add_to (parley_language_get_phrases (language), lexicon->index);
      g_ptr_array_add (lexicon->languages, language);
    }
  return lexicon;
}

void
parley_lexicon_free (ParleyLexicon *lexicon)
{
  g_ptr_array_unref (lexicon->languages);
  parley_phrase_index_free (lexicon->index);
  g_free (lexicon);
}

typedef gboolean (*Knows) (ParleyLanguage *language, const char *word);

static void
add_word (
    Fit *fit, ParleyLanguage *language, Knows knows, const ParleyTextWord *word, const char *string)
{
  gboolean spaced = parley_language_get_letters_per_word (language) == 0;

  if (!parley_language_uses (language, word->script))
    return;
  fit->script += spaced ? 1 : word->letters;
  fit->letters += spaced ? 0 : word->letters;
  fit->words += knows (language, string);
}

/* Returns: (transfer full): the last word. */
static char *
fit_languages (ParleyLexicon *lexicon, const char *text, Knows knows, Fit *fits)
{
  char *string = g_strdup ("");
  ParleyTextWord word;

  while (parley_text_next_word (&text, &word))
    {
      g_free (string);
      string = g_strndup (word.start, word.length);
      for (guint i = 0; i < lexicon->languages->len; i++)
        add_word (&fits[i], g_ptr_array_index (lexicon->languages, i), knows, &word, string);
    }
  return string;
}

static int
compare_fits (const Fit *a, const Fit *b)
{
  if (a->script != b->script)
    return a->script > b->script ? 1 : -1;
  return (a->words > b->words) - (a->words < b->words);
}

static Fit
find_best (const Fit *fits, guint n)
{
  Fit best = { 0 };

  for (guint i = 0; i < n; i++)
    {
      if (compare_fits (&fits[i], &best) > 0)
        best = fits[i];
    }
  return best;
}

static guint
count_spaced_words (const char *text)
{
  guint words = 0;
  gboolean inside = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean space = g_unichar_isspace (g_utf8_get_char (p));

      words += !space && !inside;
      inside = !space;
    }
  return words;
}

/* Marks belong to the letters of many scripts; 0xFE0F makes an emoji of the character before it. */
static gboolean
is_trailing_noise (gunichar c)
{
  return !g_unichar_isalnum (c) && (!g_unichar_ismark (c) || c == 0xFE0F);
}

static gboolean
is_number_sign (gunichar c)
{
  return c == '#' || g_unichar_isspace (c);
}

static char *
dup_less (const char *text, gboolean (*is_noise) (gunichar c))
{
  const char *end = text + strlen (text);

  while (end > text && is_noise (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return g_strndup (text, end - text);
}

static void
ask_language (ParleyLanguage *language, const Subject *subject, ParleyWording *found)
{
  found->greeting |= parley_language_lists (language, PARLEY_WORDS_GREETINGS, subject->bare);
  found->complete |= parley_language_lists (language, PARLEY_WORDS_COMPLETE, subject->text);
  found->courtesy |= parley_language_ends (language, PARLEY_WORDS_COURTESIES, subject->text);
  found->announces |= parley_language_ends (language, PARLEY_WORDS_ANNOUNCES, subject->bare);
}

static guint
estimate_words (ParleyLanguage *language, guint letters)
{
  double letters_per_word = parley_language_get_letters_per_word (language);

  return letters_per_word > 0 ? (guint) (letters / letters_per_word) : 0;
}

static ParleyWording
read_subject (ParleyLexicon *lexicon, const Subject *subject, const Fit *fits)
{
  const Fit best = find_best (fits, lexicon->languages->len);
  ParleyWording found = { .words = count_spaced_words (subject->text) };
  gboolean disputed = FALSE;

  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      ParleyLanguage *language = g_ptr_array_index (lexicon->languages, i);

      /* Nobody writes "order #" in a language in which it means something else. */
      found.entity |= parley_language_ends (language, PARLEY_WORDS_ENTITIES, subject->numbered);
      if (compare_fits (&fits[i], &best) < 0)
        continue;
      ask_language (language, subject, &found);
      found.words = MAX (found.words, estimate_words (language, fits[i].letters));
      /* "new car" is not open because French has such a word for "because". */
      if (parley_language_ends (language, PARLEY_WORDS_CONNECTIVES, subject->text))
        found.connective = TRUE;
      else
        disputed |= parley_language_knows (language, subject->last_word);
    }
  found.connective &= !disputed;
  return found;
}

ParleyWording
parley_lexicon_read (ParleyLexicon *lexicon, const char *folded)
{
  g_autofree Fit *fits = g_new0 (Fit, lexicon->languages->len);
  g_autofree char *bare = dup_less (folded, is_trailing_noise);
  g_autofree char *numbered = dup_less (folded, is_number_sign);
  g_autofree char *last_word = fit_languages (lexicon, folded, parley_language_knows, fits);
  const Subject subject
      = { .text = folded, .bare = bare, .numbered = numbered, .last_word = last_word };

  return read_subject (lexicon, &subject, fits);
}

/* A time that a language found in a text. */
typedef struct
{
  ParleyTimePhrase phrase;
  gsize length; /* in the text */
  char *word;   /* "" if it is several */
} TimeHit;

static void
clear_hit (TimeHit *hit)
{
  g_free (hit->word);
}

/* Returns: (transfer full): "" if there are several. */
static char *
dup_only_word (const char *text, gsize length)
{
  g_autofree char *part = g_strndup (text, length);
  const char *cursor = part;
  ParleyTextWord word;
  gboolean only = parley_text_next_word (&cursor, &word) && word.length == length;

  return g_strdup (only ? part : "");
}

static void
find_in (ParleyLanguage *language, const char *folded, TimeHit *hit)
{
  const char *at = parley_time_words_find (parley_language_get_time_words (language), folded,
                                           &hit->length, &hit->phrase);

  if (at != NULL)
    hit->word = dup_only_word (at, hit->length);
}

/* Whether another language stands against what the language at @index found. */
static gboolean
is_doubtful (ParleyLexicon *lexicon, const TimeHit *hits, const Fit *fits, guint index)
{
  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      ParleyLanguage *other = g_ptr_array_index (lexicon->languages, i);
      int order = compare_fits (&fits[i], &fits[index]);

      if (i == index || order < 0
          || !parley_language_shares_script (g_ptr_array_index (lexicon->languages, index), other))
        continue;
      /* "hier" is French for yesterday and German for here. */
      if (order > 0 || (hits[i].word == NULL && parley_language_knows (other, hits[index].word)))
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_lexicon_find_time (ParleyLexicon *lexicon, const char *folded, ParleyTimePhrase *phrase)
{
  g_autoptr (GArray) array = g_array_new (FALSE, TRUE, sizeof (TimeHit));
  g_autofree Fit *fits = g_new0 (Fit, lexicon->languages->len);
  g_autofree char *last_word = NULL;
  const TimeHit *best = NULL;
  gboolean any = FALSE;

  g_array_set_clear_func (array, (GDestroyNotify) clear_hit);
  g_array_set_size (array, lexicon->languages->len);
  for (guint i = 0; i < array->len; i++)
    {
      TimeHit *hit = &g_array_index (array, TimeHit, i);

      find_in (g_ptr_array_index (lexicon->languages, i), folded, hit);
      any |= hit->word != NULL;
    }
  if (!any)
    return FALSE;
  last_word = fit_languages (lexicon, folded, parley_language_knows_time, fits);
  for (guint i = 0; i < array->len; i++)
    {
      const TimeHit *hit = &g_array_index (array, TimeHit, i);

      /* Of 最近7天, Japanese knows only the beginning. */
      if (hit->word != NULL && (best == NULL || hit->length > best->length)
          && !is_doubtful (lexicon, (TimeHit *) array->data, fits, i))
        best = hit;
    }
  if (best != NULL)
    *phrase = best->phrase;
  return best != NULL;
}

static ParleyPhrases *
get_phrases (ParleyLexicon *lexicon, guint index)
{
  return parley_language_get_phrases (g_ptr_array_index (lexicon->languages, index));
}

guint32
parley_lexicon_scan (ParleyLexicon *lexicon, const char *folded)
{
  return parley_phrase_index_find (lexicon->index, folded, NULL);
}

guint32
parley_lexicon_find_phrases (ParleyLexicon *lexicon, const char *folded, GArray *hits)
{
  return parley_phrase_index_find (lexicon->index, folded, hits);
}

gboolean
parley_lexicon_begins (ParleyLexicon *lexicon, ParleyPhraseList list, const char *folded)
{
  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      if (parley_phrases_begin (get_phrases (lexicon, i), list, folded))
        return TRUE;
    }
  return FALSE;
}

gsize
parley_lexicon_match_end (ParleyLexicon *lexicon,
                          ParleyPhraseList list,
                          const char *folded,
                          gsize end)
{
  gsize shortest = 0;

  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      gsize length = parley_phrases_match_end (get_phrases (lexicon, i), list, folded, end);

      if (length > 0 && (shortest == 0 || length < shortest))
        shortest = length;
    }
  return shortest;
}

/* One language must fit better than all others. Of two that know no word of it, it is written in
 * the one with fewer scripts: Japanese has more than the one it shares with Chinese. */
const char *
parley_lexicon_get_disclosure (ParleyLexicon *lexicon, const char *folded)
{
  g_autofree Fit *fits = g_new0 (Fit, lexicon->languages->len);
  g_autofree char *last_word = fit_languages (lexicon, folded, parley_language_knows, fits);
  const Fit best = find_best (fits, lexicon->languages->len);
  const char *disclosure = NULL;
  guint fewest = G_MAXUINT;

  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      guint n_scripts = parley_language_count_scripts (g_ptr_array_index (lexicon->languages, i));

      if (compare_fits (&fits[i], &best) < 0 || n_scripts > fewest)
        continue;
      disclosure
          = n_scripts < fewest ? parley_phrases_get_disclosure (get_phrases (lexicon, i)) : NULL;
      fewest = n_scripts;
    }
  return disclosure;
}

GStrv
parley_lexicon_dup_disclosures (ParleyLexicon *lexicon)
{
  GStrvBuilder *all = g_strv_builder_new ();
  GStrv list;

  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      const char *disclosure = parley_phrases_get_disclosure (get_phrases (lexicon, i));
      g_autofree char *whole = g_strdup_printf ("(%s)", disclosure != NULL ? disclosure : "");

      if (disclosure != NULL)
        g_strv_builder_add (all, whole);
    }
  list = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return list;
}

gboolean
parley_lexicon_is_disclosed (ParleyLexicon *lexicon, const char *text)
{
  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      const char *disclosure = parley_phrases_get_disclosure (get_phrases (lexicon, i));

      if (disclosure != NULL && *text == '(' && g_str_has_prefix (text + 1, disclosure)
          && text[1 + strlen (disclosure)] == ')')
        return TRUE;
    }
  return FALSE;
}
