/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-backend-choice.h"

#include "backend/parley-anthropic.h"
#include "backend/parley-builtin.h"
#include "backend/parley-http.h"
#include "backend/parley-key.h"
#include "backend/parley-openai.h"

#define INT(name) parley_settings_get_int (settings, PARLEY_SETTING_##name)

typedef ParleyBackend *(*NewServer) (const ParleyServerConfig *config,
                                     ParleyTimers *timers,
                                     GError **error);

static char *
load_key (ParleySettings *settings, const char *folder, GError **error)
{
  const char *path = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KEY_FILE);
  g_autofree char *own = folder != NULL ? g_build_filename (folder, "key", NULL) : NULL;

  return parley_key_load (*path != '\0' ? path : own, error);
}

/* A model on one's own machine may have to be loaded first, which takes minutes. */
static int
get_first_byte_ms (ParleySettings *settings, const char *url)
{
  g_autoptr (GUri) uri = url != NULL ? parley_http_check_url (url, TRUE, NULL) : NULL;

  return uri != NULL && parley_http_is_loopback (uri) ? INT (BACKEND_FIRST_BYTE_LOCAL_MS)
                                                      : INT (BACKEND_FIRST_BYTE_MS);
}

/* The address as shipped is that of a server on this machine: for Anthropic's it means that nobody
 * has entered one. */
static const char *
find_url (ParleySettings *settings, gboolean is_anthropic)
{
  const char *url = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_BASE_URL);
  const ParleySettingSpec *spec = parley_setting_get_spec (PARLEY_SETTING_BACKEND_BASE_URL);

  return is_anthropic && g_str_equal (url, spec->default_string) ? NULL : url;
}

ParleyBackend *
parley_backend_choose (ParleySettings *settings,
                       const char *folder,
                       GProxyResolver *proxy,
                       ParleyTimers *timers,
                       GError **error)
{
  const char *kind = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND);
  gboolean is_anthropic = g_str_equal (kind, "anthropic");
  NewServer new_server = is_anthropic ? parley_anthropic_new : parley_openai_new;
  const char *url = find_url (settings, is_anthropic);
  g_autofree char *key = NULL;
  GError *failure = NULL;
  ParleyServerConfig config = {
    .base_url = url,
    .model = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL),
    .allow_plain_http = parley_settings_get_bool (settings, PARLEY_SETTING_BACKEND_PLAIN_HTTP),
    .proxy = proxy,
    .connect_ms = INT (BACKEND_CONNECT_MS),
    .first_byte_ms = get_first_byte_ms (settings, url),
    .idle_ms = INT (BACKEND_IDLE_MS),
    .total_ms = INT (BACKEND_TOTAL_MS),
    .retries = INT (BACKEND_RETRIES),
  };

  if (g_str_equal (kind, "builtin"))
    return parley_builtin_new ();
  key = load_key (settings, folder, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  config.key = key;
  return new_server (&config, timers, error);
}
