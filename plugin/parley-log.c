/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-log.h"

#include <debug.h>

static void
on_log (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)) != 0)
    purple_debug_error ("parley", "%s\n", message);
  else if ((level & G_LOG_LEVEL_WARNING) != 0)
    purple_debug_warning ("parley", "%s\n", message);
  else
    purple_debug_info ("parley", "%s\n", message);
}

guint
parley_log_connect (void)
{
  return g_log_set_handler (
      G_LOG_DOMAIN, G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, on_log, NULL);
}

void
parley_log_disconnect (guint handler)
{
  g_log_remove_handler (G_LOG_DOMAIN, handler);
}
