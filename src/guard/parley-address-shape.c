/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-address-shape.h"

#include <string.h>

#include "base/parley-text.h"

/* Of what they wrote, so much may be repeated. */
#define MAX_ASKED_BYTES 8192
/* So many places of theirs are looked up; nobody who chats repeats more. */
#define MAX_REPEATED 32
/* No name is longer: what is counts as one with a number in it. */
#define MAX_NAME_BYTES 128
/* "12 rue du Général de Gaulle", "221 Baker Street". */
#define MAX_NAMES_AFTER  4
#define MAX_NAMES_BEFORE 3
/* Digits of a telephone number behind its first one; any longer run of digits counts as well. */
#define MIN_PHONE 6
#define MAX_PHONE 14
/* A degree with four places is a house. */
#define MIN_PLACES 4

typedef struct
{
  const ParleySaid *said;
  const char *asked; /* (nullable) */
  char *folded;      /* of it; NULL until it is looked at */
  guint repeated;
} Search;

/* "5" does not stand in "52", nor "bob@" in "rob@", but "路5" in "中山路5". */
static gboolean
stands_in (const char *text, const char *found)
{
  gsize length = strlen (found);

  for (const char *at = strstr (text, found); at != NULL; at = strstr (at + 1, found))
    {
      if ((at == text || !g_ascii_isalnum (at[-1])) && !g_ascii_isalnum (at[length]))
        return TRUE;
    }
  return FALSE;
}

/* What they wrote themselves may be repeated to them. */
static gboolean
is_new (Search *search, const char *start, const char *end)
{
  g_autofree char *found = g_strndup (start, end - start);
  g_autofree char *clean = NULL;

  if (search->asked == NULL || search->repeated++ == MAX_REPEATED)
    return TRUE;
  if (search->folded == NULL)
    {
      clean = parley_text_dup_clean (search->asked, MAX_ASKED_BYTES);
      search->folded = parley_text_dup_folded (clean);
    }
  return !stands_in (search->folded, found);
}

static gboolean
is_digit_at (const char *p)
{
  return g_unichar_isdigit (g_utf8_get_char (p));
}

static gboolean
is_digit_before (const ParleySaid *said, const char *p)
{
  return g_unichar_isdigit (parley_said_before (said, p));
}

static const char *
skip_digits (const char *p)
{
  while (is_digit_at (p))
    p = g_utf8_next_char (p);
  return p;
}

/* Streets */

static gboolean
is_in_name (gunichar c)
{
  return parley_said_is_word (c) || c == '\'' || c == '.' || c == '-';
}

