/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-heard.h"

#include <string.h>

/* In seconds. A message without a time of its own was given ours. When it is handed out again it
 * has its server's: a clock that may be as far from ours, and the way of a message takes time as
 * well. */
#define APART 60

typedef struct
{
  ParleyHeardLine line;
  gboolean here;    /* it came, or came again, since the connection began */
  gboolean earlier; /* it came in an earlier run, perhaps of an earlier version */
} Entry;

struct _ParleyHeard
{
  GArray *entries; /* of Entry, in order */
  guint newest;
};

ParleyHeard *
parley_heard_new (void)
{
  ParleyHeard *heard = g_new0 (ParleyHeard, 1);

  heard->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  return heard;
}

void
parley_heard_free (ParleyHeard *heard)
{
  g_array_unref (heard->entries);
  g_free (heard);
}

guint64
parley_heard_hash_origin (const char *client, const char *id)
{
  g_autofree char *origin
      = id != NULL ? g_strconcat (client != NULL ? client : "", "\n", id, NULL) : NULL;

  return origin != NULL ? parley_mark_hash (origin) : 0;
}

static Entry *
get_entry (ParleyHeard *heard, guint i)
{
  return &g_array_index (heard->entries, Entry, i);
}

static void
append (ParleyHeard *heard, const ParleyHeardLine *line, gboolean here)
{
  const Entry entry = { *line, here, !here };

  g_array_append_val (heard->entries, entry);
  if (heard->entries->len > PARLEY_HEARD_MAX)
    g_array_remove_index (heard->entries, 0);
  parley_heard_skip_to (heard, line->number);
}

void
parley_heard_add (ParleyHeard *heard, const ParleyHeardLine *line)
{
  append (heard, line, FALSE);
}

void
parley_heard_skip_to (ParleyHeard *heard, guint number)
{
  heard->newest = MAX (heard->newest, number);
}

void
parley_heard_begin_connection (ParleyHeard *heard)
{
  for (guint i = 0; i < heard->entries->len; i++)
    get_entry (heard, i)->here = FALSE;
}

static gboolean
has_own_time (const ParleyHeardLine *line)
{
  return line->stamp != line->received;
}

static gboolean
is_handed_out (const ParleyHeardLine *line)
{
  return ABS (line->received - line->stamp) > 1;
}

/* Two with the same words in the same second are two. */
static gboolean
is_told_apart (const ParleyHeardLine *known, const ParleyHeardLine *line)
{
  return known->origin != 0 && line->origin != 0 && known->origin != line->origin;
}

static gboolean
has_same_text (const Entry *entry, const ParleyHeardLine *line)
{
  return entry->line.hash == line->hash
         || (entry->earlier && line->former != 0 && entry->line.hash == line->former);
}

/* Without its text only one that is handed out can be told: what comes now may be anything, also if
 * the second ended between its stamp and its receipt. */
static gboolean
is_same (const Entry *entry, const ParleyHeardLine *line)
{
  const ParleyHeardLine *known = &entry->line;

  return known->stamp == line->stamp && !is_told_apart (known, line)
         && (known->hash != 0 ? has_same_text (entry, line) : is_handed_out (line));
}

/* The one came with our time, the other has its server's. */
static gboolean
is_same_by_another_clock (const Entry *entry, const ParleyHeardLine *line)
{
  const ParleyHeardLine *known = &entry->line;

  return has_own_time (line) && !has_own_time (known) && has_same_text (entry, line)
         && !is_told_apart (known, line) && ABS (known->stamp - line->stamp) <= APART;
}

/* Nobody writes the same words twice within the second in which they were answered. */
static gboolean
is_dealt_with (ParleyHeard *heard, const ParleyHeardLine *line, guint dealt_with)
{
  for (guint i = 0; i < heard->entries->len; i++)
    {
      const Entry *known = get_entry (heard, i);

      if (known->line.number <= dealt_with && known->line.hash != 0 && is_same (known, line))
        return TRUE;
    }
  return FALSE;
}

/* Whenever it comes, and however often. */
static gboolean
has_known_id (ParleyHeard *heard, const ParleyHeardLine *line)
{
  for (guint i = 0; i < heard->entries->len && line->origin != 0; i++)
    {
      const Entry *known = get_entry (heard, i);

      if (known->line.origin == line->origin && has_same_text (known, line))
        return TRUE;
    }
  return FALSE;
}

/* As often as it came before. Returns: whether it was that. */
static gboolean
is_again (ParleyHeard *heard,
          const ParleyHeardLine *line,
          gboolean (*matches) (const Entry *known, const ParleyHeardLine *line))
{
  for (guint i = 0; i < heard->entries->len; i++)
    {
      Entry *entry = get_entry (heard, i);

      if (!entry->here && matches (entry, line))
        {
          entry->here = TRUE;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
parley_heard_take (ParleyHeard *heard, ParleyHeardLine *line, guint dealt_with)
{
  if (has_known_id (heard, line) || is_again (heard, line, is_same)
      || is_again (heard, line, is_same_by_another_clock)
      || is_dealt_with (heard, line, dealt_with))
    return FALSE;
  line->number = heard->newest + 1;
  append (heard, line, TRUE);
  return TRUE;
}

gboolean
parley_heard_is_empty (const ParleyHeard *heard)
{
  return heard->entries->len == 0;
}

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
