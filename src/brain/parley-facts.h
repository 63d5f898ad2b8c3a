/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-tool-context.h"

G_BEGIN_DECLS

/* @facts: of ParleyFact. Returns: (transfer full): a line for each, with who said it and on which
 * day, fenced: a fact is somebody's words and never an instruction. */
char *parley_facts_dup_text (const GPtrArray *facts, ParleyToolContext *context);

G_END_DECLS
