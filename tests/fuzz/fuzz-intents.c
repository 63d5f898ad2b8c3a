/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of what was about to be said, cut where the power failed and changed by whatever changes
 * files, with lines of anybody's between. What is whole of it is read: nothing that may have been
 * said is left out, and nothing that was taken back comes up. One line of input each: "i" an
 * intent, "o N" the outcome of the N-th, "s TEXT" a line with a right digest; all else as it
 * stands. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "memory/parley-intent-book.h"
#include "memory/parley-line-file.h"

#define MAX_LINES 60

typedef struct
{
  GString *file;
  gsize cut;                      /* what is behind it is not there */
  gsize flipped;                  /* a byte that was changed */
  guint n;                        /* intents */
  gboolean whole[MAX_LINES];      /* each of them can be read */
  gboolean taken_back[MAX_LINES]; /* and that it was taken back */
} World;

static const ParleyChatKey anna
    = { (char *) "prpl-jabber", (char *) "me@example.org", (char *) "anna@example.org" };

/* Returns: whether what was added is as it was written. */
static gboolean
add (World *world, const char *line)
{
  gsize start = world->file->len;

  parley_line_file_format (world->file, line);
  return world->file->len <= world->cut
         && (world->flipped < start || world->flipped >= world->file->len);
}

static void
add_intent (World *world)
{
  guint number = ++world->n;
  g_autofree char *text = g_strdup_printf ("bubble %u", number);
  g_autoptr (ParleyIntent) intent = parley_intent_new (&anna, NULL, 1, number, text, 1000);
  g_autofree char *line = parley_intent_to_line (intent, number);

  world->whole[number - 1] = add (world, line);
}

static void
add_outcome (World *world, guint number, ParleyIntentOutcome outcome)
{
  g_autofree char *line = parley_intent_outcome_to_line (outcome, number);
  gboolean whole = add (world, line);

  if (whole && number >= 1 && number <= world->n)
    world->taken_back[number - 1] = outcome == PARLEY_INTENT_TAKEN_BACK;
}

static void
add_line (World *world, const char *line)
{
  guint number = 0;
  guint outcome = 0;

  if (g_str_equal (line, "i"))
    add_intent (world);
  else if (sscanf (line, "o %u %u", &number, &outcome) == 2)
    add_outcome (world, number, 1 + outcome % 3);
  else if (*line == 's')
    add (world, line + 1);
  else
    g_string_append_printf (world->file, "%s\n", line);
}

static void
check_text (const char *text)
{
  g_assert_nonnull (text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static gboolean
has_bubble (const ParleyIntentsLeft *left, guint number)
{
  g_autofree char *text = g_strdup_printf ("bubble %u", number);

  for (guint i = 0; i < left->intents->len; i++)
    {
      const ParleyIntent *intent = left->intents->pdata[i];

      if (parley_chat_key_equal (intent->key, &anna) && g_str_equal (intent->text, text))
        return TRUE;
    }
  return FALSE;
}

/* @others: somebody else wrote lines, too. */
static void
check_left (const World *world, const ParleyIntentsLeft *left, gboolean others)
{
  for (guint i = 0; i < left->intents->len; i++)
    {
      const ParleyIntent *intent = left->intents->pdata[i];

      check_text (intent->text);
      check_text (intent->key->person);
      g_assert_cmpint (intent->outcome, !=, PARLEY_INTENT_TAKEN_BACK);
      for (guint j = 0; intent->rest != NULL && intent->rest[j] != NULL; j++)
        check_text (intent->rest[j]);
    }
  for (guint i = 0; !others && i < world->n; i++)
    if (world->whole[i])
      g_assert_true (has_bubble (left, i + 1) == !world->taken_back[i]);
}

static void
check_forgotten (const char *folder)
{
  ParleyIntentBook *book = parley_intent_book_new (folder);
  g_autoptr (ParleyIntentsLeft) left = NULL;

  g_assert_true (parley_intent_book_forget (book, &anna, NULL));
  left = parley_intent_book_take_left (book);
  for (guint i = 0; i < left->intents->len; i++)
    g_assert_false (parley_chat_key_equal (((ParleyIntent *) left->intents->pdata[i])->key, &anna));
  parley_intent_book_drop_left (book);
  parley_intent_book_close (book, TRUE);
}

static void
read_file (const World *world, gboolean others)
{
  g_autofree char *path = fuzz_put_file ("intents-00000001.lines", world->file->str,
                                         MIN (world->file->len, world->cut));
  g_autofree char *folder = g_path_get_dirname (path);
  ParleyIntentBook *book = parley_intent_book_new (folder);
  g_autoptr (ParleyIntentsLeft) left = parley_intent_book_take_left (book);

  check_left (world, left, others);
  parley_intent_book_close (book, FALSE);
  check_forgotten (folder);
  fuzz_drop_files (path);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  World world = { .file = g_string_new (NULL) };
  gboolean others = FALSE;

  world.cut = fuzz_take (&input, 256) * 64 + fuzz_take (&input, 64);
  world.flipped = fuzz_take (&input, 256) * 64 + fuzz_take (&input, 64);
  for (guint i = 0; i < MAX_LINES && input.left > 0; i++)
    {
      g_autofree char *line = fuzz_take_line (&input);

      others |= *line != 'i' && *line != 'o';
      add_line (&world, line);
    }
  if (world.flipped < world.file->len)
    world.file->str[world.flipped] ^= 1;
  read_file (&world, others);
  g_string_free (world.file, TRUE);
  return 0;
}
