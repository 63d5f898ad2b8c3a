/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-where.h"

G_BEGIN_DECLS

/* Returns: (transfer full): who writes the answers with these settings, and where the chat goes for
 * it, in words. @told: what is known of where the model runs. Nobody is asked. */
char *parley_disclosure_dup (ParleySettings *settings, ParleyWhere told);

G_END_DECLS
