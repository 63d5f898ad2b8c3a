/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What others wrote stands between two marks, wherever it stands in what a model reads, so that it
 * is taken as words and not as instructions: "<they-k3x9m2>", the text, "</they-k3x9m2>". The nonce
 * in them is random and of one chat; it is taken out of the text, so that no text can hold a mark,
 * not even of somebody who got to know it. */

typedef enum
{
  PARLEY_FENCE_THEY,  /* what the person wrote, and nothing else */
  PARLEY_FENCE_OWNER, /* what the user wrote by hand */
  PARLEY_FENCE_NOTES, /* all else that is no instruction: notes, drafts, what is shown to the world
                       */
} ParleyFenceKind;

/* Characters of a nonce, each one of 32: a guess is right once in 2^30. */
#define PARLEY_FENCE_NONCE_CHARS 6

/* Returns: (transfer full): a new nonce. */
char *parley_fence_new_nonce (void);

/* Whether @text may be one, as far as its form tells. */
gboolean parley_fence_is_nonce (const char *text);

/* Returns: (transfer full): by what a server may know again the prompts that have this fence; it
 * tells nothing of the chat, and goes when the nonce does. */
char *parley_fence_dup_cache_key (const char *nonce);

/* Whether @text holds @nonce, in any case. */
gboolean parley_fence_holds (const char *text, const char *nonce);

/* Returns: (transfer full): @text without @nonce. */
char *parley_fence_dup_without (const char *text, const char *nonce);

/* Returns: (transfer full): a sentence that tells a model of the marks. */
char *parley_fence_dup_rule (const char *nonce);

/* @text: valid UTF-8. Adds the marks and the text on lines of their own, no newline at the end. */
void
parley_fence_append (GString *message, ParleyFenceKind kind, const char *nonce, const char *text);

/* Returns: (transfer full). */
char *parley_fence_dup (ParleyFenceKind kind, const char *nonce, const char *text);

/* Cuts a text that may hold fenced notes. One that is cut is closed, so that what follows stays
 * outside. Returns: (transfer full): at most @max_bytes long, and some for the end. */
char *parley_fence_dup_bounded (const char *text, const char *nonce, gsize max_bytes);

G_END_DECLS
