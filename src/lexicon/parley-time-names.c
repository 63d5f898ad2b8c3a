/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-time-names.h"

#include <string.h>

typedef struct
{
  char *text;
  gunichar first; /* its first character: most forms are told apart by it */
  int value;
} Form;

struct _ParleyTimeNames
{
  GArray *forms; /* of Form, the longest first */
  guint count;
};

static void
clear_form (Form *form)
{
  g_free (form->text);
}

static void
add_form (ParleyTimeNames *names, char *text, guint value)
{
  Form form = { .value = (int) value };

  g_strstrip (text);
  if (*text == '\0')
    return;
  form.text = g_strdup (text);
  form.first = g_utf8_get_char (text);
  g_array_append_val (names->forms, form);
  names->count = value;
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  gsize length_a = strlen (((const Form *) a)->text);
  gsize length_b = strlen (((const Form *) b)->text);

  return (length_a < length_b) - (length_a > length_b);
}

ParleyTimeNames *
parley_time_names_new (const char *list)
{
  ParleyTimeNames *names = g_new0 (ParleyTimeNames, 1);
  g_auto (GStrv) entries = g_strsplit (list, ";", -1);

  names->forms = g_array_new (FALSE, FALSE, sizeof (Form));
  g_array_set_clear_func (names->forms, (GDestroyNotify) clear_form);
  for (guint i = 0; entries[i] != NULL; i++)
    {
      g_auto (GStrv) forms = g_strsplit (entries[i], "|", -1);

      for (guint k = 0; forms[k] != NULL; k++)
        add_form (names, forms[k], i + 1);
    }
  g_array_sort (names->forms, compare_lengths);
  return names;
}

void
parley_time_names_free (ParleyTimeNames *names)
{
  g_array_unref (names->forms);
  g_free (names);
}

guint
parley_time_names_count (ParleyTimeNames *names)
{
  return names->count;
}

guint
parley_time_names_get_n_forms (ParleyTimeNames *names)
{
  return names->forms->len;
}

const char *
parley_time_names_get_form (ParleyTimeNames *names, guint index)
{
  return g_array_index (names->forms, Form, index).text;
}

gboolean
parley_time_names_is_letter (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalnum ((char) c) || c == '_';
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

const char *
parley_time_names_skip (const char *text, const char *phrase)
{
  for (; *phrase != '\0'; phrase++)
    {
      gboolean space = *phrase == ' ' && g_unichar_isspace (g_utf8_get_char (text));

      if (!space && *text != *phrase)
        return NULL;
      text = space ? g_utf8_next_char (text) : text + 1;
      while (space && g_unichar_isspace (g_utf8_get_char (text)))
        text = g_utf8_next_char (text);
    }
  return text;
}

const char *
parley_time_names_match (ParleyTimeNames *names, const char *text, gboolean whole, int *value)
{
  gunichar first = g_utf8_get_char (text);

  for (guint i = 0; i < names->forms->len; i++)
    {
      const Form *form = &g_array_index (names->forms, Form, i);
      const char *end = form->first == first ? parley_time_names_skip (text, form->text) : NULL;

      if (end != NULL && !(whole && parley_time_names_is_letter (g_utf8_get_char (end))))
        {
          *value = form->value;
          return end;
        }
    }
  return NULL;
}

gboolean
parley_time_names_end_at (ParleyTimeNames *names, const char *text, const char *at)
{
  for (guint i = 0; i < names->forms->len; i++)
    {
      const Form *form = &g_array_index (names->forms, Form, i);
      gsize length = strlen (form->text);

      if ((gsize) (at - text) >= length && strncmp (at - length, form->text, length) == 0)
        return TRUE;
    }
  return FALSE;
}
