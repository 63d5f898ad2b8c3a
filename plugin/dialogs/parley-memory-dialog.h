/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What Parley remembers of a person: to be looked at, written into a file, and forgotten. */

/* Returns: (transfer full). */
ParleyMemoryDialog *parley_memory_dialog_new (ParleyInstance *instance);
void parley_memory_dialog_free (ParleyMemoryDialog *dialog);

/* Asks of whom. */
void parley_memory_dialog_choose (ParleyMemoryDialog *dialog);

void parley_memory_dialog_open (ParleyMemoryDialog *dialog, const ParleyChatKey *key);

G_END_DECLS
