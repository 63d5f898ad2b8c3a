/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @price: "0.15", "2,5"; "" for none. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a
 * sentence for people. */
gboolean parley_price_check (const char *price, GError **error);

/* Returns: what that is; 0 for none, and for what is none. */
double parley_price_parse (const char *price);

G_END_DECLS
