/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-control.h"

#include <glib/gi18n-lib.h>

#include "base/parley-json-line.h"
#include "control/parley-alert.h"
#include "control/parley-control-server.h"
#include "control/parley-log-file.h"
#include "control/parley-watchdog.h"
#include "parley-control-verbs.h"
#include "dialogs/parley-finch.h"
#include "parley-health.h"
#include "dialogs/parley-introduction.h"

/* Whoever starts a helper's client sets it to 1, so that the helper can be reached from the start.
 */
#define VARIABLE "PARLEY_CONTROL"

struct _ParleyControl
{
  ParleyInstance *instance;
  ParleyControlServer *server; /* NULL: nobody listens */
  ParleyControlTally *tally;
  gboolean failed; /* the user was told that nobody can */
  ParleyLogFile *log;
  ParleyAlert *alert;
  ParleyHealthWatch *health;
  ParleyWatchdog *watchdog; /* (nullable) */
};

static gboolean
is_wanted (ParleyControl *control)
{
  return parley_settings_get_bool (control->instance->settings, PARLEY_SETTING_GUARD_CONTROL)
         || g_strcmp0 (g_getenv (VARIABLE), "1") == 0;
}

static void
on_request (ParleyControlClient *client, JsonObject *request, gpointer data)
{
  ParleyControl *control = data;

  if (parley_introduction_is_due (control->instance->introduction))
    parley_control_client_refuse (client,
                                  _ ("Nothing was changed: first switch Parley on for somebody in "
                                     "Pidgin or Finch, and answer its questions there."));
  else
    {
      parley_control_tally_set_lost (control->tally, parley_log_file_get_lost (control->log));
      parley_control_verbs_run (control->instance, control->tally, client, request);
    }
}

/* --- what happens --- */

static void
publish (ParleyControl *control, const char *event, const char *reason)
{
  ParleyJsonLine *line;
  g_autofree char *text = NULL;

  if (control->server == NULL)
    return;
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "event", event);
  if (*reason != '\0')
    parley_json_line_add_string (line, "reason", reason);
  text = parley_json_line_end (line);
  parley_control_server_publish (control->server, text);
}

/* @key: (nullable): of no one chat. */
static void
write_log (ParleyControl *control, const char *event, const char *reason, const ParleyChatKey *key)
{
  ParleySettings *settings = control->instance->settings;
  ParleyLogDeed *deed;

  if (!parley_settings_get_bool (settings, PARLEY_SETTING_GUARD_LOG_FILE))
    return;
  deed = g_new0 (ParleyLogDeed, 1);
  deed->wall = parley_timers_wall (control->instance->timers);
  deed->event = g_strdup (event);
  deed->reason = g_strdup (reason);
  deed->key = key != NULL ? parley_chat_key_copy (key) : NULL;
  deed->named = parley_settings_get_bool (settings, PARLEY_SETTING_GUARD_LOG_NAMES);
  parley_log_file_add (control->log, deed);
}

static void
on_deed (gpointer data, const ParleyDeed *deed)
{
  ParleyControl *control = data;

  parley_control_tally_count (control->tally, deed->kind, deed->reason,
                              parley_timers_wall (control->instance->timers));
  publish (control, deed->kind, deed->reason);
  if (!deed->private_chat)
    write_log (control, deed->kind, deed->reason, deed->key);
  parley_health_watch_look (control->health);
}

static void
on_forgotten (gpointer data, const ParleyChatKey *key)
{
  parley_log_file_forget (((ParleyControl *) data)->log, key);
}

static void
on_health (gpointer data, const char *trouble)
{
  ParleyControl *control = data;
  const char *word = trouble != NULL ? trouble : "ok";

  publish (control, "health", word);
  write_log (control, "health", word, NULL);
  parley_alert_tell (
      control->alert,
      parley_settings_get_string (control->instance->settings, PARLEY_SETTING_GUARD_ALERT_COMMAND),
      word);
}

/* Nobody may be looking: it stands in the journal, and is counted. */
static void
on_alert_failed (gpointer data, const GError *error)
{
  ParleyControl *control = data;

  g_message ("the alert command can't be run: %s", error->message);
  parley_engine_note_important (control->instance->engine, "alert_failed");
}

static void
on_log_failed (gpointer data, const GError *error)
{
  ParleyControl *control = data;

  parley_engine_note_important (control->instance->engine, "log_failed");
  parley_notice (control->instance->plugin, PURPLE_NOTIFY_MSG_WARNING,
                 _ ("Parley can't write its log file. It goes on without it."), error->message);
}

/* --- the socket --- */

static void
listen (ParleyControl *control)
{
  g_autofree char *path = g_build_filename (control->instance->user_dir, "control", NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (control->instance->user_dir, 0700); /* at the very first start */
  control->server = parley_control_server_new (path, on_request, control, &error);
  if (control->server == NULL && !control->failed)
    parley_notice (control->instance->plugin, PURPLE_NOTIFY_MSG_WARNING, error->message, NULL);
  control->failed = control->server == NULL;
}

void
parley_control_look_again (ParleyControl *control)
{
  if (control == NULL)
    return;
  parley_health_watch_look (control->health);
  if (!is_wanted (control))
    {
      g_clear_pointer (&control->server, parley_control_server_free);
      control->failed = FALSE;
    }
  else if (control->server == NULL)
    listen (control);
}

ParleyControl *
parley_control_new (ParleyInstance *instance)
{
  static const ParleyObserver observer = { .deed = on_deed, .forgotten = on_forgotten };
  ParleyControl *control = g_new0 (ParleyControl, 1);
  g_auto (GStrv) environment = g_get_environ ();

  control->instance = instance;
  control->tally = parley_control_tally_new ();
  control->log = parley_log_file_new (instance->user_dir, on_log_failed, control);
  control->alert = parley_alert_new (PARLEY_ALERT_MAX_MS, on_alert_failed, control);
  control->health = parley_health_watch_new (instance, on_health, control);
  control->watchdog = parley_watchdog_new (environment, instance->timers);
  parley_engine_observe (instance->engine, &observer, control);
  write_log (control, "started", "", NULL);
  parley_control_look_again (control);
  return control;
}

void
parley_control_free (ParleyControl *control)
{
  parley_engine_observe (control->instance->engine, NULL, NULL);
  g_clear_pointer (&control->watchdog, parley_watchdog_free);
  parley_health_watch_free (control->health);
  parley_alert_free (control->alert);
  write_log (control, "ended", "", NULL);
  parley_log_file_free (control->log);
  g_clear_pointer (&control->server, parley_control_server_free);
  parley_control_tally_free (control->tally);
  g_free (control);
}
