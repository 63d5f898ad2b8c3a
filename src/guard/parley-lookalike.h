/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What Parley tells the user stands in the chat as "Parley: …". Nobody else's words may look like
 * it: also with letters of other alphabets, hidden characters, a time in front, or backwards. */

#define PARLEY_LOOKALIKE_START 128 /* a time and the name stand in so many bytes of a line */

/* @text: plain, valid UTF-8. @mark: what tells whose words they are. Returns: (transfer full)
 * (nullable): the text without hidden characters and with @mark in front of each line that looks
 * like one of Parley's; NULL if none does. */
char *parley_lookalike_dup_marked (const char *text, const char *mark);

/* Whether somebody goes by Parley's name. @name: in any state; next to nothing is spent on others.
 */
gboolean parley_lookalike_is_name (const char *name);

G_END_DECLS
