/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-chat-record.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* More bytes of a bubble than these are not kept; as many as a message is cut to before it is
 * looked at, and the note of that. */
#define PARLEY_STORE_MAX_TEXT (64 * 1024 + 256)

/* Which bubbles came. A write: a bubble came, and is pending. @line: (nullable): NULL: it is given
 * a number. @pending: (nullable): NULL: it is not; its text is kept as parley_text_dup_clean ()
 * leaves it. Both borrowed. */
void parley_store_hear (ParleyStore *store,
                        const ParleyChatKey *key,
                        const ParleyHeardLine *line,
                        const ParleyPending *pending);

/* A write: the pending bubble with @number was changed to @text, or taken back: NULL. */
void parley_store_revise_pending (ParleyStore *store,
                                  const ParleyChatKey *key,
                                  guint number,
                                  const char *text);

/* In the worker: reads into @record, whose pending bubbles are there, what was heard. Returns:
 * FALSE with an error. */
gboolean parley_store_load_heard (ParleyDatabase *database,
                                  const ParleyChatKey *key,
                                  ParleyChatRecord *record,
                                  GError **error);

G_END_DECLS
