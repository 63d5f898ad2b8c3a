/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-backend-choice.h"

#include "backend/parley-anthropic.h"
#include "backend/parley-builtin.h"
#include "backend/parley-url.h"
#include "backend/parley-openai.h"

#define INT(name) parley_settings_get_int (settings, PARLEY_SETTING_##name)

static gboolean
is_kind (ParleySettings *settings, const char *kind)
{
  return g_str_equal (parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND), kind);
}

static ParleyKeyAnswer *
find_key (ParleySettings *settings, const ParleyKeyPlaces *places, GUri *server, GError **error)
{
  const char *file = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KEY_FILE);
  ParleyKeyPlaces all = *places;

  all.file = *file != '\0' ? file : NULL;
  return parley_keys_find (&all, server, error);
}

ParleyKeyAnswer *
parley_backend_find_key (ParleySettings *settings, const ParleyKeyPlaces *places, GError **error)
{
  g_autoptr (GUri) server = NULL;

  if (is_kind (settings, "builtin"))
    return NULL;
  server = parley_url_check (parley_url_get_chosen (settings), TRUE, error);
  return server != NULL ? find_key (settings, places, server, error) : NULL;
}

static ParleyBackend *
new_server (ParleySettings *settings,
            const char *user_dir,
            const char *key,
            gboolean key_in_keyring,
            GUri *server,
            GProxyResolver *proxy,
            ParleyTimers *timers,
            GError **error)
{
  gboolean loopback = parley_url_is_loopback (server);
  const ParleyServerConfig config = {
    .base_url = parley_url_get_chosen (settings),
    .user_dir = user_dir,
    .model = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL),
    .headers = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_HEADERS),
    .said_here = parley_where_is_said (settings, server),
    .key = key,
    .key_in_keyring = key_in_keyring,
    .allow_plain_http = TRUE,
    .proxy = proxy,
    .connect_ms = INT (BACKEND_CONNECT_MS),
    /* A model on one's own machine may have to be loaded first, which takes minutes. */
    .first_byte_ms = loopback ? INT (BACKEND_FIRST_BYTE_LOCAL_MS) : INT (BACKEND_FIRST_BYTE_MS),
    .idle_ms = INT (BACKEND_IDLE_MS),
    .total_ms = INT (BACKEND_TOTAL_MS),
    .retries = INT (BACKEND_RETRIES),
  };

  return is_kind (settings, "anthropic") ? parley_anthropic_new (&config, timers, error)
                                         : parley_openai_new (&config, timers, error);
}

ParleyBackend *
parley_backend_choose (ParleySettings *settings,
                       const ParleyKeyPlaces *places,
                       GProxyResolver *proxy,
                       ParleyTimers *timers,
                       GError **error)
{
  g_autoptr (GUri) server = NULL;
  g_autoptr (ParleyKeyAnswer) key = NULL;
  GError *objection;

  if (is_kind (settings, "builtin"))
    return parley_builtin_new ();
  server = parley_url_check (parley_url_get_chosen (settings), TRUE, error);
  key = server != NULL ? find_key (settings, places, server, error) : NULL;
  if (key == NULL)
    return NULL;
  objection = parley_key_answer_explain (key);
  if (objection != NULL)
    {
      g_propagate_error (error, objection);
      return NULL;
    }
  return new_server (settings, places->folder, key->key, key->state == PARLEY_KEY_STATE_IN_KEYRING,
                     server, proxy, timers, error);
}

ParleyBackend *
parley_backend_try (ParleySettings *settings,
                    const char *key,
                    GProxyResolver *proxy,
                    ParleyTimers *timers,
                    GError **error)
{
  g_autoptr (GUri) server = parley_url_check (parley_url_get_chosen (settings), TRUE, error);

  if (server == NULL)
    return NULL;
  return new_server (settings, NULL, key, FALSE, server, proxy, timers, error);
}
