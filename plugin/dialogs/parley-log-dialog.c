/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-log-dialog.h"

#include <glib/gi18n-lib.h>

#include <log.h>
#include <prefs.h>
#include <request.h>

#include "engine/parley-log-learning.h"
#include "dialogs/parley-finch.h"
#include "contacts/parley-people.h"

/* When Parley was first there, seconds since 1970: what is in logs from before is the user's. */
#define PREF "/plugins/core/parley/since"

struct _ParleyLogDialog
{
  ParleyInstance *instance;
  GCancellable *cancellable; /* of what is being read */
  ParleyChatKey *key;        /* (nullable): of the chat it is about */
  ParleyStyle *style;        /* (nullable): what was learnt, and is shown */
};

void
parley_log_dialog_add_pref (void)
{
  purple_prefs_add_string (PREF, "");
}

/* Who has used it before the time was noted can't be told since when: then no log is old enough. */
static void
note_first_time (ParleyInstance *instance)
{
  g_autofree char *store = g_build_filename (instance->user_dir, "store.db", NULL);
  gboolean used = g_file_test (store, G_FILE_TEST_EXISTS);
  gint64 since = used ? 0 : parley_timers_wall (instance->timers);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, since);
  const char *noted = purple_prefs_get_string (PREF);

  if (noted == NULL || *noted == '\0')
    purple_prefs_set_string (PREF, text);
}

ParleyLogDialog *
parley_log_dialog_new (ParleyInstance *instance)
{
  ParleyLogDialog *dialog = g_new0 (ParleyLogDialog, 1);

  dialog->instance = instance;
  dialog->cancellable = g_cancellable_new ();
  note_first_time (instance);
  return dialog;
}

static void
forget (ParleyLogDialog *dialog)
{
  g_cancellable_cancel (dialog->cancellable);
  g_clear_object (&dialog->cancellable);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
  g_clear_pointer (&dialog->style, parley_style_free);
}

void
parley_log_dialog_free (ParleyLogDialog *dialog)
{
  purple_request_close_with_handle (dialog);
  forget (dialog);
  g_free (dialog);
}

static void
tell (ParleyLogDialog *dialog, const char *text)
{
  parley_notice (dialog->instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("How you write to them"),
                 text);
}

static void
on_take (ParleyLogDialog *dialog, int button)
{
  ParleyStyle *style = g_steal_pointer (&dialog->style);

  if (style == NULL)
    return;
  tell (dialog, parley_log_learning_take (dialog->instance->engine, dialog->key, style)
                    ? _ ("From the next answer on, these lines show the model how you write.")
                    : _ ("Nothing was kept, because Parley may no longer read this chat."));
}

static void
on_leave (ParleyLogDialog *dialog, int button)
{
  g_clear_pointer (&dialog->style, parley_style_free);
}

static void
ask_to_take (ParleyLogDialog *dialog)
{
  g_autofree char *name = parley_people_dup_name (dialog->key);
  g_autofree char *question = g_strdup_printf (_ ("May the model see how you write to %s?"), name);
  g_autoptr (GString) text
      = g_string_new (_ ("With each request in this chat it would learn how long your messages "
                         "are, and get these old lines of yours:"));

  for (guint i = 0; i < dialog->style->examples->len; i++)
    g_string_append_printf (text, "\n%s",
                            (const char *) g_ptr_array_index (dialog->style->examples, i));
  purple_request_action (dialog, _ ("Parley"), question, text->str, 1, NULL, NULL, NULL, dialog, 2,
                         /* Translators: a button: take these lines */
                         _ ("Use them"), on_take, _ ("No"), on_leave);
}

static void
on_learnt (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyLogDialog *dialog = data;
  g_autoptr (GError) error = NULL;
  ParleyStyle *style = parley_log_learning_finish (result, &error);

  /* Another chat is looked at meanwhile, or the plugin was unloaded. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  dialog->style = style;
  if (style != NULL)
    ask_to_take (dialog);
  else
    tell (dialog, error->message);
}

static void
on_read (ParleyLogDialog *dialog, int button)
{
  PurpleAccount *account = dialog->key != NULL ? parley_contacts_find_account (dialog->key) : NULL;
  const char *since = purple_prefs_get_string (PREF);
  g_autofree char *folder = NULL;
  const char *names[4] = { NULL };

  if (account == NULL)
    return;
  names[0] = purple_account_get_username (account);
  names[1] = purple_account_get_alias (account);
  /* A person of the same name would be taken for the user. */
  if (names[1] != NULL && g_str_equal (names[1], dialog->key->person))
    names[1] = NULL;
  folder = purple_log_get_log_dir (PURPLE_LOG_IM, dialog->key->person, account);
  if (folder == NULL)
    return;
  parley_log_learning_start_async (dialog->instance->engine, folder,
                                   g_ascii_strtoll (since != NULL ? since : "", NULL, 10), names,
                                   dialog->cancellable, on_learnt, dialog);
}

static void
on_no (ParleyLogDialog *dialog, int button)
{
}

static void
ask_to_read (ParleyLogDialog *dialog)
{
  g_autofree char *name = parley_people_dup_name (dialog->key);
  g_autofree char *question
      = g_strdup_printf (_ ("May Parley read your logs of the chat with %s?"), name);

  purple_request_action (
      dialog, _ ("Parley"), question,
      _ ("It looks there once to see how you write to them: at most 1 MiB, and only what is from "
         "before you used Parley there. Nothing is sent, and you see which lines it would use."),
      1, NULL, NULL, NULL, dialog, 2,
      /* Translators: a button: the logs may be read */
      _ ("Read them"), on_read, _ ("No"), on_no);
}

void
parley_log_dialog_open_for (ParleyLogDialog *dialog, PurpleBuddy *buddy)
{
  g_autofree char *objection = NULL;

  purple_request_close_with_handle (dialog);
  forget (dialog);
  dialog->cancellable = g_cancellable_new ();
  dialog->key
      = parley_contacts_dup_key (purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  objection = parley_log_learning_dup_objection (dialog->instance->engine, dialog->key);
  if (objection != NULL)
    tell (dialog, objection);
  else
    ask_to_read (dialog);
}
