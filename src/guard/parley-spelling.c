/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-spelling.h"

#include "base/parley-text.h"

/* What a character looks like. */
typedef enum
{
  KIND_OTHER,
  KIND_UNSEEN, /* nothing: it is passed over */
  KIND_LETTER,
  KIND_A,
  KIND_E,
  KIND_L, /* or a digit, a bar */
  KIND_M,
  KIND_P,
  KIND_R,
  KIND_Y,
  KIND_SLASH,
  KIND_SPACE,
  KIND_GAP,     /* may stand between the name and its sign */
  KIND_SIGN,    /* tells that the name is who says it */
  KIND_SEVERAL, /* more than one of these */
} Kind;

typedef struct
{
  gunichar from;
  gunichar to;
} Lookalike;

/* Letters of the name in other alphabets, in lower case, and signs in place of its colon: Unicode's
 * table of confusables (UTS #39), and letters of the name with a stroke or a hook. */
static const Lookalike lookalikes[] = {
  { 0x01A5, 'p' }, { 0x0440, 'p' }, { 0x03C1, 'p' }, { 0x1D18, 'p' }, { 0x2374, 'p' },
  { 0x2CA3, 'p' }, { 0xA4D1, 'p' }, { 0xABB2, 'p' }, { 0x0430, 'a' }, { 0x03B1, 'a' },
  { 0x0251, 'a' }, { 0x1D00, 'a' }, { 0x237A, 'a' }, { 0x2C65, 'a' }, { 0xA4EE, 'a' },
  { 0xAB7A, 'a' }, { 0x024D, 'r' }, { 0x027C, 'r' }, { 0x027D, 'r' }, { 0x0280, 'r' },
  { 0x0433, 'r' }, { 0x1D26, 'r' }, { 0x2C85, 'r' }, { 0xA4E3, 'r' }, { 0xAB47, 'r' },
  { 0xAB48, 'r' }, { 0xAB71, 'r' }, { 0xAB81, 'r' }, { 0xABA2, 'r' }, { 0x0131, 'l' },
  { 0x0142, 'l' }, { 0x019A, 'l' }, { 0x01C0, 'l' }, { 0x0269, 'l' }, { 0x026B, 'l' },
  { 0x026D, 'l' }, { 0x029F, 'l' }, { 0x03B9, 'l' }, { 0x0456, 'l' }, { 0x04CF, 'l' },
  { 0x05C0, 'l' }, { 0x05D5, 'l' }, { 0x05DF, 'l' }, { 0x0627, 'l' }, { 0x2223, 'l' },
  { 0x2C61, 'l' }, { 0x2C93, 'l' }, { 0x2CD1, 'l' }, { 0x2D4F, 'l' }, { 0xA4E1, 'l' },
  { 0xA4F2, 'l' }, { 0xABAE, 'l' }, { 0x0247, 'e' }, { 0x0435, 'e' }, { 0x03B5, 'e' },
  { 0x0454, 'e' }, { 0x04BD, 'e' }, { 0x1D07, 'e' }, { 0x212E, 'e' }, { 0x22FF, 'e' },
  { 0x2D39, 'e' }, { 0xA4F0, 'e' }, { 0xAB32, 'e' }, { 0xAB7C, 'e' }, { 0x01B4, 'y' },
  { 0x024F, 'y' }, { 0x0263, 'y' }, { 0x028F, 'y' }, { 0x03B3, 'y' }, { 0x03C5, 'y' },
  { 0x0443, 'y' }, { 0x04AF, 'y' }, { 0x10E7, 'y' }, { 0x1D8C, 'y' }, { 0x1EFF, 'y' },
  { 0x2CA9, 'y' }, { 0xA4EC, 'y' }, { 0xAB5A, 'y' }, { 0xAB79, 'y' }, { 0xAB8D, 'y' },
  { 0x02D0, ':' }, { 0x02F8, ':' }, { 0x0589, ':' }, { 0x05C3, ':' }, { 0x0703, ':' },
  { 0x0704, ':' }, { 0x16EC, ':' }, { 0x1803, ':' }, { 0x1804, ':' }, { 0x1809, ':' },
  { 0x205A, ':' }, { 0x2236, ':' }, { 0x2982, ':' }, { 0xA4FD, ':' }, { 0xA789, ':' },
  { 0xFE30, ':' }, { 0x2010, '-' }, { 0x2011, '-' }, { 0x2012, '-' }, { 0x2013, '-' },
  { 0x2014, '-' }, { 0x2015, '-' }, { 0x2043, '-' }, { 0x2212, '-' }, { 0x2796, '-' },
  { 0x00BB, '>' }, { 0x203A, '>' }, { 0x2192, '>' }, { 0x276F, '>' }, { 0x27A4, '>' },
  { 0x27E9, '>' }, { 0x00AB, '"' }, { 0x2018, '"' }, { 0x2019, '"' }, { 0x201A, '"' },
  { 0x201C, '"' }, { 0x201D, '"' }, { 0x201E, '"' }, { 0x2039, '"' },
};

