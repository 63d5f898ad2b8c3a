/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-mode.h"

static const char *const names[PARLEY_N_MODES] = {
  [PARLEY_MODE_OFF] = "off",     [PARLEY_MODE_SHADOW] = "shadow",
  [PARLEY_MODE_DRAFT] = "draft", [PARLEY_MODE_COUNTDOWN] = "countdown",
  [PARLEY_MODE_AUTO] = "auto",
};

const char *
parley_mode_to_string (ParleyMode mode)
{
  return names[mode];
}

gboolean
parley_mode_parse (const char *name, ParleyMode *mode)
{
  for (ParleyMode i = 0; i < PARLEY_N_MODES; i++)
    {
      if (g_strcmp0 (name, names[i]) != 0)
        continue;
      *mode = i;
      return TRUE;
    }
  return FALSE;
}
