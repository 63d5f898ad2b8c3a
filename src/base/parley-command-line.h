/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A program and what it is given, as the user writes it in a setting: words, in quotes where they
 * have blanks. No shell sees it. */

/* Whether @value is one, or empty. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION. */
gboolean parley_command_line_check (const char *value, GError **error);

/* Returns: (transfer full) (nullable): its words and @last behind them; NULL if it is empty. */
char **parley_command_line_split (const char *value, const char *last);

G_END_DECLS
