/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"

G_BEGIN_DECLS

/* As in a ParleyDialect. Returns: (transfer full): the body that asks for a streamed chat
 * completion. */
GBytes *
parley_openai_body_new (const ParleyRequest *request, const char *model, const char *cache_key);

G_END_DECLS
