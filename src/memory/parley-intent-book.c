/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-intent-book.h"

#include "memory/parley-line-file.h"

#define KIND "intents"

/* Bytes after which a file that was never without an intent is written anew. */
#define LARGE (1024 * 1024)

struct _ParleyIntentBook
{
  char *folder;         /* NULL: there is no file */
  ParleyLineFile *file; /* likewise */
  GHashTable *intents;  /* number → ParleyIntent */
  GPtrArray *left;      /* of ParleyLineFile; NULL: none are held */
  goffset renewed;      /* how large the file was when it was last written anew */
};

static guint64 *
number_new (guint64 number)
{
  return g_memdup2 (&number, sizeof number);
}

static GHashTable *
intents_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                (GDestroyNotify) parley_intent_free);
}

ParleyIntentBook *
parley_intent_book_new (const char *folder)
{
  ParleyIntentBook *book = g_new0 (ParleyIntentBook, 1);

  book->folder = g_strdup (folder);
  book->file = folder != NULL ? parley_line_file_new (folder, KIND) : NULL;
  book->intents = intents_new ();
  return book;
}

void
parley_intent_book_close (ParleyIntentBook *book, gboolean kept)
{
  GHashTableIter iter;
  gpointer intent;
  gboolean open = !kept && g_hash_table_size (book->intents) > 0;

  g_hash_table_iter_init (&iter, book->intents);
  while (g_hash_table_iter_next (&iter, NULL, &intent))
    open = open || ((ParleyIntent *) intent)->outcome == PARLEY_INTENT_OPEN;
  if (book->file != NULL)
    parley_line_file_close (book->file, !open);
  g_clear_pointer (&book->left, g_ptr_array_unref);
  g_hash_table_unref (book->intents);
  g_free (book->folder);
  g_free (book);
}

/* --- writing --- */

static void
format_intent (GString *lines, const ParleyIntent *intent, guint64 number)
{
  g_autofree char *line = parley_intent_to_line (intent, number);

  parley_line_file_format (lines, line);
}

static void
format_outcome (GString *lines, ParleyIntentOutcome outcome, guint64 number)
{
  g_autofree char *line = parley_intent_outcome_to_line (outcome, number);

  parley_line_file_format (lines, line);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

/* A new file with what is in the book. */
static gboolean
renew (ParleyIntentBook *book, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (book->intents), compare_numbers);

  for (GList *link = numbers; link != NULL; link = link->next)
    {
      const ParleyIntent *intent = g_hash_table_lookup (book->intents, link->data);
      guint64 number = *(guint64 *) link->data;

      format_intent (lines, intent, number);
      if (intent->outcome != PARLEY_INTENT_OPEN)
        format_outcome (lines, intent->outcome, number);
    }
  if (!parley_line_file_replace (book->file, lines, error))
    return FALSE;
  book->renewed = parley_line_file_get_size (book->file);
  return TRUE;
}

static gboolean
write_changes (ParleyIntentBook *book, GArray *changes, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  gboolean lasting = FALSE;
  gboolean large = parley_line_file_get_size (book->file) > MAX (LARGE, 2 * book->renewed);

  if (g_hash_table_size (book->intents) > 0 && (large || !parley_line_file_is_current (book->file))
      && !renew (book, error))
    return FALSE;
  for (guint i = 0; i < changes->len; i++)
    {
      const ParleyIntentChange *change = &g_array_index (changes, ParleyIntentChange, i);

      if (change->intent != NULL)
        format_intent (lines, change->intent, change->number);
      else
        format_outcome (lines, change->outcome, change->number);
      lasting = lasting || change->intent != NULL;
    }
  return parley_line_file_add (book->file, lines, lasting, error) >= 0;
}

gboolean
parley_intent_book_change (ParleyIntentBook *book, GArray *changes, GError **error)
{
  gboolean written = book->file == NULL || write_changes (book, changes, error);

  for (guint i = 0; i < changes->len; i++)
    {
      const ParleyIntentChange *change = &g_array_index (changes, ParleyIntentChange, i);
      ParleyIntent *known = g_hash_table_lookup (book->intents, &change->number);

      if (change->intent != NULL && written)
        g_hash_table_insert (book->intents, number_new (change->number),
                             parley_intent_copy (change->intent));
      else if (change->intent == NULL && known != NULL)
        known->outcome = change->outcome;
    }
  return written;
}

static void
empty_if_done (ParleyIntentBook *book)
{
  if (book->file != NULL && g_hash_table_size (book->intents) == 0)
    parley_line_file_empty (book->file);
}

