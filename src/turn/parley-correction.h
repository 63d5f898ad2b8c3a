/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @text is @previous once more, with slips mended or as it was: "I'll be there at noon"
 * after "I'll be their at noon". When the earlier one was sent is for the caller to judge.
 *
 * Both at least 10 characters, at most 15 % of them different, the numbers the same. A word that
 * was changed must still look like itself, else it is another word and new information ("is it a
 * bedroom?" after "is it a kitchen?"). @previous, @text: valid UTF-8. */
gboolean parley_correction_is (const char *previous, const char *text);

G_END_DECLS