#define AS(kind)     KIND_##kind
#define TO(spelling) PARLEY_SPELLING_##spelling

/* clang-format off */
static const guint8 ascii[0x80] = {
  [0x00 ... 0x08] = AS (UNSEEN), ['\t'] = AS (SPACE), ['\n'] = AS (SPACE), [0x0B ... 0x1F] = AS (UNSEEN),
  [0x7F] = AS (UNSEEN),
  [' '] = AS (SPACE), ['*'] = AS (GAP), ['_'] = AS (GAP), [')'] = AS (GAP), [']'] = AS (GAP),
  ['"'] = AS (GAP), ['\''] = AS (GAP), ['`'] = AS (GAP),
  [':'] = AS (SIGN), ['-'] = AS (SIGN), ['>'] = AS (SIGN), ['/'] = AS (SLASH),
  ['1'] = AS (L), ['|'] = AS (L),
  ['A'] = AS (A), ['B' ... 'D'] = AS (LETTER), ['E'] = AS (E), ['F' ... 'H'] = AS (LETTER),
  ['I'] = AS (L), ['J' ... 'K'] = AS (LETTER), ['L'] = AS (L), ['M'] = AS (M),
  ['N' ... 'O'] = AS (LETTER), ['P'] = AS (P), ['Q'] = AS (LETTER), ['R'] = AS (R),
  ['S' ... 'X'] = AS (LETTER), ['Y'] = AS (Y), ['Z'] = AS (LETTER),
  ['a'] = AS (A), ['b' ... 'd'] = AS (LETTER), ['e'] = AS (E), ['f' ... 'h'] = AS (LETTER),
  ['i'] = AS (L), ['j' ... 'k'] = AS (LETTER), ['l'] = AS (L), ['m'] = AS (M),
  ['n' ... 'o'] = AS (LETTER), ['p'] = AS (P), ['q'] = AS (LETTER), ['r'] = AS (R),
  ['s' ... 'x'] = AS (LETTER), ['y'] = AS (Y), ['z'] = AS (LETTER),
};
/* clang-format on */

/* The time in front of a line has no letters but "am" and "pm", and what looks like a digit. */
#define FRONT_ROW                                                                                  \
  [AS (OTHER)] = TO (FRONT), [AS (L)] = TO (FRONT), [AS (SPACE)] = TO (FRONT),                     \
      [AS (GAP)] = TO (FRONT), [AS (SIGN)] = TO (FRONT), [AS (SLASH)] = TO (SLASH),                \
      [AS (A)] = TO (A), [AS (P)] = TO (P), [AS (LETTER)] = TO (OTHER), [AS (E)] = TO (OTHER),     \
      [AS (R)] = TO (OTHER), [AS (Y)] = TO (OTHER)
#define ELSE_OTHER [0 ... AS (SIGN)] = TO (OTHER)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const guint8 next[PARLEY_SPELLING_OURS + 1][AS (SEVERAL)] = {
  [TO (FRONT)] = { FRONT_ROW, [AS (M)] = TO (OTHER) },
  [TO (SLASH)] = { FRONT_ROW, [AS (M)] = TO (SLASH_M) },
  [TO (A)] = { ELSE_OTHER, [AS (M)] = TO (FRONT) },
  [TO (SLASH_M)] = { ELSE_OTHER, [AS (E)] = TO (SLASH_ME) },
  [TO (SLASH_ME)] = { ELSE_OTHER, [AS (SPACE)] = TO (FRONT) },
  [TO (P)] = { ELSE_OTHER, [AS (M)] = TO (FRONT), [AS (A)] = TO (PA) },
  [TO (PA)] = { ELSE_OTHER, [AS (R)] = TO (PAR) },
  [TO (PAR)] = { ELSE_OTHER, [AS (L)] = TO (PARL) },
  [TO (PARL)] = { ELSE_OTHER, [AS (E)] = TO (PARLE) },
  [TO (PARLE)] = { ELSE_OTHER, [AS (Y)] = TO (PARLEY) },
  [TO (PARLEY)]
  = { ELSE_OTHER, [AS (SPACE)] = TO (PARLEY), [AS (GAP)] = TO (PARLEY), [AS (SIGN)] = TO (OURS) },
  [TO (OTHER)] = { ELSE_OTHER },
  [TO (OURS)] = { [0 ... AS (SIGN)] = TO (OURS) },
};
#pragma GCC diagnostic pop

