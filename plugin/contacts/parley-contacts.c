/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-contacts.h"

#include <util.h>

#include "contacts/parley-choice.h"
#include "contacts/parley-contact-card.h"

struct _ParleyContacts
{
  ParleyRooms *rooms;  /* borrowed */
  GHashTable *sitting; /* of Sitting by ParleyChatKey; who is off is not in it */
  GHashTable *gone;    /* set of ParleyChatKey: who left a name that anybody can take */
  GHashTable *stopped; /* set of ParleyChatKey, all of them in @sitting too */
  GHashTable *before;  /* of ParleyMode by ParleyChatKey: what was in @sitting */
};

/* What the user chose for somebody who is not in the list. */
typedef struct
{
  ParleyMode mode;
  ParleyIdentity *identity; /* NULL: a name is all that is known of them */
} Sitting;

/* What holds for somebody now. All zero is nothing. */
typedef struct
{
  ParleyMode mode;
  ParleyRuleState rule;
  gboolean stopped;
} Judgement;

static void
sitting_free (gpointer data)
{
  Sitting *sitting = data;

  g_clear_pointer (&sitting->identity, parley_identity_free);
  g_free (sitting);
}

ParleyContacts *
parley_contacts_new (ParleyRooms *rooms)
{
  ParleyContacts *contacts = g_new0 (ParleyContacts, 1);

  contacts->rooms = rooms;
  contacts->sitting = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                             (GDestroyNotify) parley_chat_key_free, sitting_free);
  contacts->stopped = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                             (GDestroyNotify) parley_chat_key_free, NULL);
  contacts->before = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                            (GDestroyNotify) parley_chat_key_free, NULL);
  contacts->gone = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                          (GDestroyNotify) parley_chat_key_free, NULL);
  return contacts;
}

void
parley_contacts_free (ParleyContacts *contacts)
{
  g_hash_table_unref (contacts->sitting);
  g_hash_table_unref (contacts->stopped);
  g_hash_table_unref (contacts->before);
  g_hash_table_unref (contacts->gone);
  g_free (contacts);
}

/* purple_normalize() returns a static buffer, and NULL for names a protocol can't read. */
ParleyChatKey *
parley_contacts_dup_key (PurpleAccount *account, const char *name)
{
  const char *person = purple_normalize (account, name);

  return parley_chat_key_new (purple_account_get_protocol_id (account),
                              purple_account_get_username (account),
                              person != NULL ? person : name);
}

PurpleAccount *
parley_contacts_find_account (const ParleyChatKey *key)
{
  return purple_accounts_find (key->account, key->protocol);
}

static gboolean
has_own_mode (PurpleBlistNode *buddy)
{
  return parley_choice_read ((ParleyPlace){ .node = buddy }).has_mode;
}

/* Whether group and account speak for the buddy. */
static gboolean
is_covered (PurpleBuddy *buddy)
{
  PurpleBlistNode *node = PURPLE_BLIST_NODE (buddy);
  PurpleBlistNode *alike
      = purple_blist_node_get_first_child (PURPLE_BLIST_NODE (purple_buddy_get_contact (buddy)));

  if ((purple_blist_node_get_flags (node) & PURPLE_BLIST_NODE_FLAG_NO_SAVE) != 0)
    return FALSE;
  for (; alike != NULL; alike = purple_blist_node_get_sibling_next (alike))
    {
      if (has_own_mode (alike))
        return FALSE;
    }
  return TRUE;
}

ParleyMode
parley_contacts_get_shared_mode (PurpleBuddy *buddy)
{
  const ParleyChoice group
      = parley_choice_read (parley_place_of_group (purple_buddy_get_group (buddy)));

  if (group.has_mode)
    return group.mode;
  return parley_choice_read (parley_place_of_account (purple_buddy_get_account (buddy))).mode;
}

/* Returns: what was chosen closest to them. */
static ParleyChoice
read_closest (PurpleBuddy *buddy)
{
  ParleyChoice choice = parley_choice_read (parley_place_of_buddy (buddy));

  if (choice.has_mode || !is_covered (buddy))
    return choice;
  choice = parley_choice_read (parley_place_of_group (purple_buddy_get_group (buddy)));
  if (choice.has_mode)
    return choice;
  return parley_choice_read (parley_place_of_account (purple_buddy_get_account (buddy)));
}

