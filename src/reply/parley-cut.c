/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-cut.h"

#include <string.h>
#include <unigbrk.h>
#include <unilbrk.h>

/* Whether a break is possible doesn't hang on anything further behind it. A grapheme is seldom
 * longer. */
#define LOOK_AHEAD  64

#define CODE_STYLES (PARLEY_STYLE_CODE | PARLEY_STYLE_BLOCK)

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n';
}

/* Returns: how much of @text is looked at to find a break up to @at. */
static gsize
get_window (const char *text, gsize length, gsize at)
{
  gsize window = MIN (length, at + LOOK_AHEAD);

  while (window < length && (text[window] & 0xC0) == 0x80)
    window++;
  return window;
}

static gboolean
is_in_code (const ParleyMarkup *markup, gsize at)
{
  return at > 0 && at < parley_markup_get_length (markup)
         && (parley_markup_get_style (markup, at - 1) & parley_markup_get_style (markup, at)
             & CODE_STYLES)
                != 0;
}

static gboolean
is_wide_stop (gunichar c)
{
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F;
}

static gboolean
is_stop (gunichar c)
{
  return c == '.' || c == '!' || c == '?' || c == 0x2026 || is_wide_stop (c);
}

/* Quotes and brackets that end with the sentence. */
static const char *
skip_closers (const char *p)
{
  static const char closers[] = "\"')]»”’」』）】";

  while (*p != '\0' && g_utf8_strchr (closers, -1, g_utf8_get_char (p)) != NULL)
    p = g_utf8_next_char (p);
  return p;
}

/* "1. milk" and "J. Doe" go on. @dot: in @text. */
static gboolean
is_abbreviation (const char *text, const char *dot)
{
  const char *start = dot;
  gboolean digits = TRUE;

  while (start > text && !is_blank (start[-1]))
    start--;
  for (const char *p = start; p < dot; p++)
    digits = digits && g_ascii_isdigit (*p);
  if (digits)
    return start == text || start[-1] == '\n';
  return dot > start && g_utf8_next_char (start) == dot
         && g_unichar_isalpha (g_utf8_get_char (start));
}

/* A sentence ends where a new one can begin: "e.g. this" goes on. */
static gboolean
can_begin_sentence (const char *p)
{
  while (is_blank (*p))
    p++;
  return !g_unichar_islower (g_utf8_get_char (p));
}

/* Returns: where the sentence ends whose stop stands at @stop, or NULL if it is none. */
static const char *
find_sentence_end (const char *text, const char *stop)
{
  gunichar c = g_utf8_get_char (stop);
  const char *end;

  if (!is_stop (c))
    return NULL;
  end = skip_closers (g_utf8_next_char (stop));
  if (is_wide_stop (c))
    return end;
  if (!is_blank (*end) || !can_begin_sentence (end) || (c == '.' && is_abbreviation (text, stop)))
    return NULL;
  return end;
}

static gsize
find_last_sentence (const ParleyMarkup *markup, gsize limit)
{
  const char *text = parley_markup_get_text (markup);
  gsize found = 0;

  for (const char *p = text; p <= text + limit && *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *end = *p == '\n' ? p : find_sentence_end (text, p);

      if (end != NULL && end > text && end <= text + limit && !is_in_code (markup, end - text))
        found = end - text;
    }
  return found;
}

/* Whether what begins behind the last blank before @at is an address up to there. */
static gboolean
is_in_address (const char *text, gsize at)
{
  gsize start = at;

  while (start > 0 && !is_blank (text[start - 1]))
    start--;
  return g_strstr_len (text + start, at - start, "://") != NULL;
}

/* Where words are not set apart by blanks, they are cut where a line may be broken. */
static gboolean
is_wide_break (const char *text, gsize at, const char *lines, const char *graphemes)
{
  return lines[at] == UC_BREAK_POSSIBLE && graphemes[at]
         && (g_unichar_iswide (g_utf8_get_char (text + at))
             || g_unichar_iswide (g_utf8_get_char (g_utf8_prev_char (text + at))))
         && !is_in_address (text, at);
}

