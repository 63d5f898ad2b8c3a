/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* The settings, kept in libpurple's preferences. */

/* Makes sure every setting is there, with its default. To be called while libpurple looks at the
 * plugin, loaded or not. */
void parley_prefs_add (void);

/* The preferences are in force, and may be others than before. */
typedef void (*ParleyPrefsFunc) (ParleyInstance *instance);

/* Puts the preferences in force and follows their changes. A value that is not allowed is named to
 * the user, and the last good one stays. @in_force: called then, and from in here. Returns:
 * (transfer full). */
ParleyPrefs *parley_prefs_new (ParleyInstance *instance, ParleyPrefsFunc in_force);
void parley_prefs_free (ParleyPrefs *prefs);

/* Puts in force at once what was changed a moment ago. */
void parley_prefs_flush (ParleyPrefs *prefs);

/* Stores a setting and puts it in force at once. */
void parley_prefs_set_string (ParleyPrefs *prefs, ParleySetting setting, const char *value);

/* Stores who writes the answers, kind, address and model at once, from @wish, and puts it in force.
 * @told: whether the user knows where the chats go then. */
void parley_prefs_set_server (ParleyPrefs *prefs, ParleySettings *wish, gboolean told);

void parley_prefs_set_bool (ParleyPrefs *prefs, ParleySetting setting, gboolean value);

/* Stores what the user typed, or the default, and puts it in force at once; they are told where
 * chats go if that is elsewhere now. Returns: FALSE with a sentence for people; nothing changes
 * then. */
gboolean
parley_prefs_set_text (ParleyPrefs *prefs, ParleySetting setting, const char *text, GError **error);
gboolean parley_prefs_reset (ParleyPrefs *prefs, ParleySetting setting, GError **error);

/* Returns: (transfer full): where libpurple keeps the setting. */
char *parley_prefs_dup_path (ParleySetting setting);

G_END_DECLS
