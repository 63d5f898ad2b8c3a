/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-speakers.h"

#include <glib/gi18n-lib.h>

#include <connection.h>

#include "base/parley-speaker-lock.h"
#include "dialogs/parley-finch.h"

/* A free lock is found within 5 s, also when the loop is late. */
#define RETRY_MS 2000

struct _ParleySpeakers
{
  PurplePlugin *plugin;
  ParleyTimers *timers;
  char *user_dir;
  GHashTable *locks;  /* PurpleAccount → ParleySpeakerLock */
  ParleyTimer *retry; /* armed while a lock isn't held */
  gboolean told;      /* that another program answers; until that is over */
  gboolean told_unlocked;
  ParleySpeakersFunc taken_over;
  gpointer data;
};

static void
tell_waiting (ParleySpeakers *speakers, PurpleAccount *account)
{
  g_autofree char *text = NULL;

  if (speakers->told)
    return;
  speakers->told = TRUE;
  text = g_strdup_printf (
      _ ("Another Pidgin or Finch with the same profile already answers for “%s”. This one stays "
         "silent, and takes over when you close the other one."),
      purple_account_get_username (account));
  parley_notice (speakers->plugin, PURPLE_NOTIFY_MSG_INFO,
                 _ ("Another Pidgin or Finch is answering"), text);
}

static void
tell_unlocked (ParleySpeakers *speakers, const GError *error)
{
  g_autofree char *text = NULL;

  if (speakers->told_unlocked)
    return;
  speakers->told_unlocked = TRUE;
  text = g_strdup_printf (
      _ ("Parley can't tell whether another Pidgin or Finch with the same profile is answering, so "
         "it only writes drafts. To let it answer, make its folder writable. (%s)"),
      error->message);
  parley_notice (speakers->plugin, PURPLE_NOTIFY_MSG_WARNING, _ ("Parley only writes drafts"),
                 text);
}

static void
tell_taken_over (ParleySpeakers *speakers, const char *names)
{
  g_autofree char *text = g_strdup_printf (
      _ ("The other Pidgin or Finch is closed: Parley answers for “%s” from here now."), names);

  parley_notice (speakers->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("Parley takes over"), text);
}

static void
arm (ParleySpeakers *speakers)
{
  parley_timer_arm (speakers->retry, parley_timers_now (speakers->timers) + RETRY_MS);
}

static ParleySpeaker
try_lock (ParleySpeakers *speakers, ParleySpeakerLock *lock)
{
  g_autoptr (GError) error = NULL;
  ParleySpeaker speaker = parley_speaker_lock_try (lock, &error);

  if (error != NULL)
    tell_unlocked (speakers, error);
  else
    speakers->told_unlocked = FALSE;
  return speaker;
}

static void
on_retry (gpointer data)
{
  ParleySpeakers *speakers = data;
  g_autoptr (GString) taken = g_string_new (NULL);
  gboolean waiting = FALSE;
  gboolean missing = FALSE;
  ParleySpeaker now;
  GHashTableIter iter;
  gpointer account;
  gpointer lock;

  g_hash_table_iter_init (&iter, speakers->locks);
  while (g_hash_table_iter_next (&iter, &account, &lock))
    {
      ParleySpeaker before = parley_speaker_lock_get (lock);

      if (before == PARLEY_SPEAKER_HERE)
        continue;
      now = try_lock (speakers, lock);
      waiting |= now == PARLEY_SPEAKER_OTHER;
      missing |= now != PARLEY_SPEAKER_HERE;
      if (before == PARLEY_SPEAKER_OTHER && now == PARLEY_SPEAKER_HERE)
        g_string_append_printf (taken, "%s%s", taken->len > 0 ? ", " : "",
                                purple_account_get_username (account));
    }
  speakers->told = waiting;
  if (missing)
    arm (speakers);
  if (taken->len == 0)
    return;
  tell_taken_over (speakers, taken->str);
  speakers->taken_over (speakers->data);
}

