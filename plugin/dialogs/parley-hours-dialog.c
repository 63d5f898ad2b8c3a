/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-hours-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include <request.h>

#include "contacts/parley-choice.h"
#include "contacts/parley-switch.h"

#define EXAMPLE "Mon-Fri 09:00-17:00"

struct _ParleyHoursDialog
{
  ParleyInstance *instance;
  ParleyChatKey *key; /* whom the question is about, or NULL */
  char *group;        /* else the group */
  char *name;         /* of the one or the other, to be shown */
};

ParleyHoursDialog *
parley_hours_dialog_new (ParleyInstance *instance)
{
  ParleyHoursDialog *dialog = g_new0 (ParleyHoursDialog, 1);

  dialog->instance = instance;
  return dialog;
}

static void
close_question (ParleyHoursDialog *dialog)
{
  purple_request_close_with_handle (dialog);
  g_clear_pointer (&dialog->key, parley_chat_key_free);
  g_clear_pointer (&dialog->group, g_free);
  g_clear_pointer (&dialog->name, g_free);
}

void
parley_hours_dialog_free (ParleyHoursDialog *dialog)
{
  close_question (dialog);
  g_free (dialog);
}

static void
set_rule (ParleyHoursDialog *dialog, const char *rule)
{
  PurpleAccount *account = dialog->key != NULL ? parley_contacts_find_account (dialog->key) : NULL;
  PurpleGroup *group = dialog->group != NULL ? purple_find_group (dialog->group) : NULL;

  if (account != NULL)
    parley_switch_rule (dialog->instance, account, dialog->key->person, rule);
  if (group != NULL)
    parley_switch_place_rule (dialog->instance, parley_place_of_group (group), rule);
}

static void on_answer (ParleyHoursDialog *dialog, const char *text);

static void
ask (ParleyHoursDialog *dialog, const char *trouble, const char *text)
{
  g_autofree char *title
      = g_strdup_printf (_ ("At which hours does Parley answer “%s”?"), dialog->name);

  purple_request_input (dialog, _ ("Parley"), title, trouble, text, FALSE, FALSE, NULL,
                        /* Translators: a button: from now on it is as entered here */
                        _ ("Save"), G_CALLBACK (on_answer), _ ("Cancel"), NULL, NULL, NULL, NULL,
                        dialog);
}

static void
on_answer (ParleyHoursDialog *dialog, const char *text)
{
  g_autofree char *rule = g_strconcat (PARLEY_RULE_HOURS, text != NULL ? text : "", NULL);
  g_autoptr (GError) error = NULL;

  if (parley_rule_check (rule, &error))
    set_rule (dialog, rule);
  else
    ask (dialog, error->message, text);
}

static void
ask_for_place (ParleyHoursDialog *dialog, ParleyPlace place)
{
  const char *rule = parley_choice_read (place).rule;
  gboolean hours = rule != NULL && g_str_has_prefix (rule, PARLEY_RULE_HOURS);

  ask (dialog, NULL, hours ? rule + strlen (PARLEY_RULE_HOURS) : EXAMPLE);
}

void
parley_hours_dialog_ask_for_buddy (ParleyHoursDialog *dialog, PurpleBuddy *buddy)
{
  close_question (dialog);
  dialog->key
      = parley_contacts_dup_key (purple_buddy_get_account (buddy), purple_buddy_get_name (buddy));
  dialog->name = g_strdup (purple_buddy_get_name (buddy));
  ask_for_place (dialog, parley_place_of_buddy (buddy));
}

void
parley_hours_dialog_ask_for_group (ParleyHoursDialog *dialog, PurpleGroup *group)
{
  close_question (dialog);
  dialog->group = g_strdup (purple_group_get_name (group));
  dialog->name = g_strdup (dialog->group);
  ask_for_place (dialog, parley_place_of_group (group));
}
