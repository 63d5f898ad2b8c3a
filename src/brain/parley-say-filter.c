/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-say-filter.h"

#include <string.h>

#include "base/parley-text.h"

/* As data/prompts/rules.txt tells models. */
#define SILENCE "[silence]"
#define WAIT    "[wait]"

/* Shorter texts begin others by chance. */
#define MIN_REPEATED 12

struct _ParleySayFilter
{
  GPtrArray *said;
  GString *held; /* NULL once all goes through */
};

ParleySayFilter *
parley_say_filter_new (GPtrArray *said)
{
  ParleySayFilter *filter = g_new0 (ParleySayFilter, 1);

  filter->said = g_ptr_array_ref (said);
  filter->held = g_string_new (NULL);
  return filter;
}

static void
clear_held (ParleySayFilter *filter)
{
  if (filter->held != NULL)
    g_string_free (filter->held, TRUE);
  filter->held = NULL;
}

void
parley_say_filter_free (ParleySayFilter *filter)
{
  clear_held (filter);
  g_ptr_array_unref (filter->said);
  g_free (filter);
}

static const char *
skip_blanks (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* Behind the word there may be blanks. */
static gboolean
may_become (const char *text, const char *word)
{
  gsize length = strlen (word);

  if (strlen (text) <= length)
    return g_ascii_strncasecmp (text, word, strlen (text)) == 0;
  return g_ascii_strncasecmp (text, word, length) == 0 && *skip_blanks (text + length) == '\0';
}

static gboolean
is_undecided (ParleySayFilter *filter, const char *text)
{
  if (may_become (text, SILENCE) || may_become (text, WAIT))
    return TRUE;
  for (guint i = 0; i < filter->said->len; i++)
    {
      const char *said = g_ptr_array_index (filter->said, i);

      if (strlen (said) >= MIN_REPEATED && g_str_has_prefix (said, text))
        return TRUE;
    }
  return FALSE;
}

/* Returns: behind what was said before. */
static const char *
skip_said (ParleySayFilter *filter, const char *text)
{
  gsize longest = 0;

  for (guint i = 0; i < filter->said->len; i++)
    {
      const char *said = g_ptr_array_index (filter->said, i);
      gsize length = strlen (said);

      if (length >= MIN_REPEATED && length > longest && g_str_has_prefix (text, said)
          && !parley_text_is_in_word (g_utf8_get_char (text + length)))
        longest = length;
    }
  return longest > 0 ? skip_blanks (text + longest) : text;
}

char *
parley_say_filter_push (ParleySayFilter *filter, const char *text)
{
  const char *begin;
  char *rest;

  if (filter->held == NULL)
    return g_strdup (text);
  g_string_append (filter->held, text);
  begin = skip_blanks (filter->held->str);
  if (is_undecided (filter, begin))
    return g_strdup ("");
  rest = g_strdup (skip_said (filter, begin));
  /* Behind a repetition another one may come. */
  if (*rest == '\0')
    return rest;
  clear_held (filter);
  return rest;
}

char *
parley_say_filter_finish (ParleySayFilter *filter, ParleySay *what)
{
  const char *begin = filter->held != NULL ? skip_blanks (filter->held->str) : "";
  g_autofree char *whole = g_strchomp (g_strdup (begin));
  char *rest;

  *what = PARLEY_SAY_TEXT;
  if (g_ascii_strcasecmp (whole, SILENCE) == 0)
    *what = PARLEY_SAY_SILENCE;
  else if (g_ascii_strcasecmp (whole, WAIT) == 0)
    *what = PARLEY_SAY_WAIT;
  rest = g_strdup (*what == PARLEY_SAY_TEXT ? skip_said (filter, whole) : "");
  clear_held (filter);
  return rest;
}
