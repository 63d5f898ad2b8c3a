/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "parley ctl": asks and tells a Parley that runs. @args: from the verb's name on. Returns: the
 * exit status: %PARLEY_EXIT_FAILED if it refused, if it is not there, and of "health" if it is not
 * well. */
int parley_control_run (char **args);

G_END_DECLS
