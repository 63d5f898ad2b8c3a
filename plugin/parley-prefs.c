/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-prefs.h"

#include <glib/gi18n-lib.h>

#include <notify.h>
#include <prefs.h>
#include <request.h>

#include "backend/parley-where.h"
#include "base/parley-error.h"
#include "settings/parley-setting-text.h"
#include "settings/parley-settings.h"
#include "dialogs/parley-finch.h"

#define ROOT     "/plugins/core/parley"
#define DEFAULTS ROOT "/" PARLEY_DEFAULTS_NAME

/* GTK's text fields store every keystroke. A value is looked at when this time passed without
 * another one, so that no chat goes to half an address. */
#define SETTLE_MS 3000

struct _ParleyPrefs
{
  ParleyInstance *instance;
  ParleyPrefsFunc in_force;
  ParleyTimer *timer;
  gboolean good[PARLEY_N_SETTINGS]; /* which had a value that could be taken over */
  char *last_complaint;             /* what the user was told last */
  char *disclosed;                  /* where chats go, as the user was told */
  void *dialog;                     /* in which they were told; libpurple's handle */
};

char *
parley_prefs_dup_path (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return g_strdup_printf ("%s/%s/%s", ROOT, spec->room, spec->name);
}

static void
add_pref (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *path = parley_prefs_dup_path (setting);
  g_autofree char *room = g_strdup_printf ("%s/%s", ROOT, spec->room);

  if (!purple_prefs_exists (room))
    purple_prefs_add_none (room);
  switch (spec->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      purple_prefs_add_bool (path, spec->default_int);
      break;
    case PARLEY_SETTING_TYPE_INT:
      purple_prefs_add_int (path, spec->default_int);
      break;
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
    case PARLEY_SETTING_TYPE_CHOICE:
      purple_prefs_add_string (path, spec->default_string);
      break;
    }
}

void
parley_prefs_add (void)
{
  purple_prefs_add_none (ROOT);
  purple_prefs_add_int (DEFAULTS, 0);
  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    add_pref (setting);
}

static gboolean
has_right_type (ParleySetting setting)
{
  g_autofree char *path = parley_prefs_dup_path (setting);
  PurplePrefType type = purple_prefs_get_type (path);

  switch (parley_setting_get_spec (setting)->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      return type == PURPLE_PREF_BOOLEAN;
    case PARLEY_SETTING_TYPE_INT:
      return type == PURPLE_PREF_INT;
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
    case PARLEY_SETTING_TYPE_CHOICE:
      return type == PURPLE_PREF_STRING;
    }
  return FALSE;
}

/* A preference that somebody edited into another type is as bad as a wrong value. */
static gboolean
apply_pref (ParleySettings *settings, ParleySetting setting, GError **error)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *path = parley_prefs_dup_path (setting);
  const char *text;

  if (!has_right_type (setting))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("The stored value of “%s” can't be read."), _ (spec->label));
      return FALSE;
    }
  if (spec->type == PARLEY_SETTING_TYPE_BOOL)
    return parley_settings_set_int (settings, setting, purple_prefs_get_bool (path), error);
  if (spec->type == PARLEY_SETTING_TYPE_INT)
    return parley_settings_set_int (settings, setting, purple_prefs_get_int (path), error);
  text = purple_prefs_get_string (path);
  return parley_settings_set_string (settings, setting, text != NULL ? text : "", error);
}

static gboolean
have_right_types (void)
{
  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    {
      if (!has_right_type (setting))
        return FALSE;
    }
  return TRUE;
}

/* The user's choice: a preference of another type can't be changed in any dialog. */
static void
use_defaults (ParleyPrefs *prefs, int action)
{
  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    {
      g_autofree char *path = parley_prefs_dup_path (setting);

      if (has_right_type (setting))
        continue;
      purple_prefs_remove (path);
      add_pref (setting);
    }
  parley_prefs_flush (prefs);
}

