/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-choice.h"

#include <prefs.h>
#include <prpl.h>
#include <util.h>
#include <value.h>

/* In blist.xml, and in accounts.xml under an interface of our own, where no protocol looks. */
#define MODE   "parley-mode"
#define RULE   "parley-when"
#define STOP   "parley-stopped"
#define BEFORE "parley-before"
#define SWITCH "parley-answer"
#define WHO    "parley-who"
#define UI     "parley"

/* Of an account only. */
#define PROTOCOL "parley-protocol"
#define TRUSTED  "trusted"

ParleyPlace
parley_place_of_buddy (PurpleBuddy *buddy)
{
  return (ParleyPlace){ .node = PURPLE_BLIST_NODE (buddy) };
}

ParleyPlace
parley_place_of_group (PurpleGroup *group)
{
  return (ParleyPlace){ .node = PURPLE_BLIST_NODE (group) };
}

ParleyPlace
parley_place_of_account (PurpleAccount *account)
{
  return (ParleyPlace){ .account = account };
}

/* libpurple's own getters complain about a value of another type, and can't tell it from none.
 * Returns: (transfer none) (nullable). */
static const PurpleValue *
find_value (PurpleBlistNode *node, const char *name)
{
  return g_hash_table_lookup (node->settings, name);
}

static const char *
read_node (PurpleBlistNode *node, const char *name)
{
  const PurpleValue *value = find_value (node, name);
  const char *text = NULL;

  if (value == NULL)
    return NULL;
  if (purple_value_get_type (value) == PURPLE_TYPE_STRING)
    text = purple_value_get_string (value);
  return text != NULL ? text : "";
}

/* An account's setting is a struct of libpurple's own that begins with its type. */
static const char *
read_account (PurpleAccount *account, const char *name)
{
  GHashTable *settings = g_hash_table_lookup (account->ui_settings, UI);
  const PurplePrefType *type = settings != NULL ? g_hash_table_lookup (settings, name) : NULL;
  const char *text = NULL;

  if (type == NULL)
    return NULL;
  if (*type == PURPLE_PREF_STRING)
    text = purple_account_get_ui_string (account, UI, name, NULL);
  return text != NULL ? text : "";
}

/* Returns: (transfer none) (nullable): NULL if nothing is stored, "" if it is no text. */
static const char *
read_text (ParleyPlace place, const char *name)
{
  return place.node != NULL ? read_node (place.node, name) : read_account (place.account, name);
}

static void
write_text (ParleyPlace place, const char *name, const char *text)
{
  if (place.node != NULL)
    purple_blist_node_set_string (place.node, name, text);
  else
    purple_account_set_ui_string (place.account, UI, name, text);
}

static void
read_switch (const PurpleValue *value, ParleyChoice *choice)
{
  choice->has_mode = TRUE;
  choice->mode_broken = purple_value_get_type (value) != PURPLE_TYPE_BOOLEAN;
  if (!choice->mode_broken && purple_value_get_boolean (value))
    choice->mode = PARLEY_MODE_AUTO;
}

/* Whose it is */

static PurpleAccount *
get_account (ParleyPlace place)
{
  if (place.node == NULL)
    return place.account;
  return PURPLE_BLIST_NODE_IS_BUDDY (place.node)
             ? purple_buddy_get_account (PURPLE_BUDDY (place.node))
             : NULL;
}

/* Returns: (transfer full) (nullable): protocol, account and, of a buddy, their name, a line each;
 * NULL of a group, into which people come and go. */
static char *
dup_who (ParleyPlace place)
{
  PurpleAccount *account = get_account (place);

  if (account == NULL)
    return NULL;
  return g_strjoin (
      "\n", purple_account_get_protocol_id (account), purple_account_get_username (account),
      place.node != NULL ? purple_buddy_get_name (PURPLE_BUDDY (place.node)) : NULL, NULL);
}

/* Protocols write one name in several ways. */
static gboolean
is_same_name (PurpleAccount *account, const char *a, const char *b)
{
  g_autofree char *normalized = g_strdup (purple_normalize (account, a));

  return g_str_equal (a, b) || g_strcmp0 (normalized, purple_normalize (account, b)) == 0;
}

/* Accounts and buddies can be renamed, and what is stored at them goes along. */
static gboolean
has_moved (ParleyPlace place)
{
  const char *stored = read_text (place, WHO);
  g_autofree char *who = stored != NULL ? dup_who (place) : NULL;
  g_auto (GStrv) then = NULL;
  g_auto (GStrv) now = NULL;

  if (who == NULL || g_str_equal (stored, who))
    return FALSE;
  then = g_strsplit (stored, "\n", -1);
  now = g_strsplit (who, "\n", -1);
  if (g_strv_length (then) != g_strv_length (now) || !g_str_equal (then[0], now[0]))
    return TRUE;
  for (guint i = 1; now[i] != NULL; i++)
    {
      if (!is_same_name (get_account (place), then[i], now[i]))
        return TRUE;
    }
  return FALSE;
}

