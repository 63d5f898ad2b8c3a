/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-subject.h"

#include <glib/gi18n-lib.h>

#include "base/parley-text.h"
#include "dialogs/parley-finch.h"
#include "contacts/parley-tell.h"

struct _ParleySubject
{
  ParleyChatKey *key; /* (nullable): of an account its person is "" */
  char *group;        /* (nullable) */
  char *name;         /* for the user */
};

/* Of a name that somebody else chose; there is no longer one in any protocol. */
#define MAX_NAME_BYTES 256

char *
parley_subject_dup_shown_name (const char *name)
{
  return parley_text_dup_line (name, MAX_NAME_BYTES);
}

ParleySubject *
parley_subject_new_person (PurpleAccount *account, const char *name)
{
  ParleySubject *subject = g_new0 (ParleySubject, 1);

  subject->key = parley_contacts_dup_key (account, name);
  subject->name = parley_subject_dup_shown_name (subject->key->person);
  return subject;
}

ParleySubject *
parley_subject_new_place (ParleyPlace place)
{
  ParleySubject *subject = g_new0 (ParleySubject, 1);
  const char *name = place.account != NULL ? purple_account_get_username (place.account)
                                           : purple_group_get_name (PURPLE_GROUP (place.node));

  if (place.account != NULL)
    subject->key = parley_chat_key_new (purple_account_get_protocol_id (place.account), name, "");
  else
    subject->group = g_strdup (name);
  subject->name = parley_subject_dup_shown_name (name);
  return subject;
}

void
parley_subject_free (ParleySubject *subject)
{
  g_clear_pointer (&subject->key, parley_chat_key_free);
  g_free (subject->group);
  g_free (subject->name);
  g_free (subject);
}

gboolean
parley_subject_equal (const ParleySubject *a, const ParleySubject *b)
{
  if (a->key == NULL || b->key == NULL)
    return g_strcmp0 (a->group, b->group) == 0 && a->key == b->key;
  return parley_chat_key_equal (a->key, b->key);
}

gboolean
parley_subject_is_person (const ParleySubject *subject, const ParleyChatKey *key)
{
  return subject->key != NULL && parley_chat_key_equal (subject->key, key);
}

static gboolean
is_account (const ParleySubject *subject)
{
  return subject->key != NULL && *subject->key->person == '\0';
}

const char *
parley_subject_get_name (const ParleySubject *subject)
{
  return subject->name;
}

/* Returns: (transfer none) (nullable). */
static PurpleAccount *
find_account (const ParleySubject *subject)
{
  return subject->key != NULL ? parley_contacts_find_account (subject->key) : NULL;
}

void
parley_subject_tell (const ParleySubject *subject, ParleyInstance *instance, const char *text)
{
  PurpleAccount *account = find_account (subject);

  if (account != NULL && !is_account (subject))
    parley_tell_person (instance, account, subject->key->person, text);
  else
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, parley_subject_get_name (subject),
                   text);
}

void
parley_subject_note (const ParleySubject *subject, ParleyInstance *instance, const char *text)
{
  if (find_account (subject) != NULL && !is_account (subject))
    parley_host_tell_user (PARLEY_HOST (instance->host), subject->key, text);
}

static gboolean
is_there (const ParleySubject *subject)
{
  return subject->key != NULL ? find_account (subject) != NULL
                              : purple_find_group (subject->group) != NULL;
}

gboolean
parley_subject_check (const ParleySubject *subject, ParleyInstance *instance)
{
  ParleyVerdict verdict = PARLEY_VERDICT_ALLOWED;

  if (!is_there (subject))
    {
      parley_subject_tell (subject, instance,
                           subject->key != NULL
                               ? _ ("Nothing was switched on: this account no longer exists.")
                               : _ ("Nothing was switched on: this group no longer exists."));
      return FALSE;
    }
  if (subject->key != NULL && !is_account (subject))
    verdict = parley_engine_judge_person (instance->engine, subject->key);
  if (verdict != PARLEY_VERDICT_ALLOWED)
    parley_subject_tell (subject, instance, parley_verdict_explain (verdict));
  return verdict == PARLEY_VERDICT_ALLOWED;
}

const ParleyChatKey *
parley_subject_get_person (const ParleySubject *subject)
{
  return subject->key != NULL && !is_account (subject) ? subject->key : NULL;
}

ParleyPlace
parley_subject_find_place (const ParleySubject *subject)
{
  PurpleAccount *account = find_account (subject);

  return account != NULL ? parley_place_of_account (account)
                         : parley_place_of_group (purple_find_group (subject->group));
}
