/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-switch.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>
#include <log.h>

#include "base/parley-timers.h"
#include "contacts/parley-choice-labels.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-introduction.h"
#include "contacts/parley-names.h"
#include "parley-prefs.h"
#include "dialogs/parley-protocol-question.h"
#include "contacts/parley-switches.h"
#include "contacts/parley-tell.h"

/* What the mode has it do, and that it does less now: who is on need not be answered. Returns:
 * (transfer full). */
static char *
dup_explained (ParleyInstance *instance, const ParleyChatKey *key, ParleyMode mode)
{
  g_autofree char *obstacle = parley_engine_dup_obstacle (instance->engine, key);
  g_autofree char *now = NULL;

  if (obstacle == NULL)
    return g_strdup (parley_mode_explain (mode));
  /* Translators: behind what it does in general; then why it doesn't at the moment. */
  now = g_strdup_printf (_ ("But not now: %s"), obstacle);
  return g_strjoin (" ", parley_mode_explain (mode), now, NULL);
}

/* Returns: (transfer full): what is to be known when a person was switched on. */
static char *
dup_sentences (ParleyInstance *instance, const ParleyChatKey *key, ParleyMode mode, gboolean kept)
{
  g_autofree char *disclosure = parley_engine_dup_disclosure (instance->engine);
  g_autofree char *explained = dup_explained (instance, key, mode);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) sentences = NULL;

  g_strv_builder_add (builder, kept ? _ ("Switched on for this person.")
                                    : _ ("Switched on for this person until you close this "
                                         "program, because they are not in your buddy list."));
  g_strv_builder_add (builder, explained);
  g_strv_builder_add (builder, disclosure);
  if (!parley_engine_name_proves (instance->engine, key))
    g_strv_builder_add (builder, _ ("Here anybody can take a name that is free, so nothing is "
                                    "remembered of this chat beyond this sitting."));
  g_strv_builder_add (builder, _ ("To stop it: /parley off"));
  sentences = g_strv_builder_end (builder);
  return g_strjoinv (" ", sentences);
}

static void
switch_on (ParleyInstance *instance,
           PurpleAccount *account,
           const char *name,
           const ParleyChatKey *key,
           ParleyMode mode)
{
  gboolean kept;
  g_autofree char *line = NULL;

  parley_irc_accept (instance->irc, key);
  kept = parley_contacts_choose (instance->contacts, account, name, mode);
  parley_switches_note_person (instance->switches, account, name);
  parley_engine_note_choice (instance->engine, key, NULL, parley_mode_to_string (mode));
  parley_engine_resume (instance->engine, key);
  line = dup_sentences (instance, key, mode, kept);
  parley_tell_when_written (instance, key, name, line);
  parley_protocol_question_ask (instance, account, mode);
}

static void
forget_chat (const ParleyChatKey *key, gpointer data)
{
  ParleyInstance *instance = data;

  parley_irc_forget (instance->irc, key);
  parley_engine_forget (instance->engine, key);
}

gboolean
parley_switch (ParleyInstance *instance, PurpleAccount *account, const char *name, ParleyMode mode)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyVerdict verdict = parley_engine_judge_person (instance->engine, key);

  if (mode != PARLEY_MODE_OFF && verdict != PARLEY_VERDICT_ALLOWED)
    {
      parley_tell_person (instance, account, name, parley_verdict_explain (verdict));
      return FALSE;
    }
  parley_names_watch (instance, account, name);
  if (mode != PARLEY_MODE_OFF
      && parley_introduction_take (instance->introduction,
                                   parley_subject_new_person (account, name), mode))
    return FALSE;
  if (mode != PARLEY_MODE_OFF)
    {
      switch_on (instance, account, name, key, mode);
      return TRUE;
    }
  parley_introduction_drop (instance->introduction, key);
  if (parley_contacts_get_mode (instance->contacts, account, name) != PARLEY_MODE_OFF)
    parley_engine_note_choice (instance->engine, key, NULL,
                               parley_mode_to_string (PARLEY_MODE_OFF));
  parley_contacts_choose (instance->contacts, account, name, PARLEY_MODE_OFF);
  parley_switches_note_person (instance->switches, account, name);
  parley_contacts_foreach_alike (account, name, forget_chat, instance);
  parley_tell_when_written (instance, key, name, _ ("Switched off for this person."));
  return TRUE;
}

/* Whatever has it be silent here. Returns: whether that was a pause everywhere. */
static gboolean
take_back (ParleyInstance *instance,
           PurpleAccount *account,
           const char *name,
           const ParleyChatKey *key,
           ParleyMode mode)
{
  gboolean paused = parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED);

  if (paused)
    parley_prefs_set_bool (instance->prefs, PARLEY_SETTING_GUARD_PAUSED, FALSE);
  if (parley_contacts_is_stopped (instance->contacts, account, name))
    {
      parley_contacts_go_on (instance->contacts, account, name);
      parley_switches_note_person (instance->switches, account, name);
      parley_engine_note_choice (instance->engine, key, NULL, parley_mode_to_string (mode));
    }
  if (mode != PARLEY_MODE_OFF)
    parley_engine_resume (instance->engine, key);
  return paused;
}

