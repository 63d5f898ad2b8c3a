/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-own-id.h"

#include <string.h>

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
