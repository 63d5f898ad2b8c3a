/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "base/parley-identity.h"

G_BEGIN_DECLS

/* Where a reply may go: made when its turn closes, never changed, compared again at the send call.
 * Reference counted. */
typedef struct
{
  ParleyChatKey *key;
  ParleyIdentity *identity; /* of whoever wrote what is answered */
  guint64 epoch;            /* of the read that the reply was built on */
} ParleyRoute;

/* Returns: (transfer full). */
ParleyRoute *
parley_route_new (const ParleyChatKey *key, const ParleyIdentity *identity, guint64 epoch);
ParleyRoute *parley_route_ref (ParleyRoute *route);
void parley_route_unref (ParleyRoute *route);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRoute, parley_route_unref)

G_END_DECLS
