/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who answers: docs/backends.md. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#include "settings/parley-headers.h"

#define ROOM     "backend"
#define AT(name) [PARLEY_SETTING_BACKEND_##name - PARLEY_SETTING_BACKEND_KIND]

static const ParleySettingChoice kinds[] = {
  { "builtin", N_ ("An away note") },
  { "openai", N_ ("A model server") },
  { "anthropic", N_ ("Anthropic's server") },
  { NULL, NULL },
};

/* Ollama's own port and path. */
#define DEFAULT_BASE_URL "http://127.0.0.1:11434/v1"

static const ParleySettingSpec specs[] = {
  AT (KIND)
  = CHOICE ("kind",
            N_ ("Answers come from"),
            N_ ("Who writes the answers. An away note needs no model. A model server can be on "
                "your own machine. Anthropic's server is reached over the network."),
            kinds,
            "builtin"),
  AT (BASE_URL)
  = ADDRESS ("base_url",
             N_ ("Server address"),
             N_ ("Where the model server is. On this machine your chats stay here. Anywhere else, "
                 "Parley sends the server the chats you switched it on for."),
             DEFAULT_BASE_URL),
  AT (MODEL) = STRING ("model",
                       N_ ("Model"),
                       N_ ("The model that writes the answers, as its server names it. “Choose a "
                           "model…” in Parley's menu lists them."),
                       ""),
  /* An address and not a yes: what was said of one server is not said of the next. */
  AT (RUNS_HERE) = { .room = ROOM,
                     .name = "runs_here",
                     .type = PARLEY_SETTING_TYPE_STRING,
                     .label = N_ ("Server that runs its models on this machine"),
                     .help = N_ ("The address of a server on this machine whose models also run "
                                 "here. Any other server counts as one that passes your chats on "
                                 "to another machine, unless it says that it doesn't."),
                     .default_string = "",
                     .personal = TRUE },
  AT (KEY_FILE) = { .room = ROOM,
                    .name = "key_file",
                    .type = PARLEY_SETTING_TYPE_STRING,
                    .label = N_ ("Key file"),
                    .help = N_ ("A file of yours that contains the server's API key. “Set the "
                                "key…” in Parley's menu is easier."),
                    .default_string = "",
                    .personal = TRUE },
  AT (HEADERS) = CHECKED ("headers",
                          N_ ("Headers for a gateway"),
                          N_ ("Headers that a gateway in front of the model server needs with each "
                              "request, such as “X-Title: Parley; X-Team: chat”. Never a key."),
                          parley_headers_check,
                          ""),
  AT (MAX_TOKENS)
  = INT ("max_tokens",
         N_ ("Longest answer, in tokens"),
         N_ ("How much a model may write in one answer. With more, answers can be longer, slower "
             "and more expensive; with less, they may be cut short."),
         NULL,
         16,
         32768,
         512),
  AT (CONNECT_MS) = INT ("connect_ms",
                         N_ ("Wait for a connection to a server"),
                         N_ ("How long Parley waits for a server to accept a connection. Longer "
                             "helps on a slow line; shorter notices sooner that a server is gone."),
                         "ms",
                         100,
                         MAX_MS,
                         5000),
  AT (RETRIES) = INT ("retries",
                      N_ ("Tries after a server error"),
                      N_ ("How often Parley asks again after a server error. More gets more "
                          "answers through; 0 gives up at once."),
                      NULL,
                      0,
                      5,
                      2),
  /* A model that is not loaded yet may need minutes on one's own machine. */
  AT (FIRST_BYTE_MS) = INT ("first_byte_ms",
                            N_ ("Wait for a server's first word"),
                            N_ ("How long a server may take to begin an answer: longer suits slow "
                                "servers, shorter gives up sooner."),
                            "ms",
                            100,
                            MAX_MS,
                            60000),
  AT (FIRST_BYTE_LOCAL_MS)
  = INT ("first_byte_local_ms",
         N_ ("Wait for the first word of a server on this machine"),
         N_ ("How long a server on this machine may take to begin an answer: it may have to load "
             "the model first, and a shorter time gives up before that is done."),
         "ms",
         100,
         MAX_MS,
         300000),
  AT (IDLE_MS) = INT ("idle_ms",
                      N_ ("Longest pause within an answer"),
                      N_ ("How long a server may pause within an answer: longer is patient with "
                          "slow ones, shorter notices sooner that one is stuck."),
                      "ms",
                      100,
                      MAX_MS,
                      30000),
  AT (TOTAL_MS) = INT ("total_ms",
                       N_ ("Longest time for an answer"),
                       N_ ("How long an answer may take, all tries together. Longer lets slow "
                           "models finish; shorter gives up sooner."),
                       "ms",
                       1000,
                       MAX_MS,
                       MAX_MS),
  AT (MAX_REQUESTS) = INT ("max_requests",
                           N_ ("Answers written at the same time"),
                           N_ ("How many chats are answered at the same time: more is faster when "
                               "many people write, less is easier on your machine."),
                           NULL,
                           1,
                           16,
                           4),
};

const ParleySettingRows parley_settings_backend_rows = {
  .first = PARLEY_SETTING_BACKEND_KIND,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