/* Returns: the last break of @markup between @first and @last, both included, or the first of them;
 * 0 if there is none. */
static gsize
find_word_break (const ParleyMarkup *markup, gsize first, gsize last, gboolean want_last)
{
  const char *text = parley_markup_get_text (markup);
  gsize length = get_window (text, parley_markup_get_length (markup), last);
  g_autofree char *lines = g_malloc (length);
  g_autofree char *graphemes = g_malloc (length);
  gsize found = 0;

  u8_possible_linebreaks ((const uint8_t *) text, length, "UTF-8", lines);
  u8_grapheme_breaks ((const uint8_t *) text, length, graphemes);
  for (gsize at = MAX (first, 1); at <= last && at < length && (want_last || found == 0); at++)
    {
      if ((is_blank (text[at]) || is_wide_break (text, at, lines, graphemes))
          && !is_in_code (markup, at))
        found = at;
    }
  return found;
}

/* The first grapheme may be longer than the limit itself: it is cut at a character. */
static gsize
find_grapheme_break (const char *text, gsize limit)
{
  gsize length = get_window (text, strlen (text), limit);
  g_autofree char *breaks = g_malloc (length);
  gsize cut = limit;

  u8_grapheme_breaks ((const uint8_t *) text, length, breaks);
  while (cut > 0 && !breaks[cut])
    cut--;
  if (cut > 0)
    return cut;
  cut = g_utf8_find_prev_char (text, text + limit + 1) - text;
  return cut > 0 ? cut : (gsize) (g_utf8_next_char (text) - text);
}

gsize
parley_cut_measure (const char *text, gsize length, const char *escaped)
{
  gsize size = length;

  for (gsize i = 0; escaped != NULL && i < length; i++)
    size += text[i] != '\0' && strchr (escaped, text[i]) != NULL;
  return size;
}

/* Returns: the bytes of the longest beginning of @text that is not too long on its way. */
static gsize
fit_bytes (const char *text, gsize length, const ParleyCutLimits *limits)
{
  gsize size = 0;
  gsize fit = 0;

  if (limits->max_bytes == 0)
    return length;
  for (; fit < length; fit++)
    {
      size += parley_cut_measure (text + fit, 1, limits->escaped);
      if (size > limits->max_bytes)
        break;
    }
  return fit;
}

/* Returns: the bytes of the longest beginning of @text that is within the bounds. */
static gsize
find_limit (const char *text, gsize length, const ParleyCutLimits *limits)
{
  gsize limit = length;

  if (limits->max_chars > 0 && (gsize) g_utf8_strlen (text, length) > limits->max_chars)
    limit = g_utf8_offset_to_pointer (text, limits->max_chars) - text;
  return MIN (limit, fit_bytes (text, length, limits));
}

/* What follows a limit of which nothing fits: the word goes on behind it, as far as it may. */
static gsize
find_long_word_end (const ParleyMarkup *markup,
                    gsize limit,
                    const ParleyCutLimits *limits,
                    gboolean complete)
{
  gsize length = parley_markup_get_length (markup);
  gsize most = fit_bytes (parley_markup_get_text (markup), length, limits);
  gsize end = find_word_break (markup, limit + 1, most, FALSE);

  if (end > 0)
    return end;
  if (most < length)
    return find_grapheme_break (parley_markup_get_text (markup), most);
  return complete ? length : 0;
}

gsize
parley_cut_find (const ParleyMarkup *markup, const ParleyCutLimits *limits, gboolean complete)
{
  const char *text = parley_markup_get_text (markup);
  gsize length = parley_markup_get_length (markup);
  gsize limit;
  gsize cut;

  while (length > 0 && is_blank (text[length - 1]))
    length--;
  limit = find_limit (text, length, limits);
  if (limit == length)
    return complete ? parley_markup_get_length (markup) : 0;
  cut = find_last_sentence (markup, limit);
  if (cut == 0)
    cut = find_word_break (markup, 1, limit, TRUE);
  return cut > 0 ? cut : find_long_word_end (markup, limit, limits, complete);
}
