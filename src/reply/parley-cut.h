/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "reply/parley-markup.h"

G_BEGIN_DECLS

/* How long one bubble may be. 0 is no bound. */
typedef struct
{
  gsize max_chars;     /* as far as it can be cut there */
  gsize max_bytes;     /* always */
  const char *escaped; /* (nullable): ASCII characters each of which counts as two bytes */
} ParleyCutLimits;

/* Returns: how many bytes that much of @text is on its way. @escaped: as above. */
gsize parley_cut_measure (const char *text, gsize length, const char *escaped);

/* Where the first bubble of @markup ends: behind the last sentence or line that fits, else before
 * the last word that fits, else behind a word that is too long; where only @max_bytes leaves no
 * choice, between two graphemes. Never inside an address or code, but for @max_bytes.
 * @markup: without blanks at the start. @complete: whether nothing more will follow it; if so, the
 * end is an end, else what can't be said before more is known is not said.
 * Returns: the bytes of the first bubble; 0 for "not yet known". */
gsize
parley_cut_find (const ParleyMarkup *markup, const ParleyCutLimits *limits, gboolean complete);

G_END_DECLS
