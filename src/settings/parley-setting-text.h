/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Settings as people read and type them, in their language. */

/* Returns: (transfer full): "on", "8000 ms (8 s)", "swift (Quick)"; of an empty
 * text that it is empty. */
char *parley_settings_dup_text (ParleySettings *settings, ParleySetting setting);

/* Returns: (transfer full): the same of the default. */
char *parley_setting_dup_default_text (ParleySetting setting);

/* Returns: (transfer full): a sentence that says what it can be. */
char *parley_setting_dup_range_text (ParleySetting setting);

/* @text: as the user typed it, a number with a unit or not, "15 min". Returns: FALSE with
 * %PARLEY_ERROR_CONFIGURATION and a sentence for people; the last good value stays. */
gboolean parley_settings_set_text (ParleySettings *settings,
                                   ParleySetting setting,
                                   const char *text,
                                   GError **error);

/* The default, which is refused like any other value where another setting bounds it. */
gboolean parley_settings_reset (ParleySettings *settings, ParleySetting setting, GError **error);

/* @price: "0.15", "2,5"; "" for none. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a
 * sentence for people. */
gboolean parley_price_check (const char *price, GError **error);

/* Returns: what that is; 0 for none, and for what is none. */
double parley_price_parse (const char *price);

G_END_DECLS
