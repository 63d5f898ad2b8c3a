/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

/* The largest messages that anybody looks at, of whatever: CPU time for each in the host's loop.
 * Returns: whether all stay within the goal. */
gboolean cost_largest_measure (void);
