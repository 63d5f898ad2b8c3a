/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-copy.h"

#include <string.h>

static gsize
get_bare_length (const char *address)
{
  return strcspn (address, "/");
}

/* The server writes all of them, so they differ in nothing but, at most, ASCII's capitals. */
static gboolean
is_of_user (const char *address, const char *own)
{
  gsize length = get_bare_length (own);

  return address != NULL && length > 0 && get_bare_length (address) == length
         && g_ascii_strncasecmp (address, own, length) == 0;
}

static gboolean
has_resource (const char *address)
{
  return strchr (address, '/') != NULL;
}

/* Only a server writes as the user's own address without a resource: clients always have one. */
static gboolean
is_own_server (const char *bringer, const char *own)
{
  return bringer == NULL || (is_of_user (bringer, own) && !has_resource (bringer));
}

/* Resources have capitals. */
static gboolean
is_this_client (const char *address, const char *own)
{
  return has_resource (own) && has_resource (address)
         && g_str_equal (strchr (address, '/'), strchr (own, '/'));
}

static gboolean
is_empty (const char *address)
{
  return address == NULL || get_bare_length (address) == 0;
}

ParleyCopy
parley_copy_judge (const ParleyCopyFacts *facts)
{
  if (facts->own == NULL || !is_own_server (facts->bringer, facts->own))
    return PARLEY_COPY_FORGED;
  if (facts->room)
    return PARLEY_COPY_ROOM;
  if (is_empty (facts->from) || is_empty (facts->to)
      || !is_of_user (facts->sent ? facts->from : facts->to, facts->own))
    return PARLEY_COPY_FORGED;
  return facts->sent && is_this_client (facts->from, facts->own) ? PARLEY_COPY_HERE
                                                                 : PARLEY_COPY_BELIEVED;
}
