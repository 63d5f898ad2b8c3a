/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What libpurple hands on is HTML, as large as the sender likes. */

/* Returns: (transfer full): the first @max_bytes of @html at most, without a part of a character,
 * a tag or an entity at their end. No more than that is looked at. */
char *parley_html_dup_start (const char *html, gsize max_bytes);

/* Returns: (transfer full): @html without its tags. Some protocols hand on line breaks as they are:
 * where no tag ends a line, those do. */
char *parley_html_dup_plain (const char *html);

G_END_DECLS
