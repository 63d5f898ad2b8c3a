/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-lexicon.h"
#include "turn/parley-habits.h"
#include "turn/parley-shape.h"

G_BEGIN_DECLS

/* A small model of when the next bubble comes, fitted to real chats; see docs/turn-taking.md. */
typedef struct _ParleyLearned ParleyLearned;

/* @text: of data/window/learned.ini. Returns: (transfer full): NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence for people if it is damaged. */
ParleyLearned *parley_learned_parse (const char *text, GError **error);
void parley_learned_free (ParleyLearned *learned);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLearned, parley_learned_free)

G_END_DECLS
