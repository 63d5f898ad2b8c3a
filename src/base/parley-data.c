/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-data.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "base/parley-error.h"
#include "parley-resources.h"

/* No text of ours is near this; a replacement that is larger is a mistake. */
#define MAX_REPLACEMENT_BYTES (256 * 1024)

struct _ParleyData
{
  char *folders[2]; /* each nullable, the first goes first */
  GResource *resource;
  char *trouble;
};

ParleyData *
parley_data_new (const char *user_dir)
{
  ParleyData *data = g_new0 (ParleyData, 1);

  data->folders[0] = g_strdup (g_getenv ("PARLEY_DATA_DIR"));
  data->folders[1] = g_strdup (user_dir);
  data->resource = g_resource_ref (parley_get_resource ());
  return data;
}

void
parley_data_free (ParleyData *data)
{
  g_free (data->folders[0]);
  g_free (data->folders[1]);
  g_resource_unref (data->resource);
  g_free (data->trouble);
  g_free (data);
}

static gboolean
refuse (const char *path, const char *reason, GError **error)
{
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("Parley can't read your file %s and doesn't use it: %s."), path, reason);
  return FALSE;
}

/* Before it is opened, which could wait for ever, or read, which could fill all memory. */
static gboolean
check_file (const char *path, const GStatBuf *info, gsize max_bytes, GError **error)
{
  g_autofree char *too_long
      = g_strdup_printf (_ ("it is longer than %u KiB"), (guint) (max_bytes / 1024));

  if (S_ISDIR (info->st_mode))
    return refuse (path, _ ("it is a folder"), error);
  if (!S_ISREG (info->st_mode))
    return refuse (path, _ ("it is not a file"), error);
  return (gsize) info->st_size <= max_bytes || refuse (path, too_long, error);
}

/* Returns: (transfer full) (nullable): NULL without an error if there is none. */
static char *
read_replacement (const char *folder, const char *name, gsize max_bytes, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  gsize length = 0;
  GStatBuf info;

  if (g_stat (path, &info) != 0 || !check_file (path, &info, max_bytes, error))
    return NULL;
  if (!g_file_get_contents (path, &text, &length, &failure))
    refuse (path, g_strerror (errno), error);
  else if (!g_utf8_validate (text, length, NULL))
    refuse (path, _ ("it is not UTF-8 text"), error);
  else
    return g_steal_pointer (&text);
  return NULL;
}

char *
parley_data_dup_compiled_text (ParleyData *data, const char *name)
{
  g_autofree char *path = g_strconcat ("/parley/", name, NULL);
  g_autoptr (GBytes) bytes
      = g_resource_lookup_data (data->resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  if (bytes == NULL)
    return NULL;
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
note_trouble (ParleyData *data, const char *sentence)
{
  g_message ("%s", sentence);
  if (data->trouble == NULL)
    data->trouble = g_strdup (sentence);
}

/* Some of GLib's sentences end with a full stop, and some don't. */
static void
note_unparsed (ParleyData *data, const char *name, const GError *error)
{
  g_autofree char *reason = g_strdup (error->message);
  g_autoptr (GError) refused = NULL;

  if (g_str_has_suffix (reason, "."))
    reason[strlen (reason) - 1] = '\0';
  refuse (name, reason, &refused);
  note_trouble (data, refused->message);
}

const char *
parley_data_get_trouble (ParleyData *data)
{
  return data->trouble;
}

/* Returns: (transfer full) (nullable): the user's own; NULL, which may be trouble, if there is
 * none.
 */
static char *
dup_own_text (ParleyData *data, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (data->folders); i++)
    {
      g_autoptr (GError) error = NULL;
      char *text = data->folders[i] != NULL
                       ? read_replacement (data->folders[i], name, MAX_REPLACEMENT_BYTES, &error)
                       : NULL;

      if (text != NULL)
        return text;
      if (error != NULL)
        note_trouble (data, error->message);
    }
  return NULL;
}

char *
parley_data_dup_text (ParleyData *data, const char *name)
{
  char *text = dup_own_text (data, name);

  return text != NULL ? text : parley_data_dup_compiled_text (data, name);
}

char *
parley_data_load_own_text (ParleyData *data, const char *name, gsize max_bytes, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (data->folders); i++)
    {
      GError *failure = NULL;
      char *text = data->folders[i] != NULL
                       ? read_replacement (data->folders[i], name, max_bytes, &failure)
                       : NULL;

      if (failure != NULL)
        g_propagate_error (error, failure);
      if (text != NULL || failure != NULL)
        return text;
    }
  return NULL;
}

