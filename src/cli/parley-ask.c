/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-ask.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-backend-choice.h"
#include "base/parley-error.h"
#include "brain/parley-persona.h"
#include "cli/parley-ask-turn.h"
#include "cli/parley-options.h"

#define URL_VARIABLE "PARLEY_URL"

/* What is asked for when nobody names a model: servers with one model take any name. */
#define ANY_MODEL "default"

typedef struct
{
  ParleyOptions options;
  char *backend;
  char *url;
  char *model;
  char *key_file;
  char *chat;
  int max_tokens;    /* 0: as in the settings, likewise below */
  int timeout_first; /* ms */
  int timeout_idle;
  gboolean plain_http;
  gboolean tools;
  gboolean for_people;
  gboolean show_request;

  ParleySettings *settings;
} Ask;

static void
ask_clear (Ask *ask)
{
  parley_options_clear (&ask->options);
  g_free (ask->backend);
  g_free (ask->url);
  g_free (ask->model);
  g_free (ask->key_file);
  g_free (ask->chat);
  g_clear_pointer (&ask->settings, parley_settings_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ask, ask_clear)

static gboolean
parse_options (Ask *ask, char **args, GError **error)
{
  const GOptionEntry entries[] = {
    { "backend", 0, 0, G_OPTION_ARG_STRING, &ask->backend, NULL, NULL },
    { "url", 0, 0, G_OPTION_ARG_STRING, &ask->url, NULL, NULL },
    { "model", 0, 0, G_OPTION_ARG_STRING, &ask->model, NULL, NULL },
    { "key-file", 0, 0, G_OPTION_ARG_FILENAME, &ask->key_file, NULL, NULL },
    { "chat", 0, 0, G_OPTION_ARG_FILENAME, &ask->chat, NULL, NULL },
    { "plain-http", 0, 0, G_OPTION_ARG_NONE, &ask->plain_http, NULL, NULL },
    { "max-tokens", 0, 0, G_OPTION_ARG_INT, &ask->max_tokens, NULL, NULL },
    { "timeout-first", 0, 0, G_OPTION_ARG_INT, &ask->timeout_first, NULL, NULL },
    { "timeout-idle", 0, 0, G_OPTION_ARG_INT, &ask->timeout_idle, NULL, NULL },
    { "tools", 0, 0, G_OPTION_ARG_NONE, &ask->tools, NULL, NULL },
    { "text", 0, 0, G_OPTION_ARG_NONE, &ask->for_people, NULL, NULL },
    { "show-request", 0, 0, G_OPTION_ARG_NONE, &ask->show_request, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const char *complaint = NULL;

  if (!parley_options_parse (&ask->options, args, entries, error))
    return FALSE;
  if (parley_options_count_arguments (&ask->options) != (ask->chat == NULL ? 1 : 0))
    complaint = _ ("it takes one text, or a chat");
  else if (ask->chat == NULL && !g_utf8_validate (ask->options.arguments[0], -1, NULL))
    complaint = _ ("the text is not valid UTF-8");
  else if (ask->key_file != NULL && !g_file_test (ask->key_file, G_FILE_TEST_EXISTS))
    complaint = _ ("there is no such key file");
  if (complaint != NULL)
    g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, complaint);
  return complaint == NULL;
}

static gboolean
set_string (Ask *ask, ParleySetting setting, const char *value, GError **error)
{
  return value == NULL || parley_settings_set_string (ask->settings, setting, value, error);
}

static gboolean
set_int (Ask *ask, ParleySetting setting, int value, GError **error)
{
  return value == 0 || parley_settings_set_int (ask->settings, setting, value, error);
}

/* Who names an address wants a server. */
static gboolean
set_kind (Ask *ask, const char *url, GError **error)
{
  const char *kind = parley_settings_get_string (ask->settings, PARLEY_SETTING_BACKEND_KIND);

  if (ask->backend == NULL && url != NULL && g_str_equal (kind, "builtin"))
    kind = "openai";
  return set_string (ask, PARLEY_SETTING_BACKEND_KIND, ask->backend != NULL ? ask->backend : kind,
                     error);
}

static gboolean
set_model (Ask *ask, GError **error)
{
  const char *model = parley_settings_get_string (ask->settings, PARLEY_SETTING_BACKEND_MODEL);

  if (ask->model == NULL && *model == '\0')
    ask->model = g_strdup (ANY_MODEL);
  return set_string (ask, PARLEY_SETTING_BACKEND_MODEL, ask->model, error);
}

/* Returns: (nullable): the server that is named in this very command. */
static const char *
get_url (Ask *ask)
{
  return ask->url != NULL ? ask->url : g_getenv (URL_VARIABLE);
}

/* Options go before the settings. */
static gboolean
load_settings (Ask *ask, GError **error)
{
  const char *url = get_url (ask);

  ask->settings = parley_options_load_settings (&ask->options, error);
  return ask->settings != NULL && set_kind (ask, url, error)
         && set_string (ask, PARLEY_SETTING_BACKEND_BASE_URL, url, error) && set_model (ask, error)
         && set_string (ask, PARLEY_SETTING_BACKEND_KEY_FILE, ask->key_file, error)
         && set_int (ask, PARLEY_SETTING_BRAIN_TOOLS, ask->tools, error)
         && set_int (ask, PARLEY_SETTING_BACKEND_MAX_TOKENS, ask->max_tokens, error)
         && set_int (ask, PARLEY_SETTING_BACKEND_FIRST_BYTE_MS, ask->timeout_first, error)
         && set_int (ask, PARLEY_SETTING_BACKEND_FIRST_BYTE_LOCAL_MS, ask->timeout_first, error)
         && set_int (ask, PARLEY_SETTING_BACKEND_IDLE_MS, ask->timeout_idle, error);
}

static ParleyAskChat *
load_chat (Ask *ask, ParleyTimers *timers, GError **error)
{
  gint64 wall = parley_timers_wall (timers);

  return ask->chat != NULL ? parley_ask_chat_load (ask->chat, wall, error)
                           : parley_ask_chat_new (ask->options.arguments[0], wall);
}

static int
run (Ask *ask, ParleyBackend *backend, ParleyTimers *timers)
{
  g_autoptr (ParleyData) data = parley_options_load_data (&ask->options);
  g_autoptr (GError) error = NULL;
  g_autofree char *persona
      = parley_data_load_text (data, PARLEY_PERSONA_NAME, PARLEY_PERSONA_MAX_BYTES, &error);
  g_autoptr (ParleyAskChat) chat = persona != NULL ? load_chat (ask, timers, &error) : NULL;
  const ParleyAskTurn turn = {
    .backend = backend,
    .settings = ask->settings,
    .timers = timers,
    .data = data,
    .persona = persona,
    .chat = chat,
    .with_tools = ask->tools,
    .for_people = ask->for_people,
  };
  int status = PARLEY_EXIT_OK;
  int written;

  if (chat == NULL)
    return parley_options_complain ("ask", error);
  if (ask->show_request)
    parley_ask_turn_show (&turn);
  else
    status = parley_ask_turn_run (&turn);
  written = parley_options_finish ("ask");
  return written != PARLEY_EXIT_OK ? written : status;
}

int
parley_ask_run (char **args)
{
  g_auto (Ask) ask = { 0 };
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  ParleyKeyPlaces places = { 0 };

  if (!parse_options (&ask, args, &error) || !load_settings (&ask, &error))
    return parley_options_complain ("ask", error);
  folder = parley_options_dup_folder (&ask.options);
  places = (ParleyKeyPlaces){
    .folder = folder,
    .named_here = get_url (&ask) != NULL,
    .plain_here = ask.plain_http,
  };
  backend = parley_backend_choose (ask.settings, &places, NULL, timers, &error);
  if (backend == NULL)
    return parley_options_complain ("ask", error);
  return run (&ask, backend, timers);
}
