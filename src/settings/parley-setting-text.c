/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-setting-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <math.h>

#include "base/parley-error.h"

/* How numbers of a unit may be said. The larger stands below the smaller. */
typedef struct
{
  const char *unit; /* of the setting */
  const char *word;
  int factor;
} Unit;

static const Unit units[] = {
  { "ms", "ms", 1 },         { "ms", "s", 1000 }, { "ms", "min", 60000 },
  { "ms", "h", 3600000 },    { "s", "s", 1 },     { "s", "min", 60 },
  { "s", "h", 3600 },        { "%", "%", 1 },     { "days", N_ ("days"), 1 },
  { "days", N_ ("day"), 1 },
};

/* Reading */

/* Returns: (nullable): the largest one in which the number is a whole one; NULL for the setting's
 * own. */
static const Unit *
find_larger (const ParleySettingSpec *spec, int value)
{
  const Unit *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_str_equal (units[i].unit, spec->unit) && units[i].factor > 1 && value > 0
          && value % units[i].factor == 0)
        found = &units[i];
    }
  return found;
}

/* The other units are signs, which are the same for one and for many. */
static const char *
get_word (const char *unit, int n)
{
  return n == 1 && g_str_equal (unit, "days") ? _ ("day") : _ (unit);
}

static char *
dup_number (const ParleySettingSpec *spec, int value)
{
  const Unit *larger = spec->unit != NULL ? find_larger (spec, value) : NULL;

  if (spec->unit == NULL)
    return g_strdup_printf ("%d", value);
  if (larger == NULL)
    return g_strdup_printf ("%d %s", value, get_word (spec->unit, value));
  return g_strdup_printf ("%d %s (%d %s)", value, _ (spec->unit), value / larger->factor,
                          _ (larger->word));
}

/* What is shown can be typed, in every language. */
static char *
dup_switch (int value)
{
  return g_strdup (value != 0 ? "on" : "off");
}

static char *
dup_choice (const ParleySettingSpec *spec, const char *value)
{
  for (const ParleySettingChoice *choice = spec->choices; choice->value != NULL; choice++)
    {
      if (g_str_equal (choice->value, value))
        return g_strdup_printf ("%s (%s)", value, _ (choice->label));
    }
  return g_strdup (value);
}

static char *
dup_string (const char *value)
{
  /* Translators: of a setting that has no text in it */
  return g_strdup (*value != '\0' ? value : _ ("(empty)"));
}

/* @number, @string: the one that counts for the type. */
static char *
dup_value (const ParleySettingSpec *spec, int number, const char *string)
{
  switch (spec->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      return dup_switch (number);
    case PARLEY_SETTING_TYPE_INT:
      return dup_number (spec, number);
    case PARLEY_SETTING_TYPE_CHOICE:
      return dup_choice (spec, string);
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
      return dup_string (string);
    }
  return NULL;
}

static gboolean
is_number (const ParleySettingSpec *spec)
{
  return spec->type == PARLEY_SETTING_TYPE_BOOL || spec->type == PARLEY_SETTING_TYPE_INT;
}

char *
parley_settings_dup_text (ParleySettings *settings, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  if (is_number (spec))
    return dup_value (spec, parley_settings_get_int (settings, setting), NULL);
  return dup_value (spec, 0, parley_settings_get_string (settings, setting));
}

char *
parley_setting_dup_default_text (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return dup_value (spec, spec->default_int, spec->default_string);
}

static char *
dup_choices (const ParleySettingSpec *spec)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (const ParleySettingChoice *choice = spec->choices; choice->value != NULL; choice++)
    g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", choice->value,
                            _ (choice->label));
  return g_strdup_printf (_ ("It can be %s."), list->str);
}

