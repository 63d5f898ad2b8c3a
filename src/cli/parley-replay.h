/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* parley replay: what Parley would do in recorded dialogues, as JSON Lines.
 * @args: from "replay" on. Returns: the exit status. */
int parley_replay_run (char **args);

G_END_DECLS
