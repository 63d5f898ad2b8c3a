/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "memory/parley-history.h"

G_BEGIN_DECLS

/* A summary that the user wants of what they missed in one chat. It is shown to them and kept
 * nowhere. */

/* @rules: data/prompts/catchup.txt. @nonce: of the fence. What is put into it: of the history what
 * came after the user's own last words, the newest of it if that is more than @max_tokens. @cut:
 * (out): whether it was. Returns: (transfer full) (nullable): NULL if the person wrote nothing
 * since then. */
ParleyRequest *parley_catchup_build (const char *rules,
                                     const char *nonce,
                                     ParleyHistory *history,
                                     guint max_tokens,
                                     GTimeZone *zone,
                                     gboolean *cut);

/* @text: what the model wrote, which may be what a stranger wanted it to write. Returns: (transfer
 * full) (nullable): the first lines of it, "> " before each, without hidden characters and links;
 * NULL if it wrote nothing. */
char *parley_catchup_dup_quoted (const char *text);

G_END_DECLS
