/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Protocols show what was sent as their server took it: without markup, with entities written out
 * or not, with blanks for line breaks, composed otherwise. Returns: (transfer full): what is the
 * same of a text however it is shown. @text: plain, valid UTF-8. */
char *parley_line_match_dup_key (const char *text);

/* Returns: whether @shown, plain, can be a line in which a protocol shows @said. */
gboolean parley_line_match (const char *said, const char *shown);

G_END_DECLS
