/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-welcome.h"

/* Clients change the status of one account after the other, and at their start the accounts sign on
 * one after the other. */
#define SETTLE_MS 3000

struct _ParleyWelcome
{
  ParleyContext *context;
  ParleyDraftWaitsFunc draft_waits;
  gpointer owner;
  ParleyDepartures *departures;
  GHashTable *present; /* ParleyChatKey without a person: accounts that the user is there on */
  ParleyTimer *timer;
  GCancellable *reading; /* (nullable) */
  GPtrArray *told;       /* of ParleyChatKey: the accounts that are read */
  ParleyWelcomeFunc func;
  gpointer data;
};

static void
arm (ParleyWelcome *welcome)
{
  ParleyTimers *timers = welcome->context->timers;

  parley_timer_arm (welcome->timer, parley_timers_now (timers) + SETTLE_MS);
}

static void
stop_reading (ParleyWelcome *welcome)
{
  if (welcome->reading != NULL)
    g_cancellable_cancel (welcome->reading);
  g_clear_object (&welcome->reading);
  g_clear_pointer (&welcome->told, g_ptr_array_unref);
}

static gint64
get_since (ParleyWelcome *welcome, const ParleyChatKey *account)
{
  return parley_departures_get (welcome->departures, account->protocol, account->account);
}

/* Returns: (transfer full): the accounts on which the user came back and was not told. */
static GPtrArray *
list_back (ParleyWelcome *welcome)
{
  GPtrArray *back = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  GHashTableIter iter;
  gpointer account;

  g_hash_table_iter_init (&iter, welcome->present);
  while (g_hash_table_iter_next (&iter, &account, NULL))
    {
      if (get_since (welcome, account) >= 0)
        g_ptr_array_add (back, parley_chat_key_copy (account));
    }
  return back;
}

static void
return_free (gpointer data)
{
  ParleyReturn *back = data;

  parley_chat_key_free (back->account);
  g_free (back);
}

/* Returns: (transfer full): of ParleyReturn: the absences that end here. */
static GPtrArray *
end_absences (ParleyWelcome *welcome, const GPtrArray *accounts)
{
  gint64 wall = parley_timers_wall (welcome->context->timers);
  GPtrArray *returns = g_ptr_array_new_with_free_func (return_free);

  for (guint i = 0; i < accounts->len; i++)
    {
      const ParleyChatKey *account = g_ptr_array_index (accounts, i);
      ParleyReturn *back = g_new0 (ParleyReturn, 1);

      back->account = parley_chat_key_copy (account);
      back->since = get_since (welcome, account);
      g_ptr_array_add (returns, back);
      parley_departures_end (welcome->departures, account->protocol, account->account, wall);
    }
  return returns;
}

/* If this was cancelled the user left again, or nobody is there any more. */
static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyWelcome *welcome = data;
  g_autoptr (GPtrArray) absences = parley_absence_read_finish (result, NULL);
  g_autoptr (GPtrArray) told = NULL;
  g_autoptr (GPtrArray) returns = NULL;

  if (absences == NULL)
    return;
  told = g_steal_pointer (&welcome->told);
  stop_reading (welcome);
  returns = end_absences (welcome, told);
  if (welcome->func != NULL)
    welcome->func (welcome->data, absences, returns);
}

static void
on_settled (gpointer data)
{
  ParleyWelcome *welcome = data;
  ParleyContext *context = welcome->context;
  g_autoptr (GPtrArray) back = list_back (welcome);

  stop_reading (welcome);
  if (back->len == 0)
    return;
  if (!parley_settings_get_bool (context->settings, PARLEY_SETTING_GUARD_WELCOME_BACK))
    {
      g_ptr_array_unref (end_absences (welcome, back));
      return;
    }
  welcome->reading = g_cancellable_new ();
  welcome->told = g_ptr_array_ref (back);
  parley_absence_read_async (context, welcome->departures, back, welcome->draft_waits,
                             welcome->owner, welcome->reading, on_read, welcome);
}

static void
look (ParleyWelcome *welcome)
{
  g_autoptr (GPtrArray) back = list_back (welcome);

  if (back->len > 0)
    arm (welcome);
  else
    parley_timer_disarm (welcome->timer);
}

static void
on_departures_loaded (gpointer owner)
{
  look (owner);
}

ParleyWelcome *
parley_welcome_new (ParleyContext *context, ParleyDraftWaitsFunc draft_waits, gpointer owner)
{
  ParleyWelcome *welcome = g_new0 (ParleyWelcome, 1);

  welcome->context = context;
  welcome->draft_waits = draft_waits;
  welcome->owner = owner;
  welcome->present = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                            (GDestroyNotify) parley_chat_key_free, NULL);
  welcome->timer = parley_timer_new (context->timers, on_settled, welcome);
  welcome->departures = parley_departures_new (context->stores.kept, on_departures_loaded, welcome);
  return welcome;
}

void
parley_welcome_free (ParleyWelcome *welcome)
{
  stop_reading (welcome);
  parley_timer_free (welcome->timer);
  parley_departures_free (welcome->departures);
  g_hash_table_unref (welcome->present);
  g_free (welcome);
}

void
parley_welcome_watch (ParleyWelcome *welcome, ParleyWelcomeFunc func, gpointer data)
{
  welcome->func = func;
  welcome->data = data;
}

/* What is being read was about an absence that goes on. */
static void
go (ParleyWelcome *welcome, const ParleyChatKey *account)
{
  if (!g_hash_table_remove (welcome->present, account))
    return;
  stop_reading (welcome);
  look (welcome);
}

void
parley_welcome_take_place (ParleyWelcome *welcome,
                           const char *protocol,
                           const char *account,
                           ParleyUserPlace place)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new (protocol, account, "");

  switch (place)
    {
    case PARLEY_USER_UNSEEN:
      go (welcome, key);
      break;
    case PARLEY_USER_AWAY:
      go (welcome, key);
      parley_departures_begin (welcome->departures, protocol, account,
                               parley_timers_wall (welcome->context->timers));
      break;
    case PARLEY_USER_THERE:
      if (g_hash_table_add (welcome->present, g_steal_pointer (&key)))
        look (welcome);
      break;
    }
}
