/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* What each model was seen to do: whether it takes tools, whether its server keeps what it has read
 * and says so, and how it tells its reasoning from its
 * answers. Some servers send only
 * the mark behind the reasoning; so the first answer of a model is waited for as a whole, and every
 * one of a model that was seen to do that. Whoever writes to us may have a model write such a mark:
 * what was seen in one chat only holds for all others only until %PARLEY_MANNERS_ENOUGH answers in
 * them came without. Seen in two chats it holds for good. */
typedef struct _ParleyManners ParleyManners;

#define PARLEY_MANNERS_ENOUGH 5

/* Returns: (transfer full). */
ParleyManners *parley_manners_new (void);
void parley_manners_free (ParleyManners *manners);

/* @model: any name that only one model of one server has. */
ParleyManner
parley_manners_get (ParleyManners *manners, const char *model, const ParleyChatKey *key);

/* It has answered in the chat @key. @musing: some of that turned out to be reasoning only later, by
 * a mark that nobody had written to it. */
void parley_manners_note (ParleyManners *manners,
                          const char *model,
                          const ParleyChatKey *key,
                          gboolean musing);

/* Returns: whether its server never refused tools. */
gboolean parley_manners_takes_tools (ParleyManners *manners, const char *model);
void parley_manners_note_no_tools (ParleyManners *manners, const char *model);

/* Returns: whether its server told of anything that came from a cache. */
gboolean parley_manners_caches (ParleyManners *manners, const char *model);
void parley_manners_note_cache (ParleyManners *manners, const char *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyManners, parley_manners_free)

G_END_DECLS
