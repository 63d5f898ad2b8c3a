/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-channels.h"

struct _ParleyChannels
{
  GKeyFile *file;
  GHashTable *kinds; /* protocol id → kind */
};

ParleyChannels *
parley_channels_new (ParleyData *data)
{
  ParleyChannels *channels = g_new0 (ParleyChannels, 1);
  g_auto (GStrv) protocols = NULL;

  channels->file = parley_data_load_key_file (data, "channels.ini");
  channels->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  protocols = g_key_file_get_keys (channels->file, "protocols", NULL, NULL);
  for (guint i = 0; protocols != NULL && protocols[i] != NULL; i++)
    g_hash_table_insert (channels->kinds, g_strdup (protocols[i]),
                         g_key_file_get_string (channels->file, "protocols", protocols[i], NULL));
  return channels;
}

void
parley_channels_free (ParleyChannels *channels)
{
  g_key_file_unref (channels->file);
  g_hash_table_unref (channels->kinds);
  g_free (channels);
}

const char *
parley_channels_get_kind (ParleyChannels *channels, const char *protocol)
{
  const char *kind = g_hash_table_lookup (channels->kinds, protocol);

  return kind != NULL ? kind : "other";
}

int
parley_channels_get_base_ms (ParleyChannels *channels, const char *kind)
{
  g_autoptr (GError) error = NULL;
  int base = g_key_file_get_integer (channels->file, "windows", kind, &error);

  return error == NULL && base >= 0 ? base : PARLEY_DEFAULT_BASE_MS;
}

ParleyLimits
parley_channels_get_limits (ParleyChannels *channels, const char *kind)
{
  g_autofree char *group = g_strconcat ("limits ", kind, NULL);
  ParleyLimits limits = {
    .max_bytes = MAX (0, g_key_file_get_integer (channels->file, group, "max_bytes", NULL)),
    .max_lines = MAX (0, g_key_file_get_integer (channels->file, group, "max_lines", NULL)),
    .one_line = g_key_file_get_boolean (channels->file, group, "one_line", NULL),
    .min_gap_ms = MAX (0, g_key_file_get_integer (channels->file, group, "min_gap_ms", NULL)),
  };

  return limits;
}
