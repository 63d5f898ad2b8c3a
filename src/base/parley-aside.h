/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What stands beside somebody's words and is ours, in brackets that nobody else's text has, for
 * they are taken out of all that comes in: "⟦picture⟧ my cat", "at 6? ⟦later changed to: at 7?⟧".
 * So it can be told apart from their words wherever a text is kept, and is put outside of their
 * fence where a model reads it. */
#define PARLEY_ASIDE_OPEN   "⟦"
#define PARLEY_ASIDE_CLOSE  "⟧"
#define PARLEY_ASIDE(label) PARLEY_ASIDE_OPEN label PARLEY_ASIDE_CLOSE

/* Where words of theirs belong to it. */
#define PARLEY_ASIDE_WITH(label, words) PARLEY_ASIDE_OPEN label ": " words PARLEY_ASIDE_CLOSE

/* One, and where it stands. Borrowed from the text. */
typedef struct
{
  const char *start; /* its opening bracket */
  const char *end;   /* behind its closing one */
  const char *label; /* static: what it says, in English */
  const char *words; /* (nullable): theirs that belong to it, up to the closing bracket */
} ParleyAside;

/* Finds the first one in @text. Returns: FALSE if there is none. */
gboolean parley_aside_find (const char *text, ParleyAside *aside);

/* Returns: (transfer full): @text with other brackets in place of those. */
char *parley_aside_dup_without (const char *text);

G_END_DECLS
