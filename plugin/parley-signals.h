/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Everything that libpurple tells of conversations and accounts, on its way to the engine. */
typedef struct _ParleySignals ParleySignals;

/* Returns: (transfer full). */
ParleySignals *parley_signals_new (ParleyInstance *instance);
void parley_signals_free (ParleySignals *signals);

G_END_DECLS
