/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-prefs-frame.h"

#include <glib/gi18n-lib.h>

#include "parley-prefs.h"

static const ParleySetting model[] = {
  PARLEY_SETTING_BACKEND_KIND,
  PARLEY_SETTING_BACKEND_BASE_URL,
  PARLEY_SETTING_BACKEND_MODEL,
};

static const ParleySetting who[] = {
  PARLEY_SETTING_GUARD_PAUSED,
};

static const ParleySetting when[] = {
  PARLEY_SETTING_TURN_PROFILE,
  PARLEY_SETTING_GUARD_QUIET_HOURS,
  PARLEY_SETTING_GUARD_COUNTDOWN_MS,
  PARLEY_SETTING_GUARD_WELCOME_BACK,
};

static const ParleySetting what[] = {
  PARLEY_SETTING_GUARD_DISCLOSURE,
  PARLEY_SETTING_GUARD_NEVER_SAY,
  PARLEY_SETTING_GUARD_STATUS_LINES,
};

static const ParleySetting limits[] = {
  PARLEY_SETTING_GUARD_CONTACT_HOUR,
  PARLEY_SETTING_GUARD_ALL_HOUR,
  PARLEY_SETTING_GUARD_ALL_TOKENS,
};

static const ParleySetting privacy[] = {
  PARLEY_SETTING_BRAIN_TOOLS,
  PARLEY_SETTING_MEMORY_JOURNAL_DAYS,
  PARLEY_SETTING_BACKEND_RUNS_HERE,
  PARLEY_SETTING_BACKEND_KEY_FILE,
};

static const ParleyPrefsGroup groups[] = {
  { N_ ("Model"), model, G_N_ELEMENTS (model) },
  { N_ ("Whom it answers: choose in the contact's menu"), who, G_N_ELEMENTS (who) },
  /* Translators: a heading above settings; it: Parley */
  { N_ ("When it answers"), when, G_N_ELEMENTS (when) },
  /* Translators: a heading above settings; it: Parley */
  { N_ ("What it says"), what, G_N_ELEMENTS (what) },
  { N_ ("Limits"), limits, G_N_ELEMENTS (limits) },
  { N_ ("Privacy"), privacy, G_N_ELEMENTS (privacy) },
};

const ParleyPrefsGroup *
parley_prefs_groups_get (guint *n_groups)
{
  *n_groups = G_N_ELEMENTS (groups);
  return groups;
}

static void
add_setting (PurplePluginPrefFrame *frame, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *path = parley_prefs_dup_path (setting);
  g_autofree char *label = spec->unit != NULL
                               ? g_strdup_printf ("%s (%s)", _ (spec->label), _ (spec->unit))
                               : g_strdup (_ (spec->label));
  PurplePluginPref *pref = purple_plugin_pref_new_with_name_and_label (path, label);

  if (spec->type == PARLEY_SETTING_TYPE_INT)
    purple_plugin_pref_set_bounds (pref, spec->min, spec->max);
  if (spec->type == PARLEY_SETTING_TYPE_CHOICE)
    {
      purple_plugin_pref_set_type (pref, PURPLE_PLUGIN_PREF_CHOICE);
      for (const ParleySettingChoice *choice = spec->choices; choice->value != NULL; choice++)
        purple_plugin_pref_add_choice (pref, _ (choice->label), (gpointer) choice->value);
    }
  purple_plugin_pref_frame_add (frame, pref);
}

PurplePluginPrefFrame *
parley_prefs_frame_new (PurplePlugin *plugin)
{
  PurplePluginPrefFrame *frame = purple_plugin_pref_frame_new ();

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      purple_plugin_pref_frame_add (frame, purple_plugin_pref_new_with_label (_ (groups[i].title)));
      for (guint j = 0; j < groups[i].n_settings; j++)
        add_setting (frame, groups[i].settings[j]);
    }
  return frame;
}
