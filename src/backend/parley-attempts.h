/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "backend/parley-endpoint.h"

G_BEGIN_DECLS

/* One generation: a try, and more tries after a pause for as long as nothing of a reply came and
 * the failure is one that may pass. */

/* @task: (transfer full): returns a ParleyCompletion, exactly once; its source object keeps
 * @endpoint alive. @funcs: (nullable). */
void parley_attempts_start (GTask *task,
                            const ParleyEndpoint *endpoint,
                            ParleyRequest *request,
                            const ParleyBackendFuncs *funcs,
                            gpointer funcs_data);

G_END_DECLS
