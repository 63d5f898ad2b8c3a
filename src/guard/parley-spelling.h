/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a line begins as Parley's do, read character by character: a time or signs, then the
 * name, then a colon, all of them as they look to somebody who glances at them. */

/* How far a line was read. */
typedef enum
{
  PARLEY_SPELLING_FRONT, /* the name may follow */
  PARLEY_SPELLING_A,     /* of "am" */
  PARLEY_SPELLING_SLASH, /* of "/me " */
  PARLEY_SPELLING_SLASH_M,
  PARLEY_SPELLING_SLASH_ME,
  PARLEY_SPELLING_P, /* of the name, or of "pm" */
  PARLEY_SPELLING_PA,
  PARLEY_SPELLING_PAR,
  PARLEY_SPELLING_PARL,
  PARLEY_SPELLING_PARLE,
  PARLEY_SPELLING_PARLEY, /* its sign may follow */
  PARLEY_SPELLING_OTHER,  /* it is none of ours, whatever follows */
  PARLEY_SPELLING_OURS,   /* it looks like ours, whatever follows */
} ParleySpelling;

/* Reads lines. What was found out about characters that are not ASCII is kept, for people use few
 * different ones. All zero is a new one, at the beginning of a line. */
typedef struct
{
  ParleySpelling spelling; /* of the line */
  guint n_seen;            /* characters of it, twice what isn't ASCII */
  guint n_new;             /* so many had to be found out, which is what costs */
  struct
  {
    gunichar c; /* 0: nothing yet */
    guint8 kind;
  } known[64]; /* by the end of their code */
} ParleySpeller;

void parley_speller_begin (ParleySpeller *speller);

/* @c: the next character of the line. Returns: how far it is read now. */
ParleySpelling parley_speller_read (ParleySpeller *speller, gunichar c);

/* Whether it is ASCII, and neither markup nor the end of a line. */
static inline gboolean
parley_spelling_is_plain (char c)
{
  return (guchar) c < 0x80 && c != '&' && c != '<' && c != '\n' && c != '\r';
}

/* Reads @text as far as it is plain and the line may be one of ours. @front: moved behind what
 * stands in front of the name. Returns: (transfer none): where it stopped, @end at most. */
const char *parley_speller_read_plain (ParleySpeller *speller,
                                       const char *text,
                                       const char *end,
                                       const char **front);

G_END_DECLS
