/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Nobody's line looks as if Parley told it. Its handlers of libpurple's signals cost the same,
 * whatever is written. */

/* Called behind parley_signals_new (), whose handlers are to hear of a line first. @instance:
 * borrowed; has its host and timers. Returns: (transfer full). */
ParleyWhoseLine *parley_whose_line_new (ParleyInstance *instance);

/* The user is told what they were to be told. */
void parley_whose_line_free (ParleyWhoseLine *self);

G_END_DECLS
