/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-absence.h"

G_BEGIN_DECLS

/* Returns: (transfer full): all that happened with a person while the user was away, what is left
 * for them first, as HTML. @name: of the person, plain. */
char *parley_absence_text_dup_html (const ParleyAbsence *absence, const char *name);

G_END_DECLS
