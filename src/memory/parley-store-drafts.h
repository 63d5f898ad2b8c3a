/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-chat-record.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Drafts that wait for the user outlive the program. */

/* A write. @draft: borrowed: takes the place of the chat's draft, or only of its number if it holds
 * none. */
void parley_store_keep_draft (ParleyStore *store,
                              const ParleyChatKey *key,
                              const ParleyProposal *draft,
                              gboolean is_note);

/* The chat's draft goes; its number stays. */
void parley_store_drop_draft (ParleyStore *store, const ParleyChatKey *key);

/* In the worker: reads the draft into @record. Returns: FALSE with an error. */
gboolean parley_store_load_draft (ParleyDatabase *database,
                                  const ParleyChatKey *key,
                                  ParleyChatRecord *record,
                                  GError **error);

G_END_DECLS
