/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-persona-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include <request.h>

#include "base/parley-data.h"
#include "base/parley-text.h"
#include "brain/parley-persona.h"
#include "contacts/parley-contact-card.h"
#include "dialogs/parley-finch.h"
#include "contacts/parley-subject.h"
#include "contacts/parley-who.h"

struct _ParleyPersonaDialog
{
  ParleyInstance *instance;
  ParleyChatKey *key; /* (nullable): of whom it is about; NULL: of everybody */
};

ParleyPersonaDialog *
parley_persona_dialog_new (ParleyInstance *instance)
{
  ParleyPersonaDialog *dialog = g_new0 (ParleyPersonaDialog, 1);

  dialog->instance = instance;
  return dialog;
}

static void
close_question (ParleyPersonaDialog *dialog)
{
  purple_request_close_with_handle (dialog);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
}

void
parley_persona_dialog_free (ParleyPersonaDialog *dialog)
{
  close_question (dialog);
  g_free (dialog);
}

/* Returns: (transfer full): what Parley brings. */
static char *
dup_default (void)
{
  ParleyData *data = parley_data_new (NULL);
  char *text = parley_data_dup_text (data, PARLEY_PERSONA_NAME);

  parley_data_free (data);
  return g_strstrip (text);
}

/* Storing for everybody */

static GFile *
new_file (ParleyPersonaDialog *dialog)
{
  g_autofree char *path = g_build_filename (dialog->instance->user_dir, PARLEY_PERSONA_NAME, NULL);

  return g_file_new_for_path (path);
}

/* @error: (nullable): cancelled means unloaded: nothing of the plugin may be touched. */
static void
tell_outcome (PurplePlugin *plugin, const GError *error, const char *done)
{
  if (error == NULL)
    parley_notice (plugin, PURPLE_NOTIFY_MSG_INFO, /* Translators: what the user entered (a key, how
                                                      they sound) is kept */
                   _ ("Saved"), done);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("Your style was not changed"),
                   error->message);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_file_replace_contents_finish (G_FILE (source), result, NULL, &error);
  tell_outcome (data, error, _ ("Your new general style counts from the next answer on."));
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!g_file_delete_finish (G_FILE (source), result, &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_clear_error (&error);
  tell_outcome (data, error, _ ("Parley's own style counts from the next answer on."));
}

/* Beside the old one, which is replaced when the new one is whole. */
static void
store (ParleyPersonaDialog *dialog, const char *text)
{
  ParleyInstance *instance = dialog->instance;
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (line, strlen (line));
  g_autoptr (GFile) file = new_file (dialog);
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_mkdir_with_parents (g_file_peek_path (folder), 0700);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE,
                                       G_FILE_CREATE_PRIVATE | G_FILE_CREATE_REPLACE_DESTINATION,
                                       instance->cancellable, on_written, instance->plugin);
}

static void
set_for_everybody (ParleyPersonaDialog *dialog, const char *text)
{
  ParleyInstance *instance = dialog->instance;
  g_autofree char *usual = dup_default ();
  g_autoptr (GFile) file = new_file (dialog);

  if (*text == '\0' || g_str_equal (text, usual))
    g_file_delete_async (file, G_PRIORITY_DEFAULT, instance->cancellable, on_removed,
                         instance->plugin);
  else
    store (dialog, text);
}

/* Storing for one person */

static void
set_for_person (ParleyPersonaDialog *dialog, const char *text)
{
  PurpleAccount *account = parley_contacts_find_account (dialog->key);
  const char *name = dialog->key->person;
  g_autoptr (ParleySubject) subject = NULL;

  if (account == NULL)
    return;
  subject = parley_subject_new_person (account, name);
  parley_subject_tell (subject, dialog->instance,
                       !parley_contact_card_set_persona (account, name, text)
                           ? _ ("This works only for people in your buddy list.")
                       : *text != '\0'
                           ? _ ("Your new style with this person counts from the next answer on.")
                           : _ ("You use your general style with this person."));
}

/* The dialog */

#define SOUND "sound"

static void ask (ParleyPersonaDialog *dialog, const char *trouble, const char *text);

static void
on_answer (ParleyPersonaDialog *dialog, PurpleRequestFields *fields)
{
  const char *answer = purple_request_fields_get_string (fields, SOUND);
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = parley_text_dup_clean (answer != NULL ? answer : "", PARLEY_PERSONA_MAX_BYTES);
  g_autofree char *too_long = g_strdup_printf (
      _ ("It is longer than %u KiB, and goes along with every request to the model."),
      PARLEY_PERSONA_MAX_BYTES / 1024);

  /* With the line break at its end. */
  if (answer != NULL && strlen (answer) >= PARLEY_PERSONA_MAX_BYTES)
    ask (dialog, too_long, answer);
  else if (dialog->key == NULL && !parley_who_store (fields, dialog->instance, &error))
    ask (dialog, error->message, answer);
  else if (dialog->key != NULL)
    set_for_person (dialog, text);
  else
    set_for_everybody (dialog, text);
}

/* Returns: (transfer full). */
static char *
dup_question (ParleyPersonaDialog *dialog)
{
  g_autofree char *name = NULL;

  if (dialog->key == NULL)
    return g_strdup (_ ("How do you want to sound?"));
  name = parley_subject_dup_shown_name (dialog->key->person);
  return g_strdup_printf (_ ("How do you want to sound to “%s”?"), name);
}

static void
ask (ParleyPersonaDialog *dialog, const char *trouble, const char *text)
{
  g_autofree char *question = dup_question (dialog);
  g_autofree char *usual = dup_default ();
  g_autofree char *hint
      = dialog->key != NULL
            ? g_strdup (_ ("Leave it empty to use your general style."))
            : g_strdup_printf (_ ("Leave it empty to use Parley's own style: “%s”"), usual);
  g_autofree char *wrapped = parley_finch_dup_wrapped (trouble != NULL ? trouble : hint);
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);

  purple_request_field_group_add_field (
      group, purple_request_field_string_new (SOUND, _ ("Your style"), text, TRUE));
  if (dialog->key == NULL)
    parley_who_add_fields (group, dialog->instance);
  purple_request_fields_add_group (fields, group);
  purple_request_fields (dialog, _ ("Parley"), question, wrapped, fields,
                         /* Translators: a button: keep the text */
                         _ ("Save"), G_CALLBACK (on_answer), _ ("Cancel"), NULL, NULL, NULL, NULL,
                         dialog);
}

void
parley_persona_dialog_open (ParleyPersonaDialog *dialog)
{
  ParleyData *data = parley_data_new (dialog->instance->user_dir);
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = parley_data_load_text (data, PARLEY_PERSONA_NAME, PARLEY_PERSONA_MAX_BYTES, &error);

  parley_data_free (data);
  close_question (dialog);
  if (text == NULL)
    text = dup_default ();
  ask (dialog, error != NULL ? error->message : NULL, g_strstrip (text));
}

void
parley_persona_dialog_open_for (ParleyPersonaDialog *dialog, PurpleBuddy *buddy)
{
  PurpleAccount *account = purple_buddy_get_account (buddy);
  g_autofree char *text = parley_contact_card_dup_persona (account, purple_buddy_get_name (buddy));

  close_question (dialog);
  dialog->key = parley_contacts_dup_key (account, purple_buddy_get_name (buddy));
  ask (dialog, NULL, text);
}
