/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* So many words in a row that stand in what a model was told are no coincidence. */
#define PARLEY_ECHO_WORDS 8

/* Returns: whether so many words in a row of @said stand in @told, in any case and whatever stands
 * between them. */
gboolean parley_echo_repeats (const char *said, const char *told);

G_END_DECLS
