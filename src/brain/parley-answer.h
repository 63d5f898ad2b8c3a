/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A reply ends here, whatever the model goes on to write. In bytes of visible text. */
#define PARLEY_ANSWER_MAX_BYTES 8192

/* Returns: (transfer full) (nullable): what is to be said of a model's whole text, or NULL when it
 * chose to say nothing: with no text at all or with the word for silence. */
char *parley_answer_dup_text (const char *completion);

G_END_DECLS
