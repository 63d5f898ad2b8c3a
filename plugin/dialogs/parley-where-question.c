/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-where-question.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-url.h"
#include "dialogs/parley-finch.h"

#define WHERE "where"

enum
{
  ROW_ELSEWHERE,
  ROW_HERE,
};

void
parley_where_question_ask (gpointer handle,
                           ParleySettings *wish,
                           const char *button,
                           GCallback answered,
                           GCallback cancelled,
                           gpointer data)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = parley_row_field_new (WHERE, NULL);
  g_autofree char *text
      = g_strdup_printf (_ ("The server at %s doesn't say where its model runs.\nA model on "
                            "another machine has a daily limit and gets no encrypted chats."),
                         parley_url_get_chosen (wish));
  g_autofree char *wrapped = parley_finch_dup_wrapped (text);

  /* In the order of the rows above. */
  parley_row_field_add (field, _ ("On another machine, or I don't know"), TRUE);
  parley_row_field_add (field, _ ("On this machine"), FALSE);
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  purple_request_fields (handle, _ ("Parley"), _ ("Where does the model run?"), wrapped, fields,
                         button, answered, _ ("Cancel"), cancelled, NULL, NULL, NULL, data);
}

void
parley_where_question_take (ParleySettings *wish, PurpleRequestFields *fields)
{
  gboolean here = parley_row_field_get (fields, WHERE) == ROW_HERE;

  parley_settings_set_string (wish, PARLEY_SETTING_BACKEND_RUNS_HERE,
                              here ? parley_url_get_chosen (wish) : "", NULL);
}
