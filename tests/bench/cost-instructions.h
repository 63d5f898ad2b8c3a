/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has valgrind count the instructions of each piece that the program @self can repeat, and prints a
 * table of its own. Returns: FALSE if valgrind isn't there or fails. */
gboolean cost_instructions_measure (const char *self, GError **error);

/* Only what people do who were not chosen. Returns: FALSE as well where it costs too much. */
gboolean cost_instructions_measure_heard (const char *self, GError **error);

G_END_DECLS
