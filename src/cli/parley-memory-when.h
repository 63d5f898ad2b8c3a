/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* parley memory when: prints which time is said in a text. @args: from "when" on. Returns: the exit
 * status, or -1 with @error for bad arguments. */
int parley_memory_when_run (char **args, GError **error);

G_END_DECLS
