/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What libpurple hands on is HTML, as large as the sender likes. */

/* Returns: (transfer full): the first @max_bytes of @html at most, without a part of a character,
 * a tag or an entity at their end. No more than that is looked at. */
char *parley_html_dup_start (const char *html, gsize max_bytes);

G_END_DECLS
