/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>
#include <notify.h>
#include <request.h>

G_BEGIN_DECLS

/* Where Finch does with libpurple's dialogs what no other client does. */

/* Returns: whether the client is Finch. */
gboolean parley_finch_is_client (void);

/* Returns: (transfer full): @text for a dialog: in Finch, which cuts lines that are wider than the
 * terminal, broken at blanks; else as it is. */
char *parley_finch_dup_wrapped (const char *text);

/* Tells the user something in a window of its own.
 * @handle: closing the windows of that one closes it, too.
 * @text: (nullable): more than @primary says, of any length.
 * Returns: (transfer none) (nullable): libpurple's handle of the window. */
void *
parley_notice (gpointer handle, PurpleNotifyMsgType type, const char *primary, const char *text);

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
