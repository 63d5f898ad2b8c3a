/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* parley explain: prints the window a text would get, and why, as one JSON object.
 * @args: from "explain" on. Returns: the exit status. */
int parley_explain_run (char **args);

G_END_DECLS
