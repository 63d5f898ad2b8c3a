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

/* As long as a UUID without its dashes. */
#define HALF 16

/* Returns: (transfer full): what belongs behind the first half. */
static char *
dup_second_half (const char *first, const char *own)
{
  g_autofree char *bare = g_strndup (own, strcspn (own, "/"));
  g_autofree char *folded = g_ascii_strdown (bare, -1);
  g_autofree char *all = g_strconcat ("parley\n", folded, "\n", first, NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);

  return g_strndup (digest, HALF);
}

char *
parley_own_id_new (const char *own, guint64 nonce)
{
  g_autofree char *first = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", nonce);
  g_autofree char *second = dup_second_half (first, own);

  return g_strconcat (first, second, NULL);
}

gboolean
parley_own_id_is (const char *id, const char *own)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (id == NULL || strlen (id) != 2 * HALF)
    return FALSE;
  first = g_strndup (id, HALF);
  second = dup_second_half (first, own);
  return g_str_equal (id + HALF, second);
}
