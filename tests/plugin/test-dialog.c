/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-dialog.h"

#include <string.h>

TestDialog *
test_dialog_get (void)
{
  static TestDialog dialog; /* libpurple: its dialogs have no place for data of ours */

  return &dialog;
}

static void
clear (TestDialog *dialog)
{
  g_free (dialog->primary);
  g_free (dialog->secondary);
  g_free (dialog->text);
  g_clear_pointer (&dialog->fields, purple_request_fields_destroy);
  *dialog = (TestDialog){ 0 };
}

static void *
show (const char *primary, const char *secondary, GCallback ok, gpointer data)
{
  TestDialog *dialog = test_dialog_get ();

  clear (dialog);
  dialog->open = TRUE;
  dialog->primary = g_strdup (primary);
  dialog->secondary = g_strdup (secondary);
  dialog->ok = ok;
  dialog->data = data;
  return dialog;
}

static void *
show_input (const char *title,
            const char *primary,
            const char *secondary,
            const char *text,
            gboolean multiline,
            gboolean masked,
            char *hint,
            const char *ok_text,
            GCallback ok,
            const char *cancel_text,
            GCallback cancel,
            PurpleAccount *account,
            const char *who,
            PurpleConversation *conv,
            void *data)
{
  TestDialog *dialog = show (primary, secondary, ok, data);

  dialog->text = g_strdup (text);
  return dialog;
}

static void *
show_fields (const char *title,
             const char *primary,
             const char *secondary,
             PurpleRequestFields *fields,
             const char *ok_text,
             GCallback ok,
             const char *cancel_text,
             GCallback cancel,
             PurpleAccount *account,
             const char *who,
             PurpleConversation *conv,
             void *data)
{
  TestDialog *dialog = show (primary, secondary, ok, data);

  dialog->fields = fields;
  dialog->cancel = cancel;
  return dialog;
}

static void *
show_buttons (const char *title,
              const char *primary,
              const char *secondary,
              int preferred,
              PurpleAccount *account,
              const char *who,
              PurpleConversation *conv,
              void *data,
              size_t n_buttons,
              va_list buttons)
{
  va_arg (buttons, const char *);
  return show (primary, secondary, va_arg (buttons, GCallback), data);
}

/* As Finch does it, where a dialog that is closed counts as cancelled. */
static void
close_dialog (PurpleRequestType type, void *handle)
{
  TestDialog closed = *(TestDialog *) handle;

  *(TestDialog *) handle = (TestDialog){ 0 };
  if (closed.cancel != NULL)
    ((PurpleRequestFieldsCb) closed.cancel) (closed.data, NULL);
  clear (&closed);
}

static PurpleRequestUiOps ops = {
  /* libpurple: wants it not const */
  .request_input = show_input,
  .request_fields = show_fields,
  .request_action = show_buttons,
  .close_request = close_dialog,
};

void
test_dialogs_begin (void)
{
  purple_request_set_ui_ops (&ops);
}

void
test_dialogs_end (void)
{
  clear (test_dialog_get ());
  purple_request_set_ui_ops (NULL);
}

/* As clients do: the dialog goes when the answer was taken, which may have opened another one. */
static TestDialog
take (void)
{
  TestDialog *shown = test_dialog_get ();
  TestDialog taken = *shown;

  g_assert_true (taken.open);
  *shown = (TestDialog){ 0 };
  return taken;
}

void
test_dialog_answer_text (const char *text)
{
  TestDialog dialog = take ();

  ((PurpleRequestInputCb) dialog.ok) (dialog.data, text);
  clear (&dialog);
}

void
test_dialog_answer_fields (void)
{
  TestDialog dialog = take ();

  ((PurpleRequestFieldsCb) dialog.ok) (dialog.data, dialog.fields);
  clear (&dialog);
}

static int
compare_beginnings (const char *row, const char *beginning)
{
  return strncmp (row, beginning, strlen (beginning));
}

char *
test_dialog_dup_marked (const char *field)
{
  PurpleRequestField *choice = purple_request_fields_get_field (test_dialog_get ()->fields, field);

  return g_strdup (g_list_nth_data (purple_request_field_choice_get_labels (choice),
                                    purple_request_field_choice_get_value (choice)));
}

void
test_dialog_mark (const char *field, const char *row)
{
  PurpleRequestField *choice = purple_request_fields_get_field (test_dialog_get ()->fields, field);
  GList *rows = purple_request_field_choice_get_labels (choice);
  GList *found = g_list_find_custom (rows, row, (GCompareFunc) compare_beginnings);

  g_assert_nonnull (found);
  purple_request_field_choice_set_value (choice, g_list_position (rows, found));
}

void
test_dialog_cancel (void)
{
  TestDialog dialog = take ();

  if (dialog.cancel != NULL)
    ((PurpleRequestFieldsCb) dialog.cancel) (dialog.data, dialog.fields);
  clear (&dialog);
}

void
test_dialog_press_first (void)
{
  TestDialog dialog = take ();

  ((PurpleRequestActionCb) dialog.ok) (dialog.data, 0);
  clear (&dialog);
}
