/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-explain.h"

#include <json-glib/json-glib.h>

#include "base/parley-channels.h"
#include "base/parley-error.h"
#include "turn/parley-turn-policy.h"

typedef struct
{
  char *profile;
  char *channel;
  char *settings;
  char **texts;
  int n;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->profile);
  g_free (options->channel);
  g_free (options->settings);
  g_strfreev (options->texts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (char **args, Options *options, GError **error)
{
  const GOptionEntry entries[] = {
    { "profile", 0, 0, G_OPTION_ARG_STRING, &options->profile, NULL, NULL },
    { "channel", 0, 0, G_OPTION_ARG_STRING, &options->channel, NULL, NULL },
    { "n", 0, 0, G_OPTION_ARG_INT, &options->n, NULL, NULL },
    { "settings", 0, 0, G_OPTION_ARG_FILENAME, &options->settings, NULL, NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->texts, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) copy = g_strdupv (args);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse_strv (context, &copy, error))
    return FALSE;
  if (options->texts != NULL && g_strv_length (options->texts) == 1 && options->n > 0)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               options->n > 0 ? "explain takes one text" : "--n must be 1 or more");
  return FALSE;
}

/* "swift", "patient" or "fixed:MS". */
static gboolean
set_profile (ParleySettings *settings, const char *profile, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (profile, ":", 2);
  gint64 ms = 0;

  if (parts[0] != NULL && parts[1] != NULL && g_str_equal (parts[0], "fixed"))
    {
      if (!g_ascii_string_to_signed (parts[1], 10, 0, G_MAXINT, &ms, error)
          || !parley_settings_set_int (settings, PARLEY_SETTING_TURN_FIXED_MS, (int) ms, error))
        return FALSE;
      g_clear_pointer (&parts[1], g_free);
    }
  return parley_settings_set_string (settings, PARLEY_SETTING_TURN_PROFILE,
                                     parts[1] == NULL && parts[0] != NULL ? parts[0] : profile,
                                     error);
}

static ParleyWindow
compute (ParleySettings *settings, const Options *options)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autoptr (ParleyChannels) channels = parley_channels_new (data);
  const ParleyTurnPolicy policy = parley_turn_policy_read (settings);
  const ParleyWindowInput input = {
    .text = options->texts[0],
    .n = options->n,
    .base_ms = parley_channels_get_base_ms (
        channels, parley_settings_get_string (settings, PARLEY_SETTING_TURN_WAITS),
        options->channel != NULL ? options->channel : "other", NULL),
    .lexicon = lexicon,
  };
  ParleyWindow window;

  parley_window_compute (&policy.window, &input, &window);
  return window;
}

static void
print_window (const ParleyWindow *window)
{
  g_autoptr (JsonBuilder) line = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *reason = parley_window_dup_reason (window);
  g_autofree char *json = NULL;

  json_builder_begin_object (line);
  json_builder_add_int_value (json_builder_set_member_name (line, "wait"), window->wait);
  json_builder_add_string_value (json_builder_set_member_name (line, "shape"),
                                 parley_shape_to_string (window->shape));
  json_builder_add_boolean_value (json_builder_set_member_name (line, "completion"),
                                  window->completion);
  json_builder_begin_array (json_builder_set_member_name (line, "terms"));
  for (guint i = 0; i < window->n_terms; i++)
    {
      json_builder_begin_object (line);
      json_builder_add_string_value (json_builder_set_member_name (line, "term"),
                                     window->terms[i].name);
      json_builder_add_int_value (json_builder_set_member_name (line, "ms"), window->terms[i].ms);
      json_builder_end_object (line);
    }
  json_builder_end_array (line);
  json_builder_add_string_value (json_builder_set_member_name (line, "reason"), reason);
  json_builder_end_object (line);
  root = json_builder_get_root (line);
  json_generator_set_root (generator, root);
  json = json_generator_to_data (generator, NULL);
  g_print ("%s\n", json);
}

int
parley_explain_run (char **args)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Options) options = { .n = 1 };
  ParleyWindow window;

  if (!parse_options (args, &options, &error)
      || (options.settings != NULL
          && !parley_settings_load_key_file (settings, options.settings, &error))
      || (options.profile != NULL && !set_profile (settings, options.profile, &error)))
    {
      g_printerr ("parley explain: %s\n", error->message);
      return PARLEY_EXIT_USAGE;
    }
  window = compute (settings, &options);
  print_window (&window);
  return PARLEY_EXIT_OK;
}
