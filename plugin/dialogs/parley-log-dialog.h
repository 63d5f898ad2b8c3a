/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Learning from the client's logs of one chat how the user writes to that person: asked before they
 * are read, and again before anything of them is kept. */

/* When the plugin is made known to libpurple. */
void parley_log_dialog_add_pref (void);

/* Called before the engine is there: it leaves files behind. Returns: (transfer full). */
ParleyLogDialog *parley_log_dialog_new (ParleyInstance *instance);
void parley_log_dialog_free (ParleyLogDialog *dialog);

void parley_log_dialog_open_for (ParleyLogDialog *dialog, PurpleBuddy *buddy);

G_END_DECLS
