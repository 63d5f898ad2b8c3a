/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"

G_BEGIN_DECLS

/* Returns: (transfer full): all that @request tells a model, for people to read: each message under
 * its role, then the tools. What goes along with it beside that, such as a key, is no part of it.
 */
char *parley_request_text_dup (const ParleyRequest *request);

G_END_DECLS
