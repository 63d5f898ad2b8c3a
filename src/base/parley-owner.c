/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-owner.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

static gboolean
check_length (const char *value, guint max, GError **error)
{
  glong length = g_utf8_strlen (value, -1);

  if (length <= (glong) max)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("it has %ld characters, and %u is the most: it goes along with every question to "
                  "the model."),
               length, max);
  return FALSE;
}

gboolean
parley_owner_check_name (const char *value, GError **error)
{
  return check_length (value, PARLEY_OWNER_MAX_NAME, error);
}

gboolean
parley_owner_check_about (const char *value, GError **error)
{
  return check_length (value, PARLEY_OWNER_MAX_ABOUT, error);
}
