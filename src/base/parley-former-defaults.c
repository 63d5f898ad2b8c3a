/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-former-defaults.h"

typedef struct
{
  guint ended; /* number of the defaults that it is not among any more */
  ParleySetting setting;
  int number;
  const char *text; /* NULL: it is a number */
} Former;

static const Former formers[] = {
  { 1, PARLEY_SETTING_GUARD_CONTACT_10MIN, 6, NULL },
  { 1, PARLEY_SETTING_GUARD_CONTACT_HOUR, 30, NULL },
  { 1, PARLEY_SETTING_GUARD_ALL_HOUR, 120, NULL },
};

gboolean
parley_setting_was_default (ParleySetting setting, guint stored, int number, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (formers); i++)
    {
      const Former *former = &formers[i];

      if (former->setting == setting && former->ended > stored
          && (former->text != NULL ? g_strcmp0 (former->text, text) == 0
                                   : former->number == number))
        return TRUE;
    }
  return FALSE;
}
