/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-answer.h"

#include <string.h>

#include "base/parley-text.h"

#define FENCE "```"

/* What may stand around a word. */
#define FRONT "`*_\"' \t\n"
#define BACK  FRONT "."

struct _ParleyAnswer
{
  GString *held;     /* the beginning of a line that may become a word */
  gboolean in_line;  /* the line can't become one any more */
  gboolean after_cr; /* a line break that may have a second half */
  gsize n_bytes;     /* said so far */
  gboolean over;
  ParleyAnswerKind kind;
};

/* What the rules tell a model to write when nothing is to be said, now or ever. */
typedef struct
{
  const char *text;
  ParleyAnswerKind kind;
} Word;

static const Word words[] = {
  { "[silence]", PARLEY_ANSWER_SILENCE },
  { "[wait]", PARLEY_ANSWER_WAIT },
  { "[hand over]", PARLEY_ANSWER_HAND_OVER },
};

typedef enum
{
  MATCH_NONE,
  MATCH_BEGINNING,
  MATCH_WORD,
} Match;

ParleyAnswer *
parley_answer_new (void)
{
  ParleyAnswer *answer = g_new0 (ParleyAnswer, 1);

  answer->held = g_string_new (NULL);
  return answer;
}

void
parley_answer_free (ParleyAnswer *answer)
{
  g_string_free (answer->held, TRUE);
  g_free (answer);
}

/* Behind a code fence there may be the name of a language. */
static const char *
skip_front (const char *text)
{
  const char *p = text + strspn (text, FRONT);

  if (g_strstr_len (text, p - text, FENCE) != NULL && p > text && p[-1] == '`')
    {
      const char *end = p + strspn (p, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS);

      if (*end == '\n' || *end == '\0')
        return end + strspn (end, FRONT);
    }
  return p;
}

/* @kind: (out): of a word, or of what is one but for its last letter. */
static Match
match_words (const char *held, gboolean first, ParleyAnswerKind *kind)
{
  const char *p = skip_front (held);
  gsize length = strlen (p);

  if (length == 0)
    return MATCH_BEGINNING;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize n = strlen (words[i].text);

      if (g_ascii_strncasecmp (p, words[i].text, MIN (length, n)) != 0)
        continue;
      if (length + 1 >= n)
        *kind = words[i].kind;
      if (length < n)
        return MATCH_BEGINNING;
      return first || p[n + strspn (p + n, BACK)] == '\0' ? MATCH_WORD : MATCH_NONE;
    }
  return MATCH_NONE;
}

static void
say (ParleyAnswer *answer, const char *text, gsize length, GString *out)
{
  if (answer->over)
    return;
  if (answer->n_bytes + length > PARLEY_ANSWER_MAX_BYTES)
    {
      answer->over = TRUE;
      return;
    }
  g_string_append_len (out, text, length);
  answer->n_bytes += length;
}

static void
say_held (ParleyAnswer *answer, GString *out)
{
  for (const char *p = answer->held->str; *p != '\0'; p = g_utf8_next_char (p))
    say (answer, p, g_utf8_next_char (p) - p, out);
  g_string_truncate (answer->held, 0);
}

/* What is held is never longer than the longest word and what may stand around it. */
static void
hold (ParleyAnswer *answer, const char *c, gsize length, GString *out)
{
  gboolean first = answer->n_bytes == 0;
  ParleyAnswerKind kind = PARLEY_ANSWER_TEXT;
  Match match;

  g_string_append_len (answer->held, c, length);
  match = match_words (answer->held->str, first, &kind);
  if (match == MATCH_WORD && (first || *c == '\n'))
    {
      answer->over = TRUE;
      answer->kind = first ? kind : PARLEY_ANSWER_TEXT;
    }
  else if (match == MATCH_NONE || answer->held->len > 64)
    {
      answer->in_line = *c != '\n';
      say_held (answer, out);
    }
}

/* Blanks between lines need not wait, those before all lines aren't said. */
static void
read_character (ParleyAnswer *answer, const char *c, gsize length, GString *out)
{
  gboolean blank = g_ascii_isspace (*c);

  if (answer->in_line)
    {
      say (answer, c, length, out);
      answer->in_line = *c != '\n';
    }
  else if (!blank || answer->held->len > 0)
    hold (answer, c, length, out);
  else if (answer->n_bytes > 0)
    say (answer, c, length, out);
}

static void
read_visible (ParleyAnswer *answer, const char *p, GString *out)
{
  gboolean second_half = answer->after_cr && *p == '\n';

  answer->after_cr = *p == '\r';
  if (answer->over || second_half)
    return;
  if (*p == '\r')
    read_character (answer, "\n", 1, out);
  else
    read_character (answer, p, g_utf8_next_char (p) - p, out);
}

void
parley_answer_feed (ParleyAnswer *answer, const char *piece, GString *out)
{
  for (const char *p = piece; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (*p == '\r' || !parley_text_is_hidden (g_utf8_get_char (p)))
        read_visible (answer, p, out);
    }
}

ParleyAnswerKind
parley_answer_end (ParleyAnswer *answer, GString *out)
{
  ParleyAnswerKind kind = PARLEY_ANSWER_TEXT;
  gboolean first = answer->n_bytes == 0;

  if (answer->over)
    return answer->kind;
  /* A word without its last letter is still none to be said. */
  match_words (answer->held->str, first, &kind);
  if (kind != PARLEY_ANSWER_TEXT)
    return first ? kind : PARLEY_ANSWER_TEXT;
  if (!first || *skip_front (answer->held->str) != '\0')
    say_held (answer, out);
  return answer->n_bytes > 0 ? PARLEY_ANSWER_TEXT : PARLEY_ANSWER_SILENCE;
}

gboolean
parley_answer_is_over (const ParleyAnswer *answer)
{
  return answer->over;
}

char *
parley_answer_dup_text (const char *completion)
{
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autofree char *valid = g_utf8_make_valid (completion, -1);
  g_autoptr (GString) text = g_string_new (NULL);

  parley_answer_feed (answer, valid, text);
  if (parley_answer_end (answer, text) != PARLEY_ANSWER_TEXT)
    return NULL;
  return g_strstrip (g_strdup (text->str));
}
