/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "headless-purple.h"

#include <prefs.h>
#include <proxy.h>

#include "parley-purple-proxy.h"

typedef struct
{
  const char *name;
  const char *type;
  const char *host;
  int port;
  const char *user;
  const char *password;
  const char *wanted; /* NULL: the connection fails */
} Row;

/* As the preferences dialogs store them. */
static const Row rows[] = {
  { "none", "none", "", 0, "", "", "direct://" },
  { "http", "http", "proxy.example.org", 3128, "", "", "http://proxy.example.org:3128" },
  { "socks4", "socks4", "10.0.0.1", 1080, "", "", "socks4://10.0.0.1:1080" },
  { "socks5", "socks5", "10.0.0.1", 1080, "me", "p@ss:w/rd",
    "socks5://me:p%40ss%3Aw%2Frd@10.0.0.1:1080" },
  { "socks5-v6", "socks5", "::1", 1080, "me", "", "socks5://me@[::1]:1080" },
  { "tor", "tor", "127.0.0.1", 9050, "", "", "socks5://127.0.0.1:9050" },
  { "no-port", "http", "proxy", 0, "", "", "http://proxy" },
  { "no-host", "socks5", "", 1080, "", "", NULL },
  { "environment", "envvar", "unused", 1, "", "", "direct://" },
};

typedef struct
{
  char **found;
  GError *error;
  gboolean done;
} Answer;

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->found
      = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, &answer->error);
  answer->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Answer *) data)->done;
}

static void
set_preferences (const Row *row)
{
  purple_prefs_set_string ("/purple/proxy/type", row->type);
  purple_prefs_set_string ("/purple/proxy/host", row->host);
  purple_prefs_set_int ("/purple/proxy/port", row->port);
  purple_prefs_set_string ("/purple/proxy/username", row->user);
  purple_prefs_set_string ("/purple/proxy/password", row->password);
}

static void
test_the_preferences_are_kept_to (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GProxyResolver) resolver = parley_purple_proxy_new ();
  Answer answer = { 0 };

  set_preferences (row);
  g_proxy_resolver_lookup_async (resolver, "https://model.example.org/v1", NULL, on_found, &answer);
  parley_test_wait (is_done, &answer);
  if (row->wanted == NULL)
    g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_PROXY_FAILED);
  else
    {
      g_assert_no_error (answer.error);
      g_assert_cmpstr (answer.found[0], ==, row->wanted);
    }
  g_strfreev (answer.found);
  g_clear_error (&answer.error);
}

int
main (int argc, char **argv)
{
  int result;

  /* The system's resolver, which is asked for what libpurple leaves to the environment, knows of no
   * proxy then. */
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_unsetenv ("GNOME_DESKTOP_SESSION_ID");
  g_unsetenv ("XDG_CURRENT_DESKTOP");
  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = g_strconcat ("/plugin/proxy/", rows[i].name, NULL);

      g_test_add_data_func (name, &rows[i], test_the_preferences_are_kept_to);
    }
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
