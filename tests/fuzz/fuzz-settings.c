/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that a user may have damaged, and what they type: whatever comes of it, each setting is one
 * that its row allows, and a key stays with its server. */
#include "fuzz.h"

#include <string.h>

#include "backend/parley-key-file.h"
#include "settings/parley-prefs-file.h"
#include "settings/parley-setting-text.h"

static void
check_setting (ParleySettings *settings, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);
  g_autofree char *shown = parley_settings_dup_text (settings, setting);
  gboolean known = FALSE;

  g_assert_true (g_utf8_validate (shown, -1, NULL));
  if (spec->type == PARLEY_SETTING_TYPE_BOOL)
    return;
  if (spec->type == PARLEY_SETTING_TYPE_INT)
    {
      g_assert_cmpint (parley_settings_get_int (settings, setting), >=, spec->min);
      g_assert_cmpint (parley_settings_get_int (settings, setting), <=, spec->max);
      return;
    }
  g_assert_true (g_utf8_validate (parley_settings_get_string (settings, setting), -1, NULL));
  g_assert_null (strpbrk (parley_settings_get_string (settings, setting), "\r\n"));
  for (guint i = 0; spec->choices != NULL && spec->choices[i].value != NULL; i++)
    known |= g_str_equal (parley_settings_get_string (settings, setting), spec->choices[i].value);
  g_assert_true (spec->type != PARLEY_SETTING_TYPE_CHOICE || known);
}

static void
check_outcome (gboolean ok, GError *error)
{
  g_assert_true (ok == (error == NULL));
  if (error == NULL)
    return;
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_error_free (error);
}

static void
load_keys (const char *path)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) before = parley_key_file_load (path, &error);
  g_autoptr (GPtrArray) after = NULL;
  gboolean found = FALSE;

  check_outcome (before != NULL, error);
  if (before == NULL || !parley_key_file_set (path, "https://new.example", "new-key", NULL))
    return;
  after = parley_key_file_load (path, NULL);
  g_assert_nonnull (after);
  for (guint i = 0; i < after->len; i++)
    {
      const ParleyKeyLine *line = after->pdata[i];

      found |= g_strcmp0 (line->origin, "https://new.example") == 0
               && g_str_equal (line->key, "new-key");
    }
  g_assert_true (found);
}

/* Each line: a setting's number, and what is typed for it. */
static void
type_settings (ParleySettings *settings, FuzzInput *input)
{
  for (guint i = 0; i < 50 && input->left > 0; i++)
    {
      ParleySetting setting = fuzz_take (input, PARLEY_N_SETTINGS);
      g_autofree char *typed = fuzz_take_utf8_line (input);
      GError *error = NULL;
      gboolean ok = parley_settings_set_text (settings, setting, typed, &error);

      check_outcome (ok, error);
      check_setting (settings, setting);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  guint kind = fuzz_take (&input, 4);
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autofree char *path = NULL;
  GError *error = NULL;
  gboolean ok = TRUE;

  if (kind == 3)
    type_settings (settings, &input);
  else
    path = fuzz_put_file ("file", input.data, input.left);
  if (kind == 0)
    ok = parley_settings_load_key_file (settings, path, &error);
  else if (kind == 1)
    ok = parley_prefs_file_load (settings, path, &error);
  else if (kind == 2)
    load_keys (path);
  check_outcome (ok, error);
  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    check_setting (settings, setting);
  fuzz_drop_files (path);
  return 0;
}