void
parley_intent_book_release (ParleyIntentBook *book, guint64 number)
{
  if (g_hash_table_remove (book->intents, &number))
    empty_if_done (book);
}

/* --- forgetting --- */

static gboolean
blank_lines_of (ParleyLineFile *file, const ParleyChatKey *key, GError **error)
{
  g_autoptr (GPtrArray) lines = parley_line_file_read (file, error);

  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const ParleyFileLine *line = g_ptr_array_index (lines, i);
      guint64 number = 0;
      g_autoptr (ParleyIntent) intent
          = line->object != NULL ? parley_intent_from_line (line->object, &number) : NULL;

      if (intent != NULL && parley_chat_key_equal (intent->key, key)
          && !parley_line_file_blank (file, line->at, line->length, error))
        return FALSE;
    }
  return lines != NULL && parley_line_file_sync (file, error);
}

static gboolean
is_of (gpointer number, gpointer intent, gpointer key)
{
  return parley_chat_key_equal (((ParleyIntent *) intent)->key, key);
}

/* What is held already is not opened a second time: closing that would give up its lock. */
static GPtrArray *
get_left (ParleyIntentBook *book)
{
  if (book->left != NULL)
    return g_ptr_array_ref (book->left);
  if (book->folder == NULL)
    return g_ptr_array_new ();
  return parley_line_file_take_left (book->folder, KIND, parley_line_file_get_path (book->file));
}

gboolean
parley_intent_book_forget (ParleyIntentBook *book, const ParleyChatKey *key, GError **error)
{
  g_autoptr (GPtrArray) left = get_left (book);
  gboolean well = book->file == NULL || blank_lines_of (book->file, key, error);

  for (guint i = 0; i < left->len; i++)
    well = blank_lines_of (g_ptr_array_index (left, i), key, well ? error : NULL) && well;
  g_hash_table_foreach_remove (book->intents, is_of, (gpointer) key);
  empty_if_done (book);
  return well;
}

/* --- what is left --- */

void
parley_intents_left_free (ParleyIntentsLeft *left)
{
  g_ptr_array_unref (left->intents);
  g_free (left);
}

static void
read_line (const ParleyFileLine *line, GHashTable *found, ParleyIntentsLeft *left)
{
  ParleyIntentOutcome outcome;
  ParleyIntent *intent;
  guint64 number = 0;

  if (line->object == NULL)
    left->damaged++;
  else if (line->sound && parley_intent_outcome_from_line (line->object, &outcome, &number))
    {
      intent = g_hash_table_lookup (found, &number);
      if (intent != NULL)
        intent->outcome = outcome;
    }
  else if ((intent = parley_intent_from_line (line->object, &number)) != NULL)
    {
      intent->damaged = !line->sound;
      g_ptr_array_add (left->intents, intent);
      if (line->sound)
        g_hash_table_insert (found, number_new (number), intent);
    }
  else
    left->damaged++;
}

/* What is damaged is counted once, however long the rest of the file is needed; nor could anybody
 * have it forgotten. */
static void
read_left (ParleyLineFile *file, ParleyIntentsLeft *left)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) lines = parley_line_file_read (file, NULL);
  guint before = left->damaged;

  if (lines == NULL)
    left->damaged++;
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const ParleyFileLine *line = g_ptr_array_index (lines, i);
      guint n = left->damaged;

      read_line (line, found, left);
      if (left->damaged > n)
        parley_line_file_blank (file, line->at, line->length, NULL);
    }
  if (left->damaged > before)
    parley_line_file_sync (file, NULL);
}

ParleyIntentsLeft *
parley_intent_book_take_left (ParleyIntentBook *book)
{
  ParleyIntentsLeft *left = g_new0 (ParleyIntentsLeft, 1);

  left->intents = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_intent_free);
  if (book->left != NULL || book->folder == NULL)
    return left;
  book->left = get_left (book);
  for (guint i = 0; i < book->left->len; i++)
    read_left (g_ptr_array_index (book->left, i), left);
  for (guint i = left->intents->len; i > 0; i--)
    {
      const ParleyIntent *intent = g_ptr_array_index (left->intents, i - 1);

      if (intent->outcome == PARLEY_INTENT_TAKEN_BACK)
        g_ptr_array_remove_index (left->intents, i - 1);
    }
  return left;
}

void
parley_intent_book_drop_left (ParleyIntentBook *book)
{
  for (guint i = 0; book->left != NULL && i < book->left->len; i++)
    parley_line_file_remove (g_ptr_array_index (book->left, i));
  g_clear_pointer (&book->left, g_ptr_array_unref);
}
