/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json-line.h"

#include <math.h>
#include <string.h>

#include "base/parley-json.h"

/* Most lines are shorter. */
#define LENGTH 160

struct _ParleyJsonLine
{
  GString *text;
};

ParleyJsonLine *
parley_json_line_new (void)
{
  ParleyJsonLine *line = g_new (ParleyJsonLine, 1);

  line->text = g_string_sized_new (LENGTH);
  g_string_append_c (line->text, '{');
  return line;
}

char *
parley_json_line_end (ParleyJsonLine *line)
{
  GString *text = line->text;

  g_free (line);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static void
append_escaped (GString *text, guchar c)
{
  static const char letters[] = {
    ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r', ['"'] = '"', ['\\'] = '\\'
  };

  if (c < sizeof letters && letters[c] != '\0')
    {
      g_string_append_c (text, '\\');
      g_string_append_c (text, letters[c]);
    }
  else
    g_string_append_printf (text, "\\u%04x", c);
}

/* Returns: how many bytes of @text need no escape. */
static gsize
count_plain (const char *text)
{
  const guchar *p = (const guchar *) text;

  while (*p >= ' ' && *p != '"' && *p != '\\' && *p != 0x7f)
    p++;
  return (gsize) ((const char *) p - text);
}

/* Nearly all need none, and room is made for them once. */
static void
append_string (GString *text, const char *value)
{
  gsize plain = count_plain (value);
  gsize at = text->len;

  if (value[plain] == '\0')
    {
      g_string_set_size (text, at + plain + 2);
      text->str[at] = '"';
      memcpy (text->str + at + 1, value, plain);
      text->str[at + 1 + plain] = '"';
      return;
    }
  g_string_append_c (text, '"');
  for (; value[plain] != '\0'; plain = count_plain (value))
    {
      g_string_append_len (text, value, plain);
      append_escaped (text, (guchar) value[plain]);
      value += plain + 1;
    }
  g_string_append_len (text, value, plain);
  g_string_append_c (text, '"');
}

/* Behind what opens there is no comma, and no text ends with what opens: a string ends with its
 * quote. */
static GString *
begin_member (ParleyJsonLine *line, const char *name)
{
  GString *text = line->text;
  char last = text->str[text->len - 1];

  if (last != '{' && last != '[')
    g_string_append_c (text, ',');
  if (name != NULL)
    {
      append_string (text, name);
      g_string_append_c (text, ':');
    }
  return text;
}

void
parley_json_line_add_int (ParleyJsonLine *line, const char *name, gint64 value)
{
  char digits[24];
  char *at = digits + sizeof digits;
  guint64 rest = value < 0 ? -(guint64) value : (guint64) value;
  GString *text = begin_member (line, name);

  do
    *--at = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    *--at = '-';
  g_string_append_len (text, at, digits + sizeof digits - at);
}

/* A whole one keeps its point, so that it is read back as what it was. */
void
parley_json_line_add_double (ParleyJsonLine *line, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      parley_json_line_add_null (line, name);
      return;
    }
  g_ascii_dtostr (digits, sizeof digits, value);
  g_string_append (begin_member (line, name), digits);
  if (digits[strspn (digits, "-0123456789")] == '\0')
    g_string_append (line->text, ".0");
}

void
parley_json_line_add_boolean (ParleyJsonLine *line, const char *name, gboolean value)
{
  g_string_append (begin_member (line, name), value ? "true" : "false");
}

void
parley_json_line_add_string (ParleyJsonLine *line, const char *name, const char *value)
{
  if (value == NULL)
    parley_json_line_add_null (line, name);
  else
    append_string (begin_member (line, name), value);
}

void
parley_json_line_add_null (ParleyJsonLine *line, const char *name)
{
  g_string_append (begin_member (line, name), "null");
}

void
parley_json_line_add_object (ParleyJsonLine *line, const char *name, const char *object)
{
  g_autoptr (JsonNode) root = parley_json_parse (object, strlen (object), NULL);
  g_autofree char *whole = root != NULL ? json_to_string (root, FALSE) : NULL;

  g_string_append (begin_member (line, name), whole != NULL ? whole : "{}");
}

static void
begin (ParleyJsonLine *line, const char *name, char opening)
{
  g_string_append_c (begin_member (line, name), opening);
}

void
parley_json_line_begin_object (ParleyJsonLine *line, const char *name)
{
  begin (line, name, '{');
}

void
parley_json_line_end_object (ParleyJsonLine *line)
{
  g_string_append_c (line->text, '}');
}

void
parley_json_line_begin_array (ParleyJsonLine *line, const char *name)
{
  begin (line, name, '[');
}

void
parley_json_line_end_array (ParleyJsonLine *line)
{
  g_string_append_c (line->text, ']');
}
