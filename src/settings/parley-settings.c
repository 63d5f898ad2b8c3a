/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-settings.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

/* Nothing anyone would type into a preferences dialog is longer. */
#define MAX_STRING_BYTES 4096

struct _ParleySettings
{
  int ints[PARLEY_N_SETTINGS];
  char *strings[PARLEY_N_SETTINGS];
  guint serial;
};

/* Pairs of which the first may not exceed the second. */
static const ParleySetting ordered[][2] = {
  { PARLEY_SETTING_TURN_MIN_MS, PARLEY_SETTING_TURN_MAX_MS },
  { PARLEY_SETTING_BRAIN_SOFT_TOKENS, PARLEY_SETTING_BRAIN_HARD_TOKENS },
  { PARLEY_SETTING_BRAIN_NUDGE_SCORE, PARLEY_SETTING_BRAIN_CONTINUE_SCORE },
  { PARLEY_SETTING_REPLY_PACE_MIN_MS, PARLEY_SETTING_REPLY_PACE_MAX_MS },
};

static gboolean
is_number (const ParleySettingSpec *spec)
{
  return spec->type == PARLEY_SETTING_TYPE_INT || spec->type == PARLEY_SETTING_TYPE_BOOL;
}

ParleySettings *
parley_settings_new (void)
{
  ParleySettings *settings = g_new0 (ParleySettings, 1);

  for (guint i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);

      settings->ints[i] = spec->default_int;
      settings->strings[i] = g_strdup (spec->default_string);
    }
  return settings;
}

void
parley_settings_free (ParleySettings *settings)
{
  for (guint i = 0; i < PARLEY_N_SETTINGS; i++)
    g_free (settings->strings[i]);
  g_free (settings);
}

int
parley_settings_get_int (ParleySettings *settings, ParleySetting setting)
{
  g_return_val_if_fail (is_number (parley_setting_get_spec (setting)), 0);

  return settings->ints[setting];
}

gboolean
parley_settings_get_bool (ParleySettings *settings, ParleySetting setting)
{
  return parley_settings_get_int (settings, setting) != 0;
}

const char *
parley_settings_get_string (ParleySettings *settings, ParleySetting setting)
{
  g_return_val_if_fail (!is_number (parley_setting_get_spec (setting)), NULL);

  return settings->strings[setting];
}

guint
parley_settings_get_serial (ParleySettings *settings)
{
  return settings->serial;
}

static gboolean
check_order (ParleySettings *settings, ParleySetting setting, int value, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
    {
      gboolean low = ordered[i][0] == setting;
      ParleySetting other = ordered[i][low ? 1 : 0];

      if (!low && ordered[i][1] != setting)
        continue;
      if (low ? value <= settings->ints[other] : value >= settings->ints[other])
        continue;
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   low ? _ ("“%s” can't be %d: “%s” is %d, and that would be less.")
                       : _ ("“%s” can't be %d: “%s” is %d, and that would be more."),
                   _ (parley_setting_get_spec (setting)->label), value,
                   _ (parley_setting_get_spec (other)->label), settings->ints[other]);
      return FALSE;
    }
  return TRUE;
}

gboolean
parley_settings_set_int (ParleySettings *settings, ParleySetting setting, int value, GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  g_return_val_if_fail (is_number (spec), FALSE);

  if (value < spec->min || value > spec->max)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“%s” can't be %d: it goes from %d to %d."), _ (spec->label), value,
                   spec->min, spec->max);
      return FALSE;
    }
  if (!check_order (settings, setting, value, error))
    return FALSE;
  if (settings->ints[setting] != value)
    settings->serial++;
  settings->ints[setting] = value;
  return TRUE;
}

static gboolean
is_plain (const ParleySettingSpec *spec, const char *value)
{
  if (!g_utf8_validate (value, -1, NULL) || strlen (value) > MAX_STRING_BYTES)
    return FALSE;
  for (const char *p = value; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (!g_unichar_isprint (g_utf8_get_char (p)) && !(spec->lines && *p == '\n'))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_web_address (const char *value)
{
  g_autoptr (GUri) uri = g_uri_parse (value, G_URI_FLAGS_NONE, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";

  return (g_str_equal (scheme, "http") || g_str_equal (scheme, "https"))
         && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0';
}

static gboolean
check_choice (const ParleySettingSpec *spec, const char *value, GError **error)
{
  g_autoptr (GString) choices = g_string_new (NULL);

  for (const ParleySettingChoice *choice = spec->choices; choice->value != NULL; choice++)
    {
      if (g_str_equal (choice->value, value))
        return TRUE;
      g_string_append_printf (choices, "%s%s", choices->len > 0 ? ", " : "", choice->value);
    }
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” can't be “%s”: it is one of %s."), _ (spec->label), value, choices->str);
  return FALSE;
}

gboolean
parley_settings_set_string (ParleySettings *settings,
                            ParleySetting setting,
                            const char *value,
                            GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  g_return_val_if_fail (!is_number (spec), FALSE);

  if (!is_plain (spec, value))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   spec->lines ? _ ("“%s” is too long or is not plain text.")
                               : _ ("“%s” must be one line of plain text."),
                   _ (spec->label));
      return FALSE;
    }
  if (spec->type == PARLEY_SETTING_TYPE_CHOICE && !check_choice (spec, value, error))
    return FALSE;
  if (spec->type == PARLEY_SETTING_TYPE_ADDRESS && !is_web_address (value))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“%s” can't be “%s”: it must begin with http:// or https:// and a name."),
                   _ (spec->label), value);
      return FALSE;
    }
  if (spec->check != NULL && !spec->check (value, error))
    {
      g_prefix_error (error, _ ("“%s”: "), _ (spec->label));
      return FALSE;
    }
  if (!g_str_equal (settings->strings[setting], value))
    {
      settings->serial++;
      g_free (settings->strings[setting]);
      settings->strings[setting] = g_strdup (value);
    }
  return TRUE;
}

