/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-contents.h"

G_BEGIN_DECLS

/* Returns: (transfer full): what is remembered, as the HTML of libpurple's windows; whatever people
 * wrote is escaped. @contents: (element-type ParleyChatContents): from each place. @persona:
 * (nullable): how the user sounds to the person. */
char *parley_memory_text_dup_html (const GPtrArray *contents, const char *persona);

G_END_DECLS