ParleySpeakers *
parley_speakers_new (PurplePlugin *plugin,
                     ParleyTimers *timers,
                     const char *user_dir,
                     ParleySpeakersFunc taken_over,
                     gpointer data)
{
  ParleySpeakers *speakers = g_new0 (ParleySpeakers, 1);

  speakers->plugin = plugin;
  speakers->timers = timers;
  speakers->taken_over = taken_over;
  speakers->data = data;
  speakers->user_dir = g_strdup (user_dir);
  speakers->locks
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) parley_speaker_lock_free);
  speakers->retry = parley_timer_new (timers, on_retry, speakers);
  for (GList *link = purple_connections_get_all (); link != NULL; link = link->next)
    {
      if (PURPLE_CONNECTION_IS_CONNECTED ((PurpleConnection *) link->data))
        parley_speakers_add (speakers, purple_connection_get_account (link->data));
    }
  return speakers;
}

void
parley_speakers_free (ParleySpeakers *speakers)
{
  parley_timer_free (speakers->retry);
  g_hash_table_unref (speakers->locks);
  g_free (speakers->user_dir);
  g_free (speakers);
}

static void
add (ParleySpeakers *speakers, PurpleAccount *account)
{
  ParleySpeakerLock *lock
      = parley_speaker_lock_new (speakers->user_dir, purple_account_get_protocol_id (account),
                                 purple_account_get_username (account));

  g_hash_table_insert (speakers->locks, account, lock);
  if (try_lock (speakers, lock) == PARLEY_SPEAKER_HERE)
    return;
  arm (speakers);
  if (parley_speaker_lock_get (lock) == PARLEY_SPEAKER_OTHER)
    tell_waiting (speakers, account);
}

static gboolean
is_renamed (PurpleAccount *account, ParleySpeakerLock *lock)
{
  return !parley_speaker_lock_is_for (lock, purple_account_get_protocol_id (account),
                                      purple_account_get_username (account));
}

/* No signal tells that the user gave an account another name. All locks that are out of date are
 * given up before one is taken: accounts may have changed names with each other. */
static void
follow_names (ParleySpeakers *speakers)
{
  g_autoptr (GSList) renamed = NULL;
  GHashTableIter iter;
  gpointer account;
  gpointer lock;

  g_hash_table_iter_init (&iter, speakers->locks);
  while (g_hash_table_iter_next (&iter, &account, &lock))
    {
      if (!is_renamed (account, lock))
        continue;
      renamed = g_slist_prepend (renamed, account);
      g_hash_table_iter_remove (&iter);
    }
  for (GSList *link = renamed; link != NULL; link = link->next)
    add (speakers, link->data);
}

void
parley_speakers_add (ParleySpeakers *speakers, PurpleAccount *account)
{
  follow_names (speakers);
  if (!g_hash_table_contains (speakers->locks, account))
    add (speakers, account);
}

/* The retry finds by itself that nothing is waited for any more. */
void
parley_speakers_remove (ParleySpeakers *speakers, PurpleAccount *account)
{
  g_hash_table_remove (speakers->locks, account);
}

/* A message may come before the next retry. */
gboolean
parley_speakers_may_speak (ParleySpeakers *speakers, PurpleAccount *account)
{
  ParleySpeakerLock *lock;

  follow_names (speakers);
  lock = g_hash_table_lookup (speakers->locks, account);
  if (lock == NULL)
    return FALSE;
  if (!parley_speaker_lock_may_speak (lock))
    on_retry (speakers);
  return parley_speaker_lock_may_speak (lock);
}

gboolean
parley_speakers_is_unlocked (ParleySpeakers *speakers, PurpleAccount *account)
{
  ParleySpeakerLock *lock = g_hash_table_lookup (speakers->locks, account);

  return lock != NULL && parley_speaker_lock_get (lock) == PARLEY_SPEAKER_UNLOCKED;
}