/* Whatever can't be read is as bad as a rule that can't. */
static Judgement
judge_buddy (PurpleBuddy *buddy, const ParleyRuleFacts *now)
{
  const ParleyChoice own = parley_choice_read (parley_place_of_buddy (buddy));
  const ParleyChoice group
      = parley_choice_read (parley_place_of_group (purple_buddy_get_group (buddy)));
  const ParleyChoice account
      = parley_choice_read (parley_place_of_account (purple_buddy_get_account (buddy)));
  const ParleyChoice closest = read_closest (buddy);
  const char *rule = own.rule != NULL ? own.rule : group.rule != NULL ? group.rule : account.rule;

  if (closest.mode_broken || !parley_contact_card_has_good_persona (buddy))
    return (Judgement){ .mode = closest.mode, .rule = PARLEY_RULE_BROKEN };
  return (Judgement){
    .mode = closest.mode,
    .stopped = own.stopped,
    .rule = parley_rule_judge (rule != NULL ? rule : PARLEY_RULE_ALWAYS, now),
  };
}

/* Returns: (transfer container): of PurpleBuddy. */
static GSList *
find_buddies (PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  return parley_rooms_is_occupant (key) ? NULL : purple_find_buddies (account, name);
}

static Judgement
judge_sitting (ParleyContacts *contacts, const ParleyChatKey *key)
{
  const Sitting *sitting = g_hash_table_lookup (contacts->sitting, key);
  g_autoptr (ParleyIdentity) now
      = sitting != NULL ? parley_rooms_dup_identity (contacts->rooms, key) : NULL;

  if (sitting == NULL
      || (sitting->identity != NULL
          && (now == NULL || !parley_identity_equal (now, sitting->identity))))
    return (Judgement){ 0 };
  return (Judgement){
    .mode = sitting->mode,
    .stopped = g_hash_table_contains (contacts->stopped, key),
  };
}

/* Once they are in the list, what held for the sitting is over. */
static Judgement
judge (ParleyContacts *contacts,
       PurpleAccount *account,
       const char *name,
       const ParleyRuleFacts *now)
{
  g_autoptr (GSList) buddies = find_buddies (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  Judgement all = { .mode = PARLEY_MODE_AUTO };

  if (buddies == NULL)
    return judge_sitting (contacts, key);
  parley_contacts_end_sitting (contacts, key);
  if (g_hash_table_contains (contacts->gone, key))
    return (Judgement){ 0 };
  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      Judgement one = judge_buddy (link->data, now);

      all.mode = MIN (all.mode, one.mode);
      all.rule = MAX (all.rule, one.rule);
      all.stopped |= one.stopped;
    }
  return all;
}

void
parley_contacts_judge (ParleyContacts *contacts,
                       PurpleAccount *account,
                       const char *name,
                       const ParleyRuleFacts *now,
                       ParleyFacts *facts)
{
  Judgement judgement = judge (contacts, account, name, now);

  facts->mode = judgement.mode;
  facts->stopped = judgement.stopped;
  facts->rule_broken = judgement.rule == PARLEY_RULE_BROKEN;
  facts->rule_rests = judgement.rule == PARLEY_RULE_RESTS;
}

gboolean
parley_contacts_may_be_chosen (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, name);
  g_autoptr (ParleyChatKey) key = NULL;
  gboolean chosen = buddies != NULL;

  for (GSList *link = buddies; link != NULL && chosen; link = link->next)
    chosen = read_closest (link->data).mode != PARLEY_MODE_OFF;
  if (chosen || g_hash_table_size (contacts->sitting) == 0)
    return chosen;
  key = parley_contacts_dup_key (account, name);
  return g_hash_table_contains (contacts->sitting, key);
}

ParleyMode
parley_contacts_get_mode (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  const ParleyRuleFacts unknown = { 0 };

  return judge (contacts, account, name, &unknown).mode;
}

gboolean
parley_contacts_is_stopped (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  const ParleyRuleFacts unknown = { 0 };

  return judge (contacts, account, name, &unknown).stopped;
}

/* A buddy can stand in several groups: all of them count. Returns: (transfer container). */
static GSList *
find_alike (PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) same = find_buddies (account, name);
  GSList *alike = NULL;

  for (GSList *link = same; link != NULL; link = link->next)
    {
      PurpleBlistNode *contact = PURPLE_BLIST_NODE (purple_buddy_get_contact (link->data));
      PurpleBlistNode *child = purple_blist_node_get_first_child (contact);

      for (; child != NULL; child = purple_blist_node_get_sibling_next (child))
        {
          if (PURPLE_BLIST_NODE_IS_BUDDY (child) && g_slist_find (alike, child) == NULL)
            alike = g_slist_prepend (alike, child);
        }
    }
  return alike;
}

/* What is stored and can't be read may have been anything: then the user looks first. */
static ParleyMode
get_last_mode_of (PurpleBuddy *buddy)
{
  const ParleyRuleFacts unknown = { 0 };
  const ParleyChoice own = parley_choice_read (parley_place_of_buddy (buddy));
  const ParleyMode now = judge_buddy (buddy, &unknown).mode;

  if (own.mode_broken)
    return PARLEY_MODE_DRAFT;
  return now != PARLEY_MODE_OFF ? now : own.before;
}

