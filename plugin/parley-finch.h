/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where Finch does with libpurple's dialogs what no other client does. */

/* Returns: whether the client is Finch. */
gboolean parley_finch_is_client (void);

/* Returns: (transfer full): @text for a dialog: in Finch, which cuts lines that are wider than the
 * terminal, broken at blanks; else as it is. */
char *parley_finch_dup_wrapped (const char *text);

G_END_DECLS