/* @c: decomposed. */
static Kind
find_part (gunichar c)
{
  if (c < 0x80)
    return ascii[c];
  if (parley_text_is_hidden (c) || g_unichar_ismark (c))
    return AS (UNSEEN);
  c = g_unichar_tolower (c);
  for (guint i = 0; i < G_N_ELEMENTS (lookalikes); i++)
    {
      if (lookalikes[i].from == c)
        return ascii[lookalikes[i].to];
    }
  return g_unichar_isalpha (c) ? AS (LETTER) : AS (OTHER);
}

static G_GNUC_NO_INLINE Kind
find_new (gunichar c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  Kind found = AS (UNSEEN);
  gsize n;

  if (parley_text_is_hidden (c))
    return AS (UNSEEN);
  n = g_unichar_fully_decompose (c, TRUE, parts, G_N_ELEMENTS (parts));
  for (gsize i = 0; i < n; i++)
    {
      Kind part = find_part (parts[i]);

      if (part != AS (UNSEEN))
        found = found == AS (UNSEEN) ? part : AS (SEVERAL);
    }
  return found;
}

/* Ideographs and Hangul: there are more of them than can be kept, and all of them are letters. */
static gboolean
is_ideograph (gunichar c)
{
  return (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0xAC00 && c <= 0xD7A3);
}

/* @c: not ASCII. */
static Kind
find_kind (ParleySpeller *speller, gunichar c)
{
  guint i = c % G_N_ELEMENTS (speller->known);

  if (speller->known[i].c == c)
    return speller->known[i].kind;
  if (is_ideograph (c))
    return AS (LETTER);
  speller->n_new++;
  speller->known[i].c = c;
  speller->known[i].kind = find_new (c);
  return speller->known[i].kind;
}

/* Most of what is read comes by here. */
const char *
parley_speller_read_plain (ParleySpeller *speller,
                           const char *text,
                           const char *end,
                           const char **front)
{
  ParleySpelling spelling = speller->spelling;
  const char *p = text;
  guint n_unseen = 0;

  for (; p < end && spelling < TO (OTHER) && parley_spelling_is_plain (*p); p++)
    {
      const Kind kind = ascii[(guchar) *p];

      if (kind == AS (UNSEEN))
        n_unseen++;
      else
        spelling = next[spelling][kind];
      if (spelling == TO (FRONT))
        *front = p + 1;
    }
  speller->spelling = spelling;
  speller->n_seen += (guint) (p - text) - n_unseen;
  return p;
}

static G_GNUC_NO_INLINE ParleySpelling
read_parts (ParleySpelling spelling, gunichar c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  const gsize n = g_unichar_fully_decompose (c, TRUE, parts, G_N_ELEMENTS (parts));

  for (gsize i = 0; i < n; i++)
    {
      Kind kind = find_part (parts[i]);

      if (kind != AS (UNSEEN))
        spelling = next[spelling][kind];
    }
  return spelling;
}

void
parley_speller_begin (ParleySpeller *speller)
{
  speller->spelling = PARLEY_SPELLING_FRONT;
  speller->n_seen = 0;
}

ParleySpelling
parley_speller_read (ParleySpeller *speller, gunichar c)
{
  Kind kind = c < 0x80 ? ascii[c] : find_kind (speller, c);

  if (kind == AS (UNSEEN))
    return speller->spelling;
  speller->n_seen += c < 0x80 ? 1 : 2;
  if (kind == AS (SEVERAL))
    speller->spelling = read_parts (speller->spelling, c);
  else
    speller->spelling = next[speller->spelling][kind];
  return speller->spelling;
}
