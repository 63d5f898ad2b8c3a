/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-reader.h"

#include <glib/gi18n-lib.h>

#include "base/parley-channels.h"
#include "base/parley-error.h"

void
parley_reader_clear (ParleyReader *reader)
{
  parley_options_clear (&reader->options);
  g_clear_pointer (&reader->profile, g_free);
  g_clear_pointer (&reader->channel, g_free);
  g_clear_pointer (&reader->settings, parley_settings_free);
  g_clear_pointer (&reader->lexicon, parley_lexicon_free);
  g_clear_pointer (&reader->learned, parley_learned_free);
}

gboolean
parley_reader_parse (ParleyReader *reader, char **args, const GOptionEntry *own, GError **error)
{
  g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  const GOptionEntry common[] = {
    { "profile", 0, 0, G_OPTION_ARG_STRING, &reader->profile, NULL, NULL },
    { "channel", 0, 0, G_OPTION_ARG_STRING, &reader->channel, NULL, NULL },
  };

  g_array_append_vals (entries, common, G_N_ELEMENTS (common));
  for (; own->long_name != NULL; own++)
    g_array_append_vals (entries, own, 1);
  return parley_options_parse (&reader->options, args, (const GOptionEntry *) entries->data, error);
}

/* "swift", "patient", "learned", "learned:MS" or "fixed:MS". */
static gboolean
set_profile (ParleyWindowPolicy *policy, const char *profile, GError **error)
{
  const ParleySettingSpec *fixed = parley_setting_get_spec (PARLEY_SETTING_TURN_FIXED_MS);
  g_auto (GStrv) parts = g_strsplit (profile, ":", 2);
  gboolean known = parts[0] != NULL && parley_profile_from_string (parts[0], &policy->profile);
  int *ms = policy->profile == PARLEY_PROFILE_FIXED     ? &policy->fixed_ms
            : policy->profile == PARLEY_PROFILE_LEARNED ? &policy->learned_ms
                                                        : NULL;
  gint64 number = 0;

  if (!known || (parts[1] != NULL && ms == NULL))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“%s” is not a profile. Profiles are swift, patient, learned, learned:MS and "
                      "fixed:MS."),
                   profile);
      return FALSE;
    }
  if (parts[1] == NULL)
    return TRUE;
  if (!g_ascii_string_to_signed (parts[1], 10, fixed->min, fixed->max, &number, error))
    {
      g_prefix_error (error, "--profile %s: ", profile);
      return FALSE;
    }
  *ms = (int) number;
  return TRUE;
}

static void
load_learned (ParleyReader *reader, ParleyData *data, const char *verb)
{
  g_autofree char *text = parley_data_dup_text (data, "window/learned.ini");
  g_autoptr (GError) error = NULL;

  if (text != NULL)
    reader->learned = parley_learned_parse (text, &error);
  if (reader->learned == NULL)
    g_printerr (_ ("parley %s: the profile “learned” can't run, so “swift” is used: %s\n"), verb,
                error != NULL ? error->message : _ ("there is no window/learned.ini"));
  reader->policy.window.learned = reader->learned;
}

gboolean
parley_reader_load (ParleyReader *reader, const char *verb, GError **error)
{
  g_autoptr (ParleyData) data = parley_options_load_data (&reader->options);
  g_autoptr (ParleyProtocols) protocols = parley_protocols_new (data);
  g_autoptr (ParleyChannels) channels = parley_channels_new (protocols);

  reader->settings = parley_options_load_settings (&reader->options, error);
  if (reader->settings == NULL)
    return FALSE;
  reader->policy = parley_turn_policy_read (reader->settings);
  if (reader->profile != NULL && !set_profile (&reader->policy.window, reader->profile, error))
    return FALSE;
  if (reader->policy.window.profile == PARLEY_PROFILE_LEARNED)
    load_learned (reader, data, verb);
  reader->lexicon = parley_lexicon_new (data);
  reader->base_ms = parley_channels_get_base_ms (
      channels, parley_settings_get_string (reader->settings, PARLEY_SETTING_TURN_WAITS),
      reader->channel != NULL ? reader->channel : "other", NULL);
  return TRUE;
}

const char *
parley_reader_get_profile (const ParleyReader *reader)
{
  static const char *const names[] = {
    [PARLEY_PROFILE_SWIFT] = "swift",
    [PARLEY_PROFILE_PATIENT] = "patient",
    [PARLEY_PROFILE_LEARNED] = "learned",
    [PARLEY_PROFILE_FIXED] = "fixed",
  };
  const ParleyWindowPolicy *policy = &reader->policy.window;

  if (policy->profile == PARLEY_PROFILE_LEARNED && policy->learned == NULL)
    return names[PARLEY_PROFILE_SWIFT];
  return names[policy->profile];
}
