/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"

G_BEGIN_DECLS

/* The backend without a model and without a network: an away note when one is due, else a
 * deliberate silence (""). The note says nothing but what the user's status says, and does not
 * claim that anybody has read the message. It has no models to list. */

/* Returns: (transfer full). */
ParleyBackend *parley_builtin_new (void);

G_END_DECLS
