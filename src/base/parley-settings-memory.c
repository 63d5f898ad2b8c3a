/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept, and how long: docs/memory.md. */
#include "base/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#define ROOM     "memory"
#define AT(name) [PARLEY_SETTING_MEMORY_##name - PARLEY_SETTING_MEMORY_KEEP_DAYS]

static const ParleySettingSpec specs[] = {
  AT (KEEP_DAYS)
  = INT ("keep_days",
         N_ ("Keep fetched entries (0: no bound)"),
         N_ ("How long entries are kept that were fetched from elsewhere: more answers questions "
             "about longer ago, less keeps less, and 0 sets no bound."),
         "days",
         0,
         36500,
         90),
  AT (MAX_ENTRIES)
  = INT ("max_entries",
         N_ ("Most fetched entries of one kind (0: no bound)"),
         N_ ("How many entries of one kind are kept that were fetched from elsewhere: more answers "
             "questions about longer ago, less keeps less, and 0 sets no bound."),
         NULL,
         0,
         100000000,
         10000),
  AT (JOURNAL_DAYS) = INT ("journal_days",
                           N_ ("Keep what it did"),
                           N_ ("How long “What Parley did” goes back: more lets you look further "
                               "back, less keeps less, and 0 sets no bound."),
                           "days",
                           0,
                           36500,
                           90),
  AT (JOURNAL_ENTRIES) = INT ("journal_entries",
                              N_ ("Most entries of what Parley did (0: no bound)"),
                              N_ ("How many entries “What Parley did” has at most: more lets you "
                                  "look further back, less keeps less, and 0 sets no bound."),
                              NULL,
                              0,
                              100000000,
                              10000),
};

const ParleySettingRows parley_settings_memory_rows = {
  .first = PARLEY_SETTING_MEMORY_KEEP_DAYS,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
