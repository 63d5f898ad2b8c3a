/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-who.h"

#include <glib/gi18n-lib.h>

#include "base/parley-text.h"

#define NAME  "name"
#define ABOUT "about"

/* What is longer is refused, not cut. */
#define MAX_BYTES 65536

void
parley_who_add_fields (PurpleRequestFieldGroup *group, ParleyInstance *instance)
{
  const char *name = parley_settings_get_string (instance->settings, PARLEY_SETTING_BRAIN_NAME);
  const char *about = parley_settings_get_string (instance->settings, PARLEY_SETTING_BRAIN_ABOUT);

  purple_request_field_group_add_field (
      group, purple_request_field_string_new (NAME, _ ("Your name (may stay empty)"), name, FALSE));
  purple_request_field_group_add_field (
      group, purple_request_field_string_new (
                 ABOUT, _ ("About you: whoever writes to you may be told this"), about, TRUE));
}

static char *
dup_answer (PurpleRequestFields *fields, const char *id)
{
  const char *answer = purple_request_fields_get_string (fields, id);
  g_autofree char *clean = parley_text_dup_clean (answer != NULL ? answer : "", MAX_BYTES);

  return g_strdup (g_strstrip (clean));
}

gboolean
parley_who_store (PurpleRequestFields *fields, ParleyInstance *instance, GError **error)
{
  g_autofree char *name = dup_answer (fields, NAME);
  g_autofree char *about = dup_answer (fields, ABOUT);

  return parley_prefs_set_text (instance->prefs, PARLEY_SETTING_BRAIN_ABOUT, about, error)
         && parley_prefs_set_text (instance->prefs, PARLEY_SETTING_BRAIN_NAME, name, error);
}