void
parley_switch_on (ParleyInstance *instance, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyMode mode = parley_contacts_get_mode (instance->contacts, account, name);
  ParleyMode last = parley_contacts_get_last_mode (instance->contacts, account, name);
  g_autofree char *line = NULL;
  g_autofree char *both = NULL;
  gboolean everywhere;

  if (mode == PARLEY_MODE_OFF || parley_irc_look (instance->irc, key) == PARLEY_SIGHT_OTHER
      || parley_engine_judge_person (instance->engine, key) != PARLEY_VERDICT_ALLOWED)
    {
      parley_switch (instance, account, name, last != PARLEY_MODE_OFF ? last : PARLEY_MODE_AUTO);
      return;
    }
  everywhere = take_back (instance, account, name, key, mode);
  line = dup_sentences (instance, key, mode, purple_find_buddy (account, name) != NULL);
  both = g_strjoin (" ", everywhere ? _ ("Parley goes on in all chats.") : line,
                    everywhere ? line : NULL, NULL);
  parley_tell_when_written (instance, key, name, both);
}

/* Returns: (transfer full): what to tell the user when it goes on for a person. */
static char *
dup_going_on (ParleyInstance *instance,
              const ParleyChatKey *key,
              ParleyMode mode,
              gboolean everywhere)
{
  const char *first = everywhere ? _ ("Parley goes on in all chats.") : _ ("Parley goes on here.");
  g_autofree char *explained = NULL;

  if (mode == PARLEY_MODE_OFF && everywhere)
    return g_strjoin (" ", first, parley_verdict_explain (PARLEY_VERDICT_NOT_CHOSEN), NULL);
  if (mode == PARLEY_MODE_OFF)
    return g_strdup (_ ("Parley is off for this person. To switch it on: /parley on"));
  explained = dup_explained (instance, key, mode);
  return g_strjoin (" ", first, explained, NULL);
}

void
parley_switch_go_on (ParleyInstance *instance, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyMode mode = parley_contacts_get_mode (instance->contacts, account, name);
  gboolean everywhere = take_back (instance, account, name, key, mode);
  g_autofree char *line = dup_going_on (instance, key, mode, everywhere);

  parley_tell_when_written (instance, key, name, line);
}

void
parley_switch_stop (ParleyInstance *instance, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (parley_contacts_get_mode (instance->contacts, account, name) == PARLEY_MODE_OFF)
    {
      parley_tell_person (instance, account, name, _ ("Parley is off for this person."));
      return;
    }
  parley_contacts_stop (instance->contacts, account, name);
  parley_switches_note_person (instance->switches, account, name);
  parley_engine_note_choice (instance->engine, key, NULL, "stopped");
  parley_engine_look_again (instance->engine);
  parley_tell_when_written (instance, key, name,
                            _ ("Stopped for this person. To go on: /parley go"));
}

/* Returns: (transfer full) (nullable): where the client's log of the chat is, in a sentence. */
static char *
dup_log_notice (PurpleAccount *account, const char *name)
{
  g_autofree char *folder = purple_log_get_log_dir (PURPLE_LOG_IM, name, account);

  if (folder == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR))
    return NULL;
  return g_strdup_printf (_ ("Your own log still has this chat: %s"), folder);
}

/* Where there is a conversation the engine tells in it what became of it. */
void
parley_switch_forget (ParleyInstance *instance, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  g_autofree char *notice = account != NULL ? dup_log_notice (account, key->person) : NULL;
  gboolean open
      = account != NULL
        && purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, key->person, account)
               != NULL;

  parley_engine_forget_person (instance->engine, key);
  if (!open)
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO,
                   _ ("Parley has forgotten all about this person."), notice);
  else if (notice != NULL)
    parley_host_tell_user (PARLEY_HOST (instance->host), key, notice);
}

static void
confirm_pause (ParleyInstance *instance, const ParleyChatKey *key, const char *text)
{
  if (key != NULL)
    parley_tell_when_written (instance, key, key->person, text);
  else
    parley_tell_when_written (instance, NULL, text, NULL);
}

void
parley_switch_pause (ParleyInstance *instance, gboolean paused, const ParleyChatKey *key)
{
  parley_prefs_set_bool (instance->prefs, PARLEY_SETTING_GUARD_PAUSED, paused);
  parley_switches_set_end_of_pause (instance->switches, 0);
  confirm_pause (instance, key,
                 paused ? _ ("Paused in all chats. To go on: /parley go")
                        : _ ("Parley goes on in all chats."));
}

