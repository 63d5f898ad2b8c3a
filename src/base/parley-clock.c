/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-clock.h"

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
