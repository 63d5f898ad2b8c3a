/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

G_BEGIN_DECLS

/* One of several rows, as a field of a dialog: libpurple's field of choice, whose value counts from
 * 0 in Pidgin and from 1 in Finch. */

/* @label: (nullable): Finch shows rows in their full width only without one. Returns: (transfer
 * full). */
PurpleRequestField *parley_row_field_new (const char *id, const char *label);

/* @marked: whether it is chosen if the user does nothing; without any it is the first. */
void parley_row_field_add (PurpleRequestField *field, const char *row, gboolean marked);

/* Returns: which was chosen in an answered dialog, from 0. There must be a row. */
guint parley_row_field_get (PurpleRequestFields *fields, const char *id);

G_END_DECLS