/* The small words between names. */
static gboolean
is_particle (const char *start, gsize length)
{
  static const char *const particles[]
      = { "de", "du", "des", "la", "le", "les", "del", "da", "do", "dos", "am", "an", "der", "im" };

  for (guint i = 0; i < G_N_ELEMENTS (particles); i++)
    {
      if (strlen (particles[i]) == length && strncmp (particles[i], start, length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns: (nullable): where the name that begins at @p ends; NULL if none does. */
static const char *
skip_name (const ParleySaid *said, const char *p)
{
  const char *end = p;

  while (end - p <= MAX_NAME_BYTES && *end != '\0' && is_in_name (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  return parley_said_is_capital (said, p) || is_particle (p, end - p) ? end : NULL;
}

static gboolean
has_digit (const char *start, const char *end)
{
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    {
      if (is_digit_at (p))
        return TRUE;
    }
  return FALSE;
}

/* "Mayor, 5" and "Mayor5", behind "calle". Returns: (nullable): the end of what was found. */
static const char *
find_named_number (const ParleySaid *said, const char *p)
{
  for (guint i = 0; i < MAX_NAMES_AFTER; i++)
    {
      const char *end;

      p = parley_said_skip_space (p);
      end = skip_name (said, p);
      if (end == NULL)
        return NULL;
      if (end - p > MAX_NAME_BYTES || has_digit (p, end))
        return end;
      p = parley_said_skip_space (end);
      if (*p == ',' && is_digit_at (parley_said_skip_space (p + 1)))
        p = parley_said_skip_space (p + 1);
      if (is_digit_at (p))
        return skip_digits (p);
    }
  return NULL;
}

/* Returns: (nullable): where the number begins that is over at @p, with a space behind it:
 * "221b, ". */
static const char *
find_number_back (const ParleySaid *said, const char *p)
{
  const char *end = parley_said_skip_space_back (said, p);

  if (end == p)
    return NULL;
  if (parley_said_before (said, end) == ',')
    end--;
  if (!is_digit_before (said, end) && g_unichar_isalpha (parley_said_before (said, end)))
    end = g_utf8_prev_char (end);
  if (!is_digit_before (said, end))
    return NULL;
  while (is_digit_before (said, end))
    end = g_utf8_prev_char (end);
  return end;
}

/* "221 Baker", before "Street" at @p. Returns: (nullable): where it begins. */
static const char *
find_number_named (const ParleySaid *said, const char *p)
{
  for (guint i = 0; i < MAX_NAMES_BEFORE; i++)
    {
      const char *end = parley_said_skip_space_back (said, p);
      const char *start = end;
      const char *number;

      if (end == p)
        return NULL;
      while (start > said->folded && is_in_name (parley_said_before (said, start)))
        start = g_utf8_prev_char (start);
      if (start == end
          || !(parley_said_is_capital (said, start) || is_particle (start, end - start)))
        return NULL;
      number = find_number_back (said, start);
      if (number != NULL)
        return number;
      p = start;
    }
  return NULL;
}

static gboolean
has_street (Search *search)
{
  const ParleySaid *said = search->said;

  for (guint i = 0; i < said->hits->len; i++)
    {
      const ParleyPhraseHit *hit = &g_array_index (said->hits, ParleyPhraseHit, i);
      const char *end = hit->start + hit->length;
      const char *start;
      const char *behind;

      if (hit->list != PARLEY_PHRASES_STREETS)
        continue;
      start = find_number_named (said, hit->start);
      if (start != NULL && is_new (search, start, end))
        return TRUE;
      start = find_number_back (said, hit->start);
      behind = parley_said_skip_space (end);
      if (start != NULL && behind > end && skip_name (said, behind) != NULL
          && is_new (search, start, skip_name (said, behind)))
        return TRUE;
      behind = find_named_number (said, end);
      if (behind != NULL && is_new (search, hit->start, behind))
        return TRUE;
    }
  return FALSE;
}

/* A word that ends in "straße", before @end, @length bytes of it. Returns: (nullable): its capital;
 * at least one letter stands between. A word without end counts as if it had one. */
static const char *
find_capital_back (const ParleySaid *said, const char *end, gsize length)
{
  const char *p = end - length;

  for (guint i = 1; parley_said_is_word (parley_said_before (said, p)); i++)
    {
      p = g_utf8_prev_char (p);
      if ((i >= 2 && parley_said_is_capital (said, p)) || i == MAX_NAME_BYTES)
        return p;
    }
  return NULL;
}

/* "中山路12号". Returns: (nullable): where it begins. */
static const char *
find_han_street (const ParleySaid *said, const char *end, gsize length, const char *number)
{
  const char *p = end - length;

  for (guint i = 0; i < 2; i++)
    {
      if (g_unichar_get_script (parley_said_before (said, p)) != G_UNICODE_SCRIPT_HAN)
        return NULL;
      p = g_utf8_prev_char (p);
    }
  number = parley_said_skip_space (skip_digits (number));
  return g_str_has_prefix (number, "号") || g_str_has_prefix (number, "號") ? p : NULL;
}

/* "Hauptstraße 12", at each number. */
static gboolean
has_street_word (Search *search)
{
  const ParleySaid *said = search->said;

  for (const char *p = said->folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *end;
      const char *start;
      gsize length;

      if (!is_digit_at (p) || is_digit_before (said, p))
        continue;
      end = parley_said_skip_space_back (said, p);
      if (is_digit_before (said, end))
        continue;
      length = parley_lexicon_match_end (said->lexicon, PARLEY_PHRASES_STREET_ENDS, said->folded,
                                         end - said->folded);
      if (length == 0)
        continue;
      start = find_capital_back (said, end, length);
      if (start == NULL)
        start = find_han_street (said, end, length, p);
      if (start != NULL && is_new (search, start, skip_digits (p)))
        return TRUE;
    }
  return FALSE;
}

/* "2丁目", with the number in either script. */
static gboolean
has_block (Search *search)
{
  static const char *const blocks[] = { "丁目", "番地" };
  const ParleySaid *said = search->said;

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      for (const char *at = strstr (said->folded, blocks[i]); at != NULL;
           at = strstr (at + 1, blocks[i]))
        {
          const char *p = parley_said_skip_space_back (said, at);
          gunichar c = parley_said_before (said, p);

          if (c != 0 && (g_unichar_isdigit (c) || g_utf8_strchr ("一二三四五六七八九十", -1, c))
              && is_new (search, g_utf8_prev_char (p), at + strlen (blocks[i])))
            return TRUE;
        }
    }
  return FALSE;
}

/* How to reach somebody */

static gboolean
is_in_domain (gunichar c)
{
  return parley_said_is_word (c) || c == '.' || c == '-';
}

static gboolean
is_email (Search *search, const char *at)
{
  const char *start = at;
  const char *end = at + 1;
  const char *last = NULL; /* behind the last letter that has a dot somewhere before it */
  gboolean dotted = FALSE;

  while (is_in_domain (parley_said_before (search->said, start))
         || parley_said_before (search->said, start) == '+')
    start = g_utf8_prev_char (start);
  while (is_in_domain (g_utf8_get_char (end)))
    {
      if (dotted && parley_said_is_word (g_utf8_get_char (end)))
        last = g_utf8_next_char (end);
      dotted |= *end == '.' && end > at + 1;
      end = g_utf8_next_char (end);
    }
  return start < at && last != NULL && is_new (search, start, last);
}

/* From a "+" or a "0" on. */
static gboolean
is_phone (Search *search, const char *start)
{
  const char *p = start + 1;
  guint digits = 0;

  if (*start == '0' && *p == '0')
    p++;
  if (!is_digit_at (p) || *p == '0')
    return FALSE;
  for (p = g_utf8_next_char (p); digits < MAX_PHONE; digits++)
    {
      gunichar c = g_utf8_get_char (p);
      gsize gap = strspn (p, " ()/.-");

      if (digits >= MIN_PHONE && !parley_said_is_word (c) && c != '-')
        return is_new (search, start, p);
      if (gap > 2 || !is_digit_at (p + gap))
        return FALSE;
      p = g_utf8_next_char (p + gap);
    }
  return is_new (search, start, p);
}

static gboolean
may_begin_phone (const ParleySaid *said, const char *p)
{
  gunichar c = parley_said_before (said, p);

  return (*p == '+' || *p == '0')
         && !(parley_said_is_word (c) || (c != 0 && c < 0x80 && strchr (".,:/-", (char) c)));
}

/* Returns: (nullable): where "13.4049", which ends at @end, begins. */
static const char *
find_degree_back (const ParleySaid *said, const char *end)
{
  const char *p = end;

  while (is_digit_before (said, p))
    p = g_utf8_prev_char (p);
  if (end - p < MIN_PLACES || parley_said_before (said, p) != '.' || !is_digit_before (said, p - 1))
    return NULL;
  p = g_utf8_prev_char (p - 1);
  return is_digit_before (said, p) ? g_utf8_prev_char (p) : p;
}

/* Returns: (nullable): where "-13.4049", which begins at @p, ends. */
static const char *
skip_degree (const char *p)
{
  const char *point = skip_digits (p + (*p == '-'));
  const char *end = *point == '.' ? skip_digits (point + 1) : point;

  return point > p && end - point > MIN_PLACES ? end : NULL;
}

/* Around a "," or ";". */
static gboolean
are_coordinates (Search *search, const char *comma)
{
  const char *end = skip_degree (parley_said_skip_space (comma + 1));
  const char *start
      = find_degree_back (search->said, parley_said_skip_space_back (search->said, comma));

  return start != NULL && end != NULL && is_new (search, start, end);
}

static gboolean
has_map_link (Search *search)
{
  static const char *const links[]
      = { "geo:", "maps.google", "maps.apple", "maps.app", "goo.gl/maps", "openstreetmap.org/" };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      for (const char *at = strstr (search->said->folded, links[i]); at != NULL;
           at = strstr (at + 1, links[i]))
        {
          const char *end = at + strlen (links[i]);

          if (i == 0
              && (parley_said_is_word (parley_said_before (search->said, at))
                  || !is_digit_at (end + (*end == '-'))))
            continue;
          while (*end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)))
            end = g_utf8_next_char (end);
          if (is_new (search, at, end))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_contact (Search *search)
{
  for (const char *p = search->said->folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      if ((*p == '@' && is_email (search, p))
          || (may_begin_phone (search->said, p) && is_phone (search, p))
          || ((*p == ',' || *p == ';') && are_coordinates (search, p)))
        return TRUE;
    }
  return has_map_link (search);
}

gboolean
parley_address_shape_is_told (const ParleySaid *said, const char *asked)
{
  Search search = { .said = said, .asked = asked };
  gboolean told = has_street (&search) || has_street_word (&search) || has_block (&search)
                  || has_contact (&search);

  g_free (search.folded);
  return told;
}
