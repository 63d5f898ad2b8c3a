/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-key.h"

#include <string.h>

gboolean
parley_key_is_valid (const char *key)
{
  for (const char *p = key; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return FALSE;
  return *key != '\0';
}

void
parley_key_free (char *key)
{
  if (key != NULL)
    explicit_bzero (key, strlen (key));
  g_free (key);
}
