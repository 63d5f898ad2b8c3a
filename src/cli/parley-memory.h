/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `parley memory VERB`: reads and changes what is remembered. @args: from "memory" on. Returns: the
 * exit status. */
int parley_memory_run (char **args);

G_END_DECLS
