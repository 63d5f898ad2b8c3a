/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tidy.h"

#include <string.h>

#define BLANKS " \t\n"

struct _ParleyTidy
{
  const char *const *labels;
  GString *held; /* NULL: nothing is held back any more */
};

/* Opening and closing. */
static const char *const quotes[][2]
    = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "「", "」" } };

ParleyTidy *
parley_tidy_new (const char *const *labels)
{
  ParleyTidy *tidy = g_new0 (ParleyTidy, 1);

  tidy->labels = labels;
  tidy->held = labels != NULL ? g_string_new (NULL) : NULL;
  return tidy;
}

void
parley_tidy_free (ParleyTidy *tidy)
{
  if (tidy->held != NULL)
    g_string_free (tidy->held, TRUE);
  g_free (tidy);
}

/* Returns: how many bytes of @text are @label in any case; 0 if it is none. @open: (out): it may
 * become one. */
static gsize
match (const char *text, const char *label, gboolean *open)
{
  const char *p = text;

  for (const char *l = label; *l != '\0'; l = g_utf8_next_char (l))
    {
      if (*p == '\0')
        {
          *open = TRUE;
          return 0;
        }
      if (g_unichar_tolower (g_utf8_get_char (p)) != g_unichar_tolower (g_utf8_get_char (l)))
        return 0;
      p = g_utf8_next_char (p);
    }
  return (gsize) (p - text);
}

/* Takes all labels off the beginning. Returns: whether there may be another one. */
static gboolean
take_labels (ParleyTidy *tidy)
{
  gboolean open = FALSE;
  gsize taken;

  do
    {
      const char *text = tidy->held->str + strspn (tidy->held->str, BLANKS);

      taken = 0;
      open = *text == '\0';
      for (guint i = 0; taken == 0 && tidy->labels[i] != NULL; i++)
        taken = match (text, tidy->labels[i], &open);
      if (taken > 0)
        g_string_erase (tidy->held, 0, text - tidy->held->str + taken);
    }
  while (taken > 0);
  return open;
}

static gboolean
is_bullet (const char *text)
{
  return (*text == '-' || *text == '*') && (text[1] == ' ' || text[1] == '\0');
}

static gboolean
is_quoted (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      if (g_str_has_prefix (text, quotes[i][0]))
        return TRUE;
    }
  return FALSE;
}

/* Only the end tells what these are. */
static gboolean
is_undecided (const char *text)
{
  text += strspn (text, BLANKS);
  return is_bullet (text) || is_quoted (text);
}

char *
parley_tidy_push (ParleyTidy *tidy, const char *text)
{
  char *ready;

  if (tidy->held == NULL)
    return g_strdup (text);
  g_string_append (tidy->held, text);
  if (take_labels (tidy) || is_undecided (tidy->held->str))
    return g_strdup ("");
  ready = g_string_free (tidy->held, FALSE);
  tidy->held = NULL;
  return ready;
}

/* A list has more than one. */
static void
take_bullet (GString *text)
{
  const char *item = text->str + 2;

  if (!is_bullet (text->str) || text->len < 3 || !g_unichar_isalpha (g_utf8_get_char (item)))
    return;
  for (const char *line = strchr (item, '\n'); line != NULL; line = strchr (line + 1, '\n'))
    {
      if (is_bullet (line + 1 + strspn (line + 1, BLANKS)))
        return;
    }
  g_string_erase (text, 0, 2);
}

/* Two quotations are none of the whole. */
static void
take_quotes (GString *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      gsize open = strlen (quotes[i][0]);
      gsize close = strlen (quotes[i][1]);

      if (text->len <= open + close || !g_str_has_prefix (text->str, quotes[i][0])
          || !g_str_has_suffix (text->str, quotes[i][1])
          || strstr (text->str + open, quotes[i][1]) != text->str + text->len - close)
        continue;
      g_string_truncate (text, text->len - close);
      g_string_erase (text, 0, open);
      return;
    }
}

char *
parley_tidy_finish (ParleyTidy *tidy)
{
  GString *held = g_steal_pointer (&tidy->held);

  if (held == NULL)
    return g_strdup ("");
  g_strstrip (held->str);
  held->len = strlen (held->str);
  take_bullet (held);
  take_quotes (held);
  return g_string_free (held, FALSE);
}

char *
parley_tidy_dup (const char *const *labels, const char *text)
{
  g_autoptr (ParleyTidy) tidy = parley_tidy_new (labels);
  g_autofree char *ready = parley_tidy_push (tidy, text);
  g_autofree char *rest = parley_tidy_finish (tidy);

  return g_strconcat (ready, rest, NULL);
}
