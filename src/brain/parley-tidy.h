/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes off a reply what a model puts around it and nobody would write in a chat: a name before a
 * colon or our own disclosure at its beginning, quotation marks around all of it, a dash or an
 * asterisk before its only item. What may be the beginning of that is held back until it is known;
 * however the text is cut into pieces, the outcome is the same. */
typedef struct _ParleyTidy ParleyTidy;

/* @labels: (nullable): what is taken off at the beginning, in any case: "Alex:", "(automatic
 * reply)"; borrowed, must live as long. NULL: nothing is taken off. Returns: (transfer full). */
ParleyTidy *parley_tidy_new (const char *const *labels);
void parley_tidy_free (ParleyTidy *tidy);

/* Returns: (transfer full): what is left of a whole text. */
char *parley_tidy_dup (const char *const *labels, const char *text);

/* A piece of the text. Returns: (transfer full): what is ready; often "". */
char *parley_tidy_push (ParleyTidy *tidy, const char *text);

/* The text is over. Returns: (transfer full): what is left of it. */
char *parley_tidy_finish (ParleyTidy *tidy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTidy, parley_tidy_free)

G_END_DECLS
