/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-chat-record.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Drafts that wait for the user outlive the program. */

/* A write. @draft, @before: (nullable) (element-type ParleyProposal): borrowed: take the place of
 * the chat's drafts, @draft only of the number if it holds none. */
void parley_store_keep_drafts (ParleyStore *store,
                               const ParleyChatKey *key,
                               const ParleyProposal *draft,
                               const GPtrArray *before);

/* The chat's drafts go; the number stays. */
void parley_store_drop_draft (ParleyStore *store, const ParleyChatKey *key);

/* In the worker: reads the drafts into @record. Returns: FALSE with an error. */
gboolean parley_store_load_draft (ParleyDatabase *database,
                                  const ParleyChatKey *key,
                                  ParleyChatRecord *record,
                                  GError **error);

G_END_DECLS
