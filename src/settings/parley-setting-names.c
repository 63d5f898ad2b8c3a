/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-setting-names.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-text.h"

typedef gboolean (*Fits) (const ParleySettingSpec *spec, const char *word);

char *
parley_setting_dup_name (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return g_strdup_printf ("%s.%s", spec->room, spec->name);
}

static gboolean
is_named (const ParleySettingSpec *spec, const char *word)
{
  return g_str_equal (spec->name, word);
}

static gboolean
is_near (const ParleySettingSpec *spec, const char *word)
{
  return parley_typo_is_near (word, spec->name);
}

static gboolean
is_in_room (const ParleySettingSpec *spec, const char *word)
{
  return g_str_equal (spec->room, word);
}

/* Whoever types the beginning of a name mostly means that one. */
static void
add_to_list (GString *list, Fits fits, const char *word, gboolean beginning)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);

      if (fits (spec, word) && g_str_has_prefix (spec->name, word) == beginning)
        g_string_append_printf (list, "%s%s.%s", list->len > 0 ? ", " : "", spec->room, spec->name);
    }
}

/* Returns: (transfer full): the names of those that @fits takes, with commas; "" for none. */
static char *
dup_list (Fits fits, const char *word)
{
  g_autoptr (GString) list = g_string_new (NULL);

  add_to_list (list, fits, word, TRUE);
  add_to_list (list, fits, word, FALSE);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Returns: whether just one setting has that name, in whatever room. */
static gboolean
find_alone (const char *name, ParleySetting *setting)
{
  guint n_found = 0;
  ParleySetting found = 0;

  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      if (!is_named (parley_setting_get_spec (i), name))
        continue;
      found = i;
      n_found++;
    }
  if (n_found != 1)
    return FALSE;
  *setting = found;
  return TRUE;
}

/* @room: "" if none was given. */
static void
complain (const char *typed, const char *room, const char *name, GError **error)
{
  g_autofree char *namesakes = dup_list (is_named, name);
  g_autofree char *near = dup_list (is_near, name);
  g_autofree char *neighbours = dup_list (is_in_room, *room != '\0' ? room : name);

  if (*room == '\0' && *namesakes != '\0')
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("There are several settings “%s”: %s."), typed, namesakes);
  else if (*room == '\0' && *neighbours != '\0')
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("“%s” is not one setting but has these: %s."), typed, neighbours);
  else if (*near != '\0')
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("There is no setting “%s”. Did you mean one of these? %s"), typed, near);
  else if (*neighbours != '\0')
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("There is no setting “%s”. Settings of the same group: %s."), typed,
                 neighbours);
  else
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, _ ("There is no setting “%s”."),
                 typed);
}

gboolean
parley_setting_resolve (const char *name, ParleySetting *setting, GError **error)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  g_auto (GStrv) parts = g_strsplit (folded, ".", 2);
  gboolean has_room = g_strv_length (parts) == 2;
  const char *room = has_room ? parts[0] : "";
  const char *last = has_room ? parts[1] : folded;

  if (has_room ? parley_settings_find (room, last, setting) : find_alone (last, setting))
    return TRUE;
  complain (name, room, last, error);
  return FALSE;
}
