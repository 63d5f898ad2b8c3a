/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-phrases.h"

#include <string.h>

#include "base/parley-text.h"

#define GROUP "phrases"

static const char *const list_names[PARLEY_N_PHRASES] = {
  [PARLEY_PHRASES_URGENT] = "urgent",
  [PARLEY_PHRASES_ASKS_PROGRAM] = "asks_program",
  [PARLEY_PHRASES_DENIALS] = "denials",
  [PARLEY_PHRASES_SECRETS] = "secrets",
  [PARLEY_PHRASES_CODES] = "codes",
  [PARLEY_PHRASES_COPULAS] = "copulas",
  [PARLEY_PHRASES_CURRENCIES] = "currencies",
  [PARLEY_PHRASES_MONEY] = "money",
  [PARLEY_PHRASES_STREETS] = "streets",
  [PARLEY_PHRASES_STREET_ENDS] = "street_ends",
  [PARLEY_PHRASES_WHEREABOUTS] = "whereabouts",
  [PARLEY_PHRASES_HEALTH] = "health",
  [PARLEY_PHRASES_LEGAL] = "legal",
  [PARLEY_PHRASES_APPOINTMENTS] = "appointments",
  [PARLEY_PHRASES_ASKS] = "asks",
  [PARLEY_PHRASES_ASSENT] = "assent",
};

typedef struct
{
  ParleyPhraseList list;
  const char *text; /* borrowed */
} Entry;

struct _ParleyPhrases
{
  gboolean spaced;
  char *disclosure;
  GStrv lists[PARLEY_N_PHRASES]; /* folded */
  GHashTable *by_word;           /* first word → GArray of Entry; of all lists */
};

/* Returns: (transfer full): "" if there is none. */
static char *
dup_first_word (const char *phrase)
{
  ParleyTextWord word;

  return parley_text_next_word (&phrase, &word) ? g_strndup (word.start, word.length)
                                                : g_strdup ("");
}

static void
index_phrase (GHashTable *by_word, ParleyPhraseList list, const char *text)
{
  const Entry entry = { .list = list, .text = text };
  g_autofree char *first = dup_first_word (text);
  GArray *entries = g_hash_table_lookup (by_word, first);

  if (entries == NULL)
    {
      entries = g_array_new (FALSE, FALSE, sizeof (Entry));
      g_hash_table_insert (by_word, g_steal_pointer (&first), entries);
    }
  g_array_append_val (entries, entry);
}

static GStrv
load_list (GKeyFile *file, const char *name)
{
  g_autofree char *list = g_key_file_get_string (file, GROUP, name, NULL);
  g_autofree char *folded = parley_text_dup_folded (list != NULL ? list : "");
  g_auto (GStrv) entries = g_strsplit (folded, ";", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; entries[i] != NULL; i++)
    {
      if (*g_strstrip (entries[i]) != '\0')
        g_strv_builder_add (builder, entries[i]);
    }
  return g_strv_builder_end (builder);
}

ParleyPhrases *
parley_phrases_new (GKeyFile *file, gboolean spaced)
{
  ParleyPhrases *phrases = g_new0 (ParleyPhrases, 1);

  phrases->spaced = spaced;
  phrases->by_word
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  phrases->disclosure = g_key_file_get_string (file, GROUP, "disclosure", NULL);
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    {
      phrases->lists[i] = load_list (file, list_names[i]);
      for (guint j = 0; phrases->lists[i][j] != NULL; j++)
        index_phrase (phrases->by_word, i, phrases->lists[i][j]);
    }
  return phrases;
}

void
parley_phrases_free (ParleyPhrases *phrases)
{
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    g_strfreev (phrases->lists[i]);
  g_hash_table_unref (phrases->by_word);
  g_free (phrases->disclosure);
  g_free (phrases);
}

const char *
parley_phrases_get_disclosure (const ParleyPhrases *phrases)
{
  return phrases->disclosure;
}

/* Whether no word goes on over @at. */
static gboolean
is_edge (const char *text, const char *at)
{
  return at == text || *at == '\0'
         || !parley_text_is_in_word (g_utf8_get_char (g_utf8_prev_char (at)))
         || !parley_text_is_in_word (g_utf8_get_char (at));
}

gboolean
parley_phrase_is_in (const char *text, const char *phrase)
{
  gsize length = strlen (phrase);

  for (const char *at = strstr (text, phrase); at != NULL; at = strstr (at + 1, phrase))
    {
      if (is_edge (text, at) && is_edge (text, at + length))
        return TRUE;
    }
  return FALSE;
}

/* Returns: the lists of which a phrase stands at @at. */
static guint32
find_at (GArray *entries, const char *text, const char *at)
{
  guint32 found = 0;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (g_str_has_prefix (at, entry->text) && is_edge (text, at)
          && is_edge (text, at + strlen (entry->text)))
        found |= PARLEY_PHRASES_BIT (entry->list);
    }
  return found;
}

/* In one walk over the words, however many phrases there are. */
static guint32
scan_words (GHashTable *by_word, const char *text)
{
  const char *cursor = text;
  guint32 found = 0;
  ParleyTextWord word;

  while (parley_text_next_word (&cursor, &word))
    {
      g_autofree char *first = g_strndup (word.start, word.length);
      GArray *entries = g_hash_table_lookup (by_word, first);

      if (entries != NULL)
        found |= find_at (entries, text, word.start);
    }
  return found;
}

static gboolean
has_any (GStrv list, const char *text)
{
  for (guint i = 0; list[i] != NULL; i++)
    {
      if (strstr (text, list[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

guint32
parley_phrases_scan (const ParleyPhrases *phrases, const char *text)
{
  guint32 found = 0;

  if (phrases->spaced)
    return scan_words (phrases->by_word, text);
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    found |= has_any (phrases->lists[i], text) ? PARLEY_PHRASES_BIT (i) : 0;
  return found;
}

gboolean
parley_phrases_begin (const ParleyPhrases *phrases, ParleyPhraseList list, const char *text)
{
  for (guint i = 0; phrases->lists[list][i] != NULL; i++)
    {
      const char *phrase = phrases->lists[list][i];

      if (g_str_has_prefix (text, phrase)
          && (!phrases->spaced || is_edge (text, text + strlen (phrase))))
        return TRUE;
    }
  return FALSE;
}

void
parley_phrases_append_pattern (const ParleyPhrases *phrases,
                               ParleyPhraseList list,
                               GString *pattern)
{
  const char *start = list == PARLEY_PHRASES_STREET_ENDS ? "" : "\\b";

  for (guint i = 0; phrases->lists[list][i] != NULL; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (phrases->lists[list][i], -1);

      if (phrases->spaced)
        g_string_append_printf (pattern, "%s%s(?!\\w)|", start, escaped);
      else
        g_string_append_printf (pattern, "%s|", escaped);
    }
}
