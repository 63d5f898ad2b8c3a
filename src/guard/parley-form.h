/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"

G_BEGIN_DECLS

/* What is in a line that a protocol wrote in a form of its own. */
typedef struct
{
  ParleyForm form;
  char *text; /* (nullable): what they wrote, quotes marked; of a reaction, how a model is told */
  char *old;  /* (nullable): what stood there before, or is quoted */
} ParleyFormed;

/* @system: the line is flagged as one of the protocol's. @text: clean. @formed: (out): to be
 * cleared. The cost grows with the length of the text, times the forms of the protocol. */
void parley_form_read (ParleyProtocols *protocols,
                       const char *protocol,
                       gboolean system,
                       const char *text,
                       ParleyFormed *formed);
/* For lines that stand for a file. Returns: (transfer full) (nullable): by what it is called there,
 * as the first of @forms says that @text has, "" where none does; NULL: it has no such form.
 * @caption: (inout) (transfer full) (nullable): set to what was written with it where both stand in
 * one line.
 */
char *parley_form_dup_file (const char *const *forms, const char *text, char **caption);

void parley_formed_clear (ParleyFormed *formed);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyFormed, parley_formed_clear)

G_END_DECLS
