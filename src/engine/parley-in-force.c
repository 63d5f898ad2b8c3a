/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-in-force.h"

void
parley_in_force_read (ParleyInForce *in_force, ParleySettings *settings, ParleyLearned *learned)
{
  const char *quiet = parley_settings_get_string (settings, PARLEY_SETTING_GUARD_QUIET_HOURS);

  in_force->serial = parley_settings_get_serial (settings);
  in_force->policy = parley_turn_policy_read (settings);
  in_force->policy.window.learned = learned;
  in_force->quiet = (ParleyHours){ 0 };
  in_force->has_quiet = *quiet != '\0';
  parley_hours_parse (quiet, &in_force->quiet, NULL);
}

gboolean
parley_in_force_is_quiet (const ParleyInForce *in_force, gint64 wall)
{
  g_autoptr (GDateTime) local = in_force->has_quiet ? g_date_time_new_from_unix_local (wall) : NULL;

  return local != NULL && parley_hours_contain (&in_force->quiet, local);
}

gint64
parley_in_force_get_quiet_left (const ParleyInForce *in_force, gint64 wall)
{
  g_autoptr (GDateTime) local = NULL;

  if (!parley_in_force_is_quiet (in_force, wall))
    return -1;
  local = g_date_time_new_from_unix_local (wall);
  return parley_hours_get_change_s (&in_force->quiet, local);
}
