/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @c shows nothing but changes what is around it: control characters but newline and tab,
 * directional overrides, zero-width characters, tag characters. */
gboolean parley_text_is_hidden (gunichar c);

/* Returns: (transfer full): @text cut to @max_bytes at a character, made valid UTF-8, without
 * hidden characters, CR LF and CR as LF, trimmed. */
char *parley_text_dup_clean (const char *text, gsize max_bytes);

/* The same for one line: line breaks become spaces. */
char *parley_text_dup_line (const char *text, gsize max_bytes);

G_END_DECLS
