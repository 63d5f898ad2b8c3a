/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-prefs-file.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "settings/parley-settings.h"

/* Room and name stand below this one. */
static const char *const root[] = { "/", "plugins", "core", "parley" };

#define DEPTH_OF_SETTINGS (G_N_ELEMENTS (root) + 2)
#define DEPTH_OF_NUMBER   (G_N_ELEMENTS (root) + 1)

typedef struct
{
  ParleySetting setting;
  char *type;
  char *value;
  int line;
} Pref;

typedef struct
{
  GPtrArray *names; /* of the open elements */
  GArray *prefs;    /* of Pref */
  guint number;     /* of the defaults when they were stored */
} Reading;

static void
pref_clear (gpointer data)
{
  Pref *pref = data;

  g_free (pref->type);
  g_free (pref->value);
}

static gboolean
is_ours (const GPtrArray *names, guint depth)
{
  if (names->len != depth)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (root); i++)
    {
      if (g_strcmp0 (g_ptr_array_index (names, i), root[i]) != 0)
        return FALSE;
    }
  return TRUE;
}

static const char *
find_attribute (const char *const *names, const char *const *values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_str_equal (names[i], name))
        return values[i];
    }
  return NULL;
}

static guint
read_number (const char *value)
{
  guint64 number = 0;

  if (value != NULL)
    g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT, &number, NULL);
  return (guint) number;
}

static void
on_start (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer data,
          GError **error)
{
  Reading *reading = data;
  const char *name
      = find_attribute ((const char *const *) names, (const char *const *) values, "name");
  Pref pref = { 0 };

  if (reading->names->len == 0 && !g_str_equal (element, "pref"))
    {
      g_set_error (
          error, G_MARKUP_ERROR, G_MARKUP_ERROR_UNKNOWN_ELEMENT,
          _ ("this is not a preferences file of Pidgin or Finch: those begin with <pref>"));
      return;
    }
  g_ptr_array_add (reading->names, g_strdup (name != NULL ? name : ""));
  if (is_ours (reading->names, DEPTH_OF_NUMBER) && g_strcmp0 (name, PARLEY_DEFAULTS_NAME) == 0)
    reading->number = read_number (
        find_attribute ((const char *const *) names, (const char *const *) values, "value"));
  if (!is_ours (reading->names, DEPTH_OF_SETTINGS)
      || !parley_settings_find (g_ptr_array_index (reading->names, DEPTH_OF_SETTINGS - 2), name,
                                &pref.setting))
    return;
  pref.type = g_strdup (
      find_attribute ((const char *const *) names, (const char *const *) values, "type"));
  pref.value = g_strdup (
      find_attribute ((const char *const *) names, (const char *const *) values, "value"));
  g_markup_parse_context_get_position (context, &pref.line, NULL);
  g_array_append_val (reading->prefs, pref);
}

static void
on_end (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reading *reading = data;

  g_ptr_array_set_size (reading->names, reading->names->len - 1);
}

static gboolean
apply_pref (ParleySettings *settings, guint defaults, const Pref *pref, GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (pref->setting);
  gboolean number = spec->default_string == NULL;
  const char *type = spec->type == PARLEY_SETTING_TYPE_BOOL ? "bool" : number ? "int" : "string";
  gint64 value = 0;

  if (g_strcmp0 (pref->type, type) != 0 || pref->value == NULL
      || (number && !g_ascii_string_to_signed (pref->value, 10, G_MININT, G_MAXINT, &value, NULL)))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("The stored value of “%s” can't be read."), _ (spec->label));
      return FALSE;
    }
  if (parley_setting_was_default (pref->setting, defaults, (int) value, pref->value))
    return TRUE;
  return number ? parley_settings_set_int (settings, pref->setting, (int) value, error)
                : parley_settings_set_string (settings, pref->setting, pref->value, error);
}

/* Twice, because two settings that bound each other may both have moved. */
static gboolean
apply_all (ParleySettings *settings, const char *path, const Reading *reading, GError **error)
{
  const GArray *prefs = reading->prefs;

  for (guint i = 0; i < prefs->len; i++)
    apply_pref (settings, reading->number, &g_array_index (prefs, Pref, i), NULL);
  for (guint i = 0; i < prefs->len; i++)
    {
      const Pref *pref = &g_array_index (prefs, Pref, i);

      if (apply_pref (settings, reading->number, pref, error))
        continue;
      g_prefix_error (error, "%s:%d: ", path, pref->line);
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse (Reading *reading, const char *path, const char *text, gsize length, GError **error)
{
  const GMarkupParser parser = { .start_element = on_start, .end_element = on_end };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, reading, NULL);
  g_autoptr (GError) failure = NULL;
  g_autofree char *words = NULL; /* what it quotes may be no text */
  int line = 0;

  if (g_markup_parse_context_parse (context, text, (gssize) length, &failure)
      && g_markup_parse_context_end_parse (context, &failure))
    return TRUE;
  g_markup_parse_context_get_position (context, &line, NULL);
  words = g_utf8_make_valid (failure->message, -1);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s:%d: %s", path, line, words);
  return FALSE;
}

gboolean
parley_prefs_file_load (ParleySettings *settings, const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) prefs = g_array_new (FALSE, FALSE, sizeof (Pref));
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  Reading reading = { .names = names, .prefs = prefs };
  gsize length = 0;

  g_array_set_clear_func (prefs, pref_clear);
  if (!g_file_get_contents (path, &text, &length, &failure))
    {
      if (g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return parse (&reading, path, text, length, error) && apply_all (settings, path, &reading, error);
}
