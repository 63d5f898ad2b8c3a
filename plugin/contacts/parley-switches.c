/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-switches.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "dialogs/parley-finch.h"
#include "parley-prefs.h"

#define FILE_NAME "switches"

/* Under which names things stand in it. Of a place the words of what was chosen, a line each. */
#define PAUSE   "pause"
#define PAUSED  "yes"
#define GOES_ON "no"
#define PLACE   "%s\n%s\n%s\n%s"

/* What is said of an account's protocol. */
#define TRUSTED     "trusted"
#define NOT_TRUSTED "no"

enum
{
  WORD_MODE, /* "": none was chosen */
  WORD_STOPPED,
  WORD_RULE,
  N_WORDS,
};

struct _ParleySwitches
{
  ParleyInstance *instance;
  ParleyRecordFile *file;
  ParleyTimer *pause_end;
  gint64 until;    /* when the pause is over, in s of the wall clock; 0: when the user says so */
  gboolean paused; /* as it was written down */
};

/* What a place has or had. */
typedef struct
{
  gboolean has_mode;
  ParleyMode mode;
  gboolean stopped;
  const char *rule; /* "": none */
} Words;

/* Names */

static char *
dup_account_name (PurpleAccount *account, const char *kind, const char *person)
{
  return g_strdup_printf (PLACE, kind, purple_account_get_protocol_id (account),
                          purple_account_get_username (account), person);
}

/* Returns: (transfer full) (nullable): NULL of what libpurple doesn't keep either. */
static char *
dup_name (ParleyPlace place)
{
  PurpleAccount *account;
  g_autoptr (ParleyChatKey) key = NULL;

  if (place.account != NULL)
    return dup_account_name (place.account, "account", "");
  if (PURPLE_BLIST_NODE_IS_GROUP (place.node))
    return g_strdup_printf (PLACE, "group", "", "",
                            purple_group_get_name (PURPLE_GROUP (place.node)));
  if ((purple_blist_node_get_flags (place.node) & PURPLE_BLIST_NODE_FLAG_NO_SAVE) != 0)
    return NULL;
  account = purple_buddy_get_account (PURPLE_BUDDY (place.node));
  key = parley_contacts_dup_key (account, purple_buddy_get_name (PURPLE_BUDDY (place.node)));
  return dup_account_name (account, "person", key->person);
}

/* Writing down */

void
parley_switches_note (ParleySwitches *switches, ParleyPlace place)
{
  const ParleyChoice choice = parley_choice_read (place);
  g_autofree char *name = dup_name (place);
  g_autofree char *words
      = g_strjoin ("\n", choice.has_mode ? parley_mode_to_string (choice.mode) : "",
                   choice.stopped ? "stopped" : "", choice.rule != NULL ? choice.rule : "", NULL);

  if (name != NULL)
    parley_record_file_set (switches->file, name, words);
}

static void
note_key (const ParleyChatKey *key, gpointer data)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  PurpleBuddy *buddy = account != NULL ? purple_find_buddy (account, key->person) : NULL;

  if (buddy != NULL)
    parley_switches_note (data, parley_place_of_buddy (buddy));
}

void
parley_switches_note_person (ParleySwitches *switches, PurpleAccount *account, const char *name)
{
  parley_contacts_foreach_alike (account, name, note_key, switches);
}

void
parley_switches_note_protocol (ParleySwitches *switches, PurpleAccount *account)
{
  g_autofree char *name = dup_account_name (account, "protocol", "");
  gboolean trusted = parley_choice_read_protocol (account) == PARLEY_PROTOCOL_TRUSTED;

  parley_record_file_set (switches->file, name, trusted ? TRUSTED : NOT_TRUSTED);
}

/* 0: when the user says so. */
static void
set_until (ParleySwitches *switches, gint64 until)
{
  switches->until = until;
  parley_engine_set_end_of_pause (switches->instance->engine, until);
}

static void
write_pause (ParleySwitches *switches)
{
  g_autofree char *end = g_strdup_printf ("%" G_GINT64_FORMAT, switches->until);

  parley_record_file_set (switches->file, PAUSE,
                          !switches->paused      ? GOES_ON
                          : switches->until != 0 ? end
                                                 : PAUSED);
}

