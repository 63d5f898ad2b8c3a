/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-repetition.h"

#include <string.h>

#include "base/parley-text.h"

/* Shorter texts begin others by chance. */
#define MIN_REPEATED 12

struct _ParleyRepetition
{
  GPtrArray *said;
  GString *held; /* NULL once all goes through */
};

ParleyRepetition *
parley_repetition_new (GPtrArray *said)
{
  ParleyRepetition *repetition = g_new0 (ParleyRepetition, 1);

  repetition->said = g_ptr_array_ref (said);
  repetition->held = g_string_new (NULL);
  return repetition;
}

static void
clear_held (ParleyRepetition *repetition)
{
  if (repetition->held != NULL)
    g_string_free (repetition->held, TRUE);
  repetition->held = NULL;
}

void
parley_repetition_free (ParleyRepetition *repetition)
{
  clear_held (repetition);
  g_ptr_array_unref (repetition->said);
  g_free (repetition);
}

static gboolean
is_undecided (ParleyRepetition *repetition, const char *text)
{
  for (guint i = 0; i < repetition->said->len; i++)
    {
      const char *said = g_ptr_array_index (repetition->said, i);

      if (strlen (said) >= MIN_REPEATED && g_str_has_prefix (said, text))
        return TRUE;
    }
  return FALSE;
}

/* Returns: behind what was said before, and the blanks after it. */
static const char *
skip_said (ParleyRepetition *repetition, const char *text)
{
  const char *rest = text;

  for (guint i = 0; i < repetition->said->len; i++)
    {
      const char *said = g_ptr_array_index (repetition->said, i);
      gsize length = strlen (said);

      if (length >= MIN_REPEATED && text + length > rest && g_str_has_prefix (text, said)
          && !parley_text_is_in_word (g_utf8_get_char (text + length)))
        rest = text + length;
    }
  return rest > text ? rest + strspn (rest, " \t\n") : text;
}

char *
parley_repetition_push (ParleyRepetition *repetition, const char *text)
{
  char *rest;

  if (repetition->held == NULL)
    return g_strdup (text);
  g_string_append (repetition->held, text);
  if (is_undecided (repetition, repetition->held->str))
    return g_strdup ("");
  rest = g_strdup (skip_said (repetition, repetition->held->str));
  /* Blanks behind a repetition belong to it. */
  if (*rest != '\0')
    clear_held (repetition);
  return rest;
}

char *
parley_repetition_finish (ParleyRepetition *repetition)
{
  char *rest
      = g_strdup (repetition->held != NULL ? skip_said (repetition, repetition->held->str) : "");

  clear_held (repetition);
  return rest;
}
