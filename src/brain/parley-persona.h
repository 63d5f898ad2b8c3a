/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The file, as under data/. */
#define PARLEY_PERSONA_NAME "prompts/persona.txt"

/* It goes along with every question. What is longer is no persona, but a mistake. */
#define PARLEY_PERSONA_MAX_BYTES (32 * 1024)

/* How the user wants to sound to everybody: ours, or a file of their own (base/parley-data.h). They
 * wrote that for a reason, so ours never stands in for theirs. */
typedef struct _ParleyPersona ParleyPersona;

/* @user_dir: (nullable): the user's folder of replacements. Returns: (transfer full): nothing is
 * read yet. */
ParleyPersona *parley_persona_new (const char *user_dir);
void parley_persona_free (ParleyPersona *persona);

/* Takes over what the file says now. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence
 * for people that names it if it can't be used; what was taken over before stays then. */
gboolean parley_persona_refresh (ParleyPersona *persona, GError **error);

/* Returns: (transfer none) (nullable): what was taken over last; NULL if nothing was. */
const char *parley_persona_get (ParleyPersona *persona);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyPersona, parley_persona_free)

G_END_DECLS
