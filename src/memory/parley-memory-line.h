/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-json-line.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* What the memory verbs' lines of JSON have in common. */

/* Returns: (transfer full): a chat as --chat takes it. */
char *parley_memory_dup_chat (const ParleyChatKey *key);

/* @key: (nullable). */
void parley_memory_line_add_chat (ParleyJsonLine *line, const ParleyChatKey *key);

/* @wall: seconds since 1970. */
void parley_memory_line_add_wall (ParleyJsonLine *line, const char *name, gint64 wall);

/* All but the chat. */
void parley_memory_line_add_deed (ParleyJsonLine *line, const ParleyJournalEntry *entry);

G_END_DECLS
