/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-markdown.h"

#include <cmark.h>
#include <string.h>

#include "reply/parley-mask.h"

#define MIN_FENCE 3

struct _ParleyMarkdown
{
  gsize fence;  /* backticks that began the code block; 0: in none */
  gsize indent; /* blanks in front of them */
};

/* The source is read along with what the parser found in it, so that what is shown is always the
 * source itself less its marks. */
typedef struct
{
  const char *line;
  const char *masked; /* what the parser saw of it */
  gsize length;
  gsize at; /* read so far */
  guint style;
  gsize link_start; /* in @out */
  gsize top;        /* in @out: where the outermost piece begins that is being read */
  guint depth;
  gsize open; /* in @out: what may still become markup; G_MAXSIZE: nothing */
  ParleyMarkup *out;
} Reading;

/* What a node found in force, and whether its marks are text after all. */
#define PACK(style, declined) GUINT_TO_POINTER ((style) << 1 | (declined))
#define UNPACK_STYLE(node)    (GPOINTER_TO_UINT (cmark_node_get_user_data (node)) >> 1)
#define UNPACK_DECLINED(node) (GPOINTER_TO_UINT (cmark_node_get_user_data (node)) & 1)

ParleyMarkdown *
parley_markdown_new (void)
{
  return g_new0 (ParleyMarkdown, 1);
}

void
parley_markdown_free (ParleyMarkdown *markdown)
{
  g_free (markdown);
}

static void
note_open (Reading *reading)
{
  gsize here = reading->depth > 0 ? reading->top : parley_markup_get_length (reading->out);

  reading->open = MIN (reading->open, here);
}

/* Shows the next @length bytes. */
static void
show (Reading *reading, gsize length)
{
  parley_markup_append (reading->out, reading->line + reading->at, length, reading->style);
  reading->at += length;
}

/* Shows or skips a mark. */
static gboolean
read_mark (Reading *reading, gsize length, gboolean shown)
{
  if (reading->at + length > reading->length)
    return FALSE;
  if (shown)
    show (reading, length);
  else
    reading->at += length;
  return TRUE;
}

/* A backslash that the parser took out is skipped. */
static gboolean
read_text (Reading *reading, const char *literal)
{
  for (; *literal != '\0'; literal++)
    {
      const char *next = reading->masked + reading->at;

      if (strchr ("*_`[<", *literal) != NULL || g_str_has_prefix (literal, "!["))
        note_open (reading);
      if (*next != *literal && *next == '\\')
        reading->at++;
      if (reading->at >= reading->length || reading->masked[reading->at] != *literal)
        return FALSE;
      show (reading, 1);
    }
  return TRUE;
}

static gsize
count_backticks (const Reading *reading, gsize at)
{
  return strspn (reading->masked + at, "`");
}

static gboolean
read_code (Reading *reading)
{
  gsize fence = count_backticks (reading, reading->at);
  gsize start = reading->at + fence;
  gsize end = start;
  gsize n;

  while (end < reading->length && (n = count_backticks (reading, end)) != fence)
    end += MAX (n, 1);
  if (fence == 0 || end >= reading->length)
    return FALSE;
  reading->at = end + fence;
  if (end - start > 2 && reading->line[start] == ' ' && reading->line[end - 1] == ' ')
    {
      start++;
      end--;
    }
  parley_markup_append (reading->out, reading->line + start, end - start,
                        reading->style | PARLEY_STYLE_CODE);
  return TRUE;
}

/* "*_*" is a face. */
static gboolean
has_words (cmark_node *node)
{
  cmark_iter *iter = cmark_iter_new (node);
  gboolean found = FALSE;

  while (!found && cmark_iter_next (iter) != CMARK_EVENT_DONE)
    {
      const char *literal = cmark_node_get_literal (cmark_iter_get_node (iter));

      for (const char *p = literal; p != NULL && *p != '\0' && !found; p = g_utf8_next_char (p))
        found = g_unichar_isalnum (g_utf8_get_char (p));
    }
  cmark_iter_free (iter);
  return found;
}

