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
