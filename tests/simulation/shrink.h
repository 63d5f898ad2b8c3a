/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "world.h"

G_BEGIN_DECLS

/* Makes a plan shorter as long as a life by it ends in the fault that it ended in, whatever its
 * numbers: first by whole people, then by ever smaller pieces (delta debugging). @tries: lives at
 * most. Returns: (transfer full). */
GArray *sim_shrink (guint64 seed, guint people, const GArray *plan, const char *fault, guint tries);

G_END_DECLS