static gboolean
read_emphasis (Reading *reading, cmark_node *node, gboolean enter)
{
  gboolean strong = cmark_node_get_type (node) == CMARK_NODE_STRONG;
  gsize length = strong ? 2 : 1;
  gboolean declined;

  if (!enter)
    {
      reading->style = UNPACK_STYLE (node);
      return read_mark (reading, length, UNPACK_DECLINED (node));
    }
  declined = !has_words (node);
  cmark_node_set_user_data (node, PACK (reading->style, declined));
  if (strchr ("*_", reading->masked[reading->at]) == NULL || !read_mark (reading, length, declined))
    return FALSE;
  if (!declined)
    reading->style |= strong ? PARLEY_STYLE_BOLD : PARLEY_STYLE_ITALIC;
  return TRUE;
}

static gboolean
is_address (const char *url)
{
  g_autofree char *scheme = g_uri_parse_scheme (url);

  return scheme != NULL
         && (g_str_equal (scheme, "http") || g_str_equal (scheme, "https")
             || g_str_equal (scheme, "mailto") || g_str_equal (scheme, "xmpp"));
}

/* Behind the words of a link comes where it leads, for everybody to see: "the map (https://…)".
 * libpurple makes links of mail addresses itself. */
static void
show_address (Reading *reading, const char *source, gsize length)
{
  const char *shown = parley_markup_get_text (reading->out) + reading->link_start;
  gboolean has_text = *shown != '\0';
  gboolean mail = g_ascii_strncasecmp (source, "mailto:", strlen ("mailto:")) == 0;
  const char *address = mail ? source + strlen ("mailto:") : source;
  gsize n = length - (address - source);

  if (strlen (shown) == n && memcmp (shown, address, n) == 0)
    return;
  if (has_text)
    parley_markup_append (reading->out, " (", 2, reading->style);
  parley_markup_append (reading->out, address, n,
                        mail ? reading->style : reading->style | PARLEY_STYLE_ADDRESS);
  if (has_text)
    parley_markup_append (reading->out, ")", 1, reading->style);
}

/* At the "]" of [words](address "title"). */
static gboolean
read_link_end (Reading *reading, cmark_node *node)
{
  const char *url = cmark_node_get_url (node);
  gsize end = cmark_node_get_end_column (node);
  gsize at = reading->at;

  if (end <= at || end > reading->length || reading->masked[end - 1] != ')')
    return FALSE;
  if (UNPACK_DECLINED (node))
    return read_mark (reading, end - at, TRUE);
  at += strspn (reading->masked + at, "](< \t");
  if (at + strlen (url) >= end || memcmp (reading->masked + at, url, strlen (url)) != 0)
    return FALSE;
  show_address (reading, reading->line + at, strlen (url));
  reading->at = end;
  return TRUE;
}

static gboolean
read_link (Reading *reading, cmark_node *node, gboolean enter)
{
  gboolean image = cmark_node_get_type (node) == CMARK_NODE_IMAGE;
  gboolean bare = reading->masked[reading->at] == '<';
  gboolean declined = !is_address (cmark_node_get_url (node));

  if (enter)
    {
      cmark_node_set_user_data (node, PACK (reading->style, declined));
      reading->link_start = parley_markup_get_length (reading->out);
      reading->style |= bare ? PARLEY_STYLE_ADDRESS : PARLEY_STYLE_PLAIN;
      return read_mark (reading, image ? 2 : 1, declined);
    }
  reading->style = UNPACK_STYLE (node);
  if (reading->masked[reading->at] == '>')
    return read_mark (reading, 1, UNPACK_DECLINED (node));
  return read_link_end (reading, node);
}

