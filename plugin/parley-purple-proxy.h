/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The user's way out of this machine as libpurple's preferences have it, for GIO. Every connection
 * looks at them anew. What libpurple leaves to the environment or the desktop is asked of the
 * system's own resolver. */
#define PARLEY_TYPE_PURPLE_PROXY (parley_purple_proxy_get_type ())
G_DECLARE_FINAL_TYPE (ParleyPurpleProxy, parley_purple_proxy, PARLEY, PURPLE_PROXY, GObject)

/* Returns: (transfer full). */
GProxyResolver *parley_purple_proxy_new (void);

G_END_DECLS
