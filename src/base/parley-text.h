/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @c shows nothing but changes what is around it: control characters but newline and tab,
 * directional overrides, zero-width characters, tag characters. */
gboolean parley_text_is_hidden (gunichar c);

/* Returns: (transfer full): @text cut to @max_bytes at a character, made valid UTF-8, without
 * hidden characters, what else breaks a line (CR LF, CR, U+2028, U+2029) as LF, trimmed. */
char *parley_text_dup_clean (const char *text, gsize max_bytes);

/* The same for one line: line breaks become spaces. */
char *parley_text_dup_line (const char *text, gsize max_bytes);

/* For comparing. @text: valid UTF-8. Returns: (transfer full): without the differences of case,
 * of width (full-width letters and marks), of composition, and of apostrophes; "…" is "...". */
char *parley_text_dup_folded (const char *text);

/* The same. @capitals: (out) (transfer full): for each byte of it, and the one that ends it,
 * whether what was a capital begins there. */
char *parley_text_dup_folded_capitals (const char *text, guint8 **capitals);

/* Returns: (transfer full): @text without the lines that quote others, "> " before them, and
 * without the blank lines around those; "" if nothing else is there. */
char *parley_text_dup_own_words (const char *text);

/* Whether @c is part of a word: letters, digits, the marks on them, apostrophes. */
gboolean parley_text_is_in_word (gunichar c);

/* Letters of one script in a row. */
typedef struct
{
  const char *start; /* in the text, not terminated */
  gsize length;      /* in bytes */
  guint letters;
  GUnicodeScript script; /* %G_UNICODE_SCRIPT_COMMON for digits */
} ParleyTextWord;

/* @cursor: in valid UTF-8; is moved behind the word. Returns: FALSE, and @word as it was, at the
 * end of the text. */
gboolean parley_text_next_word (const char **cursor, ParleyTextWord *word);

/* For tables that have words as their keys, of which only the letters count.
 * Returns: (transfer full): @word with letters of its own; g_free () frees both. */
ParleyTextWord *parley_text_word_copy (const ParleyTextWord *word);
guint parley_text_word_hash (gconstpointer word);
gboolean parley_text_word_equal (gconstpointer a, gconstpointer b);

/* Whether somebody who typed @typed probably meant @name: a part of it, at least three letters, or
 * all of it but for a slip, one in up to four letters, two in more: a letter too many, too few,
 * wrong, or two in the wrong order. */
gboolean parley_typo_is_near (const char *typed, const char *name);

G_END_DECLS
