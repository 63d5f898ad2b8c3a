/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a piece of text looks. Each byte has its own look, so that a text can be cut anywhere and no
 * markup is cut in two. */
typedef enum
{
  PARLEY_STYLE_PLAIN = 0,
  PARLEY_STYLE_BOLD = 1 << 0,
  PARLEY_STYLE_ITALIC = 1 << 1,
  PARLEY_STYLE_CODE = 1 << 2,    /* within a line */
  PARLEY_STYLE_BLOCK = 1 << 3,   /* code in lines of its own */
  PARLEY_STYLE_ADDRESS = 1 << 4, /* text that is an address of its own: a link to itself */
} ParleyStyle;

/* Text as it is seen, and how it looks. All offsets and lengths are bytes; all text is UTF-8. */
typedef struct _ParleyMarkup ParleyMarkup;

/* Returns: (transfer full): an empty one. */
ParleyMarkup *parley_markup_new (void);
void parley_markup_free (ParleyMarkup *markup);

void parley_markup_append (ParleyMarkup *markup, const char *text, gsize length, ParleyStyle style);

/* Appends @other from @start on. */
void parley_markup_append_rest (ParleyMarkup *markup, const ParleyMarkup *other, gsize start);
void parley_markup_truncate (ParleyMarkup *markup, gsize length);

/* Takes blanks off the start; of code only blank lines. Returns: how many bytes went. */
gsize parley_markup_trim_start (ParleyMarkup *markup);
void parley_markup_trim_end (ParleyMarkup *markup);

/* Makes one line of it. */
void parley_markup_join_lines (ParleyMarkup *markup);

/* Takes off the first @length bytes. Returns: (transfer full): them, trimmed at their end. What is
 * left is trimmed at its start. */
ParleyMarkup *parley_markup_take (ParleyMarkup *markup, gsize length);

/* Returns: (transfer full). */
ParleyMarkup *parley_markup_copy (const ParleyMarkup *markup);

/* Returns: (transfer none): what the person sees. */
const char *parley_markup_get_text (const ParleyMarkup *markup);
gsize parley_markup_get_length (const ParleyMarkup *markup);

/* @at: less than the length. */
ParleyStyle parley_markup_get_style (const ParleyMarkup *markup, gsize at);

/* Whether no part of it looks different from plain text. */
gboolean parley_markup_is_plain (const ParleyMarkup *markup);

/* Returns: how many stretches of it look different from plain text, and from what is beside them.
 */
guint parley_markup_count_stretches (const ParleyMarkup *markup);

/* Returns: (transfer full): the HTML that libpurple and its protocols know; all text is escaped. */
char *parley_markup_dup_html (const ParleyMarkup *markup);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMarkup, parley_markup_free)

G_END_DECLS