void
parley_switch_pause_for (ParleyInstance *instance, gint64 seconds, const ParleyChatKey *key)
{
  gint64 now = parley_timers_wall (instance->timers);
  gint64 until = now + seconds;
  g_autofree char *when = parley_clock_dup_moment (until, now);
  g_autofree char *text
      = g_strdup_printf (_ ("Paused in all chats until %s. To go on sooner: /parley go"), when);

  parley_prefs_set_bool (instance->prefs, PARLEY_SETTING_GUARD_PAUSED, TRUE);
  parley_switches_set_end_of_pause (instance->switches, until);
  confirm_pause (instance, key, text);
}

void
parley_switch_rule (ParleyInstance *instance,
                    PurpleAccount *account,
                    const char *name,
                    const char *rule)
{
  parley_contacts_choose_rule (account, name, rule);
  parley_switches_note_person (instance->switches, account, name);
}

void
parley_switch_place_rule (ParleyInstance *instance, ParleyPlace place, const char *rule)
{
  parley_choice_set_rule (place, rule);
  parley_switches_note (instance->switches, place);
}

static void
forget_if_off (const ParleyChatKey *key, gpointer data)
{
  ParleyInstance *instance = data;
  PurpleAccount *account = parley_contacts_find_account (key);

  if (parley_contacts_get_mode (instance->contacts, account, key->person) == PARLEY_MODE_OFF)
    parley_engine_forget (instance->engine, key);
}

void
parley_switch_clear (ParleyInstance *instance, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (parley_contacts_get_mode (instance->contacts, account, name) != PARLEY_MODE_OFF)
    parley_engine_note_choice (instance->engine, key, NULL, "cleared");
  parley_contacts_clear (account, name);
  parley_switches_note_person (instance->switches, account, name);
  parley_contacts_foreach_alike (account, name, forget_if_off, instance);
}

/* Many at once */

static gboolean
is_on (ParleyInstance *instance, PurpleBuddy *buddy)
{
  return parley_contacts_get_mode (instance->contacts, purple_buddy_get_account (buddy),
                                   purple_buddy_get_name (buddy))
         != PARLEY_MODE_OFF;
}

/* Returns: (transfer container): those of @buddies for whom Parley is on; the rest is let go. */
static GSList *
keep_those_on (ParleyInstance *instance, GSList *buddies)
{
  GSList *kept = NULL;

  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      if (is_on (instance, link->data))
        kept = g_slist_prepend (kept, link->data);
    }
  g_slist_free (buddies);
  return kept;
}

/* Those who were on and are not any more. */
static void
forget_those_off (ParleyInstance *instance, GSList *buddies)
{
  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (
          purple_buddy_get_account (link->data), purple_buddy_get_name (link->data));

      if (!is_on (instance, link->data))
        parley_engine_forget (instance->engine, key);
    }
}

static const char *
get_name (ParleyPlace place)
{
  return place.account != NULL ? purple_account_get_username (place.account)
                               : purple_group_get_name (PURPLE_GROUP (place.node));
}

static void
tell_of_place (ParleyInstance *instance, ParleyPlace place, ParleyMode mode)
{
  g_autofree char *disclosure = parley_engine_dup_disclosure (instance->engine);
  g_autofree char *line = NULL;

  if (mode == PARLEY_MODE_OFF)
    line = g_strdup (_ ("Switched off for everybody, except people you chose one by one."));
  else
    line = g_strjoin (" ",
                      _ ("Switched on for everybody of this group or account in your buddy list, "
                         "now and later, except people you chose one by one."),
                      parley_mode_explain (mode), disclosure, NULL);
  parley_tell_when_written (instance, NULL, get_name (place), line);
}

void
parley_switch_place (ParleyInstance *instance, ParleyPlace place, ParleyMode mode)
{
  g_autoptr (GSList) were_on = NULL;

  if (mode != PARLEY_MODE_OFF
      && parley_introduction_take (instance->introduction, parley_subject_new_place (place), mode))
    return;
  were_on = keep_those_on (instance, parley_choice_list_buddies (place));
  parley_engine_note_choice (instance->engine, NULL, get_name (place),
                             parley_mode_to_string (mode));
  parley_choice_set_mode (place, mode);
  parley_switches_note (instance->switches, place);
  forget_those_off (instance, were_on);
  tell_of_place (instance, place, mode);
  if (place.account != NULL)
    parley_protocol_question_ask (instance, place.account, mode);
}

void
parley_switch_subject (ParleyInstance *instance, const ParleySubject *subject, ParleyMode mode)
{
  const ParleyChatKey *person = parley_subject_get_person (subject);

  if (person != NULL)
    parley_switch (instance, parley_contacts_find_account (person), person->person, mode);
  else
    parley_switch_place (instance, parley_subject_find_place (subject), mode);
}

void
parley_switch_clear_group (ParleyInstance *instance, PurpleGroup *group)
{
  ParleyPlace place = parley_place_of_group (group);
  g_autoptr (GSList) were_on = keep_those_on (instance, parley_choice_list_buddies (place));

  parley_engine_note_choice (instance->engine, NULL, get_name (place), "cleared");
  parley_choice_clear (place.node);
  parley_switches_note (instance->switches, place);
  forget_those_off (instance, were_on);
}
