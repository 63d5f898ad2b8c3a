/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-finch.h"

#include <core.h>
#include <glib/gi18n-lib.h>

/* The frame of a dialog takes the rest of a terminal as narrow as they usually are. */
#define COLUMNS 76

gboolean
parley_finch_is_client (void)
{
  return g_strcmp0 (purple_core_get_ui (), "gnt-purple") == 0;
}

static guint
get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += g_unichar_iszerowidth (g_utf8_get_char (p))
                 ? 0
                 : 1 + (guint) g_unichar_iswide (g_utf8_get_char (p));
  return width;
}

static void
wrap_line (GString *wrapped, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint column = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = get_width (words[i]);

      if (i > 0 && column + 1 + width > COLUMNS)
        {
          g_string_append_c (wrapped, '\n');
          column = 0;
        }
      else if (i > 0)
        {
          g_string_append_c (wrapped, ' ');
          column++;
        }
      g_string_append (wrapped, words[i]);
      column += width;
    }
}

char *
parley_finch_dup_wrapped (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) wrapped = g_string_new (NULL);

  if (!parley_finch_is_client ())
    return g_strdup (text);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (wrapped, '\n');
      wrap_line (wrapped, lines[i]);
    }
  return g_string_free (g_steal_pointer (&wrapped), FALSE);
}

void *
parley_notice (gpointer handle, PurpleNotifyMsgType type, const char *primary, const char *text)
{
  g_autofree char *wrapped = text != NULL ? parley_finch_dup_wrapped (text) : NULL;

  return purple_notify_message (handle, type, _ ("Parley"), primary, wrapped, NULL, NULL);
}

/* The number of the first row. */
static int
get_base (void)
{
  return parley_finch_is_client () ? 1 : 0;
}

PurpleRequestField *
parley_row_field_new (const char *id, const char *label)
{
  PurpleRequestField *field = purple_request_field_choice_new (id, "", get_base ());

  /* There may be none, but not from the start. */
  purple_request_field_set_label (field, label);
  return field;
}

void
parley_row_field_add (PurpleRequestField *field, const char *row, gboolean marked)
{
  int number = get_base () + (int) g_list_length (purple_request_field_choice_get_labels (field));

  purple_request_field_choice_add (field, row);
  if (!marked)
    return;
  purple_request_field_choice_set_default_value (field, number);
  purple_request_field_choice_set_value (field, number);
}

guint
parley_row_field_get (PurpleRequestFields *fields, const char *id)
{
  PurpleRequestField *field = purple_request_fields_get_field (fields, id);
  int row = purple_request_field_choice_get_value (field) - get_base ();
  int n_rows = (int) g_list_length (purple_request_field_choice_get_labels (field));

  return (guint) CLAMP (row, 0, n_rows - 1);
}
