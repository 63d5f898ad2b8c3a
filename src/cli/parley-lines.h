/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One line, without its end; any bytes, not terminated. Returns: FALSE with what is wrong. */
typedef gboolean (*ParleyLineFunc) (gpointer data, const char *line, gsize length, GError **error);

/* Hands out the lines of a file that are not blank. @path: "-": standard input.
 * Returns: FALSE with an error that names the file and the line; then nothing comes any more. */
gboolean parley_lines_read (const char *path, ParleyLineFunc func, gpointer data, GError **error);

G_END_DECLS
