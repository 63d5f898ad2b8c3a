/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-who.h"

#include <glib/gi18n-lib.h>

#include "base/parley-text.h"
#include "dialogs/parley-finch.h"

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
      group, purple_request_field_string_new (NAME, _ ("Your name (optional)"), name, FALSE));
  purple_request_field_group_add_field (
      group,
      purple_request_field_string_new (
          ABOUT, _ ("About you: Parley may tell this to whoever writes to you"), about, TRUE));
}

static char *
dup_answer (PurpleRequestFields *fields, const char *id)
{
  const char *answer = purple_request_fields_get_string (fields, id);
  g_autofree char *clean = parley_text_dup_clean (answer != NULL ? answer : "", MAX_BYTES);

  return g_strdup (g_strstrip (clean));
}

/* It is kept as it is, for the user wrote it; an answer that says it is a draft. */
static void
point_out (ParleyInstance *instance, const char *about)
{
  g_autofree char *doubts = parley_engine_dup_doubts (instance->engine, about);
  g_autofree char *text = NULL;

  if (doubts == NULL)
    return;
  text = g_strdup_printf (_ ("%s\nAn answer that says so waits for you as a draft. The model gets "
                             "all of it, so leave out what nobody should know."),
                          doubts);
  parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("Parley keeps some of this back"),
                 text);
}

gboolean
parley_who_store (PurpleRequestFields *fields, ParleyInstance *instance, GError **error)
{
  g_autofree char *name = dup_answer (fields, NAME);
  g_autofree char *about = dup_answer (fields, ABOUT);
  gboolean is_new = !g_str_equal (
      about, parley_settings_get_string (instance->settings, PARLEY_SETTING_BRAIN_ABOUT));

  if (!parley_prefs_set_text (instance->prefs, PARLEY_SETTING_BRAIN_ABOUT, about, error)
      || !parley_prefs_set_text (instance->prefs, PARLEY_SETTING_BRAIN_NAME, name, error))
    return FALSE;
  if (is_new)
    point_out (instance, about);
  return TRUE;
}
