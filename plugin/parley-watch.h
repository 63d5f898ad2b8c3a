/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Looks now and then whether the user writes to somebody by hand: libpurple has no signal for it.
 * Returns: (transfer full). */
ParleyWatch *parley_watch_new (ParleyInstance *instance);
void parley_watch_free (ParleyWatch *watch);

G_END_DECLS
