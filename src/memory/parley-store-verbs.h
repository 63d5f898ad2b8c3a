/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-json-line.h"
#include "base/parley-chat-key.h"
#include "memory/parley-store-work.h"

G_BEGIN_DECLS

/* The writes that outlive a process which ends before they are done. */
extern const ParleyStoreVerb parley_verb_save_chat;
extern const ParleyStoreVerb parley_verb_hear;
extern const ParleyStoreVerb parley_verb_revise;
extern const ParleyStoreVerb parley_verb_keep_draft;
extern const ParleyStoreVerb parley_verb_drop_draft;
extern const ParleyStoreVerb parley_verb_clear_pending;
extern const ParleyStoreVerb parley_verb_forget;
extern const ParleyStoreVerb parley_verb_set_text;
extern const ParleyStoreVerb parley_verb_remove_text;
extern const ParleyStoreVerb parley_verb_add_utterance;
extern const ParleyStoreVerb parley_verb_amend_utterance;
extern const ParleyStoreVerb parley_verb_set_summary;
extern const ParleyStoreVerb parley_verb_set_style;
extern const ParleyStoreVerb parley_verb_add_lesson;
extern const ParleyStoreVerb parley_verb_add_entry;

/* How they name a chat. Returns: (transfer full) (nullable). */
void parley_verb_save_key (const ParleyChatKey *key, ParleyJsonLine *line);
ParleyChatKey *parley_verb_load_key (JsonObject *line);

G_END_DECLS
