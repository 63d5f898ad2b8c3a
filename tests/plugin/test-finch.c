/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Where Finch shows a dialog otherwise than Pidgin. */
#include "headless-purple.h"

#include <string.h>

#include "dialogs/parley-finch.h"

static void
test_rows_count_from_one (void)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = parley_row_field_new ("fruit", NULL);

  parley_row_field_add (field, "Apple", FALSE);
  parley_row_field_add (field, "Pear", TRUE);
  parley_row_field_add (field, "Plum", FALSE);
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  g_assert_null (purple_request_field_get_label (field));
  g_assert_cmpint (purple_request_field_choice_get_default_value (field), ==, 2);
  g_assert_cmpuint (parley_row_field_get (fields, "fruit"), ==, 1);
  purple_request_field_choice_set_value (field, 3);
  g_assert_cmpuint (parley_row_field_get (fields, "fruit"), ==, 2);
  purple_request_field_choice_set_value (field, 0); /* none is marked */
  g_assert_cmpuint (parley_row_field_get (fields, "fruit"), ==, 0);
  purple_request_fields_destroy (fields);
}

static void
test_lines_are_broken_where_the_terminal_ends (void)
{
  g_autofree char *word = g_strnfill (75, 'a');
  g_autofree char *wide = g_strdup_printf ("%s b c\nd", word);
  g_autofree char *broken = g_strdup_printf ("%s\nb c\nd", word);
  g_autofree char *wrapped = parley_finch_dup_wrapped (wide);
  g_autofree char *chinese = parley_finch_dup_wrapped ("文文文文文文文文文文 文文文文文文文文文文 "
                                                       "文文文文文文文文文文 文文文文文文文文文文");

  g_assert_true (parley_finch_is_client ());
  g_assert_cmpstr (wrapped, ==, broken);
  g_assert_cmpstr (chinese, ==,
                   "文文文文文文文文文文 文文文文文文文文文文 文文文文文文文文文文\n"
                   "文文文文文文文文文文");
}

static void
test_notice_is_broken_too (void)
{
  g_autofree char *word = g_strnfill (75, 'a');
  g_autofree char *wide = g_strdup_printf ("%s b c", word);
  g_autofree char *broken = g_strdup_printf ("[Saved] %s\nb c\n", word);
  g_autofree char *shown = NULL;

  parley_notice (&word, PURPLE_NOTIFY_MSG_INFO, "Saved", wide);
  shown = headless_dup_shown ();
  g_assert_cmpstr (shown, ==, broken);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-purple-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start_as (folder, "gnt-purple");
  g_test_add_func ("/plugin/finch/rows", test_rows_count_from_one);
  g_test_add_func ("/plugin/finch/lines", test_lines_are_broken_where_the_terminal_ends);
  g_test_add_func ("/plugin/finch/notice", test_notice_is_broken_too);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
