/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-text.h"

#include <string.h>

typedef struct
{
  gunichar first;
  gunichar last;
} Range;

/* Both ends belong to the range. Unicode 15: bidi controls, zero-width and filler characters,
 * interlinear annotation, tags. */
static const Range hidden[] = {
  { 0x0000, 0x0008 }, { 0x000B, 0x001F }, { 0x007F, 0x009F }, { 0x00AD, 0x00AD },
  { 0x061C, 0x061C }, { 0x180E, 0x180E }, { 0x200B, 0x200F }, { 0x2028, 0x202E },
  { 0x2060, 0x206F }, { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB }, { 0xE0000, 0xE007F },
};

gboolean
parley_text_is_hidden (gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      if (c >= hidden[i].first && c <= hidden[i].last)
        return TRUE;
    }
  return FALSE;
}

/* The bound falls between two characters, not into one. */
static gsize
bound_length (const char *text, gsize max_bytes)
{
  gsize length = strnlen (text, max_bytes);

  while (length > 0 && (text[length] & 0xC0) == 0x80)
    length--;
  return length;
}

static char *
dup_visible (const char *text, gsize max_bytes, gboolean one_line)
{
  gsize length = bound_length (text, max_bytes);
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *clean = g_string_sized_new (length);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\r' && p[1] != '\n')
        c = '\n';
      if (one_line && (c == '\n' || c == '\t'))
        c = ' ';
      if (!parley_text_is_hidden (c))
        g_string_append_unichar (clean, c);
    }
  return g_strstrip (g_string_free (clean, FALSE));
}

char *
parley_text_dup_clean (const char *text, gsize max_bytes)
{
  return dup_visible (text, max_bytes, FALSE);
}

char *
parley_text_dup_line (const char *text, gsize max_bytes)
{
  return dup_visible (text, max_bytes, TRUE);
}
