/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-health.h"

#include <account.h>
#include <connection.h>
#include <core.h>

/* Twice seen, so long apart, it is a change. */
#define LASTING_MS 30000

struct _ParleyHealthWatch
{
  ParleyInstance *instance;
  ParleyHealthFunc func;
  gpointer data;
  ParleyTimer *timer;
  const char *told; /* (nullable): trouble, likewise below */
  const char *seen;
};

ParleyHealth
parley_health_read (ParleyInstance *instance)
{
  g_autoptr (GPtrArray) drafts = parley_engine_list_drafts (instance->engine);
  ParleyHealth health = {
    .drafts = drafts->len,
    .paused = parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED),
    .waits_for_model = parley_engine_waits_for_model (instance->engine),
  };

  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      if (!purple_account_get_enabled (link->data, purple_core_get_ui ()))
        continue;
      health.accounts++;
      health.online += purple_account_is_connected (link->data) ? 1 : 0;
    }
  return health;
}

static void
arm (ParleyHealthWatch *watch)
{
  parley_timer_arm (watch->timer, parley_timers_now (watch->instance->timers) + LASTING_MS);
}

static void
on_timer (gpointer data)
{
  ParleyHealthWatch *watch = data;
  const ParleyHealth health = parley_health_read (watch->instance);
  const char *trouble = parley_health_get_trouble (&health);

  if (g_strcmp0 (trouble, watch->told) == 0)
    watch->seen = watch->told;
  else if (g_strcmp0 (trouble, watch->seen) == 0)
    {
      watch->told = trouble;
      watch->func (watch->data, trouble);
    }
  else
    {
      watch->seen = trouble;
      arm (watch);
    }
}

void
parley_health_watch_look (ParleyHealthWatch *watch)
{
  if (!parley_timer_is_armed (watch->timer))
    arm (watch);
}

static void
on_connection (PurpleConnection *connection, ParleyHealthWatch *watch)
{
  parley_health_watch_look (watch);
}

static void
on_account (PurpleAccount *account, ParleyHealthWatch *watch)
{
  parley_health_watch_look (watch);
}

ParleyHealthWatch *
parley_health_watch_new (ParleyInstance *instance, ParleyHealthFunc func, gpointer data)
{
  ParleyHealthWatch *watch = g_new0 (ParleyHealthWatch, 1);

  watch->instance = instance;
  watch->func = func;
  watch->data = data;
  watch->timer = parley_timer_new (instance->timers, on_timer, watch);
  parley_listening_add (instance->listening, purple_connections_get_handle (), "signed-on",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_connection), watch);
  parley_listening_add (instance->listening, purple_connections_get_handle (), "signed-off",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_connection), watch);
  parley_listening_add (instance->listening, purple_accounts_get_handle (), "account-enabled",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_account), watch);
  parley_listening_add (instance->listening, purple_accounts_get_handle (), "account-disabled",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_account), watch);
  parley_health_watch_look (watch);
  return watch;
}

void
parley_health_watch_free (ParleyHealthWatch *watch)
{
  parley_timer_free (watch->timer);
  g_free (watch);
}