void
parley_switches_see_pause (ParleySwitches *switches)
{
  gboolean paused;

  if (switches == NULL)
    return;
  paused = parley_settings_get_bool (switches->instance->settings, PARLEY_SETTING_GUARD_PAUSED);
  if (paused == switches->paused)
    return;
  switches->paused = paused;
  set_until (switches, 0);
  parley_timer_disarm (switches->pause_end);
  write_pause (switches);
}

void
parley_switches_set_end_of_pause (ParleySwitches *switches, gint64 until)
{
  ParleyTimers *timers = switches->instance->timers;
  gint64 left = until - parley_timers_wall (timers);

  if (until == switches->until)
    return;
  set_until (switches, until);
  write_pause (switches);
  parley_timer_disarm (switches->pause_end);
  if (until != 0)
    parley_timer_arm (switches->pause_end, parley_timers_now (timers) + MAX (left, 0) * 1000);
}

void
parley_switches_confirm (ParleySwitches *switches,
                         ParleyRecordFunc func,
                         gpointer data,
                         GDestroyNotify destroy)
{
  parley_record_file_when_written (switches->file, func, data, destroy);
}

/* Taking in */

static gboolean
read_words (const char *text, char **parts, Words *words)
{
  words->has_mode = *parts[WORD_MODE] != '\0';
  words->stopped = *parts[WORD_STOPPED] != '\0';
  words->rule = parts[WORD_RULE];
  return !words->has_mode || parley_mode_parse (parts[WORD_MODE], &words->mode);
}

/* What counts where nothing was chosen for the place: for a group that may differ by account. */
static void
find_shared (ParleyPlace place, ParleyMode *low, ParleyMode *high)
{
  *low = *high = PARLEY_MODE_OFF;
  if (place.account != NULL)
    return;
  if (PURPLE_BLIST_NODE_IS_BUDDY (place.node))
    {
      *low = *high = parley_contacts_get_shared_mode (PURPLE_BUDDY (place.node));
      return;
    }
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      ParleyMode mode = parley_choice_read (parley_place_of_account (link->data)).mode;

      *low = link->prev == NULL ? mode : MIN (*low, mode);
      *high = MAX (*high, mode);
    }
}

/* @own: (nullable). Returns: (transfer none) (nullable): the rule that libpurple should have; NULL:
 * its own. Of two that are not simply stricter and looser nobody can say which counts: so neither.
 */
static const char *
find_stricter_rule (const char *own, const char *written)
{
  if (g_strcmp0 (own, written) == 0 || *written == '\0'
      || g_str_equal (written, PARLEY_RULE_ALWAYS))
    return NULL;
  return own == NULL || g_str_equal (own, PARLEY_RULE_ALWAYS) ? written : "";
}

static void
lower_mode (ParleyPlace place, ParleyMode mode, const ParleyChoice *choice)
{
  parley_choice_set_mode (place, mode);
  if (place.node == NULL || !PURPLE_BLIST_NODE_IS_BUDDY (place.node))
    return;
  if (mode == PARLEY_MODE_OFF && choice->mode != PARLEY_MODE_OFF)
    parley_choice_set_before (place, choice->mode);
  if (choice->stopped)
    parley_choice_stop (place);
}

static void
take_in_place (GHashTable *record, ParleyPlace place)
{
  const ParleyChoice choice = parley_choice_read (place);
  g_autofree char *name = dup_name (place);
  const char *text = name != NULL ? g_hash_table_lookup (record, name) : NULL;
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "\n", N_WORDS);
  Words words = { 0 };
  ParleyMode low;
  ParleyMode high;
  const char *rule;

  if (g_strv_length (parts) != N_WORDS || choice.mode_broken || !read_words (text, parts, &words))
    return;
  find_shared (place, &low, &high);
  if (!words.has_mode && choice.has_mode && low < choice.mode)
    lower_mode (place, low, &choice);
  else if (words.has_mode && words.mode < (choice.has_mode ? choice.mode : high))
    lower_mode (place, choice.has_mode ? words.mode : MIN (words.mode, low), &choice);
  if (words.stopped && !choice.stopped)
    parley_choice_stop (place);
  rule = find_stricter_rule (choice.rule, words.rule);
  if (rule != NULL)
    parley_choice_set_rule (place, rule);
}

