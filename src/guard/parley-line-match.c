/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-line-match.h"

#include <string.h>

#include "base/parley-text.h"

/* No entity that servers write is longer. */
#define MAX_ENTITY_BYTES 10

typedef struct
{
  const char *name;
  gunichar c;
} Entity;

static const Entity entities[] = {
  { "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "quot", '"' }, { "apos", '\'' }, { "nbsp", ' ' },
};

/* Returns: behind a tag that begins at @text, or @text if none does. */
static const char *
skip_tag (const char *text)
{
  const char *name = text[1] == '/' ? text + 2 : text + 1;
  const char *end = strchr (text, '>');

  return *text == '<' && g_ascii_isalpha (*name) && end != NULL ? end + 1 : text;
}

static gunichar
read_number (const char *digits, gsize length)
{
  g_autofree char *number = g_strndup (digits, length);
  gboolean hex = *number == 'x' || *number == 'X';
  guint64 c = g_ascii_strtoull (hex ? number + 1 : number, NULL, hex ? 16 : 10);

  return c <= 0x10ffff && g_unichar_validate ((gunichar) c) ? (gunichar) c : 0;
}

/* Returns: behind an entity that begins at @text, or @text if none does. @c: (out): what it stands
 * for. */
static const char *
skip_entity (const char *text, gunichar *c)
{
  gsize length = strcspn (text, "; \n");

  if (*text != '&' || length > MAX_ENTITY_BYTES || text[length] != ';')
    return text;
  if (text[1] == '#')
    {
      *c = read_number (text + 2, length - 2);
      return *c != 0 ? text + length + 1 : text;
    }
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      if (strlen (entities[i].name) != length - 1
          || strncmp (text + 1, entities[i].name, length - 1) != 0)
        continue;
      *c = entities[i].c;
      return text + length + 1;
    }
  return text;
}

/* What marks up for some protocols is nothing to others. */
static gboolean
is_nothing (gunichar c)
{
  return (c < 0x80 && strchr ("*_~`", (int) c) != NULL) || parley_text_is_hidden (c)
         || g_unichar_iszerowidth (c);
}

static void
add (GString *key, gunichar c)
{
  if (!g_unichar_isspace (c))
    g_string_append_unichar (key, c);
  else if (key->len > 0 && key->str[key->len - 1] != ' ')
    g_string_append_c (key, ' ');
}

char *
parley_line_match_dup_key (const char *text)
{
  g_autofree char *composed = g_utf8_normalize (text, -1, G_NORMALIZE_NFC);
  g_autoptr (GString) key = g_string_new (NULL);
  const char *at = composed != NULL ? composed : "";

  while (*at != '\0')
    {
      const char *behind = skip_tag (at);
      gunichar c = ' ';

      if (behind == at)
        behind = skip_entity (at, &c);
      if (behind == at)
        {
          c = g_utf8_get_char (at);
          behind = g_utf8_next_char (at);
        }
      if (!is_nothing (c))
        add (key, c);
      at = behind;
    }
  g_strchomp (key->str);
  return g_strdup (*key->str != '\0' ? key->str : text);
}

gboolean
parley_line_match (const char *said, const char *shown)
{
  g_autofree char *a = parley_line_match_dup_key (said);
  g_autofree char *b = parley_line_match_dup_key (shown);

  return g_str_equal (a, b);
}
