/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-row-field.h"

#include "parley-finch.h"

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
