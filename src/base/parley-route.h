/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* What is proven about whoever writes under a name. The order is that of how much that is. */
typedef enum
{
  PARLEY_IDENTITY_UNPROVEN, /* nothing: anybody may have the name next */
  PARLEY_IDENTITY_SEEN,     /* they come from where they always came; others may come from there */
  PARLEY_IDENTITY_OCCUPANT, /* in a room that shows the real address behind the name */
  PARLEY_IDENTITY_ACCOUNT,  /* their server says that they are logged in to it */
  PARLEY_IDENTITY_ADDRESS,  /* an address that the user's own server stamps on what they write */
} ParleyIdentityKind;

/* Whom a chat is with, as far as it can be told. A name can change hands; two identities that are
 * equal were not seen to be of two people. Never changed. */
typedef struct
{
  ParleyIdentityKind kind;
  char *proof; /* (nullable): what tells them from others of that kind */
} ParleyIdentity;

/* @proof: (nullable): for somebody of whom nothing is proven, what is sure to be another one once
 * they were seen to leave the name. Returns: (transfer full). */
ParleyIdentity *parley_identity_new (ParleyIdentityKind kind, const char *proof);
ParleyIdentity *parley_identity_copy (const ParleyIdentity *identity);
void parley_identity_free (ParleyIdentity *identity);

gboolean parley_identity_equal (const ParleyIdentity *a, const ParleyIdentity *b);

/* Returns: (transfer full): "address alice@example.org", for what is written down. */
char *parley_identity_to_string (const ParleyIdentity *identity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyIdentity, parley_identity_free)

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
