/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-lexicon.h"

#include <string.h>

#include "lexicon/parley-language.h"
#include "base/parley-text.h"
#include "lexicon/parley-vocabulary.h"

struct _ParleyLexicon
{
  GPtrArray *languages; /* of ParleyLanguage */
  ParleyPhraseIndex *index;
  ParleyVocabulary *vocabulary; /* of all of them, in their order */
};

/* What is read, in the forms that the questions need. */
typedef struct
{
  const char *text;
  char *bare;              /* less the marks and emoji at the end */
  char *numbered;          /* less a number sign at the end */
  const guint8 *last_word; /* (nullable): what it is in each language */
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
  lexicon->vocabulary = parley_vocabulary_new (lexicon->languages->len);
  for (guint i = 0; i < lexicon->languages->len; i++)
    parley_language_add_to (g_ptr_array_index (lexicon->languages, i), lexicon->vocabulary, i);
  return lexicon;
}

void
parley_lexicon_free (ParleyLexicon *lexicon)
{
  g_ptr_array_unref (lexicon->languages);
  parley_phrase_index_free (lexicon->index);
  parley_vocabulary_free (lexicon->vocabulary);
  g_free (lexicon);
}

static void
add_word (Fit *fit, ParleyLanguage *language, const ParleyTextWord *word, gboolean known)
{
  gboolean spaced = parley_language_get_letters_per_word (language) == 0;

  if (!parley_language_uses (language, word->script))
    return;
  fit->script += spaced ? 1 : word->letters;
  fit->letters += spaced ? 0 : word->letters;
  fit->words += known;
}

/* @uses: as what a language must know a word. Returns: (nullable): what the last word is in each
 * language. */
static const guint8 *
fit_languages (ParleyLexicon *lexicon, const char *text, ParleyWordUse uses, Fit *fits)
{
  const guint8 *found = NULL;
  ParleyTextWord word;

  while (parley_text_next_word (&text, &word))
    {
      found = parley_vocabulary_find (lexicon->vocabulary, &word);
      for (guint i = 0; i < lexicon->languages->len; i++)
        add_word (&fits[i], g_ptr_array_index (lexicon->languages, i), &word,
                  found != NULL && (found[i] & uses) != 0);
    }
  return found;
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
        disputed |= subject->last_word != NULL && (subject->last_word[i] & PARLEY_WORD_KNOWN) != 0;
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
  const Subject subject = { .text = folded,
                            .bare = bare,
                            .numbered = numbered,
                            .last_word = fit_languages (lexicon, folded, PARLEY_WORD_KNOWN, fits) };

  return read_subject (lexicon, &subject, fits);
}

/* A time that a language found in a text. */
typedef struct
{
  gboolean found;
  ParleyTimePhrase phrase;
  gsize length;       /* in the text */
  const guint8 *word; /* (nullable): what it is in each language, if it is only one */
} TimeHit;

/* Returns: (nullable): what @text is in each language; NULL if it is several words, or unknown. */
static const guint8 *
find_only_word (ParleyLexicon *lexicon, const char *text, gsize length)
{
  g_autofree char *part = g_strndup (text, length);
  const char *cursor = part;
  ParleyTextWord word;

  return parley_text_next_word (&cursor, &word) && word.length == length
             ? parley_vocabulary_find (lexicon->vocabulary, &word)
             : NULL;
}

static void
find_in (ParleyLexicon *lexicon, guint index, const char *folded, TimeHit *hit)
{
  ParleyLanguage *language = g_ptr_array_index (lexicon->languages, index);
  const char *at = parley_time_words_find (parley_language_get_time_words (language), folded,
                                           &hit->length, &hit->phrase);

  if (at == NULL)
    return;
  hit->found = TRUE;
  hit->word = find_only_word (lexicon, at, hit->length);
}

/* Whether another language stands against what the language at @index found. */
static gboolean
is_doubtful (ParleyLexicon *lexicon, const TimeHit *hits, const Fit *fits, guint index)
{
  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      ParleyLanguage *other = g_ptr_array_index (lexicon->languages, i);
      const guint8 *word = hits[index].word;
      int order = compare_fits (&fits[i], &fits[index]);

      if (i == index || order < 0
          || !parley_language_shares_script (g_ptr_array_index (lexicon->languages, index), other))
        continue;
      /* "hier" is French for yesterday and German for here. */
      if (order > 0 || (!hits[i].found && word != NULL && (word[i] & PARLEY_WORD_KNOWN) != 0))
        return TRUE;
    }
  return FALSE;
}

static void
add_uses (const guint8 *found, guint8 *uses, guint n)
{
  for (guint i = 0; found != NULL && i < n; i++)
    uses[i] |= found[i];
}

/* Most texts have a time in no language, and few in more than one. @uses: (out): for each language
 * whether it may find one. */
static void
look_for_times (ParleyLexicon *lexicon, const char *folded, guint8 *uses)
{
  guint n = lexicon->languages->len;
  gsize left = 0; /* of a word */

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      ParleyTextWord word = { .start = p };

      add_uses (parley_vocabulary_find_character (lexicon->vocabulary, g_utf8_get_char (p)), uses,
                n);
      if (left == 0)
        {
          left = word.length = parley_time_words_measure (p);
          if (left > 0)
            add_uses (parley_vocabulary_find (lexicon->vocabulary, &word), uses, n);
          if (left >= PARLEY_TIME_WORDS_LONG)
            memset (uses, PARLEY_WORD_BEGINS_TIME, n);
        }
      left -= MIN (left, (gsize) (g_utf8_next_char (p) - p));
    }
}

static const TimeHit *
choose_hit (ParleyLexicon *lexicon, const char *folded, const TimeHit *hits)
{
  g_autofree Fit *fits = g_new0 (Fit, lexicon->languages->len);
  const TimeHit *best = NULL;

  fit_languages (lexicon, folded, PARLEY_WORD_KNOWN | PARLEY_WORD_OF_TIME, fits);
  for (guint i = 0; i < lexicon->languages->len; i++)
    {
      /* Of 最近7天, Japanese knows only the beginning. */
      if (hits[i].found && (best == NULL || hits[i].length > best->length)
          && !is_doubtful (lexicon, hits, fits, i))
        best = &hits[i];
    }
  return best;
}

gboolean
parley_lexicon_find_time (ParleyLexicon *lexicon, const char *folded, ParleyTimePhrase *phrase)
{
  guint n = lexicon->languages->len;
  g_autofree TimeHit *hits = g_new0 (TimeHit, n);
  g_autofree guint8 *uses = g_new0 (guint8, n);
  const TimeHit *best = NULL;
  gboolean any = FALSE;

  look_for_times (lexicon, folded, uses);
  for (guint i = 0; i < n; i++)
    {
      if ((uses[i] & PARLEY_WORD_BEGINS_TIME) != 0)
        find_in (lexicon, i, folded, &hits[i]);
      any |= hits[i].found;
    }
  if (any)
    best = choose_hit (lexicon, folded, hits);
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
  return (parley_phrase_index_find_first (lexicon->index, folded) & PARLEY_PHRASES_BIT (list)) != 0;
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
  Fit best;
  const char *disclosure = NULL;
  guint fewest = G_MAXUINT;

  fit_languages (lexicon, folded, PARLEY_WORD_KNOWN, fits);
  best = find_best (fits, lexicon->languages->len);
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
