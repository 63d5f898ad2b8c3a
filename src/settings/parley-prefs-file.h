/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* libpurple's prefs.xml, read without libpurple: what the plugin keeps there stands under
 * /plugins/core/parley, by room and name. */

/* Puts in force what is there; what is not known is ignored, as a newer Parley may have written it.
 * A missing file is an empty one. Returns: FALSE with a sentence that names file and line when the
 * file is damaged or a value is not allowed. */
gboolean parley_prefs_file_load (ParleySettings *settings, const char *path, GError **error);

G_END_DECLS