gboolean
parley_settings_find (const char *room, const char *name, ParleySetting *setting)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);

      if (g_strcmp0 (spec->room, room) != 0 || g_strcmp0 (spec->name, name) != 0)
        continue;
      *setting = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
load_key (
    ParleySettings *settings, GKeyFile *file, const char *room, const char *name, GError **error)
{
  ParleySetting setting;
  GError *failure = NULL;
  g_autofree char *text = NULL;
  int number = 0;

  if (!parley_settings_find (room, name, &setting))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("there is no setting “%s” in [%s]"), name, room);
      return FALSE;
    }
  if (parley_setting_get_spec (setting)->personal)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“%s” in [%s] can't be set in a settings file: only you can set it"), name,
                   room);
      return FALSE;
    }

  switch (parley_setting_get_spec (setting)->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      number = g_key_file_get_boolean (file, room, name, &failure);
      break;
    case PARLEY_SETTING_TYPE_INT:
      number = g_key_file_get_integer (file, room, name, &failure);
      break;
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
    case PARLEY_SETTING_TYPE_CHOICE:
      text = g_key_file_get_string (file, room, name, &failure);
      break;
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  return text != NULL ? parley_settings_set_string (settings, setting, text, error)
                      : parley_settings_set_int (settings, setting, number, error);
}

/* GKeyFile doesn't say where a key stands. Returns: its line from 1, 0 if it can't be found. */
static guint
find_line (const char *text, const char *room, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *group = g_strdup_printf ("[%s]", room);
  gboolean inside = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *key = g_strstrip (lines[i]);
      char *equals = strchr (key, '=');

      if (*key == '[')
        inside = g_str_equal (key, group);
      if (!inside || equals == NULL)
        continue;
      *equals = '\0';
      if (g_str_equal (g_strchomp (key), name))
        return i + 1;
    }
  return 0;
}

/* Returns: the line from 1 in which @at stands. */
static guint
get_line (const char *text, const char *at)
{
  guint line = 1;

  for (const char *c = text; c < at; c++)
    line += *c == '\n';
  return line;
}

/* In front of a line behind @n_rooms of them: no line is read by itself for what others say. */
static const char *
get_front (guint n_rooms)
{
  static const char *const fronts[] = { "", "[a]\n", "[a]\n[b]\n" };

  return fronts[MIN (n_rooms, G_N_ELEMENTS (fronts) - 1)];
}

/* Returns: the first line with which @text is no key file any more. */
static guint
find_damage (const char *text)
{
  guint n_rooms = 0;
  guint number = 0;

  for (const char *line = text; *line != '\0';)
    {
      const char *end = line + strcspn (line, "\n");
      g_autofree char *alone
          = g_strdup_printf ("%s%.*s", get_front (n_rooms), (int) (end - line), line);
      g_autoptr (GKeyFile) file = g_key_file_new ();

      number++;
      if (!g_key_file_load_from_data (file, alone, -1, G_KEY_FILE_NONE, NULL))
        return number;
      n_rooms += line[strspn (line, " \t")] == '[';
      line = *end != '\0' ? end + 1 : end;
    }
  return number;
}

/* Returns: the number of keys that can't be set. @failure: the first of them, with its line. */
static guint
load_all (ParleySettings *settings, GKeyFile *file, const char *text, GError **failure)
{
  g_auto (GStrv) rooms = g_key_file_get_groups (file, NULL);
  guint n_failed = 0;

  for (guint i = 0; rooms[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_key_file_get_keys (file, rooms[i], NULL, NULL);

      for (guint j = 0; names != NULL && names[j] != NULL; j++)
        {
          if (load_key (settings, file, rooms[i], names[j], n_failed == 0 ? failure : NULL))
            continue;
          if (n_failed++ == 0)
            g_prefix_error (failure, "%u: ", find_line (text, rooms[i], names[j]));
        }
    }
  return n_failed;
}

gboolean
parley_settings_load_key_file (ParleySettings *settings, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  const char *end;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  if (!g_utf8_validate (text, length, &end))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s:%u: %s", path,
                   get_line (text, end), _ ("it is not UTF-8 text"));
      return FALSE;
    }
  if (!g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, &failure))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s:%u: %s", path,
                   find_damage (text), failure->message);
      return FALSE;
    }
  /* Twice, because two settings that bound each other may both have moved. */
  if (load_all (settings, file, text, NULL) == 0 || load_all (settings, file, text, error) == 0)
    return TRUE;
  g_prefix_error (error, "%s:", path);
  return FALSE;
}

typedef struct
{
  guint ended; /* number of the defaults that it is not among any more */
  ParleySetting setting;
  int number;
  const char *text; /* NULL: it is a number */
} Former;

static const Former formers[] = {
  { 1, PARLEY_SETTING_GUARD_CONTACT_10MIN, 6, NULL },
  { 1, PARLEY_SETTING_GUARD_CONTACT_HOUR, 30, NULL },
  { 1, PARLEY_SETTING_GUARD_ALL_HOUR, 120, NULL },
};

gboolean
parley_setting_was_default (ParleySetting setting, guint stored, int number, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (formers); i++)
    {
      const Former *former = &formers[i];

      if (former->setting == setting && former->ended > stored
          && (former->text != NULL ? g_strcmp0 (former->text, text) == 0
                                   : former->number == number))
        return TRUE;
    }
  return FALSE;
}
