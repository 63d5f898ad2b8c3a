/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-settings-rows.h"

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
