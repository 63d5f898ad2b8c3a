/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What XMPP's messages tell that libpurple tells nobody: their ids, and which message one corrects
 * (XEP-0308) or takes back (XEP-0424). What Parley says goes out with an id by which the user's
 * other Parleys know it. */

/* What it connects stays with the plugin's handlers: the caller disconnects it. Returns: (transfer
 * full). */
ParleyStanzas *parley_stanzas_new (ParleyInstance *instance);
void parley_stanzas_free (ParleyStanzas *stanzas);

/* A line of the person's was written on @account. Fills in what is told of the message it was made
 * from, if that is from there: borrowed until the next one comes. */
void parley_stanzas_add_facts (ParleyStanzas *stanzas,
                               PurpleAccount *account,
                               const ParleyChatKey *key,
                               ParleyLineFacts *facts);

G_END_DECLS
