/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "backend/parley-exchange.h"

G_BEGIN_DECLS

/* One streamed reply of chat completions: from the bytes of an exchange to deltas and a completion.
 * Owns all that belongs to it and frees itself when its task has returned. */

/* Starts it. @task: (transfer full): returns a ParleyCompletion, exactly once; its source object
 * keeps what @setup borrows alive. @funcs: (nullable). */
void parley_openai_generation_start (GTask *task,
                                     const ParleyExchangeSetup *setup,
                                     const ParleyBackendFuncs *funcs,
                                     gpointer funcs_data);

G_END_DECLS
