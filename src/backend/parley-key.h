/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A key is a plain string that is overwritten before its memory goes back. */

/* Whether this can be a key: letters, digits and signs of ASCII. A line break would let it write
 * headers of its own. */
gboolean parley_key_is_valid (const char *key);

/* @key: (transfer full) (nullable). */
void parley_key_free (char *key);

G_END_DECLS
