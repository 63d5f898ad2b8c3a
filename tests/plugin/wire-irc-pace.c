/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* libpurple's IRC sends nothing at once: each second it looks whether it may. Its own limit can be
 * switched off, that second can't, and a test would spend all its time on it. What this program
 * exports under GLib's name goes before GLib's, in that plugin too. */
#include <glib.h>

#define EXPORTED __attribute__ ((visibility ("default")))
#define PACE_MS  5

EXPORTED guint
g_timeout_add_seconds (guint seconds, GSourceFunc func, gpointer data)
{
  return seconds == 1 ? g_timeout_add (PACE_MS, func, data)
                      : g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, seconds, func, data, NULL);
}
