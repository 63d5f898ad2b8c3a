/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-recents.h"

#include <string.h>

#include "base/parley-text.h"
#include "guard/parley-line-match.h"

/* Nobody mends what stands further up. */
#define MAX_RECENTS 16

/* So much of a text is compared. */
#define COMPARED_BYTES 2048

/* Of all pairs of letters so many are the same in what was only mended. */
#define MIN_LIKENESS_PERCENT 50

/* @to: set to @text, a GRefString, or NULL. */
static void
set_text (char **to, char *text)
{
  char *taken = text != NULL ? g_ref_string_acquire (text) : NULL;

  g_clear_pointer (to, g_ref_string_release);
  *to = taken;
}

static void
recent_free (gpointer data)
{
  ParleyRecent *recent = data;

  g_free (recent->id);
  g_free (recent->later_id);
  set_text (&recent->first, NULL);
  set_text (&recent->text, NULL);
  set_text (&recent->recorded, NULL);
  g_free (recent);
}

void
parley_recents_init (ParleyRecents *recents)
{
  g_queue_init (&recents->bubbles);
  recents->n_added = 0;
}

void
parley_recents_clear (ParleyRecents *recents)
{
  g_queue_clear_full (&recents->bubbles, recent_free);
}

ParleyRecent *
parley_recents_add (ParleyRecents *recents,
                    const char *id,
                    const char *text,
                    guint number,
                    gint64 written,
                    gint64 now)
{
  ParleyRecent *recent = g_new0 (ParleyRecent, 1);

  g_snprintf (recent->handle, sizeof recent->handle, "%u", ++recents->n_added);
  recent->id = g_strdup (id);
  recent->text = g_ref_string_new (text);
  parley_recent_begin_anew (recent);
  recent->number = number;
  recent->written = written;
  recent->at = now;
  g_queue_push_tail (&recents->bubbles, recent);
  if (recents->bubbles.length > MAX_RECENTS)
    recent_free (g_queue_pop_head (&recents->bubbles));
  return recent;
}

static ParleyRecent *
find_id (ParleyRecents *recents, const char *id)
{
  for (GList *link = recents->bubbles.tail; link != NULL; link = link->prev)
    {
      ParleyRecent *recent = link->data;

      if (g_strcmp0 (recent->id, id) == 0 || g_strcmp0 (recent->later_id, id) == 0)
        return recent;
    }
  return NULL;
}

/* Returns: (transfer full). */
static char *
dup_key (const char *text)
{
  g_autofree char *start = parley_text_dup_clean (text, COMPARED_BYTES);

  return parley_line_match_dup_key (start);
}

static gboolean
is_of_time (const ParleyRecent *recent, const char *time)
{
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_local (recent->written);
  g_autofree char *written = local != NULL ? g_date_time_format (local, "%T") : NULL;

  return g_strcmp0 (written, time) == 0;
}

static ParleyRecent *
find_text (ParleyRecents *recents, const char *was)
{
  g_autofree char *wanted = dup_key (was);

  for (GList *link = recents->bubbles.tail; link != NULL; link = link->prev)
    {
      ParleyRecent *recent = link->data;
      g_autofree char *key = recent->text != NULL ? dup_key (recent->text) : NULL;

      if (g_strcmp0 (key, wanted) == 0 || is_of_time (recent, was))
        return recent;
    }
  return NULL;
}

/* Something was put below it, perhaps a preview, of which there may be far more. */
static ParleyRecent *
find_beginning (ParleyRecents *recents, const char *text)
{
  for (GList *link = recents->bubbles.tail; link != NULL; link = link->prev)
    {
      ParleyRecent *recent = link->data;

      if (recent->text != NULL && *recent->text != '\0' && g_str_has_prefix (text, recent->text)
          && text[strlen (recent->text)] == '\n')
        return recent;
    }
  return NULL;
}

/* Returns: (transfer full) (element-type guint64): pairs of letters that stand side by side, and
 * how often. */
static GHashTable *
count_pairs (const char *text, guint *n)
{
  GHashTable *pairs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree char *start = parley_text_dup_clean (text, COMPARED_BYTES);
  g_autofree char *folded = parley_text_dup_folded (start);
  gunichar before = 0;

  *n = 0;
  for (const char *at = folded; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      gint64 pair = ((gint64) before << 32) | c;

      before = c;
      if (at == folded)
        continue;
      g_hash_table_replace (
          pairs, g_memdup2 (&pair, sizeof pair),
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (pairs, &pair)) + 1));
      (*n)++;
    }
  return pairs;
}

static guint
get_likeness (GHashTable *a, guint n_a, const char *text)
{
  guint n_b;
  g_autoptr (GHashTable) b = count_pairs (text, &n_b);
  GHashTableIter iter;
  gpointer pair;
  gpointer count;
  guint common = 0;

  g_hash_table_iter_init (&iter, b);
  while (g_hash_table_iter_next (&iter, &pair, &count))
    common += MIN (GPOINTER_TO_UINT (count), GPOINTER_TO_UINT (g_hash_table_lookup (a, pair)));
  return n_a + n_b > 0 ? 200 * common / (n_a + n_b) : 0;
}

static ParleyRecent *
find_like (ParleyRecents *recents, const char *text)
{
  guint n;
  g_autoptr (GHashTable) pairs = count_pairs (text, &n);
  ParleyRecent *best = NULL;
  guint best_likeness = MIN_LIKENESS_PERCENT - 1;

  for (GList *link = recents->bubbles.tail; link != NULL; link = link->prev)
    {
      ParleyRecent *recent = link->data;
      guint likeness = recent->text != NULL ? get_likeness (pairs, n, recent->text) : 0;

      if (likeness <= best_likeness)
        continue;
      best = recent;
      best_likeness = likeness;
    }
  return best;
}

ParleyRecent *
parley_recents_find (ParleyRecents *recents, const char *id, const char *was, const char *text)
{
  ParleyRecent *found = NULL;

  if (id != NULL)
    return find_id (recents, id);
  if (was != NULL)
    return find_text (recents, was);
  if (text != NULL)
    found = find_beginning (recents, text);
  return found == NULL && text != NULL ? find_like (recents, text) : found;
}

void
parley_recent_change (ParleyRecent *recent, const char *id, const char *text)
{
  char *changed = text != NULL ? g_ref_string_new (text) : NULL;

  g_clear_pointer (&recent->text, g_ref_string_release);
  recent->text = changed;
  if (id == NULL)
    return;
  g_free (recent->later_id);
  recent->later_id = g_strdup (id);
}

void
parley_recent_begin_anew (ParleyRecent *recent)
{
  set_text (&recent->first, recent->text);
  set_text (&recent->recorded, recent->text);
}

void
parley_recent_note_recorded (ParleyRecent *recent, const char *recorded)
{
  g_clear_pointer (&recent->recorded, g_ref_string_release);
  recent->recorded = g_ref_string_new (recorded);
}
