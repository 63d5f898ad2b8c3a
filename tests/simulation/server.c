/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "server.h"

#include <string.h>

static const char *const profiles[] = {
  "xmpp-carbons", "telegram",     "whatsapp",   "whatsapp-never", "slack",        "signal",
  "discord",      "liar-twice",   "liar-late",  "liar-silent",    "liar-other",   "liar-swallowed",
  "mattermost",   "xmpp-carbons", "googlechat", "skype",          "xmpp-carbons",
};

static gint64
get_int (GKeyFile *file, const char *group, const char *key, gint64 fallback)
{
  return g_key_file_has_key (file, group, key, NULL) ? g_key_file_get_int64 (file, group, key, NULL)
                                                     : fallback;
}

static void
read_setting (SimServer *server, GKeyFile *file)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, "setting", NULL, NULL);

  if (keys == NULL || keys[0] == NULL)
    return;
  server->setting = g_strdup (keys[0]);
  server->value = g_key_file_get_string (file, "setting", keys[0], NULL);
}

SimServer *
sim_server_new (guint64 number)
{
  SimServer *server = g_new0 (SimServer, 1);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path
      = g_strdup_printf ("%s/%s.ini", SIM_PROFILES, profiles[number % G_N_ELEMENTS (profiles)]);

  g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
  server->id = g_key_file_get_string (file, "protocol", "id", NULL);
  server->shows = get_int (file, "send", "result", 0) > 0
                  && !g_key_file_get_boolean (file, "send", "swallow", NULL);
  if (!server->shows && g_key_file_has_group (file, "echo"))
    server->echoes = (guint) get_int (file, "echo", "lines", 1);
  server->delay_ms = 1000 * get_int (file, "echo", "delay_s", 0);
  server->instead = g_key_file_get_string (file, "echo", "instead", NULL);
  read_setting (server, file);
  return server;
}

void
sim_server_free (SimServer *server)
{
  g_free (server->id);
  g_free (server->instead);
  g_free (server->setting);
  g_free (server->value);
  g_free (server);
}
