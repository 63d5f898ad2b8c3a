/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Single pieces of work, one of which is too short for a clock. */
typedef struct _CostPieces CostPieces;

CostPieces *cost_pieces_new (void);
void cost_pieces_free (CostPieces *pieces);

/* Measures the CPU time of each and adds it to the table. */
void cost_pieces_measure (CostPieces *pieces);

/* Does nothing but the piece @name, @count times. Returns: FALSE if there is none of that name. */
gboolean cost_pieces_repeat (CostPieces *pieces, const char *name, guint count);

/* Returns: (transfer container): the names. */
const char **cost_pieces_list (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CostPieces, cost_pieces_free)

G_END_DECLS
