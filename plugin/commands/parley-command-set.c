/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-command-set.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "settings/parley-setting-names.h"
#include "settings/parley-setting-text.h"
#include "dialogs/parley-prefs-frame.h"
#include "parley-prefs.h"
#include "contacts/parley-tell.h"

#define DEFAULT "default"

/* Returns: (transfer full): "Wait for more: learned (As people write) [turn.profile]". */
static char *
dup_line (ParleyInstance *instance, ParleySetting setting)
{
  g_autofree char *name = parley_setting_dup_name (setting);
  g_autofree char *value = parley_settings_dup_text (instance->settings, setting);

  return g_strdup_printf ("%s: %s [%s]", _ (parley_setting_get_spec (setting)->label), value, name);
}

char *
parley_command_set_explain (ParleyInstance *instance, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *line = dup_line (instance, setting);
  g_autofree char *range = parley_setting_dup_range_text (setting);
  g_autofree char *value = parley_setting_dup_default_text (setting);
  g_autofree char *usual = g_strdup_printf (_ ("Default: %s."), value);

  return g_strdup_printf ("%s\n%s\n%s %s", line, _ (spec->help), range, usual);
}

static char *
dup_overview (ParleyInstance *instance)
{
  GString *text = g_string_new (
      _ ("These are the settings people change most; there are more. /parley set NAME explains "
         "one, /parley set NAME VALUE changes it, and /parley set NAME default resets it."));
  guint n_groups;
  const ParleyPrefsGroup *groups = parley_prefs_groups_get (&n_groups);

  for (guint i = 0; i < n_groups; i++)
    {
      g_string_append_printf (text, "\n— %s —", _ (groups[i].title));
      for (guint j = 0; j < groups[i].n_settings; j++)
        {
          g_autofree char *line = dup_line (instance, groups[i].settings[j]);

          g_string_append_printf (text, "\n%s", line);
        }
    }
  return g_string_free (text, FALSE);
}

char *
parley_command_set_dup_news (ParleyInstance *instance, ParleySetting setting)
{
  g_autofree char *line = dup_line (instance, setting);

  return g_strdup_printf (_ ("From now on: %s"), line);
}

/* Returns: (transfer full): what to tell the user. */
static char *
change (ParleyInstance *instance, ParleySetting setting, const char *value)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autoptr (GError) error = NULL;

  if (spec->personal)
    return g_strdup_printf (_ ("You can change “%s” only in Parley's preferences."),
                            _ (spec->label));
  if (g_str_equal (value, DEFAULT)
          ? !parley_prefs_reset (instance->prefs, setting, &error)
          : !parley_prefs_set_text (instance->prefs, setting, value, &error))
    return g_strdup (error->message);
  return parley_command_set_dup_news (instance, setting);
}

static char *
dup_answer (ParleyInstance *instance, const char *name, const char *value)
{
  ParleySetting setting;
  g_autoptr (GError) error = NULL;

  if (*name == '\0')
    return dup_overview (instance);
  if (!parley_setting_resolve (name, &setting, &error))
    return g_strdup (error->message);
  return *value == '\0' ? parley_command_set_explain (instance, setting)
                        : change (instance, setting, value);
}

void
parley_command_set (ParleyInstance *instance, const ParleyChatKey *key, const char *rest)
{
  gsize length = strcspn (rest, " ");
  g_autofree char *name = g_strndup (rest, length);
  g_autofree char *value = g_strstrip (g_strdup (rest + length));
  gboolean was_paused = parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED);
  g_autofree char *answer = dup_answer (instance, name, value);

  /* A pause is one in this way, too. */
  if (was_paused != parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED))
    parley_tell_when_written (instance, key, key->person, answer);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key, answer);
}
