/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the system knows of the connection. GLib's monitor may ask other programs when it is first
 * used, so that is done in a worker; until it is known nothing is. */
typedef struct _ParleyNetwork ParleyNetwork;

/* @available: called when the network is there again, or another one is. Returns: (transfer full).
 */
ParleyNetwork *parley_network_new (void (*available) (gpointer data), gpointer data);
void parley_network_free (ParleyNetwork *network);

/* Returns: whether traffic is known to cost. */
gboolean parley_network_is_metered (ParleyNetwork *network);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyNetwork, parley_network_free)

G_END_DECLS
