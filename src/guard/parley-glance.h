/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A first look at what anybody may send, before it is taken apart: it costs next to nothing,
 * whatever they send. @html: @length bytes of it, in any state. Returns: whether no line of it can
 * be taken for one of Parley's; FALSE also where that isn't plain. */
gboolean parley_glance_is_harmless (const char *html, gsize length);

/* The same for what somebody is called. */
gboolean parley_glance_is_harmless_name (const char *name);

G_END_DECLS
