/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-memory-dialog.h"

#include <glib/gi18n-lib.h>

#include <notify.h>
#include <request.h>
#include <util.h>

#include "base/parley-text.h"
#include "memory/parley-chat-export.h"
#include "contacts/parley-contact-card.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-memory-text.h"
#include "contacts/parley-people.h"
#include "contacts/parley-switch.h"

#define MAX_SHOWN 20 /* of what was said */
#define MAX_NAME  40 /* bytes of a name in that of a file, each of which may become three */

/* What is written into a file. */
typedef struct
{
  ParleyMemoryDialog *dialog; /* there until it is cancelled */
  GCancellable *cancellable;
  ParleyChatKey *key;
  GFile *file;
  gboolean replace;
} Export;

struct _ParleyMemoryDialog
{
  ParleyInstance *instance;
  GCancellable *loading; /* (nullable): of the question that is asked next */
  GPtrArray *people;     /* (nullable): of ParleyChatKey: the rows of the list that is open */
  ParleyChatKey *wanted; /* (nullable): whom it is asked about */
  ParleyChatKey *key;    /* (nullable): of whom the open dialog is */
  GPtrArray *contents;   /* (nullable): what is remembered of them, as it was at its opening */
  Export *taken;         /* (nullable): its file is there already; may it be replaced? */
};

static void
export_free (Export *export)
{
  g_object_unref (export->cancellable);
  parley_chat_key_free (export->key);
  g_object_unref (export->file);
  g_free (export);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

ParleyMemoryDialog *
parley_memory_dialog_new (ParleyInstance *instance)
{
  ParleyMemoryDialog *dialog = g_new0 (ParleyMemoryDialog, 1);

  dialog->instance = instance;
  return dialog;
}

/* What was asked before is of no interest any more. */
static void
stop_loading (ParleyMemoryDialog *dialog)
{
  g_cancellable_cancel (dialog->loading);
  g_clear_object (&dialog->loading);
}

void
parley_memory_dialog_free (ParleyMemoryDialog *dialog)
{
  purple_request_close_with_handle (dialog);
  stop_loading (dialog);
  g_clear_pointer (&dialog->people, g_ptr_array_unref);
  g_clear_pointer (&dialog->wanted, parley_chat_key_free);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
  g_clear_pointer (&dialog->contents, g_ptr_array_unref);
  g_clear_pointer (&dialog->taken, export_free);
  g_free (dialog);
}

static GCancellable *
begin_loading (ParleyMemoryDialog *dialog)
{
  stop_loading (dialog);
  dialog->loading = g_cancellable_new ();
  return dialog->loading;
}

static void ask_what (ParleyMemoryDialog *dialog);

/* Looking */

static char *
dup_persona (const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  return account != NULL ? parley_contact_card_dup_persona (account, key->person) : NULL;
}

/* The question what to do waits beneath. */
static void
on_show (ParleyMemoryDialog *dialog, int button)
{
  g_autofree char *name = parley_people_dup_name (dialog->key);
  g_autofree char *persona = dup_persona (dialog->key);
  g_autofree char *html = parley_memory_text_dup_html (dialog->contents, persona);
  g_autofree char *title = g_strdup_printf (_ ("What Parley remembers about %s"), name);

  ask_what (dialog);
  purple_notify_formatted (dialog->instance->plugin, _ ("Parley"), title, NULL, html, NULL, NULL);
}

/* Writing into a file */

static void start_export (ParleyMemoryDialog *dialog, Export *export);

static void
on_replace (ParleyMemoryDialog *dialog, int button)
{
  Export *export = g_steal_pointer (&dialog->taken);

  if (export == NULL)
    return;
  export->replace = TRUE;
  start_export (dialog, export);
}

/* @export: (transfer full). */
static void
ask_to_replace (Export *export)
{
  ParleyMemoryDialog *dialog = export->dialog;
  g_autofree char *name = g_file_get_parse_name (export->file);

  g_clear_pointer (&dialog->taken, export_free);
  dialog->taken = export;
  purple_request_action (dialog, _ ("Parley"), _ ("This file already exists"), name, 1, NULL, NULL,
                         NULL, dialog, 2, _ ("Replace it"), on_replace, _ ("Cancel"), NULL);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Export) export = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_parse_name (export->file);
  gboolean written = parley_chat_export_write_finish (result, &error);

  if (g_cancellable_is_cancelled (export->cancellable))
    return;
  if (written)
    parley_notice (export->dialog->instance->plugin, PURPLE_NOTIFY_MSG_INFO,
                   _ ("This file now holds what Parley remembers"), name);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    ask_to_replace (g_steal_pointer (&export));
  else
    parley_notice (export->dialog->instance->plugin, PURPLE_NOTIFY_MSG_ERROR,
                   _ ("The file can't be written"), error->message);
}

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Export) export = data;
  GPtrArray *contents = parley_engine_recollect_finish (result, NULL);
  GFile *file = export->file;
  gboolean replace = export->replace;
  GCancellable *cancellable = export->cancellable;

  if (contents != NULL)
    parley_chat_export_write_async (contents, file, replace, cancellable, on_written,
                                    g_steal_pointer (&export));
}

/* @export: (transfer full). What is there may have changed since the dialog was opened, and is more
 * than it shows. */
