/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A time as ISO 8601 writes it, and as microseconds since 1970, UTC; years 1 to 9999. */
#define PARLEY_ISO_TIME_MIN G_GINT64_CONSTANT (-62135596800000000)
#define PARLEY_ISO_TIME_MAX G_GINT64_CONSTANT (253402300799999999)

/* @text: with a zone, or UTC; a date alone is its midnight. Digits after the sixth are cut off.
 * Returns: FALSE, and @time untouched, if it is no such time. */
gboolean parley_iso_time_parse (const char *text, gint64 *time);

/* Returns: (transfer full): in UTC with "Z", as many digits after the second as it needs. */
char *parley_iso_time_dup (gint64 time);

G_END_DECLS
