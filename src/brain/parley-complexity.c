/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-complexity.h"

#include <string.h>

#include "base/parley-text.h"

#define MAX_BYTES 8192

/* Up to here a text without words that ask for work is a simple one. */
#define SIMPLE_CHARS 120

/* From here on several things are asked for at once. */
#define MANY_QUESTIONS 3

struct _ParleyComplexityWords
{
  GStrv generation; /* asks for a text: "write", "translate" */
  GStrv analysis;   /* asks to look into something: "compare", "explain" */
  GStrv wide;       /* into all of it: "everything", "entire" */
};

static GStrv
load_words (GKeyFile *file, const char *key)
{
  GStrv words = g_key_file_get_string_list (file, "complexity", key, NULL, NULL);

  return words != NULL ? words : g_new0 (char *, 1);
}

ParleyComplexityWords *
parley_complexity_words_new (ParleyData *data)
{
  g_autoptr (GKeyFile) file = parley_data_load_key_file (data, "complexity.ini");
  ParleyComplexityWords *words = g_new0 (ParleyComplexityWords, 1);

  words->generation = load_words (file, "generation");
  words->analysis = load_words (file, "analysis");
  words->wide = load_words (file, "wide");
  return words;
}

void
parley_complexity_words_free (ParleyComplexityWords *words)
{
  g_strfreev (words->generation);
  g_strfreev (words->analysis);
  g_strfreev (words->wide);
  g_free (words);
}

/* Scripts without spaces have no beginnings of words to look at; theirs are 3 bytes a letter. */
static gboolean
begins_word (const char *text, const char *p)
{
  return p == text || (guchar) *p >= 0xE0
         || !parley_text_is_in_word (g_utf8_get_char (g_utf8_prev_char (p)));
}

/* Words are given by their beginnings, so that "analys" stands for all of its forms. */
static gboolean
has_any (const char *text, char *const *beginnings)
{
  for (guint i = 0; beginnings[i] != NULL; i++)
    {
      const char *p = *beginnings[i] != '\0' ? strstr (text, beginnings[i]) : NULL;

      for (; p != NULL; p = strstr (p + 1, beginnings[i]))
        {
          if (begins_word (text, p))
            return TRUE;
        }
    }
  return FALSE;
}

static guint
count_questions (const char *text)
{
  guint n = 0;
  gboolean inside = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean question = c == '?' || c == 0xFF1F;

      n += question && !inside;
      inside = question;
    }
  return n;
}

ParleyComplexity
parley_complexity_judge (const ParleyComplexityWords *words,
                         const char *text,
                         guint context_tokens,
                         guint large)
{
  g_autofree char *clean = parley_text_dup_clean (text, MAX_BYTES);
  g_autofree char *folded = parley_text_dup_folded (clean);

  if (has_any (folded, words->generation))
    return PARLEY_COMPLEXITY_GENERATION;
  if (count_questions (folded) >= MANY_QUESTIONS)
    return PARLEY_COMPLEXITY_COMPLEX;
  if (has_any (folded, words->analysis))
    return context_tokens >= large || has_any (folded, words->wide) ? PARLEY_COMPLEXITY_COMPLEX
                                                                    : PARLEY_COMPLEXITY_MEDIUM;
  return g_utf8_strlen (folded, -1) <= SIMPLE_CHARS ? PARLEY_COMPLEXITY_SIMPLE
                                                    : PARLEY_COMPLEXITY_MEDIUM;
}

const char *
parley_complexity_to_string (ParleyComplexity complexity)
{
  static const char *const names[PARLEY_N_COMPLEXITIES] = {
    [PARLEY_COMPLEXITY_SIMPLE] = "simple",
    [PARLEY_COMPLEXITY_MEDIUM] = "medium",
    [PARLEY_COMPLEXITY_COMPLEX] = "complex",
    [PARLEY_COMPLEXITY_GENERATION] = "generation",
  };

  return names[complexity];
}
