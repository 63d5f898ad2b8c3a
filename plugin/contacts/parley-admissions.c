/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-admissions.h"

#include <account.h>
#include <blist.h>
#include <privacy.h>

#include "contacts/parley-switch.h"
#include "dialogs/parley-introduction.h"
#include "guard/parley-admission.h"

/* When a buddy was accepted, in s since 1970. */
#define ACCEPTED "parley-accepted"

#define DAY_S    (24 * 60 * 60)

/* What is in the future is of a clock that was set back, and counts. */
static gboolean
was_accepted_today (PurpleBlistNode *node, gint64 now)
{
  const char *when = purple_blist_node_get_string (node, ACCEPTED);

  return when != NULL && g_ascii_strtoll (when, NULL, 10) > now - DAY_S;
}

/* @buddy: (nullable): not counted. */
static guint
count_today (PurpleBuddy *buddy, gint64 now)
{
  guint n = 0;

  for (PurpleBlistNode *node = purple_blist_get_root (); node != NULL;
       node = purple_blist_node_next (node, TRUE))
    {
      if (PURPLE_BLIST_NODE_IS_BUDDY (node) && node != (PurpleBlistNode *) buddy
          && was_accepted_today (node, now))
        n++;
    }
  return n;
}

static ParleyAdmission
judge (ParleyInstance *instance,
       PurpleAccount *account,
       const char *who,
       const ParleyChatKey *key,
       ParleyMode *mode)
{
  const char *protocol = purple_account_get_protocol_id (account);
  const ParleyAdmissionFacts facts = {
    .address = who,
    .person = key->person,
    .stamped = g_strcmp0 (protocol, "prpl-jabber") == 0,
    .proven = parley_engine_name_proves (instance->engine, key),
    .introduced = !parley_introduction_is_due (instance->introduction),
    .eligible = parley_engine_judge_person (instance->engine, key) == PARLEY_VERDICT_ALLOWED,
    .speaker = parley_speakers_may_speak (instance->speakers, account),
    .paused = parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED),
    .blocked = !purple_privacy_check (account, who) || !purple_privacy_check (account, key->person),
    .n_today
    = count_today (purple_find_buddy (account, key->person), parley_timers_wall (instance->timers)),
  };

  return parley_admission_judge (
      parley_settings_get_string (instance->settings, PARLEY_SETTING_GUARD_ACCEPT), &facts, mode);
}

static PurpleBuddy *
add_buddy (PurpleAccount *account, const char *person)
{
  PurpleBuddy *buddy = purple_buddy_new (account, person, NULL);

  purple_blist_add_buddy (buddy, NULL, NULL, NULL);
  purple_account_add_buddy (account, buddy);
  return buddy;
}

static void
accept (ParleyInstance *instance, PurpleAccount *account, const ParleyChatKey *key, ParleyMode mode)
{
  PurpleBuddy *buddy = purple_find_buddy (account, key->person);
  gboolean is_new = buddy == NULL;
  g_autofree char *now
      = g_strdup_printf ("%" G_GINT64_FORMAT, parley_timers_wall (instance->timers));

  if (is_new)
    buddy = add_buddy (account, key->person);
  purple_blist_node_set_string (PURPLE_BLIST_NODE (buddy), ACCEPTED, now);
  parley_engine_note_choice (instance->engine, key, NULL, "accepted");
  if (is_new)
    parley_switch (instance, account, key->person, mode);
}

/* Returns: above 0: accepted; 0: whoever comes next decides. */
static int
on_request (PurpleAccount *account, const char *who, ParleyInstance *instance)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, who);
  ParleyMode mode;

  switch (judge (instance, account, who, key, &mode))
    {
    case PARLEY_ADMISSION_ACCEPT:
      accept (instance, account, key, mode);
      return PURPLE_ACCOUNT_RESPONSE_ACCEPT;
    case PARLEY_ADMISSION_FULL:
      parley_engine_note_choice (instance->engine, key, NULL, "accepted_enough");
      break;
    case PARLEY_ADMISSION_ASK:
      break;
    }
  return PURPLE_ACCOUNT_RESPONSE_PASS;
}

void
parley_admissions_connect (ParleyInstance *instance)
{
  parley_listening_add_at (instance->listening, purple_accounts_get_handle (),
                           "account-authorization-requested", PURPLE_SIGNAL_PRIORITY_HIGHEST,
                           purple_marshal_INT__POINTER_POINTER, PURPLE_CALLBACK (on_request),
                           instance);
}
