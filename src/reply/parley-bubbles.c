/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-bubbles.h"

#include <string.h>
#include <unigbrk.h>

#define FENCE "```"
#define CUT   " …"

static void
add_trimmed (GPtrArray *parts, const char *start, gsize length)
{
  g_autofree char *part = g_strstrip (g_strndup (start, length));

  if (*part != '\0')
    g_ptr_array_add (parts, g_steal_pointer (&part));
}

static gboolean
is_blank (const char *line)
{
  while (g_ascii_isspace (*line))
    line++;
  return *line == '\0';
}

/* Blank lines inside a fenced code block don't count. */
static GPtrArray *
split_paragraphs (const char *text)
{
  GPtrArray *paragraphs = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) paragraph = g_string_new (NULL);
  gboolean fenced = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], FENCE))
        fenced = !fenced;
      if (!fenced && is_blank (lines[i]))
        {
          add_trimmed (paragraphs, paragraph->str, paragraph->len);
          g_string_truncate (paragraph, 0);
          continue;
        }
      g_string_append (paragraph, lines[i]);
      g_string_append_c (paragraph, '\n');
    }
  add_trimmed (paragraphs, paragraph->str, paragraph->len);
  return paragraphs;
}

/* Full-width marks end a sentence wherever they stand, the others before a space. */
static gboolean
ends_sentence (gunichar c, gunichar next)
{
  if (c == 0x3002 || c == 0xFF01 || c == 0xFF1F)
    return TRUE;
  return (c == '.' || c == '!' || c == '?' || c == 0x2026) && g_unichar_isspace (next);
}

/* The break marks are found over a little more than @limit: a grapheme is seldom longer. */
static gsize
find_grapheme_break (const char *text, gsize limit)
{
  gsize length = MIN (strlen (text), limit + 64);
  g_autofree char *breaks = g_malloc (length);
  gsize cut = limit;

  u8_grapheme_breaks ((const uint8_t *) text, length, breaks);
  while (cut > 0 && !breaks[cut])
    cut--;
  if (cut > 0)
    return cut;
  /* The first grapheme is longer than the limit itself: it is cut at a character. */
  cut = g_utf8_find_prev_char (text, text + limit + 1) - text;
  return cut > 0 ? cut : (gsize) (g_utf8_next_char (text) - text);
}

/* Returns: where to cut @text, of which more than @limit bytes are left. */
static gsize
find_break (const char *text, gsize limit)
{
  gsize sentence = 0;
  gsize word = 0;

  for (const char *p = text; (gsize) (p - text) < limit; p = g_utf8_next_char (p))
    {
      const char *next = g_utf8_next_char (p);
      gunichar c = g_utf8_get_char (p);

      if ((gsize) (next - text) > limit)
        break;
      if (ends_sentence (c, g_utf8_get_char (next)))
        sentence = next - text;
      if (g_unichar_isspace (g_utf8_get_char (next)))
        word = next - text;
    }
  if (sentence > 0)
    return sentence;
  return word > 0 ? word : find_grapheme_break (text, limit);
}

/* Returns: the length in bytes of the first @max_chars characters; 0 is no bound. */
static gsize
to_bytes (const char *text, guint max_chars)
{
  if (max_chars == 0 || g_utf8_strlen (text, -1) <= max_chars)
    return G_MAXSIZE;
  return g_utf8_offset_to_pointer (text, max_chars) - text;
}

static void
add_pieces (GPtrArray *pieces, const char *text, guint max_chars, gsize max_bytes)
{
  while (*text != '\0')
    {
      gsize limit = MIN (to_bytes (text, max_chars), max_bytes > 0 ? max_bytes : G_MAXSIZE);
      gsize cut = strlen (text) <= limit ? strlen (text) : find_break (text, limit);

      add_trimmed (pieces, text, cut);
      text += cut;
      while (g_unichar_isspace (g_utf8_get_char (text)))
        text = g_utf8_next_char (text);
    }
}

static void
merge_rest (GPtrArray *pieces, guint max)
{
  g_autoptr (GString) last = NULL;

  if (max == 0 || pieces->len <= max)
    return;
  last = g_string_new (g_ptr_array_index (pieces, max - 1));
  for (guint i = max; i < pieces->len; i++)
    g_string_append_printf (last, "\n%s", (const char *) g_ptr_array_index (pieces, i));
  g_ptr_array_set_size (pieces, max - 1);
  g_ptr_array_add (pieces, g_strdup (last->str));
}

static GPtrArray *
split_free (const char *text, const ParleyBubbleRules *rules)
{
  g_autoptr (GPtrArray) paragraphs = split_paragraphs (text);
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paragraphs->len; i++)
    {
      const char *paragraph = g_ptr_array_index (paragraphs, i);
      gboolean code = g_str_has_prefix (paragraph, FENCE);

      add_pieces (pieces, paragraph, code ? 0 : rules->max_chars, rules->limits.max_bytes);
    }
  merge_rest (pieces, rules->max_bubbles);
  return pieces;
}

/* Where a message is one line, every line is a message. Too many of them are run together first,
 * and what then still is too much is cut and marked. */
static GPtrArray *
split_lines (const char *text, const ParleyLimits *limits)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);
  guint max = limits->max_lines;

  for (guint i = 0; lines[i] != NULL; i++)
    add_pieces (pieces, lines[i], 0, limits->max_bytes);
  if (max > 0 && pieces->len > max)
    {
      g_autofree char *joined = g_strdelimit (g_strdup (text), "\n", ' ');

      g_ptr_array_set_size (pieces, 0);
      add_pieces (pieces, joined, 0, limits->max_bytes - (int) strlen (CUT));
    }
  if (max > 0 && pieces->len > max)
    {
      g_autofree char *cut = g_strconcat (g_ptr_array_index (pieces, max - 1), CUT, NULL);

      g_ptr_array_set_size (pieces, max - 1);
      g_ptr_array_add (pieces, g_steal_pointer (&cut));
    }
  return pieces;
}

GPtrArray *
parley_bubbles_split (const char *text, const ParleyBubbleRules *rules)
{
  return rules->limits.one_line ? split_lines (text, &rules->limits) : split_free (text, rules);
}
