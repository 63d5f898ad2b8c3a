/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-lurch.h"

#include <plugin.h>
#include <signals.h>

#define PLUGIN_ID "core-riba-lurch"

/* The plugin's lurch_status_t. Where it has no session yet it makes one when something is sent. */
typedef enum
{
  STATUS_DISABLED,
  STATUS_NOT_SUPPORTED,
  STATUS_NO_SESSION,
  STATUS_OK,
} Status;

typedef void (*StatusFunc) (gint32 error, Status status, gpointer data);

/* Called from inside the question. */
static void
on_status (gint32 error, Status status, gpointer data)
{
  gboolean *encrypts = data;

  *encrypts = error != 0 || (status != STATUS_DISABLED && status != STATUS_NOT_SUPPORTED);
}

gboolean
parley_lurch_encrypts (PurpleAccount *account, const char *person)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PLUGIN_ID);
  StatusFunc func = on_status;
  gboolean encrypts = TRUE;

  if (plugin == NULL || !purple_plugin_is_loaded (plugin)
      || !g_str_equal (purple_account_get_protocol_id (account), "prpl-jabber"))
    return FALSE;
  purple_signal_emit (purple_plugins_get_handle (), "lurch-status-im", account, person, func,
                      &encrypts);
  return encrypts;
}
