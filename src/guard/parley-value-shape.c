/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-value-shape.h"

#include <string.h>

/* So many characters may stand between a word and its value. */
#define MAX_TO_VALUE   40
#define MAX_FROM_CODE  20
#define MAX_CHAR_BYTES 4
/* So many digits make a code. */
#define MIN_CODE 4

static gboolean
is_currency_sign (gunichar c)
{
  switch (c)
    {
    case '$':
    case 0x20AC: /* € */
    case 0xA3:   /* £ */
    case 0xA5:   /* ¥ */
    case 0x20BD: /* ₽ */
    case 0x20B9: /* ₹ */
    case 0x20BF: /* ₿ */
      return TRUE;
    }
  return FALSE;
}

static gboolean
ends_with (const ParleySaid *said, const char *p, const char *suffix)
{
  gsize length = strlen (suffix);

  return (gsize) (p - said->folded) >= length && memcmp (p - length, suffix, length) == 0;
}

/* Whether a number ends before @p, as "1,000 k" does. */
static gboolean
is_after_number (const ParleySaid *said, const char *p)
{
  static const char *const thousands[] = { "k", "mio", "mln", "m", "тыс", "万", "千" };

  if (g_unichar_isspace (parley_said_before (said, p)))
    p = g_utf8_prev_char (p);
  for (guint i = 0; i < G_N_ELEMENTS (thousands); i++)
    {
      if (ends_with (said, p, thousands[i]))
        {
          p -= strlen (thousands[i]);
          break;
        }
    }
  while (p > said->folded && strchr (".,' ", p[-1]) != NULL)
    p--;
  return g_unichar_isdigit (parley_said_before (said, p));
}

static gboolean
is_before_number (const char *p)
{
  if (g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return g_unichar_isdigit (g_utf8_get_char (p));
}

gboolean
parley_value_shape_is_amount (const ParleySaid *said)
{
  for (guint i = 0; i < said->hits->len; i++)
    {
      const ParleyPhraseHit *hit = &g_array_index (said->hits, ParleyPhraseHit, i);

      if (hit->list == PARLEY_PHRASES_CURRENCIES && is_after_number (said, hit->start))
        return TRUE;
    }
  for (const char *p = said->folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (is_currency_sign (g_utf8_get_char (p))
          && (is_before_number (g_utf8_next_char (p)) || is_after_number (said, p)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_quote (gunichar c)
{
  return c == '"' || c == '\'' || c == '`' || (c >= 0x201C && c <= 0x201E) || c == 0xAB || c == 0xBB
         || c == 0x300C;
}

/* Whether something in quotes or with a digit in it begins at @p. @plain: up to there no digit
 * comes before a space; is moved on, so that nothing is walked over twice. */
static gboolean
begins_value (const char *p, const char **plain)
{
  p = parley_said_skip_space (p);
  if (is_quote (g_utf8_get_char (p)))
    return TRUE;
  for (p = MAX (p, *plain); *p != '\0' && !g_unichar_isspace (g_utf8_get_char (p));
       p = g_utf8_next_char (p))
    {
      if (g_unichar_isdigit (g_utf8_get_char (p)))
        return TRUE;
    }
  *plain = p;
  return FALSE;
}

/* Returns: how far from @p what belongs to it may begin: @max characters, less if the line ends or,
 * where @no_digits, a digit comes before. */
static const char *
find_reach (const char *p, guint max, gboolean no_digits)
{
  for (guint i = 0; i < max && *p != '\0' && *p != '\n'; i++)
    {
      if (no_digits && g_unichar_isdigit (g_utf8_get_char (p)))
        break;
      p = g_utf8_next_char (p);
    }
  return p;
}

/* Returns: (nullable): the next hit of @list from the one at @index on that begins between @from
 * and
 * @reach. */
static const ParleyPhraseHit *
find_hit (const ParleySaid *said,
          guint *index,
          ParleyPhraseList list,
          const char *from,
          const char *reach)
{
  for (; *index < said->hits->len; ++*index)
    {
      const ParleyPhraseHit *hit = &g_array_index (said->hits, ParleyPhraseHit, *index);

      if (hit->start > reach)
        return NULL;
      if (hit->list == list && hit->start >= from)
        return hit;
    }
  return NULL;
}

static gboolean
has_value (const ParleySaid *said, guint index, const char **plain)
{
  const ParleyPhraseHit *hit = &g_array_index (said->hits, ParleyPhraseHit, index);
  const char *end = hit->start + hit->length;
  const char *reach = find_reach (end, MAX_TO_VALUE, FALSE);

  for (const char *p = end; p <= reach && *p != '\0'; p++)
    {
      if ((*p == ':' || *p == '=') && *parley_said_skip_space (p + 1) != '\0')
        return TRUE;
    }
  for (; (hit = find_hit (said, &index, PARLEY_PHRASES_COPULAS, end, reach)) != NULL; index++)
    {
      if (begins_value (hit->start + hit->length, plain))
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_value_shape_is_secret (const ParleySaid *said)
{
  const char *plain = said->folded;

  for (guint i = 0; i < said->hits->len; i++)
    {
      if (g_array_index (said->hits, ParleyPhraseHit, i).list == PARLEY_PHRASES_SECRETS
          && has_value (said, i, &plain))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_code (const char *p)
{
  guint digits = 0;

  while (g_unichar_isdigit (g_utf8_get_char (p)) && digits < MIN_CODE)
    {
      p = g_utf8_next_char (p);
      p += *p == ' ' || *p == '-';
      digits++;
    }
  return digits == MIN_CODE;
}

static gboolean
is_code_back (const ParleySaid *said, const char *p)
{
  guint digits = 0;

  p = parley_said_skip_space_back (said, p);
  while (g_unichar_isdigit (parley_said_before (said, p)) && digits < MIN_CODE)
    {
      p = g_utf8_prev_char (p);
      if (p > said->folded && (p[-1] == ' ' || p[-1] == '-'))
        p--;
      digits++;
    }
  return digits == MIN_CODE;
}

/* "1234 is your code". */
static gboolean
is_code_of (const ParleySaid *said, guint index)
{
  const ParleyPhraseHit *copula = &g_array_index (said->hits, ParleyPhraseHit, index);
  const char *end = copula->start + copula->length;

  return is_code_back (said, copula->start)
         && find_hit (said, &index, PARLEY_PHRASES_CODES, end,
                      find_reach (end, MAX_FROM_CODE, TRUE))
                != NULL;
}

/* Returns: the first digit at @p or behind it, or the end. */
static const char *
find_digit (const char *p)
{
  while (*p != '\0' && !g_unichar_isdigit (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

gboolean
parley_value_shape_is_code (const ParleySaid *said)
{
  const char *digit = find_digit (said->folded);

  for (guint i = 0; i < said->hits->len; i++)
    {
      const ParleyPhraseHit *hit = &g_array_index (said->hits, ParleyPhraseHit, i);

      const char *end = hit->start + hit->length;

      if (digit < end)
        digit = find_digit (end);
      if (hit->list == PARLEY_PHRASES_CODES && digit - end <= MAX_TO_VALUE * MAX_CHAR_BYTES
          && is_code (find_reach (end, MAX_TO_VALUE, TRUE)))
        return TRUE;
      if (hit->list == PARLEY_PHRASES_COPULAS && is_code_of (said, i))
        return TRUE;
    }
  return FALSE;
}