ParleyMode
parley_contacts_get_last_mode (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  const Sitting *sitting = g_hash_table_lookup (contacts->sitting, key);
  gpointer before = sitting != NULL ? GINT_TO_POINTER (sitting->mode)
                                    : g_hash_table_lookup (contacts->before, key);
  ParleyMode last = before != NULL ? (ParleyMode) GPOINTER_TO_INT (before) : PARLEY_N_MODES;

  for (GSList *link = alike; link != NULL; link = link->next)
    {
      ParleyMode one = get_last_mode_of (link->data);

      if (one != PARLEY_MODE_OFF)
        last = MIN (last, one);
    }
  return last != PARLEY_N_MODES ? last : PARLEY_MODE_OFF;
}

gboolean
parley_contacts_has_moved (PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) buddies = find_buddies (account, name);

  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      if (parley_choice_read (parley_place_of_buddy (link->data)).moved)
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_contacts_choose (ParleyContacts *contacts,
                        PurpleAccount *account,
                        const char *name,
                        ParleyMode mode)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyMode before = parley_contacts_get_last_mode (contacts, account, name);

  for (GSList *link = alike; link != NULL; link = link->next)
    {
      parley_choice_set_mode (parley_place_of_buddy (link->data), mode);
      if (mode == PARLEY_MODE_OFF && before != PARLEY_MODE_OFF)
        parley_choice_set_before (parley_place_of_buddy (link->data), before);
    }
  parley_contacts_end_sitting (contacts, key);
  g_hash_table_remove (contacts->gone, key);
  if (mode != PARLEY_MODE_OFF)
    g_hash_table_remove (contacts->before, key);
  if (alike == NULL && mode != PARLEY_MODE_OFF)
    {
      Sitting *sitting = g_new0 (Sitting, 1);

      sitting->mode = mode;
      sitting->identity = parley_rooms_dup_identity (contacts->rooms, key);
      g_hash_table_insert (contacts->sitting, g_steal_pointer (&key), sitting);
    }
  return alike != NULL;
}

void
parley_contacts_stop (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  for (GSList *link = alike; link != NULL; link = link->next)
    parley_choice_stop (parley_place_of_buddy (link->data));
  if (alike == NULL && g_hash_table_contains (contacts->sitting, key))
    g_hash_table_add (contacts->stopped, g_steal_pointer (&key));
}

void
parley_contacts_go_on (ParleyContacts *contacts, PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  for (GSList *link = alike; link != NULL; link = link->next)
    parley_choice_go_on (parley_place_of_buddy (link->data));
  g_hash_table_remove (contacts->stopped, key);
}

void
parley_contacts_choose_rule (PurpleAccount *account, const char *name, const char *rule)
{
  g_autoptr (GSList) alike = find_alike (account, name);

  for (GSList *link = alike; link != NULL; link = link->next)
    parley_choice_set_rule (parley_place_of_buddy (link->data), rule);
}

void
parley_contacts_clear (PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) alike = find_alike (account, name);

  g_slist_foreach (alike, (GFunc) parley_choice_clear, NULL);
}

gboolean
parley_contacts_end_sitting (ParleyContacts *contacts, const ParleyChatKey *key)
{
  const Sitting *sitting = g_hash_table_lookup (contacts->sitting, key);

  if (sitting != NULL)
    g_hash_table_insert (contacts->before, parley_chat_key_copy (key),
                         GINT_TO_POINTER (sitting->mode));
  g_hash_table_remove (contacts->stopped, key);
  return g_hash_table_remove (contacts->sitting, key);
}

void
parley_contacts_distrust (ParleyContacts *contacts, const ParleyChatKey *key)
{
  parley_contacts_end_sitting (contacts, key);
  g_hash_table_add (contacts->gone, parley_chat_key_copy (key));
}

GPtrArray *
parley_contacts_list_sitting (ParleyContacts *contacts, const char *protocol, const char *account)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  GHashTableIter iter;
  gpointer data;

  g_hash_table_iter_init (&iter, contacts->sitting);
  while (g_hash_table_iter_next (&iter, &data, NULL))
    {
      const ParleyChatKey *key = data;

      if (g_str_equal (key->protocol, protocol) && g_str_equal (key->account, account))
        g_ptr_array_add (keys, parley_chat_key_copy (key));
    }
  return keys;
}

void
parley_contacts_foreach_alike (PurpleAccount *account,
                               const char *name,
                               ParleyContactFunc func,
                               gpointer data)
{
  g_autoptr (GSList) alike = find_alike (account, name);
  g_autoptr (ParleyChatKey) own = parley_contacts_dup_key (account, name);

  func (own, data);
  for (GSList *link = alike; link != NULL; link = link->next)
    {
      g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (
          purple_buddy_get_account (link->data), purple_buddy_get_name (link->data));

      func (key, data);
    }
}
