/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Asks the user how they want to sound, to everybody or to one person. One question at a time. */

/* Returns: (transfer full). */
ParleyPersonaDialog *parley_persona_dialog_new (ParleyInstance *instance);
void parley_persona_dialog_free (ParleyPersonaDialog *dialog);

/* It is kept in Parley's folder (brain/parley-persona.h). */
void parley_persona_dialog_open (ParleyPersonaDialog *dialog);

/* It is kept in the buddy list. */
void parley_persona_dialog_open_for (ParleyPersonaDialog *dialog, PurpleBuddy *buddy);

G_END_DECLS
