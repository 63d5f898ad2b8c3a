/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-contact-info.h"

#include "base/parley-text.h"

#define MAX_BYTES 200

static char *
dup_line (const char *text)
{
  g_autofree char *line = text != NULL ? parley_text_dup_line (text, MAX_BYTES) : NULL;

  return line != NULL && *line != '\0' ? g_steal_pointer (&line) : NULL;
}

ParleyContactInfo *
parley_contact_info_new (const char *name, const char *status, const char *presence)
{
  ParleyContactInfo *info = g_new0 (ParleyContactInfo, 1);

  info->name = dup_line (name);
  info->status = dup_line (status);
  info->presence = dup_line (presence);
  return info;
}

void
parley_contact_info_free (ParleyContactInfo *info)
{
  g_free (info->name);
  g_free (info->status);
  g_free (info->presence);
  g_free (info);
}

static void
add_line (GString *lines, const char *label, const char *value)
{
  if (value != NULL)
    g_string_append_printf (lines, "%s%s: %s", lines->len > 0 ? "\n" : "", label, value);
}

char *
parley_contact_info_dup_text (const ParleyContactInfo *info)
{
  GString *lines = g_string_new (NULL);

  if (info != NULL)
    {
      add_line (lines, "name", info->name);
      add_line (lines, "status", info->status);
    }
  return g_string_free (lines, FALSE);
}

const char *
parley_contact_info_get_presence (const ParleyContactInfo *info)
{
  static const char *const known[] = { "available",     "unavailable", "invisible", "away",
                                       "extended_away", "offline",     "mobile",    NULL };

  return info != NULL && info->presence != NULL && g_strv_contains (known, info->presence)
             ? info->presence
             : NULL;
}
