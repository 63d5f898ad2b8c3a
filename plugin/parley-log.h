/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sends what the core logs to libpurple's debug window: elsewhere it would paint over Finch's
 * screen. Returns: for parley_log_disconnect(). */
guint parley_log_connect (void);
void parley_log_disconnect (guint handler);

G_END_DECLS