static gboolean
read_node (Reading *reading, cmark_node *node, gboolean enter)
{
  cmark_node_type type = cmark_node_get_type (node);

  if (type == CMARK_NODE_TEXT)
    return read_text (reading, cmark_node_get_literal (node));
  if (type == CMARK_NODE_CODE)
    return read_code (reading);
  if (type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG)
    return read_emphasis (reading, node, enter);
  if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
    return read_link (reading, node, enter);
  return FALSE;
}

static gboolean
is_leaf (cmark_node *node)
{
  return cmark_node_get_type (node) == CMARK_NODE_TEXT
         || cmark_node_get_type (node) == CMARK_NODE_CODE;
}

/* What follows a disagreement is shown as it was written. */
static void
read_inlines (Reading *reading, cmark_node *block)
{
  cmark_iter *iter = cmark_iter_new (block);
  cmark_event_type event;
  gboolean agree = TRUE;

  while (agree && (event = cmark_iter_next (iter)) != CMARK_EVENT_DONE)
    {
      cmark_node *node = cmark_iter_get_node (iter);
      gboolean enter = event == CMARK_EVENT_ENTER;

      if (node == block)
        continue;
      if (reading->depth == 0)
        reading->top = parley_markup_get_length (reading->out);
      if (enter && !is_leaf (node))
        reading->depth++;
      agree = read_node (reading, node, enter);
      if (!enter)
        reading->depth--;
    }
  cmark_iter_free (iter);
  if (agree)
    return;
  note_open (reading);
  reading->style = PARLEY_STYLE_PLAIN;
  show (reading, reading->length - reading->at);
}

/* Bullets are all alike; numbers, quotes and the blanks between are as they were written. */
static cmark_node *
find_block (cmark_node *document, char *prefix)
{
  cmark_node *node = cmark_node_first_child (document);

  while (node != NULL && cmark_node_next (node) == NULL)
    {
      cmark_node_type type = cmark_node_get_type (node);

      if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING)
        return has_words (node) ? node : NULL;
      if (type == CMARK_NODE_ITEM && prefix[cmark_node_get_start_column (node) - 1] == '*')
        prefix[cmark_node_get_start_column (node) - 1] = '-';
      if (type != CMARK_NODE_BLOCK_QUOTE && type != CMARK_NODE_LIST && type != CMARK_NODE_ITEM)
        return NULL;
      node = cmark_node_first_child (node);
    }
  return NULL;
}

/* Returns: FALSE if the line has no form that is shown otherwise than it is written. */
static gboolean
read_block (Reading *reading, cmark_node *document, gboolean *heading, gboolean *bullet)
{
  g_autofree char *prefix = g_strndup (reading->line, reading->length);
  cmark_node *block = find_block (document, prefix);

  if (block == NULL)
    return FALSE;
  *heading = cmark_node_get_type (block) == CMARK_NODE_HEADING;
  reading->at = cmark_node_get_start_column (block) - 1;
  *bullet = memcmp (prefix, reading->line, reading->at) != 0;
  parley_markup_append (reading->out, prefix, reading->at, PARLEY_STYLE_PLAIN);
  if (*heading)
    {
      reading->style = PARLEY_STYLE_BOLD;
      reading->at += strspn (reading->masked + reading->at, "#");
      reading->at += strspn (reading->masked + reading->at, " \t");
    }
  read_inlines (reading, block);
  if (!*heading)
    show (reading, reading->length - reading->at);
  return TRUE;
}

/* Shows one line that is not code. Returns: where in @out it may still change if it goes on. */
static gsize
read_line (const char *line, gsize length, ParleyMarkup *out)
{
  gsize start = parley_markup_get_length (out);
  gsize indent = strspn (line, " \t");
  g_autofree char *masked = parley_mask_dup (line + indent, length - indent);
  Reading reading = { .line = line + indent,
                      .masked = masked,
                      .length = length - indent,
                      .open = G_MAXSIZE,
                      .out = out };
  gboolean heading = FALSE;
  gboolean bullet = FALSE;
  gboolean agree = FALSE;

  parley_markup_append (out, line, indent, PARLEY_STYLE_PLAIN);
  if (masked != NULL)
    {
      cmark_node *document = cmark_parse_document (masked, reading.length, CMARK_OPT_DEFAULT);

      agree = read_block (&reading, document, &heading, &bullet);
      cmark_node_free (document);
    }
  if (!agree)
    {
      parley_markup_truncate (out, start);
      parley_markup_append (out, line, length, PARLEY_STYLE_PLAIN);
    }
  if (masked == NULL)
    return G_MAXSIZE;
  return !agree || heading || (bullet && reading.open != G_MAXSIZE) ? start : reading.open;
}

