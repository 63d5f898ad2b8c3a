/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `parley ask`: one turn against a model. @args: from the verb's name on.
 * Returns: an exit status. */
int parley_ask_run (char **args);

G_END_DECLS
