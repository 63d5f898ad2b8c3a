/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-mark.h"

#include <string.h>

guint64
parley_mark_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  guint64 head;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &length);
  memcpy (&head, digest, sizeof head);
  return MAX (GUINT64_FROM_LE (head), 1);
}

/* Looks first: digests of long texts take time. */
void
parley_mark_advance (ParleyMark *mark, gint64 wall_s, const char *text, guint count)
{
  if (count <= mark->count)
    return;
  mark->wall_s = wall_s;
  mark->hash = parley_mark_hash (text);
  mark->count = count;
}

gboolean
parley_mark_covers (const ParleyMark *mark, guint count)
{
  return count <= mark->count;
}

int
parley_mark_compare (const ParleyMark *a, const ParleyMark *b)
{
  return (a->count > b->count) - (a->count < b->count);
}
