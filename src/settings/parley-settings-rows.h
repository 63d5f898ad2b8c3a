/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* The settings of one room. */
typedef struct
{
  ParleySetting first; /* they follow each other from here on */
  guint n_specs;
  const ParleySettingSpec *specs;
} ParleySettingRows;

extern const ParleySettingRows parley_settings_backend_rows;
extern const ParleySettingRows parley_settings_turn_rows;
extern const ParleySettingRows parley_settings_brain_rows;
extern const ParleySettingRows parley_settings_reply_rows;
extern const ParleySettingRows parley_settings_guard_rows;
extern const ParleySettingRows parley_settings_memory_rows;

/* How a row is written; ROOM is the file's. */

#define INT(name_, label_, help_, unit_, min_, max_, default_)                                     \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_INT, .label = label_, .help = help_,  \
    .unit = unit_, .min = min_, .max = max_, .default_int = default_                               \
  }
#define BOOL(name_, label_, help_, default_)                                                       \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_BOOL, .label = label_, .help = help_, \
    .max = 1, .default_int = default_                                                              \
  }
#define STRING(name_, label_, help_, default_) CHECKED (name_, label_, help_, NULL, default_)
#define CHECKED(name_, label_, help_, check_, default_)                                            \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_STRING, .label = label_,              \
    .help = help_, .default_string = default_, .check = check_                                     \
  }
#define LINES(name_, label_, help_, check_, default_)                                              \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_STRING, .lines = TRUE,                \
    .label = label_, .help = help_, .default_string = default_, .check = check_                    \
  }
#define ADDRESS(name_, label_, help_, default_)                                                    \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_ADDRESS, .label = label_,             \
    .help = help_, .default_string = default_                                                      \
  }
#define CHOICE(name_, label_, help_, choices_, default_)                                           \
  {                                                                                                \
    .room = ROOM, .name = name_, .type = PARLEY_SETTING_TYPE_CHOICE, .label = label_,              \
    .help = help_, .default_string = default_, .choices = choices_                                 \
  }

/* Ten minutes bound every time there is. */
#define MAX_MS 600000

G_END_DECLS
