/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-status-dialog.h"

#include <request.h>

#include "base/parley-i18n.h"
#include "base/parley-text.h"
#include "contacts/parley-choice-labels.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-memory-dialog.h"
#include "contacts/parley-people.h"
#include "parley-sources.h"
#include "contacts/parley-switch.h"

#define FIELD     "person"
#define MAX_ROWS  100 /* more would take the main loop too long */
#define MAX_DOING 120 /* bytes of what it does there */
#define MAX_SEEN  12  /* of them at a glance, in a dialog that does not scroll */

struct _ParleyStatusDialog
{
  ParleyInstance *instance;
  ParleyMemoryDialog *memory;
  GCancellable *cancellable;
  GPtrArray *on;      /* (nullable): of ParleyChatKey: for whom it was on at the question */
  GPtrArray *reports; /* (nullable): the rows of the list that is open */
  ParleyChatKey *key; /* (nullable): who is looked at closely */
};

ParleyStatusDialog *
parley_status_dialog_new (ParleyInstance *instance, ParleyMemoryDialog *memory)
{
  ParleyStatusDialog *dialog = g_new0 (ParleyStatusDialog, 1);

  dialog->instance = instance;
  dialog->memory = memory;
  dialog->cancellable = g_cancellable_new ();
  return dialog;
}

void
parley_status_dialog_free (ParleyStatusDialog *dialog)
{
  purple_request_close_with_handle (dialog);
  g_cancellable_cancel (dialog->cancellable);
  g_object_unref (dialog->cancellable);
  g_clear_pointer (&dialog->on, g_ptr_array_unref);
  g_clear_pointer (&dialog->reports, g_ptr_array_unref);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
  g_free (dialog);
}

/* One person */

static void
on_open_chat (ParleyStatusDialog *dialog, int button)
{
  if (parley_contacts_find_account (dialog->key) != NULL)
    parley_people_open_chat (dialog->instance, dialog->key);
}

static void
on_switch_off (ParleyStatusDialog *dialog, int button)
{
  PurpleAccount *account = parley_contacts_find_account (dialog->key);

  if (account != NULL)
    parley_switch (dialog->instance, account, dialog->key->person, PARLEY_MODE_OFF);
}

static void
on_stop (ParleyStatusDialog *dialog, int button)
{
  PurpleAccount *account = parley_contacts_find_account (dialog->key);

  if (account != NULL)
    parley_switch_stop (dialog->instance, account, dialog->key->person);
}

static void
on_memory (ParleyStatusDialog *dialog, int button)
{
  parley_memory_dialog_open (dialog->memory, dialog->key);
}

static void
on_back (ParleyStatusDialog *dialog, int button)
{
  parley_status_dialog_open (dialog);
}

/* Returns: (transfer full) (nullable). */
static char *
dup_last_turn (const ParleyChatReport *report)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (report->turn_wall);
  g_autofree char *when = NULL;
  g_autofree char *last = NULL;
  g_autofree char *read = NULL;

  if (report->turn_wall == 0 || at == NULL)
    return NULL;
  when = g_date_time_format (at, "%x %X");
  /* Translators: the day and time at which their messages were read last. */
  last = g_strdup_printf (_ ("Last time: %s."), when);
  if (report->turn_messages == 0)
    return g_strjoin (" ", last, report->outcome, NULL);
  read = g_strdup_printf (
      ngettext ("%u message was read.", "%u messages were read as one.", report->turn_messages),
      report->turn_messages);
  return g_strjoin (" ", last, read, report->outcome, NULL);
}

static char *
dup_replies (const ParleyChatReport *report)
{
  return g_strdup_printf (ngettext ("%u answer", "%u answers", report->replies), report->replies);
}

static char *
dup_usage (const ParleyChatReport *report)
{
  g_autofree char *replies = dup_replies (report);
  g_autofree char *number = g_strdup_printf ("%'" G_GINT64_FORMAT, report->tokens);
  g_autofree char *tokens
      = g_strdup_printf (ngettext ("%s token", "%s tokens", (gulong) report->tokens), number);

  if (report->money == NULL)
    /* Translators: "4 replies", "1,234 tokens". */
    return g_strdup_printf (_ ("In the last 24 hours: %s, %s."), replies, tokens);
  /* Translators: "4 replies", "1,234 tokens", "0.02 EUR". */
  return g_strdup_printf (_ ("In the last 24 hours: %s, %s, about %s."), replies, tokens,
                          report->money);
}

static char *
dup_details (const ParleyChatReport *report)
{
  g_autofree char *turn = dup_last_turn (report);
  g_autofree char *usage = dup_usage (report);
  GString *text = g_string_new (NULL);
  const char *lines[]
      = { parley_mode_get_label (report->mode), report->doing, turn, usage, report->drafts };
  char *wrapped;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      if (lines[i] != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", lines[i]);
    }
  wrapped = parley_finch_dup_wrapped (text->str);
  g_string_free (text, TRUE);
  return wrapped;
}

