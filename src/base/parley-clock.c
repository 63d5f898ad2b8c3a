/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-clock.h"

#include <glib/gi18n-lib.h>

#define HALF_DAY_S 43200

static gint64
system_monotonic_ms (gpointer data)
{
  return g_get_monotonic_time () / 1000;
}

static gint64
system_wall_s (gpointer data)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

const ParleyClock *
parley_clock_get_system (void)
{
  static const ParleyClock clock = { system_monotonic_ms, system_wall_s, NULL };

  return &clock;
}

char *
parley_clock_dup_moment (gint64 wall, gint64 now)
{
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_local (wall);

  if (local == NULL)
    return g_strdup ("–");
  /* Translators: a time of day, or with the date if it is more than half a day off (strftime) */
  return g_date_time_format (local, wall - now > HALF_DAY_S ? _ ("%x %H:%M") : _ ("%H:%M"));
}
