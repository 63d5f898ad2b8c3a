/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "contacts/parley-encryption.h"
#include "contacts/parley-rooms.h"
#include "parley-instance.h"
#include "protocols/parley-carbons.h"
#include "protocols/parley-irc-lines.h"
#include "protocols/parley-irc-unsent.h"
#include "protocols/parley-sign-ons.h"
#include "protocols/parley-stanzas.h"

G_BEGIN_DECLS

/* What tells more of a line, and of who wrote it, than libpurple's signal does. */
struct _ParleySources
{
  ParleyRooms *rooms;
  ParleyEncryption *encryption;
  ParleyIrcLines *irc_lines;
  ParleyIrcUnsent *irc_unsent;
  ParleyCarbons *carbons;
  ParleyStanzas *stanzas;
  ParleySignOns *sign_ons;
};

/* Whoever made @instance has made what listens to libpurple, the timers and IRC. @unsent: called
 * with @instance. Returns: (transfer full). */
ParleySources *parley_sources_new (ParleyInstance *instance, ParleyIrcUnsentFunc unsent);
void parley_sources_free (ParleySources *sources);

G_END_DECLS
