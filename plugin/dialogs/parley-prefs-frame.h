/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <plugin.h>
#include <pluginpref.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* The few settings that people change; all others are for /parley set. */
typedef struct
{
  const char *title; /* marked for translation, not translated */
  const ParleySetting *settings;
  guint n_settings;
} ParleyPrefsGroup;

/* Returns: (transfer none): @n_groups of them, what is needed first of all first. */
const ParleyPrefsGroup *parley_prefs_groups_get (guint *n_groups);

/* Returns: (transfer full): a dialog for both clients. */
PurplePluginPrefFrame *parley_prefs_frame_new (PurplePlugin *plugin);

G_END_DECLS
