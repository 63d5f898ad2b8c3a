/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-channels.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

#define MAX_BASE_MS 60000

/* What is known of one kind. It is asked for with every message. */
typedef struct
{
  int base_ms;
  gboolean unseen_typing;
  ParleyLimits limits;
} Kind;

struct _ParleyChannels
{
  GKeyFile *file;
  GHashTable *names; /* protocol id → kind */
  GHashTable *kinds; /* its name → Kind, of those that were asked for */
};

ParleyChannels *
parley_channels_new (ParleyProtocols *protocols)
{
  ParleyChannels *channels = g_new0 (ParleyChannels, 1);
  g_auto (GStrv) ids = NULL;

  channels->file = g_key_file_ref (parley_protocols_get_file (protocols));
  channels->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  channels->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  ids = g_key_file_get_keys (channels->file, "protocols", NULL, NULL);
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    g_hash_table_insert (channels->names, g_strdup (ids[i]),
                         g_key_file_get_string (channels->file, "protocols", ids[i], NULL));
  return channels;
}

void
parley_channels_free (ParleyChannels *channels)
{
  g_key_file_unref (channels->file);
  g_hash_table_unref (channels->names);
  g_hash_table_unref (channels->kinds);
  g_free (channels);
}

const char *
parley_channels_get_kind (ParleyChannels *channels, const char *protocol)
{
  const char *kind = g_hash_table_lookup (channels->names, protocol);

  return kind != NULL ? kind : "other";
}

static int
read_base (GKeyFile *file, const char *kind)
{
  g_autoptr (GError) error = NULL;
  int base = g_key_file_get_integer (file, "windows", kind, &error);

  return error == NULL && base >= 0 && base <= MAX_BASE_MS ? base : PARLEY_DEFAULT_BASE_MS;
}

static gboolean
is_listed (GKeyFile *file, const char *group, const char *key, const char *kind)
{
  g_auto (GStrv) kinds = g_key_file_get_string_list (file, group, key, NULL, NULL);

  return kinds != NULL && g_strv_contains ((const char *const *) kinds, kind);
}

static ParleyLimits
read_limits (GKeyFile *file, const char *kind)
{
  g_autofree char *group = g_strconcat ("limits ", kind, NULL);
  g_autofree char *escaped = g_key_file_get_string (file, group, "escaped", NULL);
  ParleyLimits limits = {
    .max_bytes = MAX (0, g_key_file_get_integer (file, group, "max_bytes", NULL)),
    .max_lines = MAX (0, g_key_file_get_integer (file, group, "max_lines", NULL)),
    .one_line = g_key_file_get_boolean (file, group, "one_line", NULL),
    .min_gap_ms = MAX (0, g_key_file_get_integer (file, group, "min_gap_ms", NULL)),
  };

  if (escaped != NULL && g_str_is_ascii (escaped))
    g_strlcpy (limits.escaped, escaped, sizeof limits.escaped);
  return limits;
}

static const Kind *
find_kind (ParleyChannels *channels, const char *name)
{
  Kind *kind = g_hash_table_lookup (channels->kinds, name);

  if (kind == NULL)
    {
      kind = g_new (Kind, 1);
      kind->base_ms = read_base (channels->file, name);
      kind->unseen_typing = is_listed (channels->file, "typing", "unseen", name);
      kind->limits = read_limits (channels->file, name);
      g_hash_table_insert (channels->kinds, g_strdup (name), kind);
    }
  return kind;
}

/* Returns: FALSE for what is not NAME=MS. @item is cut at its "=" to the name. */
static gboolean
parse_override (char *item, int *ms)
{
  char *equals = strrchr (item, '=');
  gint64 number;

  if (equals == NULL)
    return FALSE;
  *equals = '\0';
  if (*g_strstrip (item) == '\0'
      || !g_ascii_string_to_signed (g_strstrip (equals + 1), 10, 0, MAX_BASE_MS, &number, NULL))
    return FALSE;
  *ms = (int) number;
  return TRUE;
}

static gboolean
is_account (const char *account, const char *name)
{
  gsize length = strlen (name);

  return g_ascii_strncasecmp (account, name, length) == 0
         && (account[length] == '\0' || account[length] == '/');
}

/* Returns: -1 if nothing is said of them. */
static int
find_override (const char *overrides, const char *kind, const char *account)
{
  g_auto (GStrv) items = g_strsplit (overrides, ";", -1);
  int found = -1;
  int ms;

  for (guint i = 0; items[i] != NULL; i++)
    {
      if (!parse_override (items[i], &ms))
        continue;
      if (account != NULL && is_account (account, items[i]))
        return ms;
      if (found < 0 && g_ascii_strcasecmp (items[i], kind) == 0)
        found = ms;
    }
  return found;
}

int
parley_channels_get_base_ms (ParleyChannels *channels,
                             const char *overrides,
                             const char *kind,
                             const char *account)
{
  int base = *overrides != '\0' ? find_override (overrides, kind, account) : -1;

  return base >= 0 ? base : find_kind (channels, kind)->base_ms;
}

gboolean
parley_channels_check_overrides (const char *overrides, GError **error)
{
  g_auto (GStrv) items = g_strsplit (overrides, ";", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *item = g_strstrip (g_strdup (items[i]));
      int ms;

      if (*item == '\0' || parse_override (items[i], &ms))
        continue;
      g_set_error (
          error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("“%s” must be a kind of account or a single account, “=”, and a time from 0 to %d ms: "
             "“irc=1200; alice@example.org=400”."),
          item, MAX_BASE_MS);
      return FALSE;
    }
  return TRUE;
}

gboolean
parley_channels_show_typing (ParleyChannels *channels, const char *kind)
{
  return !find_kind (channels, kind)->unseen_typing;
}

ParleyLimits
parley_channels_get_limits (ParleyChannels *channels, const char *kind)
{
  return find_kind (channels, kind)->limits;
}