/* Behind the backticks there may be the name of a language. */
static gboolean
is_fence_start (const char *line)
{
  const char *p = line + strspn (line, " \t");
  gsize fence = strspn (p, "`");

  p += fence;
  p += strspn (p, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+#._-");
  return fence >= MIN_FENCE && p[strspn (p, " \t")] == '\0';
}

static gboolean
is_fence_end (const ParleyMarkdown *markdown, const char *line, gsize length)
{
  gsize indent = strspn (line, " \t");
  gsize fence = strspn (line + indent, "`");

  return fence >= markdown->fence
         && indent + fence + strspn (line + indent + fence, " \t") == length;
}

/* Code in a list is indented as the fence is. */
static gsize
get_code_start (const ParleyMarkdown *markdown, const char *line)
{
  return MIN (strspn (line, " \t"), markdown->indent);
}

static ParleyLine
read_code_line (ParleyMarkdown *markdown, const char *line, gsize length, ParleyMarkup *out)
{
  gsize start = get_code_start (markdown, line);

  if (is_fence_end (markdown, line, length))
    {
      markdown->fence = 0;
      return PARLEY_LINE_FENCE;
    }
  parley_markup_append (out, line + start, length - start, PARLEY_STYLE_BLOCK);
  return PARLEY_LINE_CODE;
}

ParleyLine
parley_markdown_read (ParleyMarkdown *markdown, const char *line, gsize length, ParleyMarkup *out)
{
  g_autofree char *own = g_strndup (line, length);

  if (markdown->fence > 0)
    return read_code_line (markdown, own, length, out);
  if (is_fence_start (own))
    {
      markdown->indent = strspn (own, " \t");
      markdown->fence = strspn (own + markdown->indent, "`");
      return PARLEY_LINE_FENCE;
    }
  if (own[strspn (own, " \t")] == '\0')
    return PARLEY_LINE_BLANK;
  read_line (own, length, out);
  return PARLEY_LINE_SHOWN;
}

/* What a mark is hangs on what stands on both its sides, so the line is looked at up to a blank or
 * to a character that is a word by itself. What a backslash is hangs on all that follows. */
static gsize
find_known_end (const char *line)
{
  for (const char *end = line + strcspn (line, "\\"); end > line; end = g_utf8_prev_char (end))
    {
      gunichar c = g_utf8_get_char (g_utf8_prev_char (end));

      if (c == ' ' || c == '\t' || g_unichar_iswide (c))
        return end - line;
    }
  return 0;
}

gboolean
parley_markdown_peek (const ParleyMarkdown *markdown,
                      const char *line,
                      gsize length,
                      ParleyMarkup *out)
{
  g_autofree char *own = g_strndup (line, length);
  gsize indent = strspn (own, " \t");
  gboolean kept = strchr (own, '\\') != NULL;
  gsize open;

  if (own[indent] == '\0' || own[indent] == '`')
    return own[indent] != '`';
  if (markdown->fence > 0)
    {
      gsize start = get_code_start (markdown, own);

      parley_markup_append (out, own + start, length - start, PARLEY_STYLE_BLOCK);
      return TRUE;
    }
  own[find_known_end (own)] = '\0';
  open = read_line (own, strlen (own), out);
  parley_markup_truncate (out, MIN (open, parley_markup_get_length (out)));
  return open == G_MAXSIZE && !kept;
}