static void
take_in_protocol (GHashTable *record, PurpleAccount *account)
{
  g_autofree char *name = dup_account_name (account, "protocol", "");
  const char *text = g_hash_table_lookup (record, name);

  if (text != NULL && !g_str_equal (text, TRUSTED))
    parley_choice_set_protocol (account, FALSE);
}

static void
take_in_nodes (GHashTable *record, PurpleBlistNode *node)
{
  for (; node != NULL; node = purple_blist_node_get_sibling_next (node))
    {
      if (PURPLE_BLIST_NODE_IS_GROUP (node))
        take_in_place (record, parley_place_of_group (PURPLE_GROUP (node)));
      if (PURPLE_BLIST_NODE_IS_BUDDY (node))
        take_in_place (record, parley_place_of_buddy (PURPLE_BUDDY (node)));
      take_in_nodes (record, purple_blist_node_get_first_child (node));
    }
}

static void
pause_everything (ParleySwitches *switches)
{
  switches->paused = TRUE;
  parley_prefs_set_bool (switches->instance->prefs, PARLEY_SETTING_GUARD_PAUSED, TRUE);
}

/* Whoever wrote it may not be the one who is told when it is over. */
static void
take_in_pause (ParleySwitches *switches, const char *text)
{
  gint64 until = 0;

  if (text == NULL || g_str_equal (text, GOES_ON))
    return;
  g_ascii_string_to_signed (text, 10, 1, G_MAXINT64, &until, NULL);
  pause_everything (switches);
  set_until (switches, until);
  if (until != 0)
    parley_timer_arm (switches->pause_end,
                      parley_timers_now (switches->instance->timers)
                          + MAX (until - parley_timers_wall (switches->instance->timers), 0)
                                * 1000);
}

/* What can't be read may have been a pause. */
static void
complain (ParleySwitches *switches, const GError *error)
{
  g_autofree char *text = g_strdup_printf (
      _ ("Parley can't read whom you switched on or off, so it is paused in all chats. Check that "
         "everything is as you want it, then type /parley go. (%s)"),
      error->message);

  pause_everything (switches);
  parley_notice (switches->instance->plugin, PURPLE_NOTIFY_MSG_WARNING, _ ("Parley is paused"),
                 text);
}

/* Accounts first, and groups before the people in them: what is shared counts below. */
void
parley_switches_take_in (ParleySwitches *switches)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) record = parley_record_file_read (switches->file, &error);

  if (record == NULL)
    {
      complain (switches, error);
      return;
    }
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      take_in_place (record, parley_place_of_account (link->data));
      take_in_protocol (record, link->data);
    }
  take_in_nodes (record, purple_blist_get_root ());
  take_in_pause (switches, g_hash_table_lookup (record, PAUSE));
}

static void
on_pause_over (gpointer data)
{
  ParleySwitches *switches = data;

  parley_prefs_set_bool (switches->instance->prefs, PARLEY_SETTING_GUARD_PAUSED, FALSE);
}

ParleySwitches *
parley_switches_new (ParleyInstance *instance)
{
  ParleySwitches *switches = g_new0 (ParleySwitches, 1);
  g_autofree char *path = g_build_filename (instance->user_dir, FILE_NAME, NULL);

  switches->instance = instance;
  switches->file = parley_record_file_new (path);
  switches->pause_end = parley_timer_new (instance->timers, on_pause_over, switches);
  switches->paused = parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED);
  parley_switches_take_in (switches);
  return switches;
}

void
parley_switches_free (ParleySwitches *switches)
{
  parley_timer_free (switches->pause_end);
  parley_record_file_free (switches->file);
  g_free (switches);
}

gboolean
parley_switches_are_settled_for_tests (ParleySwitches *switches)
{
  return !parley_record_file_is_busy (switches->file);
}

gint64
parley_switches_get_end_of_pause_for_tests (ParleySwitches *switches)
{
  return switches->until;
}
