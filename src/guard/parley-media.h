/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"

G_BEGIN_DECLS

/* What people send that is no text. Nobody here sees or hears it, so it is named in its place:
 * "⟦picture⟧", "⟦voice message⟧" (base/parley-aside.h). */

/* Takes the lines that stand for something else out of a message: as the protocol writes them, or
 * only an address, of a picture, a recording, a place, a file of this machine. @text: clean. @with:
 * what came beside the text. @words: (out) (transfer full): what the message says. The cost grows
 * with the length of the text, times the forms of the protocol. Returns: (transfer full)
 * (nullable): what stands for the rest, a word for each kind; NULL: there is none. */
char *parley_media_read (ParleyProtocols *protocols,
                         const char *protocol,
                         const char *text,
                         ParleyMedia with,
                         char **words);

/* Returns: (transfer none) (nullable): what stands for it; NULL for %PARLEY_MEDIA_NONE. */
const char *parley_media_to_string (ParleyMedia media);

/* @name: of a file that is offered, clean. Returns: (transfer full): what stands for it, with the
 * name of what is neither seen nor heard. */
char *parley_media_dup_offered (ParleyProtocols *protocols, const char *name);

/* Takes apart what is kept as one: "⟦picture⟧ my cat". @words: (out) (transfer none). Returns:
 * (transfer full) (nullable): as parley_media_read (). */
char *parley_media_split (const char *text, const char **words);

G_END_DECLS
