/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* The command /parley in conversations. Returns: (transfer full). */
ParleyCommands *parley_commands_new (ParleyInstance *instance);
void parley_commands_free (ParleyCommands *commands);

G_END_DECLS
