/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* parley memory when: prints which time is said in a text. @args: from "when" on.
 * Returns: the exit status. */
int parley_memory_when_run (char **args);

G_END_DECLS
