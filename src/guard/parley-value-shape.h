/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-said.h"

G_BEGIN_DECLS

/* What is said of money and secrets, told by its shape around the words of the lexicon. */

/* A number with a currency: "$ 5", "2k euros". */
gboolean parley_value_shape_is_amount (const ParleySaid *said);

/* A word for a password and its value: "the password is “blue door”", "password: x". */
gboolean parley_value_shape_is_secret (const ParleySaid *said);

/* A word for a code and four digits or more: "your code: 12 34", "1234 is your code". */
gboolean parley_value_shape_is_code (const ParleySaid *said);

G_END_DECLS
