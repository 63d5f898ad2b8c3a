/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether libsoup 2 is in this process, brought by another plugin. The first call into libsoup 3
 * would then hang the client for ever, so Parley must not load. */
gboolean parley_conflict_has_libsoup2 (void);

G_END_DECLS
