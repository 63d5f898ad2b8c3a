/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a model wrote is only ever text. @bubble: as it will be seen, before it is made HTML.
 * Returns: (transfer full): it without hidden characters and without what other plugins take as a
 * command or a handshake: lines that begin with "!" or "/", or would if what looks like tags and
 * entities in them were some, get a space in front, "?OTR" is taken out; if what looks like tags
 * and entities hides a command or a handshake, a space stands in each of them. Valid UTF-8, may be
 * empty. Applied again it changes nothing, and who strips HTML off it, once or twice, finds
 * nothing.
 *
 * Measured: with the plugin pack's slashexec loaded, a message "!cmd" runs cmd in a shell. */
char *parley_inert_dup (const char *bubble);

G_END_DECLS
