/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-mark.h"

#include <string.h>

/* The first bytes of a digest: the same in every run and on every machine. */
static guint64
hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  guint64 head;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &length);
  memcpy (&head, digest, sizeof head);
  return GUINT64_FROM_LE (head);
}

void
parley_mark_advance (ParleyMark *mark, gint64 wall_s, const char *text, guint count)
{
  if (wall_s < mark->wall_s || (wall_s == mark->wall_s && count <= mark->count))
    return;
  mark->wall_s = wall_s;
  mark->hash = hash (text);
  mark->count = count;
}

/* Nobody writes the same words twice within the second in which they were answered. */
gboolean
parley_mark_covers (const ParleyMark *mark, gint64 wall_s, const char *text, guint count)
{
  if (wall_s != mark->wall_s)
    return wall_s < mark->wall_s;
  return count <= mark->count || hash (text) == mark->hash;
}

int
parley_mark_compare (const ParleyMark *a, const ParleyMark *b)
{
  if (a->wall_s != b->wall_s)
    return a->wall_s < b->wall_s ? -1 : 1;
  return (a->count > b->count) - (a->count < b->count);
}
