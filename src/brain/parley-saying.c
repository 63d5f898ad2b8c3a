/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-saying.h"

#include <string.h>

#include "brain/parley-repetition.h"
#include "brain/parley-tidy.h"

#define BLANK_LINE "\n\n"

/* The longest character. */
#define MAX_CHAR_BYTES 4

struct _ParleySaying
{
  GString *said;        /* by all of them */
  GPtrArray *texts;     /* of char *: by each that said something */
  GString *written;     /* by the one at work */
  gsize before;         /* of said, when it began */
  GStrv labels;         /* (nullable) */
  ParleyAnswer *answer; /* (nullable), as the next two, before the first one */
  ParleyTidy *tidy;
  ParleyRepetition *repetition;
  ParleyAnswerKind word;
};

ParleySaying *
parley_saying_new (const char *const *labels)
{
  ParleySaying *saying = g_new0 (ParleySaying, 1);

  saying->said = g_string_new (NULL);
  saying->texts = g_ptr_array_new_with_free_func (g_free);
  saying->written = g_string_new (NULL);
  saying->labels = g_strdupv ((GStrv) labels);
  return saying;
}

static void
clear_filters (ParleySaying *saying)
{
  g_clear_pointer (&saying->answer, parley_answer_free);
  g_clear_pointer (&saying->tidy, parley_tidy_free);
  g_clear_pointer (&saying->repetition, parley_repetition_free);
}

void
parley_saying_free (ParleySaying *saying)
{
  g_string_free (saying->said, TRUE);
  g_ptr_array_unref (saying->texts);
  g_string_free (saying->written, TRUE);
  clear_filters (saying);
  g_strfreev (saying->labels);
  g_free (saying);
}

void
parley_saying_begin (ParleySaying *saying, gboolean takes_up)
{
  g_string_truncate (saying->written, 0);
  if (takes_up)
    return;
  saying->before = saying->said->len;
  saying->word = PARLEY_ANSWER_TEXT;
  clear_filters (saying);
  saying->answer = parley_answer_new ();
  saying->tidy = parley_tidy_new ((const char *const *) saying->labels);
  saying->repetition = parley_repetition_new (saying->texts);
}

/* Returns: (transfer full): of @text what there is room for. */
static char *
add (ParleySaying *saying, const char *text)
{
  gboolean parts = saying->said->len > 0 && !parley_saying_has_begun (saying) && *text != '\0';
  g_autofree char *whole = g_strconcat (parts ? BLANK_LINE : "", text, NULL);
  gsize room = PARLEY_ANSWER_MAX_BYTES - saying->said->len;

  if (strlen (whole) > room)
    *g_utf8_find_prev_char (whole, whole + room + 1) = '\0';
  g_string_append (saying->said, whole);
  return g_steal_pointer (&whole);
}

void
parley_saying_take_back (ParleySaying *saying)
{
  g_string_truncate (saying->said, saying->before);
  parley_saying_begin (saying, FALSE);
}

char *
parley_saying_push (ParleySaying *saying, const char *text)
{
  g_autoptr (GString) visible = g_string_new (NULL);
  g_autofree char *tidy = NULL;
  g_autofree char *ready = NULL;

  g_string_append (saying->written, text);
  parley_answer_feed (saying->answer, text, visible);
  tidy = parley_tidy_push (saying->tidy, visible->str);
  ready = parley_repetition_push (saying->repetition, tidy);
  return add (saying, ready);
}

char *
parley_saying_end (ParleySaying *saying)
{
  g_autoptr (GString) visible = g_string_new (NULL);
  g_autofree char *tidy = NULL;
  g_autofree char *end = NULL;
  g_autofree char *before = NULL;
  g_autofree char *ready = NULL;
  g_autofree char *rest = NULL;
  g_autofree char *whole = NULL;
  char *added;

  saying->word = parley_answer_end (saying->answer, visible);
  before = parley_tidy_push (saying->tidy, visible->str);
  end = parley_tidy_finish (saying->tidy);
  tidy = g_strconcat (before, end, NULL);
  ready = parley_repetition_push (saying->repetition, tidy);
  rest = parley_repetition_finish (saying->repetition);
  whole = g_strconcat (ready, rest, NULL);
  added = add (saying, whole);
  if (parley_saying_has_begun (saying))
    g_ptr_array_add (saying->texts, g_strstrip (g_strdup (saying->said->str + saying->before)));
  return added;
}

const char *
parley_saying_get_text (const ParleySaying *saying)
{
  return saying->said->str;
}

const char *
parley_saying_get_written (const ParleySaying *saying)
{
  return saying->written->str;
}

gboolean
parley_saying_has_begun (const ParleySaying *saying)
{
  return saying->said->len > saying->before;
}

gboolean
parley_saying_is_full (const ParleySaying *saying)
{
  return saying->said->len + MAX_CHAR_BYTES > PARLEY_ANSWER_MAX_BYTES;
}

ParleyAnswerKind
parley_saying_get_word (const ParleySaying *saying)
{
  return saying->word;
}
