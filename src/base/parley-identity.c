/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-identity.h"

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
