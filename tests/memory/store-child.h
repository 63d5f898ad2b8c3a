/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

/* Other processes at a store, which are the test's own program. */

/* Does what its arguments say. Returns: its exit code. */
int store_child_run (char **argv);

/* @mode: "--hold", "--seize": has the store at @path locked for @ms; "--speak", "--listen",
 * "--listen-at-once", "--quit-before", "--quit-behind": uses the one in the folder @path. @says:
 * the line that it says when it is so far. Returns: (transfer full). */
GSubprocess *store_child_spawn (const char *mode, const char *path, guint ms, const char *says);
