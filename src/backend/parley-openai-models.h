/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-exchange.h"

G_BEGIN_DECLS

/* Asks for the list of models. @task: (transfer full): returns a GStrv, exactly once; its source
 * object keeps what @setup borrows alive. */
void parley_openai_models_start (GTask *task, const ParleyExchangeSetup *setup);

G_END_DECLS
