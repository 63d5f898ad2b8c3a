/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is secret by its looks, whatever is said around it. All texts: valid UTF-8, as written. */

/* An API key or token of a form that is in use, a private key, or a word that only a generator
 * writes: 32 characters or more of capitals, small letters and digits, or of hexadecimal digits. */
gboolean parley_secret_shape_is_key (const char *text);

/* An international bank account number (ISO 13616) whose check digits fit, also in groups. */
gboolean parley_secret_shape_is_iban (const char *text);

/* A payment card's number: 13 to 19 digits, also in groups, whose check digit fits (ISO/IEC 7812).
 */
gboolean parley_secret_shape_is_card (const char *text);

G_END_DECLS
