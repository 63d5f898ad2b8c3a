/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-route.h"

static void
route_clear (gpointer data)
{
  ParleyRoute *route = data;

  parley_chat_key_free (route->key);
  parley_identity_free (route->identity);
}

ParleyRoute *
parley_route_new (const ParleyChatKey *key, const ParleyIdentity *identity, guint64 epoch)
{
  ParleyRoute *route = g_rc_box_new0 (ParleyRoute);

  route->key = parley_chat_key_copy (key);
  route->identity = parley_identity_copy (identity);
  route->epoch = epoch;
  return route;
}

ParleyRoute *
parley_route_ref (ParleyRoute *route)
{
  return g_rc_box_acquire (route);
}

void
parley_route_unref (ParleyRoute *route)
{
  g_rc_box_release_full (route, route_clear);
}

ParleyIdentity *
parley_identity_new (ParleyIdentityKind kind, const char *proof)
{
  ParleyIdentity *identity = g_new0 (ParleyIdentity, 1);

  identity->kind = kind;
  identity->proof = g_strdup (proof);
  return identity;
}

ParleyIdentity *
parley_identity_copy (const ParleyIdentity *identity)
{
  return parley_identity_new (identity->kind, identity->proof);
}

void
parley_identity_free (ParleyIdentity *identity)
{
  g_free (identity->proof);
  g_free (identity);
}

gboolean
parley_identity_equal (const ParleyIdentity *a, const ParleyIdentity *b)
{
  return a->kind == b->kind && g_strcmp0 (a->proof, b->proof) == 0;
}

char *
parley_identity_to_string (const ParleyIdentity *identity)
{
  static const char *const kinds[] = {
    [PARLEY_IDENTITY_UNPROVEN] = "unproven", [PARLEY_IDENTITY_SEEN] = "seen",
    [PARLEY_IDENTITY_OCCUPANT] = "occupant", [PARLEY_IDENTITY_ACCOUNT] = "account",
    [PARLEY_IDENTITY_ADDRESS] = "address",
  };

  return identity->proof != NULL ? g_strconcat (kinds[identity->kind], " ", identity->proof, NULL)
                                 : g_strdup (kinds[identity->kind]);
}
