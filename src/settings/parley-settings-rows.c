/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of the rooms that have few, and how a setting finds its row. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

/* How an answer becomes messages: docs/replies.md. */
#define ROOM     "reply"
#define AT(name) [PARLEY_SETTING_REPLY_##name - PARLEY_SETTING_REPLY_MAX_BUBBLES]

static const ParleySettingSpec reply_specs[] = {
  AT (MAX_BUBBLES) = INT ("max_bubbles",
                          N_ ("Messages in one answer, at most"),
                          N_ ("How many messages an answer may be split into. More reads like a "
                              "chat; 1 sends every answer as one message."),
                          NULL,
                          1,
                          20,
                          3),
  AT (MAX_CHARS)
  = INT ("max_chars",
         N_ ("Length of one message, in characters"),
         N_ ("How long one message of an answer gets before Parley begins the next one."),
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
                          N_ ("How much typing times vary at random. More is more like a person; 0 "
                              "is always the same."),
                          "%",
                          0,
                          90,
                          20),
};

const ParleySettingRows parley_settings_reply_rows = {
  .first = PARLEY_SETTING_REPLY_MAX_BUBBLES,
  .n_specs = G_N_ELEMENTS (reply_specs),
  .specs = reply_specs,
};

#undef ROOM
#undef AT

/* What is kept, and how long: docs/memory.md. */
#define ROOM     "memory"
#define AT(name) [PARLEY_SETTING_MEMORY_##name - PARLEY_SETTING_MEMORY_KEEP_DAYS]

static const ParleySettingSpec memory_specs[] = {
  AT (KEEP_DAYS) = INT ("keep_days",
                        N_ ("Keep fetched entries (0: no limit)"),
                        N_ ("How long Parley keeps entries that were fetched from elsewhere. "
                            "Longer answers questions about longer ago; 0 sets no limit."),
                        "days",
                        0,
                        36500,
                        90),
  AT (MAX_ENTRIES)
  = INT ("max_entries",
         N_ ("Fetched entries of one kind, at most (0: no limit)"),
         N_ ("How many entries of one kind Parley keeps that were fetched from elsewhere. More "
             "answers questions about longer ago; 0 sets no limit."),
         NULL,
         0,
         100000000,
         10000),
  AT (JOURNAL_DAYS) = INT ("journal_days",
                           N_ ("Keep the list of what Parley did"),
                           N_ ("How far back “What Parley did” goes. 0 sets no limit."),
                           "days",
                           0,
                           36500,
                           90),
  AT (JOURNAL_ENTRIES) = INT ("journal_entries",
                              N_ ("Entries of what Parley did, at most (0: no limit)"),
                              N_ ("How many entries “What Parley did” may have. 0 sets no limit."),
                              NULL,
                              0,
                              100000000,
                              10000),
};

const ParleySettingRows parley_settings_memory_rows = {
  .first = PARLEY_SETTING_MEMORY_KEEP_DAYS,
  .n_specs = G_N_ELEMENTS (memory_specs),
  .specs = memory_specs,
};

#undef ROOM
#undef AT

const ParleySettingSpec *
parley_setting_get_spec (ParleySetting setting)
{
  const ParleySettingRows *const rooms[] = {
    &parley_settings_backend_rows, &parley_settings_turn_rows,  &parley_settings_brain_rows,
    &parley_settings_reply_rows,   &parley_settings_guard_rows, &parley_settings_memory_rows,
  };

  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      if (setting >= rooms[i]->first && setting - rooms[i]->first < rooms[i]->n_specs)
        return &rooms[i]->specs[setting - rooms[i]->first];
    }
  g_return_val_if_reached (NULL);
}