char *
parley_setting_dup_range_text (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *min = NULL;
  g_autofree char *max = NULL;

  switch (spec->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      /* Translators: "on", "off", as they are typed. */
      return g_strdup_printf (_ ("It can be %s or %s."), "on", "off");
    case PARLEY_SETTING_TYPE_INT:
      min = g_strdup_printf ("%d", spec->min);
      max = dup_number (spec, spec->max);
      return g_strdup_printf (_ ("It goes from %s to %s."), min, max);
    case PARLEY_SETTING_TYPE_CHOICE:
      return dup_choices (spec);
    case PARLEY_SETTING_TYPE_ADDRESS:
      return g_strdup (_ ("It is an address that begins with http:// or https://."));
    case PARLEY_SETTING_TYPE_STRING:
      return g_strdup (_ ("It is one line of text."));
    }
  return NULL;
}

/* Setting */

static gboolean
is_one_of (const char *text, const char *const *words)
{
  for (; *words != NULL; words++)
    {
      if (g_ascii_strcasecmp (text, *words) == 0)
        return TRUE;
    }
  return FALSE;
}

/* What is shown, and what settings files have. */
static gboolean
set_switch (ParleySettings *settings, ParleySetting setting, const char *text, GError **error)
{
  const char *const on[] = { "on", "yes", "true", "1", NULL };
  const char *const off[] = { "off", "no", "false", "0", NULL };

  if (is_one_of (text, on))
    return parley_settings_set_int (settings, setting, TRUE, error);
  if (is_one_of (text, off))
    return parley_settings_set_int (settings, setting, FALSE, error);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               /* Translators: a setting, what was typed, "on", "off". */
               _ ("“%s” can't be “%s”: it is %s or %s."),
               _ (parley_setting_get_spec (setting)->label), text, "on", "off");
  return FALSE;
}

/* Returns: 0 if the number can't be said so. */
static int
find_factor (const ParleySettingSpec *spec, const char *word)
{
  if (*word == '\0')
    return 1;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_strcmp0 (units[i].unit, spec->unit) == 0
          && (g_str_equal (units[i].word, word) || g_str_equal (_ (units[i].word), word)))
        return units[i].factor;
    }
  return 0;
}

static gboolean
set_number (ParleySettings *settings, ParleySetting setting, const char *text, GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  gsize length = strspn (text, "+-0123456789");
  g_autofree char *digits = g_strndup (text, length);
  g_autofree char *word = g_strstrip (g_strdup (text + length));
  int factor = find_factor (spec, word);
  gint64 value;

  if (factor > 0 && g_ascii_string_to_signed (digits, 10, G_MININT, G_MAXINT, &value, NULL))
    return parley_settings_set_int (settings, setting,
                                    (int) CLAMP (value * factor, G_MININT, G_MAXINT), error);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” can't be “%s”: it is a number from %d to %d."), _ (spec->label), text,
               spec->min, spec->max);
  return FALSE;
}

gboolean
parley_settings_set_text (ParleySettings *settings,
                          ParleySetting setting,
                          const char *text,
                          GError **error)
{
  switch (parley_setting_get_spec (setting)->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      return set_switch (settings, setting, text, error);
    case PARLEY_SETTING_TYPE_INT:
      return set_number (settings, setting, text, error);
    case PARLEY_SETTING_TYPE_CHOICE:
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
      return parley_settings_set_string (settings, setting, text, error);
    }
  return FALSE;
}

gboolean
parley_settings_reset (ParleySettings *settings, ParleySetting setting, GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return is_number (spec)
             ? parley_settings_set_int (settings, setting, spec->default_int, error)
             : parley_settings_set_string (settings, setting, spec->default_string, error);
}

/* A million tokens cost less, in any currency. */
#define MAX_PRICE 1e9

/* Returns: below 0 if it is none. */
static double
read_price (const char *price)
{
  g_autofree char *text = g_strdelimit (g_strstrip (g_strdup (price)), ",", '.');
  char *end = NULL;
  double value = g_ascii_strtod (text, &end);

  return *end == '\0' && isfinite (value) && value <= MAX_PRICE ? value : -1;
}

gboolean
parley_price_check (const char *price, GError **error)
{
  if (read_price (price) >= 0)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” is not a price. Write it like 0.15, or leave it empty."), price);
  return FALSE;
}

double
parley_price_parse (const char *price)
{
  return MAX (read_price (price), 0);
}