/* Who is off has nothing to be stopped. The last button is the one that does no harm. */
static void
look (ParleyStatusDialog *dialog, const ParleyChatReport *report)
{
  g_autofree char *name = parley_people_dup_name (report->key);
  g_autofree char *details = dup_details (report);

  g_clear_pointer (&dialog->key, parley_chat_key_free);
  dialog->key = parley_chat_key_copy (report->key);
  if (report->mode == PARLEY_MODE_OFF)
    purple_request_action (dialog, _ ("Parley"), name, details, 2, NULL, NULL, NULL, dialog, 3,
                           _ ("Open the chat"), on_open_chat, _ ("What it remembers…"), on_memory,
                           /* Translators: a button: to the list of all chats */
                           _ ("Back"), on_back);
  else
    purple_request_action (dialog, _ ("Parley"), name, details, 4, NULL, NULL, NULL, dialog, 5,
                           _ ("Open the chat"), on_open_chat, _ ("Switch off"), on_switch_off,
                           _ ("Stop here"), on_stop, _ ("What it remembers…"), on_memory,
                           /* Translators: a button: to the list of all chats */
                           _ ("Back"), on_back);
}

/* All of them */

static void
on_chosen (ParleyStatusDialog *dialog, PurpleRequestFields *fields)
{
  look (dialog, g_ptr_array_index (dialog->reports, parley_row_field_get (fields, FIELD)));
}

/* What it would have said may be long. */
static char *
dup_row (const ParleyChatReport *report)
{
  g_autofree char *name = parley_people_dup_name (report->key);
  g_autofree char *replies = dup_replies (report);
  g_autofree char *doing = parley_text_dup_line (report->doing, MAX_DOING);

  if (report->replies == 0)
    /* Translators: a person, what Parley may do for them, and what it does now. */
    return g_strdup_printf (_ ("%s: %s. %s"), name, parley_mode_get_label (report->mode), doing);
  /* Translators: the same, with "4 replies" in the middle. */
  return g_strdup_printf (_ ("%s: %s, %s. %s"), name, parley_mode_get_label (report->mode), replies,
                          doing);
}

/* For choosing only: clients show one row of it. */
static PurpleRequestField *
new_list (const GPtrArray *reports)
{
  PurpleRequestField *field = parley_row_field_new (FIELD, NULL);

  for (guint i = 0; i < reports->len; i++)
    {
      const ParleyChatReport *report = g_ptr_array_index (reports, i);
      g_autofree char *name = parley_people_dup_name (report->key);

      parley_row_field_add (field, name, i == 0);
    }
  return field;
}

/* Returns: (transfer full). */
static char *
dup_summary (ParleyStatusDialog *dialog)
{
  g_autofree char *summary = parley_engine_dup_summary (dialog->instance->engine);
  guint forged = parley_carbons_get_n_forged (dialog->instance->sources->carbons);
  g_autofree char *line = NULL;

  if (forged == 0)
    return g_steal_pointer (&summary);
  /* Translators: messages that somebody else claims the user sent or got on another device */
  line = g_strdup_printf (ngettext ("%u forged copy of a message was ignored.",
                                    "%u forged copies of messages were ignored.", forged),
                          forged);
  return g_strconcat (summary, "\n", line, NULL);
}

/* Returns: (transfer full): @total: how many there are, shown or not. */
static char *
dup_overview (ParleyStatusDialog *dialog, guint total)
{
  g_autofree char *summary = dup_summary (dialog);
  GString *text = g_string_new (summary);
  guint seen = MIN (dialog->reports->len, MAX_SEEN);
  char *wrapped;

  for (guint i = 0; i < seen; i++)
    {
      g_autofree char *row = dup_row (g_ptr_array_index (dialog->reports, i));

      g_string_append_printf (text, "%s%s", i == 0 ? "\n\n" : "\n", row);
    }
  if (seen < total)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (
          text, ngettext ("And %u more chat.", "And %u more chats.", total - seen), total - seen);
    }
  wrapped = parley_finch_dup_wrapped (text->str);
  g_string_free (text, TRUE);
  return wrapped;
}

static void
ask (ParleyStatusDialog *dialog, guint total)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  g_autofree char *overview = dup_overview (dialog, total);

  purple_request_field_group_add_field (group, new_list (dialog->reports));
  purple_request_fields_add_group (fields, group);
  purple_request_fields (dialog, _ ("Parley"), _ ("Status of all chats"), overview, fields,
                         _ ("Details"), G_CALLBACK (on_chosen), _ ("Close"), NULL, NULL, NULL, NULL,
                         dialog);
}

static void
show (ParleyStatusDialog *dialog, guint total)
{
  g_autofree char *summary = NULL;

  if (total > 0)
    {
      ask (dialog, total);
      return;
    }
  summary = dup_summary (dialog);
  parley_notice (dialog->instance->plugin, PURPLE_NOTIFY_MSG_INFO,
                 _ ("Parley is switched on for nobody"), summary);
}

static void
on_reports (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyStatusDialog *dialog = data;
  GPtrArray *reports;
  guint total;

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  reports = parley_engine_report_finish (dialog->instance->engine, result, dialog->on, MAX_ROWS,
                                         &total, NULL);
  if (reports == NULL)
    return;
  purple_request_close_with_handle (dialog);
  g_clear_pointer (&dialog->reports, g_ptr_array_unref);
  dialog->reports = reports;
  show (dialog, total);
}

void
parley_status_dialog_open (ParleyStatusDialog *dialog)
{
  g_clear_pointer (&dialog->on, g_ptr_array_unref);
  dialog->on = parley_people_list_on (dialog->instance);
  parley_engine_report_async (dialog->instance->engine, dialog->cancellable, on_reports, dialog);
}
