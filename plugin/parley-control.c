/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-control.h"

#include <glib/gi18n-lib.h>

#include "base/parley-json-line.h"
#include "control/parley-control-server.h"
#include "parley-control-verbs.h"
#include "parley-introduction.h"
#include "parley-notice.h"

/* Whoever starts a helper's client sets it to 1, so that the helper can be reached from the start.
 */
#define VARIABLE "PARLEY_CONTROL"

struct _ParleyControl
{
  ParleyInstance *instance;
  ParleyControlServer *server; /* NULL: nobody listens */
  ParleyControlTally *tally;
  gboolean failed; /* the user was told that nobody can */
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
    parley_control_client_refuse (
        client, _ ("Nothing was changed: first switch Parley on for somebody in Pidgin or Finch, "
                   "and answer what it asks there."));
  else
    parley_control_verbs_run (control->instance, control->tally, client, request);
}

static void
on_deed (gpointer data, const char *kind, const char *reason)
{
  ParleyControl *control = data;
  ParleyJsonLine *line;
  g_autofree char *text = NULL;

  parley_control_tally_count (control->tally, kind, reason,
                              parley_timers_wall (control->instance->timers));
  if (control->server == NULL)
    return;
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "event", kind);
  if (*reason != '\0')
    parley_json_line_add_string (line, "reason", reason);
  text = parley_json_line_end (line);
  parley_control_server_publish (control->server, text);
}

static void
listen (ParleyControl *control)
{
  g_autofree char *path = g_build_filename (control->instance->user_dir, "control", NULL);
  g_autoptr (GError) error = NULL;

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
  ParleyControl *control = g_new0 (ParleyControl, 1);

  control->instance = instance;
  control->tally = parley_control_tally_new ();
  parley_engine_observe_deeds (instance->engine, on_deed, control);
  parley_control_look_again (control);
  return control;
}

void
parley_control_free (ParleyControl *control)
{
  parley_engine_observe_deeds (control->instance->engine, NULL, NULL);
  g_clear_pointer (&control->server, parley_control_server_free);
  parley_control_tally_free (control->tally);
  g_free (control);
}