static void
claim (ParleyPlace place)
{
  g_autofree char *who = dup_who (place);

  if (who != NULL)
    write_text (place, WHO, who);
}

static gboolean
is_ours (gpointer name, gpointer value, gpointer data)
{
  return g_str_has_prefix (name, "parley-");
}

static ParleyChoice
read_written (ParleyPlace place)
{
  ParleyChoice choice
      = { .rule = read_text (place, RULE), .stopped = read_text (place, STOP) != NULL };
  const char *mode = read_text (place, MODE);
  const PurpleValue *old = place.node != NULL ? find_value (place.node, SWITCH) : NULL;

  if (has_moved (place))
    return (ParleyChoice){ .moved = TRUE, .has_mode = TRUE };
  parley_mode_parse (read_text (place, BEFORE), &choice.before);
  if (old != NULL)
    {
      read_switch (old, &choice);
      return choice;
    }
  choice.has_mode = mode != NULL;
  choice.mode_broken = mode != NULL && !parley_mode_parse (mode, &choice.mode);
  return choice;
}

/* Most places: they are looked at for whatever anybody writes. */
static gboolean
is_blank (ParleyPlace place)
{
  return place.node != NULL ? g_hash_table_size (place.node->settings) == 0
                            : g_hash_table_lookup (place.account->ui_settings, UI) == NULL;
}

ParleyChoice
parley_choice_read (ParleyPlace place)
{
  if (is_blank (place))
    return (ParleyChoice){ 0 };
  return read_written (place);
}

void
parley_choice_set_mode (ParleyPlace place, ParleyMode mode)
{
  if (place.node != NULL && has_moved (place))
    g_hash_table_foreach_remove (place.node->settings, is_ours, NULL);
  claim (place);
  write_text (place, MODE, parley_mode_to_string (mode));
  if (place.node == NULL)
    return;
  purple_blist_node_remove_setting (place.node, SWITCH);
  purple_blist_node_remove_setting (place.node, STOP);
  purple_blist_node_remove_setting (place.node, BEFORE);
}

/* Without its protocol's plugin nothing is known of its names. */
static void
claim_unclaimed (ParleyPlace place)
{
  PurpleAccount *account = get_account (place);

  if (account != NULL && parley_choice_read (place).has_mode && read_text (place, WHO) == NULL
      && purple_find_prpl (purple_account_get_protocol_id (account)) != NULL)
    claim (place);
}

static void
add_buddies (GSList **buddies, PurpleAccount *account, PurpleBlistNode *node)
{
  for (; node != NULL; node = purple_blist_node_get_sibling_next (node))
    {
      if (!PURPLE_BLIST_NODE_IS_BUDDY (node))
        add_buddies (buddies, account, purple_blist_node_get_first_child (node));
      else if (account == NULL || purple_buddy_get_account (PURPLE_BUDDY (node)) == account)
        *buddies = g_slist_prepend (*buddies, node);
    }
}

GSList *
parley_choice_list_buddies (ParleyPlace place)
{
  GSList *buddies = NULL;

  add_buddies (&buddies, place.account,
               place.node != NULL ? purple_blist_node_get_first_child (place.node)
                                  : purple_blist_get_root ());
  return g_slist_reverse (buddies);
}

void
parley_choice_claim_all (void)
{
  g_autoptr (GSList) buddies = parley_choice_list_buddies ((ParleyPlace){ 0 });

  for (GSList *link = buddies; link != NULL; link = link->next)
    claim_unclaimed (parley_place_of_buddy (link->data));
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    claim_unclaimed (parley_place_of_account (link->data));
}

void
parley_choice_stop (ParleyPlace place)
{
  write_text (place, STOP, "yes");
}

void
parley_choice_go_on (ParleyPlace place)
{
  purple_blist_node_remove_setting (place.node, STOP);
}

void
parley_choice_set_before (ParleyPlace place, ParleyMode mode)
{
  write_text (place, BEFORE, parley_mode_to_string (mode));
}

void
parley_choice_set_rule (ParleyPlace place, const char *rule)
{
  write_text (place, RULE, rule);
}

ParleyProtocolChoice
parley_choice_read_protocol (PurpleAccount *account)
{
  const char *text = read_account (account, PROTOCOL);

  if (text == NULL)
    return PARLEY_PROTOCOL_UNSAID;
  return g_str_equal (text, TRUSTED) ? PARLEY_PROTOCOL_TRUSTED : PARLEY_PROTOCOL_NOT_TRUSTED;
}

void
parley_choice_set_protocol (PurpleAccount *account, gboolean trusted)
{
  write_text (parley_place_of_account (account), PROTOCOL, trusted ? TRUSTED : "no");
}

void
parley_choice_clear (PurpleBlistNode *node)
{
  purple_blist_node_remove_setting (node, MODE);
  purple_blist_node_remove_setting (node, RULE);
  purple_blist_node_remove_setting (node, STOP);
  purple_blist_node_remove_setting (node, BEFORE);
  purple_blist_node_remove_setting (node, SWITCH);
  purple_blist_node_remove_setting (node, WHO);
}
