/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What other people wrote stands between two marks, wherever it stands in what a model reads, so
 * that it is taken as words and not as instructions. The text can't hold the marks itself. */

/* @text: valid UTF-8. Adds the marks and the text on lines of their own, no newline at the end. */
void parley_fence_append (GString *message, const char *text);

/* Returns: (transfer full). */
char *parley_fence_dup (const char *text);

/* Cuts a text that may hold fenced parts. One that is cut is closed, so that what follows stays
 * outside. Returns: (transfer full): at most @max_bytes long, and some for the end. */
char *parley_fence_dup_bounded (const char *text, gsize max_bytes);

G_END_DECLS
