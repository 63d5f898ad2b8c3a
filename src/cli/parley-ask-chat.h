/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-history.h"
#include "turn/parley-turn.h"

G_BEGIN_DECLS

/* A chat in which `parley ask` is asked. */
typedef struct
{
  ParleyHistory *history;
  ParleyTurn *turn; /* what is to be answered */
} ParleyAskChat;

/* @text: the burst, and nothing before it. @wall: seconds since 1970. Returns: (transfer full). */
ParleyAskChat *parley_ask_chat_new (const char *text, gint64 wall);

/* @path: a file of JSON, {"history": [{"they": "hello?"}, {"user": "hi"}, {"parley": "…"}],
 * "burst": ["so", "when?"], "cut": true}. "user" is what the user wrote by hand; "cut" that the
 * burst cut off what Parley said last. Each bubble of the history is a minute older than the next.
 * Returns: (transfer full): NULL with %PARLEY_ERROR_CONFIGURATION and what is wrong. */
ParleyAskChat *parley_ask_chat_load (const char *path, gint64 wall, GError **error);
void parley_ask_chat_free (ParleyAskChat *chat);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyAskChat, parley_ask_chat_free)

G_END_DECLS
