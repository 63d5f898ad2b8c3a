/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-dialog.h"

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
  return dialog;
}

static void
close_dialog (PurpleRequestType type, void *handle)
{
  clear (handle);
}

static PurpleRequestUiOps ops = {
  /* libpurple: wants it not const */
  .request_input = show_input,
  .request_fields = show_fields,
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
