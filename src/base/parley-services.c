/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-services.h"

#include <string.h>

/* What is known of one kind of channel, folded. It is asked for with every message. */
typedef struct
{
  gboolean needs_local_part;
  GStrv names;
  GStrv prefixes;
  GStrv suffixes;
} Kind;

struct _ParleyServices
{
  GKeyFile *file;
  GHashTable *kinds; /* of Kind by its name */
};

static void
kind_free (gpointer data)
{
  Kind *kind = data;

  g_strfreev (kind->names);
  g_strfreev (kind->prefixes);
  g_strfreev (kind->suffixes);
  g_free (kind);
}

ParleyServices *
parley_services_new (ParleyProtocols *protocols)
{
  ParleyServices *services = g_new0 (ParleyServices, 1);

  services->file = g_key_file_ref (parley_protocols_get_file (protocols));
  services->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kind_free);
  return services;
}

void
parley_services_free (ParleyServices *services)
{
  g_hash_table_unref (services->kinds);
  g_key_file_unref (services->file);
  g_free (services);
}

static GStrv
read_folded (GKeyFile *file, const char *group, const char *key)
{
  GStrv list = g_key_file_get_string_list (file, group, key, NULL, NULL);

  if (list == NULL)
    return g_new0 (char *, 1);
  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *plain = list[i];

      list[i] = g_utf8_casefold (plain, -1);
    }
  return list;
}

static const Kind *
get_kind (ParleyServices *services, const char *name)
{
  g_autofree char *group = NULL;
  Kind *kind = g_hash_table_lookup (services->kinds, name);

  if (kind != NULL)
    return kind;
  group = g_strconcat ("services ", name, NULL);
  kind = g_new (Kind, 1);
  kind->needs_local_part = g_key_file_get_boolean (services->file, group, "needs_local_part", NULL);
  kind->names = read_folded (services->file, group, "names");
  kind->prefixes = read_folded (services->file, group, "prefixes");
  kind->suffixes = read_folded (services->file, group, "suffixes");
  g_hash_table_insert (services->kinds, g_strdup (name), kind);
  return kind;
}

static gboolean
matches_any (const char *person,
             const char *const *patterns,
             gboolean (*matches) (const char *person, const char *pattern))
{
  for (guint i = 0; patterns[i] != NULL; i++)
    {
      if (matches (person, patterns[i]))
        return TRUE;
    }
  return FALSE;
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
  const Kind *known = get_kind (services, kind);
  g_autofree char *folded
      = g_str_is_ascii (person) ? g_ascii_strdown (person, -1) : g_utf8_casefold (person, -1);

  return (known->needs_local_part && strchr (person, '@') == NULL)
         || g_strv_contains ((const char *const *) known->names, folded)
         || matches_any (folded, (const char *const *) known->prefixes, has_prefix)
         || matches_any (folded, (const char *const *) known->suffixes, has_suffix);
}
