/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-phrases.h"

#include <string.h>

#include "base/parley-text.h"

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

struct _ParleyPhrases
{
  gboolean spaced;
  char *disclosure;
  GStrv lists[PARLEY_N_PHRASES]; /* folded */
};

static GStrv
load_list (GKeyFile *file, const char *name)
{
  g_autofree char *list = g_key_file_get_string (file, PARLEY_PHRASES_GROUP, name, NULL);
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
  phrases->disclosure = g_key_file_get_string (file, PARLEY_PHRASES_GROUP, "disclosure", NULL);
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    phrases->lists[i] = load_list (file, list_names[i]);
  return phrases;
}

void
parley_phrases_free (ParleyPhrases *phrases)
{
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    g_strfreev (phrases->lists[i]);
  g_free (phrases->disclosure);
  g_free (phrases);
}

const char *
parley_phrases_get_disclosure (const ParleyPhrases *phrases)
{
  return phrases->disclosure;
}

gboolean
parley_phrase_is_in (const char *text, const char *phrase)
{
  gsize length = strlen (phrase);

  for (const char *at = strstr (text, phrase); at != NULL; at = strstr (at + 1, phrase))
    {
      if (parley_phrase_may_end (text, at) && parley_phrase_may_end (text, at + length))
        return TRUE;
    }
  return FALSE;
}

void
parley_phrases_add_to (const ParleyPhrases *phrases, ParleyPhraseIndex *index)
{
  for (guint i = 0; i < PARLEY_N_PHRASES; i++)
    {
      for (guint j = 0; phrases->lists[i][j] != NULL; j++)
        parley_phrase_index_add (index, i, phrases->lists[i][j], phrases->spaced);
    }
}

gsize
parley_phrases_match_end (const ParleyPhrases *phrases,
                          ParleyPhraseList list,
                          const char *text,
                          gsize end)
{
  gsize shortest = 0;

  for (guint i = 0; phrases->lists[list][i] != NULL; i++)
    {
      gsize length = strlen (phrases->lists[list][i]);

      if (length <= end && (shortest == 0 || length < shortest)
          && memcmp (text + end - length, phrases->lists[list][i], length) == 0)
        shortest = length;
    }
  return shortest;
}