static void
complain (ParleyPrefs *prefs, const char *complaint)
{
  PurplePlugin *plugin = prefs->instance->plugin;
  const char *primary = _ ("Parley can't use a preference");
  g_autofree char *wrapped = NULL;

  if (g_strcmp0 (complaint, prefs->last_complaint) == 0)
    return;
  g_free (prefs->last_complaint);
  prefs->last_complaint = g_strdup (complaint);
  if (prefs->dialog != NULL)
    purple_notify_close (PURPLE_NOTIFY_MESSAGE, g_steal_pointer (&prefs->dialog));
  if (complaint == NULL)
    return;
  wrapped = parley_finch_dup_wrapped (complaint);
  if (have_right_types ())
    prefs->dialog = parley_notice (plugin, PURPLE_NOTIFY_MSG_WARNING, primary, complaint);
  else
    purple_request_action (plugin, _ ("Parley"), primary, wrapped, 1, NULL, NULL, NULL, prefs, 2,
                           _ ("Use the default"), use_defaults, _ ("Leave it"), NULL);
}

static void
add_line (GString *text, const char *line)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
}

/* Twice, because two settings that bound each other may both have moved. Of what was never right in
 * this sitting nobody knows what the user wants: so nothing is sent. */
static void
apply_all (ParleyPrefs *prefs)
{
  g_autoptr (GString) complaint = g_string_new (NULL);
  gboolean unknown = FALSE;

  for (guint i = 0; i < 2 * PARLEY_N_SETTINGS; i++)
    {
      ParleySetting setting = i % PARLEY_N_SETTINGS;
      g_autoptr (GError) error = NULL;

      prefs->good[setting] |= apply_pref (prefs->instance->settings, setting, &error);
      if (error == NULL || i < PARLEY_N_SETTINGS)
        continue;
      unknown |= !prefs->good[setting];
      add_line (complaint, error->message);
    }
  if (complaint->len > 0)
    add_line (complaint, unknown ? _ ("Parley sends nothing until you set it again.")
                                 : _ ("The last good value still counts."));
  parley_purple_host_set_closed (prefs->instance->host, unknown);
  complain (prefs, complaint->len > 0 ? complaint->str : NULL);
}

/* Where the chats of those who are switched on go now, if that is elsewhere than before: as the
 * settings tell, not as the server does, for that changes nothing. */
static void
disclose (ParleyPrefs *prefs)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *disclosure
      = parley_engine_get_backend (prefs->instance->engine, &error) != NULL
            ? parley_disclosure_dup (prefs->instance->settings, PARLEY_WHERE_UNKNOWN)
            : g_strdup (error->message);

  if (g_strcmp0 (disclosure, prefs->disclosed) == 0)
    return;
  if (prefs->disclosed != NULL)
    parley_notice (prefs->instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("For everybody switched on"),
                   disclosure);
  g_free (prefs->disclosed);
  prefs->disclosed = g_steal_pointer (&disclosure);
}

void
parley_prefs_flush (ParleyPrefs *prefs)
{
  parley_timer_disarm (prefs->timer);
  apply_all (prefs);
  disclose (prefs);
  prefs->in_force (prefs->instance);
  parley_engine_look_again (prefs->instance->engine);
}

void
parley_prefs_set_string (ParleyPrefs *prefs, ParleySetting setting, const char *value)
{
  g_autofree char *path = parley_prefs_dup_path (setting);

  purple_prefs_set_string (path, value);
  parley_prefs_flush (prefs);
}

void
parley_prefs_set_server (ParleyPrefs *prefs, ParleySettings *wish, gboolean told)
{
  static const ParleySetting settings[] = {
    PARLEY_SETTING_BACKEND_KIND,
    PARLEY_SETTING_BACKEND_RUNS_HERE,
    PARLEY_SETTING_BACKEND_BASE_URL,
    PARLEY_SETTING_BACKEND_MODEL,
  };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *path = parley_prefs_dup_path (settings[i]);

      purple_prefs_set_string (path, parley_settings_get_string (wish, settings[i]));
    }
  if (told)
    {
      g_free (prefs->disclosed);
      prefs->disclosed = parley_disclosure_dup (wish, PARLEY_WHERE_UNKNOWN);
    }
  parley_prefs_flush (prefs);
}

