/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "control/parley-control-server.h"
#include "control/parley-control-tally.h"
#include "parley-instance.h"

G_BEGIN_DECLS

/* Does what the request says, and answers it, now or later. */
void parley_control_verbs_run (ParleyInstance *instance,
                               ParleyControlTally *tally,
                               ParleyControlClient *client,
                               JsonObject *request);

G_END_DECLS