static void
start_export (ParleyMemoryDialog *dialog, Export *export)
{
  parley_engine_recollect_async (dialog->instance->engine, export->key, 0, export->cancellable,
                                 on_exported, export);
}

static void
on_file (ParleyMemoryDialog *dialog, const char *path)
{
  ParleyInstance *instance = dialog->instance;
  Export *export;

  if (path == NULL)
    return;
  export = g_new0 (Export, 1);
  export->dialog = dialog;
  export->cancellable = g_object_ref (instance->cancellable);
  export->key = parley_chat_key_copy (dialog->key);
  export->file = g_file_new_for_path (path);
  start_export (dialog, export);
}

static void
on_export (ParleyMemoryDialog *dialog, int button)
{
  g_autofree char *person = parley_text_dup_line (dialog->key->person, MAX_NAME);
  g_autofree char *name = g_strdup_printf ("parley-%s.jsonl", purple_escape_filename (person));

  purple_request_file (dialog, _ ("Export what Parley remembers"), name, TRUE, G_CALLBACK (on_file),
                       NULL, NULL, NULL, NULL, dialog);
}

/* Forgetting */

static void
on_forget_sure (ParleyMemoryDialog *dialog, int button)
{
  parley_switch_forget (dialog->instance, dialog->key);
}

static void
on_forget (ParleyMemoryDialog *dialog, int button)
{
  g_autofree char *name = parley_people_dup_name (dialog->key);
  g_autofree char *title = g_strdup_printf (_ ("Forget all that Parley remembers about %s?"), name);

  purple_request_action (dialog, _ ("Parley"), title,
                         _ ("It is deleted from the disk. You can't undo this."), 1, NULL, NULL,
                         NULL, dialog, 2, _ ("Forget"), on_forget_sure, _ ("Cancel"), NULL);
}

/* What to do */

static void
ask_what (ParleyMemoryDialog *dialog)
{
  g_autofree char *name = parley_people_dup_name (dialog->key);
  g_autofree char *title = g_strdup_printf (_ ("What Parley remembers about %s"), name);

  purple_request_action (dialog, _ ("Parley"), title,
                         _ ("It stays on this machine, where only you can read it.\nIf the chat "
                            "has no log, it is deleted when you close this program."),
                         3, NULL, NULL, NULL, dialog, 4,
                         /* Translators: a button: open a window with what is remembered */
                         _ ("Show"), on_show, _ ("Export…"), on_export, _ ("Forget…"), on_forget,
                         _ ("Close"), NULL);
}

static void
on_recollected (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyMemoryDialog *dialog = data;
  g_autoptr (GPtrArray) contents = parley_engine_recollect_finish (result, NULL);
  g_autofree char *name = NULL;

  /* Something else is asked meanwhile, or the plugin was unloaded. */
  if (contents == NULL)
    return;
  purple_request_close_with_handle (dialog);
  g_clear_pointer (&dialog->contents, g_ptr_array_unref);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
  dialog->key = g_steal_pointer (&dialog->wanted);
  if (contents->len > 0)
    {
      dialog->contents = g_steal_pointer (&contents);
      ask_what (dialog);
      return;
    }
  name = parley_people_dup_name (dialog->key);
  parley_notice (dialog->instance->plugin, PURPLE_NOTIFY_MSG_INFO, name,
                 _ ("Parley remembers nothing about this person."));
}

void
parley_memory_dialog_open (ParleyMemoryDialog *dialog, const ParleyChatKey *key)
{
  ParleyChatKey *wanted = parley_chat_key_copy (key);

  g_clear_pointer (&dialog->wanted, parley_chat_key_free);
  dialog->wanted = wanted;
  parley_engine_recollect_async (dialog->instance->engine, wanted, MAX_SHOWN,
                                 begin_loading (dialog), on_recollected, dialog);
}

/* Of whom */

static void
on_chosen (ParleyMemoryDialog *dialog, PurpleRequestFields *fields)
{
  parley_memory_dialog_open (dialog, parley_people_get_chosen (fields, dialog->people));
}

static void
ask_of_whom (ParleyMemoryDialog *dialog)
{
  g_autofree char *more = parley_people_dup_rest (dialog->people);

  purple_request_fields (dialog, _ ("Parley"), _ ("Which person do you want to look up?"), more,
                         parley_people_new_fields (dialog->people),
                         /* Translators: a button: open a window with what is remembered */
                         _ ("Show"), G_CALLBACK (on_chosen), _ ("Cancel"), NULL, NULL, NULL, NULL,
                         dialog);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyMemoryDialog *dialog = data;
  GPtrArray *people = parley_engine_list_remembered_finish (result, NULL);

  if (people == NULL)
    return;
  purple_request_close_with_handle (dialog);
  g_clear_pointer (&dialog->people, g_ptr_array_unref);
  dialog->people = people;
  if (people->len > 0)
    ask_of_whom (dialog);
  else
    parley_notice (dialog->instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("Parley remembers nobody"),
                   _ ("It remembers the chats with people it is switched on for."));
}

void
parley_memory_dialog_choose (ParleyMemoryDialog *dialog)
{
  parley_engine_list_remembered_async (dialog->instance->engine, begin_loading (dialog), on_listed,
                                       dialog);
}
