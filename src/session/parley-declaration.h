/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-intents.h"

G_BEGIN_DECLS

/* One bubble that is about to be said, from the moment it is declared until what came of it is
 * known. */
typedef struct _ParleyDeclaration ParleyDeclaration;

/* @error: (nullable): NULL: it outlives the program. Else it can't be written down, with a fragment
 * for the user that follows a colon. Never called after the declaration ended. */
typedef void (*ParleyDeclarationFunc) (gpointer owner, const GError *error);

/* Has @intent (borrowed during the call) written down. @func: called once, later.
 * Returns: (transfer full): to be given to one of the functions below. */
ParleyDeclaration *parley_declaration_new (ParleyIntents *intents,
                                           const ParleyIntent *intent,
                                           ParleyDeclarationFunc func,
                                           gpointer owner);

/* Returns: when it was declared, seconds since 1970. */
gint64 parley_declaration_get_wall (const ParleyDeclaration *declaration);

/* It was not said. @declaration: (transfer full). */
void parley_declaration_take_back (ParleyDeclaration *declaration);

/* It is not known any more what came of it: it reads as said. @declaration: (transfer full). */
void parley_declaration_leave (ParleyDeclaration *declaration);

/* It was said, or may have been. The next start need know no more than that, but still finds what
 * was to come behind it. */
void parley_declaration_note (ParleyDeclaration *declaration, ParleyIntentOutcome outcome);

/* What came of it, and all behind it, was handed to the store. @declaration: (transfer full):
 * noted. */
void parley_declaration_end (ParleyDeclaration *declaration);

G_END_DECLS
