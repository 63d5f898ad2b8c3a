/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prints a table in Markdown, row by row, as things are measured. */
void cost_table_begin (void);

/* @value: of @unit, with @digits after the point. */
void cost_table_add (const char *what, double value, int digits, const char *unit);

/* The same, with the most that it may be. */
void
cost_table_add_goal (const char *what, double value, int digits, const char *unit, double goal);

/* Returns: the one in the middle of @values, which it sorts. */
double cost_table_get_median (GArray *values);

G_END_DECLS
