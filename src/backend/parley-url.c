/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-url.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, message);
  return FALSE;
}

gboolean
parley_url_is_loopback (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autoptr (GInetAddress) address = NULL;

  if (host == NULL)
    return FALSE;
  if (g_ascii_strcasecmp (host, "localhost") == 0)
    return TRUE;
  address = g_inet_address_new_from_string (host);
  return address != NULL && g_inet_address_get_is_loopback (address);
}

static gboolean
is_tls (GUri *uri)
{
  return strcmp (g_uri_get_scheme (uri), "https") == 0;
}

gboolean
parley_url_may_send_key (GUri *uri)
{
  return is_tls (uri) || parley_url_is_loopback (uri);
}

/* Programs don't agree where the host ends when one of these is in an address. */
static gboolean
has_odd_characters (const char *url)
{
  for (const char *p = url; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p) || *p == '\\')
      return TRUE;
  return FALSE;
}

static gboolean
check_uri (GUri *uri, gboolean allow_plain_http, GError **error)
{
  const char *scheme = g_uri_get_scheme (uri);

  if (strcmp (scheme, "https") != 0 && strcmp (scheme, "http") != 0)
    return fail (error, _ ("The server's address must begin with https:// or http://."));
  if (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return fail (error, _ ("The server's address has no host name in it."));
  if (g_uri_get_userinfo (uri) != NULL)
    return fail (error, _ ("The server's address must not have a user name or password in it."));
  if (g_uri_get_query (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return fail (error, _ ("The server's address must not have “?” or “#” in it."));
  if (!is_tls (uri) && !parley_url_is_loopback (uri) && !allow_plain_http)
    return fail (error, _ ("The server's address is not encrypted: use https://, or allow "
                           "unencrypted connections in the settings."));
  return TRUE;
}

GUri *
parley_url_check (const char *url, gboolean allow_plain_http, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (url != NULL ? url : ""));
  g_autoptr (GUri) uri = NULL;

  while (g_str_has_suffix (stripped, "/"))
    stripped[strlen (stripped) - 1] = '\0';
  if (!has_odd_characters (stripped))
    uri = g_uri_parse (stripped, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri == NULL)
    {
      fail (error, _ ("Parley can't understand the server's address. It should look like "
                      "http://localhost:11434/v1."));
      return NULL;
    }
  return check_uri (uri, allow_plain_http, error) ? g_steal_pointer (&uri) : NULL;
}

char *
parley_url_dup_origin (GUri *uri)
{
  const char *scheme = g_uri_get_scheme (uri);
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  int usual = is_tls (uri) ? 443 : 80;
  int port = g_uri_get_port (uri);

  return g_uri_join (G_URI_FLAGS_NONE, scheme, NULL, host, port != usual ? port : -1, "", NULL,
                     NULL);
}

GUri *
parley_url_append_path (GUri *base, const char *path)
{
  const char *old = g_uri_get_path (base);
  g_autofree char *whole = g_str_has_suffix (old, "/") ? g_strconcat (old, path + 1, NULL)
                                                       : g_strconcat (old, path, NULL);

  return soup_uri_copy (base, SOUP_URI_PATH, whole, SOUP_URI_NONE);
}

static gboolean
is_kind (ParleySettings *settings, const char *kind)
{
  return g_str_equal (parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND), kind);
}

/* The address as shipped is that of a server on this machine: for Anthropic's it means that nobody
 * has entered one. */
const char *
parley_url_get_chosen (ParleySettings *settings)
{
  const char *url = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_BASE_URL);
  const ParleySettingSpec *spec = parley_setting_get_spec (PARLEY_SETTING_BACKEND_BASE_URL);

  return is_kind (settings, "anthropic") && g_str_equal (url, spec->default_string)
             ? PARLEY_URL_ANTHROPIC
             : url;
}

char *
parley_url_dup_chosen_origin (ParleySettings *settings)
{
  g_autoptr (GUri) server = is_kind (settings, "builtin")
                                ? NULL
                                : parley_url_check (parley_url_get_chosen (settings), TRUE, NULL);

  return server != NULL ? parley_url_dup_origin (server) : NULL;
}
