/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <gio/gio.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cost-chats.h"
#include "cost-instructions.h"
#include "cost-largest.h"
#include "cost-loop.h"
#include "cost-pieces.h"
#include "cost-table.h"
#include "cost-turn.h"

#define N_CHATS       10000
#define N_STORE_CHATS 1000

typedef struct
{
  gboolean instructions;
  gboolean heard;
  gboolean largest;
  gboolean store;
  char *repeat;
  int count;
} Options;

static void
measure_store (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-cost-XXXXXX", NULL);
  const char *const argv[] = { "rm", "-r", folder, NULL };

  cost_chats_measure_store (folder, N_STORE_CHATS);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

/* Returns: whether the largest messages hold up nobody. */
static gboolean
measure_all (void)
{
  gboolean quick;
  g_autoptr (CostPieces) pieces = cost_pieces_new ();

  g_print ("%d chats with a turn of %d messages and an answer each.\n\n", N_CHATS,
           COST_TURN_BUBBLES);
  cost_table_begin ();
  cost_chats_measure_machine (N_CHATS);
  cost_chats_measure (N_CHATS);
  cost_loop_measure ();
  quick = cost_largest_measure ();
  cost_chats_measure_first_bubble ();
  measure_store ();
  cost_pieces_measure (pieces);
  return quick;
}

static gboolean
repeat (const Options *options)
{
  g_autoptr (CostPieces) pieces = NULL;

  if (g_str_equal (options->repeat, "message"))
    {
      cost_chats_repeat (options->count / COST_TURN_BUBBLES);
      return TRUE;
    }
  pieces = cost_pieces_new ();
  return cost_pieces_repeat (pieces, options->repeat, options->count);
}

static gboolean
parse (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "instructions", 0, 0, G_OPTION_ARG_NONE, &options->instructions,
      "Count instructions with valgrind instead", NULL },
    { "heard", 0, 0, G_OPTION_ARG_NONE, &options->heard,
      "Count only what people do who were not chosen", NULL },
    { "largest", 0, 0, G_OPTION_ARG_NONE, &options->largest, "Only the largest messages", NULL },
    { "store", 0, 0, G_OPTION_ARG_NONE, &options->store, "Only what is written down", NULL },
    { "repeat", 0, 0, G_OPTION_ARG_STRING, &options->repeat, "Do nothing but this piece", "PIECE" },
    { "count", 0, 0, G_OPTION_ARG_INT, &options->count, "As often as this", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- what Parley costs");

  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, argc, argv, error);
}

static gboolean
run (const Options *options, GError **error)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", error);

  if (self == NULL)
    return FALSE;
  if (options->instructions)
    return cost_instructions_measure (self, error);
  if (options->heard)
    return cost_instructions_measure_heard (self, error);
  if (options->store)
    {
      cost_table_begin ();
      measure_store ();
      return TRUE;
    }
  if (options->largest || options->repeat == NULL)
    {
      if (!(options->largest ? cost_largest_measure () : measure_all ()))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                               "a large message holds up the host for too long");
          return FALSE;
        }
    }
  else if (!repeat (options))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no piece “%s”",
                   options->repeat);
      return FALSE;
    }
  return TRUE;
}

/* GLib 2.74 hands out small pieces from larger ones of its own, which can't be told apart by chat.
 * It reads this before main ().  */
static void
begin_again_without_slices (char **argv)
{
  if (g_getenv ("G_SLICE") != NULL)
    return;
  g_setenv ("G_SLICE", "always-malloc", TRUE);
  execv ("/proc/self/exe", argv);
  g_printerr ("%s: %s\n", argv[0], g_strerror (errno));
}

int
main (int argc, char **argv)
{
  Options options = { .count = 1 };
  g_autoptr (GError) error = NULL;

  begin_again_without_slices (argv);
  setlocale (LC_CTYPE, "C.UTF-8");
  if (parse (&options, &argc, &argv, &error) && run (&options, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 2;
}
