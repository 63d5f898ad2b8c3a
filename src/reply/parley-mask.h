/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Marks of one line beyond these are text: what is nested deeper is nobody's markup. */
#define PARLEY_MASK_MAX_MARKS 256

/* What CommonMark takes as markup is in a chat often something else: 2*3*4, __init__, >:(, \o/,
 * ¯\_(ツ)_/¯, R&D, <3. Returns: (transfer full) (nullable): a copy of @line in which each byte of
 * such is a comma, so that a parser sees marks only where marks are meant, at the same offsets as
 * in @line; NULL if no mark is left. @line: one line of UTF-8 without blanks at its start. */
char *parley_mask_dup (const char *line, gsize length);

G_END_DECLS
