/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How an answer becomes messages: docs/replies.md. */
#include "base/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#define ROOM     "reply"
#define AT(name) [PARLEY_SETTING_REPLY_##name - PARLEY_SETTING_REPLY_MAX_BUBBLES]

static const ParleySettingSpec specs[] = {
  AT (MAX_BUBBLES) = INT ("max_bubbles",
                          N_ ("Most messages in one answer"),
                          N_ ("Into how many messages an answer is parted at most: more reads like "
                              "a chat, 1 sends every answer as one message."),
                          NULL,
                          1,
                          20,
                          3),
  AT (MAX_CHARS) = INT ("max_chars",
                        N_ ("Length of one message, in characters"),
                        N_ ("How long one message of an answer may be before it is parted: more "
                            "makes longer messages, less makes shorter ones."),
                        NULL,
                        20,
                        5000,
                        300),
  /* A fast typist writes about 7 characters a second; nobody minds an answer that is faster. */
  AT (PACE_CPS) = INT ("pace_cps",
                       N_ ("Characters a second"),
                       N_ ("How fast Parley types: more sends answers sooner, less takes the time "
                           "of a slow writer, and 0 sends them at once."),
                       NULL,
                       0,
                       1000,
                       25),
  AT (PACE_MIN_MS) = INT ("pace_min_ms",
                          N_ ("Shortest typing time"),
                          N_ ("How long typing takes even for a word: longer is calmer, shorter "
                              "sends short messages sooner."),
                          "ms",
                          0,
                          30000,
                          500),
  AT (PACE_MAX_MS) = INT ("pace_max_ms",
                          N_ ("Longest typing time"),
                          N_ ("How long typing takes even for a long message: longer is more like "
                              "a person, shorter sends long messages sooner."),
                          "ms",
                          0,
                          30000,
                          6000),
  AT (PACE_JITTER) = INT ("pace_jitter",
                          N_ ("How uneven the typing is"),
                          N_ ("By how much typing times differ by chance: more is more like a "
                              "person, 0 is always the same."),
                          "%",
                          0,
                          90,
                          20),
};

const ParleySettingRows parley_settings_reply_rows = {
  .first = PARLEY_SETTING_REPLY_MAX_BUBBLES,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
