/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-account-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include <request.h>

#include "contacts/parley-choice-labels.h"
#include "contacts/parley-encryption.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-protocol-question.h"
#include "contacts/parley-switch.h"

#define ACCOUNT "account"
#define MODE    "mode"
#define RULE    "rule"
#define HOURS   "hours"
#define NAMES   "names"
#define SECRETS "secrets"
#define UNKNOWN "unknown"

/* Returns: (transfer full): the rule of the answer. */
static char *
dup_rule (PurpleRequestFields *fields)
{
  const ParleyRuleLabel *label = &parley_rule_get_labels ()[parley_row_field_get (fields, RULE)];
  const char *hours = purple_request_fields_get_string (fields, HOURS);

  return g_strconcat (label->rule, parley_rule_label_is_hours (label) && hours != NULL ? hours : "",
                      NULL);
}

/* The rows of what can be left as it is. */
enum
{
  AS_IT_IS,
  CAREFUL,
  TRUSTING,
};

static PurpleRequestField *
new_trust (const char *id, const char *label, const char *careful, const char *trusting)
{
  PurpleRequestField *field = parley_row_field_new (id, label);

  parley_row_field_add (field, _ ("No change"), TRUE);
  parley_row_field_add (field, careful, FALSE);
  parley_row_field_add (field, trusting, FALSE);
  return field;
}

static PurpleRequestField *
new_names (void)
{
  return new_trust (NAMES, _ ("Names on IRC"), _ ("Anybody can take a free name"),
                    _ ("Names are registered: whoever is logged in to a name is that person, and "
                       "nobody else is"));
}

static PurpleRequestField *
new_secrets (void)
{
  return new_trust (SECRETS, _ ("Encrypted chats on Signal, WhatsApp and Telegram"),
                    _ ("No model on another machine reads them"),
                    _ ("Let the model's server read them"));
}

static PurpleRequestField *
new_unknown (void)
{
  return new_trust (UNKNOWN, _ ("Names on a protocol that Parley doesn't know"),
                    _ ("Anybody may take a free name: only write drafts"),
                    _ ("Nobody can take another's name: answer for me"));
}

static void
take_unknown (ParleyInstance *instance, PurpleAccount *account, PurpleRequestFields *fields)
{
  int row = parley_row_field_get (fields, UNKNOWN);

  if (row != AS_IT_IS
      && !parley_engine_knows_protocol (instance->engine, purple_account_get_protocol_id (account)))
    parley_protocol_question_set (instance, account, row == TRUSTING);
}

static void
on_answer (PurplePlugin *plugin, PurpleRequestFields *fields)
{
  ParleyInstance *instance = parley_instance_get (plugin);
  PurpleAccount *account = purple_request_fields_get_account (fields, ACCOUNT);
  g_autofree char *rule = dup_rule (fields);
  g_autoptr (GError) error = NULL;

  /* It may have been deleted while the dialog stood open. */
  if (g_list_find (purple_accounts_get_all (), account) == NULL)
    {
      parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("Nothing was changed"),
                     _ ("This account no longer exists."));
      return;
    }
  if (!parley_rule_check (rule, &error))
    {
      parley_notice (plugin, PURPLE_NOTIFY_MSG_ERROR, _ ("Nothing was changed"), error->message);
      return;
    }
  if (parley_row_field_get (fields, NAMES) != AS_IT_IS && parley_irc_can_trust (account))
    parley_irc_trust (instance->irc, account, parley_row_field_get (fields, NAMES) == TRUSTING);
  if (parley_row_field_get (fields, SECRETS) != AS_IT_IS)
    parley_encryption_allow_account (account, parley_row_field_get (fields, SECRETS) == TRUSTING);
  take_unknown (instance, account, fields);
  parley_switch_place_rule (instance, parley_place_of_account (account), rule);
  parley_switch_place (instance, parley_place_of_account (account),
                       parley_row_field_get (fields, MODE));
}

/* Returns: (transfer full): what was chosen for each account so far. */
static char *
dup_present_choices (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      const ParleyChoice choice = parley_choice_read (parley_place_of_account (link->data));

      if (choice.has_mode && !choice.mode_broken)
        g_string_append_printf (list, "%s%s: %s", list->len > 0 ? "\n" : "",
                                purple_account_get_username (link->data),
                                parley_mode_get_label (choice.mode));
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static PurpleRequestField *
new_modes (void)
{
  PurpleRequestField *field = parley_row_field_new (MODE, _ ("Mode"));

  for (ParleyMode mode = 0; mode < PARLEY_N_MODES; mode++)
    parley_row_field_add (field, parley_mode_get_label (mode), mode == PARLEY_MODE_OFF);
  return field;
}

static PurpleRequestField *
new_rules (void)
{
  /* Translators: a choice of times: always, while you are away, at hours… */
  PurpleRequestField *field = parley_row_field_new (RULE, _ ("When to answer"));
  const ParleyRuleLabel *first = parley_rule_get_labels ();

  for (const ParleyRuleLabel *label = first; label->rule != NULL; label++)
    parley_row_field_add (field, _ (label->label), label == first);
  return field;
}

void
parley_account_dialog_open (ParleyInstance *instance)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *account = purple_request_field_account_new (ACCOUNT, _ ("Account"), NULL);
  g_autofree char *present = dup_present_choices ();

  purple_request_field_account_set_show_all (account, TRUE);
  purple_request_field_group_add_field (group, account);
  purple_request_field_group_add_field (group, new_modes ());
  purple_request_field_group_add_field (group, new_rules ());
  purple_request_field_group_add_field (
      /* Translators: a field for hours such as 22:00-07:00, for the choice “At certain hours…”
         above it */
      group, purple_request_field_string_new (HOURS, _ ("Hours"), "", FALSE));
  purple_request_field_group_add_field (group, new_names ());
  purple_request_field_group_add_field (group, new_secrets ());
  purple_request_field_group_add_field (group, new_unknown ());
  purple_request_fields_add_group (fields, group);
  purple_request_fields (instance->plugin, _ ("Parley"),
                         _ ("Mode for everybody in the buddy list of an account"), present, fields,
                         /* Translators: a button: from now on it is as chosen here */
                         _ ("Save"), G_CALLBACK (on_answer), _ ("Cancel"), NULL, NULL, NULL, NULL,
                         instance->plugin);
}
