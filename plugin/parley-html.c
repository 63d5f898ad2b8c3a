/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-html.h"

#include <string.h>

#include <util.h>

#define MAX_ENTITY 10 /* "&#1114111;" */

/* Returns: where in the first @length bytes something begins with @open and has no @close. */
static gsize
find_open (const char *html, gsize from, gsize length, char open, char close)
{
  for (gsize i = length; i > from && html[i - 1] != close; i--)
    {
      if (html[i - 1] == open)
        return i - 1;
    }
  return length;
}

char *
parley_html_dup_start (const char *html, gsize max_bytes)
{
  gsize length = strnlen (html, max_bytes + 1);

  if (length <= max_bytes)
    return g_strndup (html, length);
  for (length = max_bytes; length > 0 && (html[length] & 0xC0) == 0x80;)
    length--;
  length = find_open (html, 0, length, '<', '>');
  length = find_open (html, length > MAX_ENTITY ? length - MAX_ENTITY : 0, length, '&', ';');
  return g_strndup (html, length);
}

/* Returns: whether lines end where tags say so. */
static gboolean
has_line_tags (const char *html)
{
  for (const char *at = strchr (html, '<'); at != NULL; at = strchr (at + 1, '<'))
    {
      if (g_ascii_strncasecmp (at, "<br", 3) == 0 || g_ascii_strncasecmp (at, "<p", 2) == 0)
        return TRUE;
    }
  return FALSE;
}

char *
parley_html_dup_plain (const char *html)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *tagged = NULL;

  if (has_line_tags (html) || strchr (html, '\n') == NULL)
    return purple_markup_strip_html (html);
  lines = g_strsplit (html, "\n", -1);
  tagged = g_strjoinv ("<br>", lines);
  return purple_markup_strip_html (tagged);
}
