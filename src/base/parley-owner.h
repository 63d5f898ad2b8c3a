/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the user lets the model know of them. It goes along with every question, so it is short. */
#define PARLEY_OWNER_MAX_NAME  60   /* characters */
#define PARLEY_OWNER_MAX_ABOUT 1000 /* likewise */

/* Whether @value can be the user's name, or lines about them. Returns: FALSE with
 * %PARLEY_ERROR_CONFIGURATION and what is wrong. */
gboolean parley_owner_check_name (const char *value, GError **error);
gboolean parley_owner_check_about (const char *value, GError **error);

G_END_DECLS
