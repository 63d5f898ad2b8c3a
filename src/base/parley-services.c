/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-services.h"

#include <string.h>

struct _ParleyServices
{
  GKeyFile *file;
};

ParleyServices *
parley_services_new (ParleyProtocols *protocols)
{
  ParleyServices *services = g_new0 (ParleyServices, 1);

  services->file = g_key_file_ref (parley_protocols_get_file (protocols));
  return services;
}

void
parley_services_free (ParleyServices *services)
{
  g_key_file_unref (services->file);
  g_free (services);
}

static gboolean
matches_any (ParleyServices *services,
             const char *group,
             const char *key,
             const char *person,
             gboolean (*matches) (const char *person, const char *pattern))
{
  g_auto (GStrv) patterns = g_key_file_get_string_list (services->file, group, key, NULL, NULL);

  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    {
      g_autofree char *folded = g_utf8_casefold (patterns[i], -1);

      if (matches (person, folded))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_same (const char *person, const char *pattern)
{
  return g_str_equal (person, pattern);
}

static gboolean
has_prefix (const char *person, const char *pattern)
{
  return g_str_has_prefix (person, pattern);
}

static gboolean
has_suffix (const char *person, const char *pattern)
{
  return g_str_has_suffix (person, pattern);
}

gboolean
parley_services_is_service (ParleyServices *services, const char *kind, const char *person)
{
  g_autofree char *group = g_strconcat ("services ", kind, NULL);
  g_autofree char *folded = g_utf8_casefold (person, -1);

  if (g_key_file_get_boolean (services->file, group, "needs_local_part", NULL)
      && strchr (person, '@') == NULL)
    return TRUE;
  return matches_any (services, group, "names", folded, is_same)
         || matches_any (services, group, "prefixes", folded, has_prefix)
         || matches_any (services, group, "suffixes", folded, has_suffix);
}