void
parley_prefs_set_bool (ParleyPrefs *prefs, ParleySetting setting, gboolean value)
{
  g_autofree char *path = parley_prefs_dup_path (setting);

  purple_prefs_set_bool (path, value);
  parley_prefs_flush (prefs);
}

/* Writes down what is in force. The user's word goes before what is there in another type. */
static void
store (ParleyPrefs *prefs, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  ParleySettings *settings = prefs->instance->settings;
  g_autofree char *path = parley_prefs_dup_path (setting);

  if (!has_right_type (setting))
    {
      purple_prefs_remove (path);
      add_pref (setting);
    }
  switch (spec->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      purple_prefs_set_bool (path, parley_settings_get_bool (settings, setting));
      break;
    case PARLEY_SETTING_TYPE_INT:
      purple_prefs_set_int (path, parley_settings_get_int (settings, setting));
      break;
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
    case PARLEY_SETTING_TYPE_CHOICE:
      purple_prefs_set_string (path, parley_settings_get_string (settings, setting));
      break;
    }
  parley_prefs_flush (prefs);
}

gboolean
parley_prefs_set_text (ParleyPrefs *prefs, ParleySetting setting, const char *text, GError **error)
{
  if (!parley_settings_set_text (prefs->instance->settings, setting, text, error))
    return FALSE;
  store (prefs, setting);
  return TRUE;
}

gboolean
parley_prefs_reset (ParleyPrefs *prefs, ParleySetting setting, GError **error)
{
  if (!parley_settings_reset (prefs->instance->settings, setting, error))
    return FALSE;
  store (prefs, setting);
  return TRUE;
}

static void
on_settled (gpointer data)
{
  parley_prefs_flush (data);
}

/* A pause is never half typed, and is for now. */
static void
on_changed (const char *name, PurplePrefType type, gconstpointer value, gpointer data)
{
  ParleyPrefs *prefs = data;
  g_autofree char *pause = parley_prefs_dup_path (PARLEY_SETTING_GUARD_PAUSED);

  if (g_str_equal (name, pause))
    {
      parley_prefs_flush (prefs);
      return;
    }
  parley_timer_arm (prefs->timer, parley_timers_now (prefs->instance->timers) + SETTLE_MS);
}

/* To be done when libpurple has read its file, which is after parley_prefs_add (). */
static void
renew_defaults (void)
{
  guint stored = purple_prefs_get_type (DEFAULTS) == PURPLE_PREF_INT
                     ? (guint) purple_prefs_get_int (DEFAULTS)
                     : PARLEY_DEFAULTS_NUMBER;

  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    {
      g_autofree char *path = parley_prefs_dup_path (setting);
      PurplePrefType type = purple_prefs_get_type (path);
      int number = type == PURPLE_PREF_INT       ? purple_prefs_get_int (path)
                   : type == PURPLE_PREF_BOOLEAN ? purple_prefs_get_bool (path)
                                                 : 0;
      const char *text = type == PURPLE_PREF_STRING ? purple_prefs_get_string (path) : NULL;

      if (!has_right_type (setting) || !parley_setting_was_default (setting, stored, number, text))
        continue;
      purple_prefs_remove (path);
      add_pref (setting);
    }
  if (stored != PARLEY_DEFAULTS_NUMBER)
    purple_prefs_set_int (DEFAULTS, PARLEY_DEFAULTS_NUMBER);
}

ParleyPrefs *
parley_prefs_new (ParleyInstance *instance, ParleyPrefsFunc in_force)
{
  ParleyPrefs *prefs = g_new0 (ParleyPrefs, 1);

  prefs->instance = instance;
  prefs->in_force = in_force;
  prefs->timer = parley_timer_new (instance->timers, on_settled, prefs);
  renew_defaults ();
  parley_listening_add_pref (instance->listening, ROOT, on_changed, prefs);
  parley_prefs_flush (prefs);
  return prefs;
}

void
parley_prefs_free (ParleyPrefs *prefs)
{
  parley_timer_free (prefs->timer);
  g_free (prefs->last_complaint);
  g_free (prefs->disclosed);
  g_free (prefs);
}
