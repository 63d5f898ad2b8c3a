/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-markup.h"

#include <string.h>

struct _ParleyMarkup
{
  GString *text;
  GByteArray *styles; /* one of each byte of the text */
};

/* libpurple knows neither <code> nor <tt>: it would show them as text. */
typedef struct
{
  guint styles;
  const char *open;
  const char *close;
} Tag;

static const Tag tags[] = {
  { PARLEY_STYLE_CODE | PARLEY_STYLE_BLOCK, "<font face=\"monospace\">", "</font>" },
  { PARLEY_STYLE_BOLD, "<b>", "</b>" },
  { PARLEY_STYLE_ITALIC, "<i>", "</i>" },
};

ParleyMarkup *
parley_markup_new (void)
{
  ParleyMarkup *markup = g_new (ParleyMarkup, 1);

  markup->text = g_string_new (NULL);
  markup->styles = g_byte_array_new ();
  return markup;
}

void
parley_markup_free (ParleyMarkup *markup)
{
  g_string_free (markup->text, TRUE);
  g_byte_array_unref (markup->styles);
  g_free (markup);
}

void
parley_markup_append (ParleyMarkup *markup, const char *text, gsize length, ParleyStyle style)
{
  gsize start = markup->text->len;

  if (length == 0)
    return;
  g_string_append_len (markup->text, text, length);
  g_byte_array_set_size (markup->styles, markup->text->len);
  memset (markup->styles->data + start, style, length);
}

void
parley_markup_append_rest (ParleyMarkup *markup, const ParleyMarkup *other, gsize start)
{
  if (start >= other->text->len)
    return;
  g_string_append_len (markup->text, other->text->str + start, other->text->len - start);
  g_byte_array_append (markup->styles, other->styles->data + start, other->styles->len - start);
}

void
parley_markup_truncate (ParleyMarkup *markup, gsize length)
{
  g_string_truncate (markup->text, length);
  g_byte_array_set_size (markup->styles, length);
}

static void
remove_start (ParleyMarkup *markup, gsize length)
{
  if (length == 0)
    return;
  g_string_erase (markup->text, 0, length);
  g_byte_array_remove_range (markup->styles, 0, length);
}

/* The blanks in front of the first line of code belong to it. */
gsize
parley_markup_trim_start (ParleyMarkup *markup)
{
  const char *text = markup->text->str;
  gsize blank = 0;
  gsize line;

  while (g_ascii_isspace (text[blank]))
    blank++;
  line = blank;
  while (line > 0 && text[line - 1] != '\n')
    line--;
  if (line < blank && (markup->styles->data[line] & PARLEY_STYLE_BLOCK))
    blank = line;
  remove_start (markup, blank);
  return blank;
}

void
parley_markup_trim_end (ParleyMarkup *markup)
{
  gsize length = markup->text->len;

  while (length > 0 && g_ascii_isspace (markup->text->str[length - 1]))
    length--;
  parley_markup_truncate (markup, length);
}

void
parley_markup_join_lines (ParleyMarkup *markup)
{
  g_strdelimit (markup->text->str, "\n", ' ');
}

ParleyMarkup *
parley_markup_take (ParleyMarkup *markup, gsize length)
{
  ParleyMarkup *taken = parley_markup_copy (markup);

  parley_markup_truncate (taken, length);
  parley_markup_trim_end (taken);
  remove_start (markup, length);
  parley_markup_trim_start (markup);
  return taken;
}

ParleyMarkup *
parley_markup_copy (const ParleyMarkup *markup)
{
  ParleyMarkup *copy = parley_markup_new ();

  parley_markup_append_rest (copy, markup, 0);
  return copy;
}

const char *
parley_markup_get_text (const ParleyMarkup *markup)
{
  return markup->text->str;
}

gsize
parley_markup_get_length (const ParleyMarkup *markup)
{
  return markup->text->len;
}

ParleyStyle
parley_markup_get_style (const ParleyMarkup *markup, gsize at)
{
  return markup->styles->data[at];
}

gboolean
parley_markup_is_plain (const ParleyMarkup *markup)
{
  for (guint i = 0; i < markup->styles->len; i++)
    {
      if (markup->styles->data[i] != PARLEY_STYLE_PLAIN)
        return FALSE;
    }
  return TRUE;
}

guint
parley_markup_count_stretches (const ParleyMarkup *markup)
{
  const guint8 *styles = markup->styles->data;
  guint n = 0;

  for (guint i = 0; i < markup->styles->len; i++)
    {
      if (styles[i] != PARLEY_STYLE_PLAIN && (i == 0 || styles[i] != styles[i - 1]))
        n++;
    }
  return n;
}

static void
append_escaped (GString *html, const char *text, gsize length)
{
  g_autofree char *escaped = g_markup_escape_text (text, length);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);
  g_autofree char *joined = g_strjoinv ("<br>", lines);

  g_string_append (html, joined);
}

/* Each piece opens and closes its own tags: they never overlap, and nothing is left open. */
static void
append_piece (GString *html, const char *text, gsize length, guint style)
{
  g_autofree char *address
      = style & PARLEY_STYLE_ADDRESS ? g_markup_escape_text (text, length) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    g_string_append (html, style & tags[i].styles ? tags[i].open : "");
  if (address != NULL)
    g_string_append_printf (html, "<a href=\"%s\">%s</a>", address, address);
  else
    append_escaped (html, text, length);
  for (guint i = G_N_ELEMENTS (tags); i > 0; i--)
    g_string_append (html, style & tags[i - 1].styles ? tags[i - 1].close : "");
}

char *
parley_markup_dup_html (const ParleyMarkup *markup)
{
  const guint8 *styles = markup->styles->data;
  GString *html = g_string_new (NULL);
  gsize start = 0;

  for (gsize i = 1; i <= markup->text->len; i++)
    {
      if (i < markup->text->len && styles[i] == styles[start])
        continue;
      append_piece (html, markup->text->str + start, i - start, styles[start]);
      start = i;
    }
  return g_string_free (html, FALSE);
}