char *
parley_data_load_text (ParleyData *data, const char *name, gsize max_bytes, GError **error)
{
  g_autoptr (GError) failure = NULL;
  char *text = parley_data_load_own_text (data, name, max_bytes, &failure);

  if (failure == NULL)
    return text != NULL ? text : parley_data_dup_compiled_text (data, name);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

static void
add_name (GPtrArray *names, const char *folder, const char *file)
{
  g_autofree char *name = g_strconcat (folder, "/", file, NULL);

  if (g_str_has_suffix (name, ".ini")
      && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_steal_pointer (&name));
}

static void
add_replacements (GPtrArray *names, const char *path, const char *folder)
{
  g_autofree char *full = g_build_filename (path, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    add_name (names, folder, file);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
parley_data_dup_names (ParleyData *data, const char *folder)
{
  g_autofree char *path = g_strconcat ("/parley/", folder, NULL);
  g_auto (GStrv) compiled
      = g_resource_enumerate_children (data->resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; compiled != NULL && compiled[i] != NULL; i++)
    add_name (names, folder, compiled[i]);
  for (guint i = 0; i < G_N_ELEMENTS (data->folders); i++)
    {
      if (data->folders[i] != NULL)
        add_replacements (names, data->folders[i], folder);
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_steal (names, NULL);
}

/* Returns: (transfer full): empty if there is none. */
static GKeyFile *
load_compiled (ParleyData *data, const char *name)
{
  g_autofree char *text = parley_data_dup_compiled_text (data, name);
  GKeyFile *file = g_key_file_new ();

  if (text != NULL)
    g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, NULL);
  return file;
}

GKeyFile *
parley_data_load_key_file (ParleyData *data, const char *name)
{
  g_autofree char *text = parley_data_dup_text (data, name);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;

  if (text == NULL || g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, &error))
    return g_steal_pointer (&file);

  note_unparsed (data, name, error);
  return load_compiled (data, name);
}

GKeyFile *
parley_data_load_own_key_file (ParleyData *data, const char *name)
{
  g_autofree char *text = dup_own_text (data, name);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;

  if (text == NULL || g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, &error))
    return g_steal_pointer (&file);
  note_unparsed (data, name, error);
  return g_key_file_new ();
}

/* A value that is there and can't be read is not as if it were not there. */
static void
check_group (ParleyData *data, const char *name, const char *group, GKeyFile *file)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *value = g_key_file_get_string (file, group, keys[i], &error);

      if (error == NULL)
        continue;
      note_unparsed (data, name, error);
    }
}

static void
fill_group (
    ParleyData *data, const char *name, GKeyFile *compiled, const char *group, GKeyFile *file)
{
  g_auto (GStrv) keys = g_key_file_get_keys (compiled, group, NULL, NULL);

  check_group (data, name, group, file);
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_value (compiled, group, keys[i], NULL);

      if (!g_key_file_has_key (file, group, keys[i], NULL))
        g_key_file_set_value (file, group, keys[i], value);
    }
}

void
parley_data_fill_group (ParleyData *data, const char *name, const char *group, GKeyFile *file)
{
  g_autoptr (GKeyFile) compiled = load_compiled (data, name);

  fill_group (data, name, compiled, group, file);
}

void
parley_data_fill (ParleyData *data, const char *name, GKeyFile *file)
{
  g_autoptr (GKeyFile) compiled = load_compiled (data, name);
  g_auto (GStrv) groups = g_key_file_get_groups (compiled, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    fill_group (data, name, compiled, groups[i], file);
}
