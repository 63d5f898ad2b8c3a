/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Each row of what Parley promises, on each protocol that it concerns, and a table of it all. A row
 * is one function; it is listed here once what it promises is built. */
#include "protocol-rows.h"

static const Row rows[] = {
  { "words", "what they write is read as they typed it, and answered", row_words, NULL },
  { "old", "what they wrote yesterday is not answered", row_old, NULL },
  { "p1-three", "three bubbles go out, each once, and the next burst is answered", row_three,
    row_concerns_real },
  { "p1-signs", "what looks like markup and is none goes out, and is ours", row_signs,
    row_concerns_real },
  { "p1-lost", "the line never comes: nothing twice, the user is told once", row_lost,
    row_concerns_given_away },
  { "p1-refused", "an error comes in its place: nothing twice, the user is told once", row_refused,
    row_concerns_late_errors },
  { "p1-again", "the same message that comes again is answered once", row_again,
    row_concerns_real },
  { "p1-reconnect", "the connection breaks before the line comes: nothing twice, it is ours",
    row_reconnect, row_concerns_given_away },
  { "p1-liar", "a protocol that lies: nothing twice", row_liar, row_concerns_liars },
  { "p1-liar-lost", "it lies and loses all: nothing twice, and the user is told once at most",
    row_liar_lost, row_concerns_liars },
  { "p4-liar", "a liar changes and repeats what never was: each read once, nothing lost",
    row_liar_edits, row_concerns_liars },
  { "p2-live", "the user writes elsewhere: stops at once", row_live, row_concerns_elsewhere },
  { "p2-idle", "the user wrote elsewhere before they did: silent", row_live_idle,
    row_concerns_elsewhere },
  { "p2-old", "what the user wrote elsewhere yesterday stops nothing", row_yesterday,
    row_concerns_delayed },
  { "p2-catch-up", "what they wrote elsewhere before the sign-on stops nothing", row_catch_up,
    row_concerns_stamps },
  { "p2-sign-on", "what they write elsewhere just after it stops at once", row_sign_on,
    row_concerns_elsewhere },
  { "p2-recent", "what they wrote 5 minutes ago counts for 10 more", row_recent,
    row_concerns_delayed },
  { "p2-slow", "a server's clock is slow: words elsewhere are live all the same", row_slow_clock,
    row_concerns_elsewhere },
  { "p2-fast", "a server's clock is fast: words of 50 minutes ago are old", row_fast_clock,
    row_concerns_delayed },
  { "p4-edit", "what they change is read as it is now", row_edit, row_concerns_edits },
  { "p4-answered", "a change of what was answered is no message; the user is told",
    row_edit_answered, row_concerns_edits },
  { "p4-alone", "a change of what never was is a message", row_edit_alone, row_concerns_edits },
  { "p4-preview", "a preview of a link of ours is not the user's words", row_preview,
    row_concerns_previews },
  { "p4-unmarked", "a change that is not marked as one is read, and answered once",
    row_edit_unmarked, row_concerns_unmarked },
  { "p5-deletion", "what they take back is not answered", row_deletion, row_concerns_deletions },
  { "p5-reaction", "a reaction is no message, but context", row_reaction, row_concerns_reactions },
  { "p5-aside", "pins, calls and polls are no messages", row_aside, row_concerns_asides },
  { "p6-quote", "what they quote is not their words", row_quote, row_concerns_quotes },
  { "p7-holds", "while they type it waits, and answers once they are done", row_typing_holds,
    row_concerns_typing },
  { "p7-stop", "where it is told that they stopped, that is enough", row_typing_stops,
    row_concerns_stops },
  { "p7-long", "who types for a minute is heard out where that is sure", row_typing_long,
    row_concerns_renewed_typing },
  { "p7-forever", "they type for ever: it is answered all the same", row_typing_for_ever,
    row_concerns_endless_typing },
  { "p7-other", "somebody types under another name: nothing waits for that", row_typing_elsewhere,
    row_concerns_other_names },
  { "p7-away", "the account is away: nothing waits for what is not shown", row_typing_away,
    row_concerns_typing },
  { "p12-expiry", "what disappears there is not kept, and the user is told once", row_expiry,
    row_concerns_expiry },
  { "p13-picture", "a picture is left to the user, and is known of afterwards", row_picture,
    row_concerns_pictures },
  { "p13-voice", "a voice message likewise", row_voice, row_concerns_voices },
  { "p13-words", "words with a picture are answered, and it is named", row_picture_with_words,
    row_concerns_pictures },
  { "p13-own", "a picture that the user sends elsewhere stops it", row_own_picture,
    row_concerns_own_pictures },
  { "p10-length", "no message is longer than may be", row_length, row_concerns_lengths },
  { "p10-bytes", "likewise of letters that are long on the wire", row_length_in_bytes,
    row_concerns_lengths },
  { "p10-marks", "likewise of what a protocol escapes", row_length_of_marks, row_concerns_lengths },
};

typedef enum
{
  CELL_NOT_RUN,
  CELL_NOT_CONCERNED,
  CELL_RIGHT,
  CELL_WRONG
} CellState;

typedef struct
{
  const Row *row;
  const char *profile;
  CellState state;
} Cell;

static void
run_cell (gconstpointer data)
{
  Cell *cell = (Cell *) data;
  World *w = world_new (cell->profile);
  g_autofree char *wrong = cell->row->run (w);

  world_free (w);
  cell->state = wrong == NULL ? CELL_RIGHT : CELL_WRONG;
  if (wrong != NULL)
    g_test_fail_printf ("%s: %s", cell->profile, wrong);
}

static gboolean
concerns (const Row *row, const char *profile)
{
  g_autofree char *name = g_strdup_printf ("%s.ini", profile);
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "support", "protocols", "profiles", name, NULL);
  DoubleProfile *loaded = double_profile_load (path);
  gboolean concerned = row->concerns == NULL || row->concerns (loaded);

  double_profile_free (loaded);
  return concerned;
}

static void
add_cell (Cell *cell)
{
  g_autofree char *path = g_strdup_printf ("/plugin/protocols/%s/%s", cell->row->id, cell->profile);

  if (concerns (cell->row, cell->profile))
    g_test_add_data_func (path, cell, run_cell);
  else
    cell->state = CELL_NOT_CONCERNED;
}

static const char *
get_sign (CellState state)
{
  switch (state)
    {
    case CELL_RIGHT:
      return "yes";
    case CELL_WRONG:
      return "WRONG";
    case CELL_NOT_CONCERNED:
      return "-";
    case CELL_NOT_RUN:
    default:
      return "?";
    }
}

/* After a "#", as its readers want what is no result. */
static void
print_table (const Cell *cells, char **names)
{
  guint wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_print ("# %-12s %s\n", rows[i].id, rows[i].what);
  g_print ("#\n# %-22s", "");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_print ("%-13s", rows[i].id);
  for (guint n = 0; names[n] != NULL; n++)
    {
      g_print ("\n# %-22s", names[n]);
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          CellState state = cells[n * G_N_ELEMENTS (rows) + i].state;

          wrong += state == CELL_WRONG;
          g_print ("%-13s", get_sign (state));
        }
    }
  g_print ("\n# wrong: %u\n", wrong);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;
  g_autofree Cell *cells = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  world_start ();
  names = double_dup_names ();
  cells = g_new0 (Cell, g_strv_length (names) * G_N_ELEMENTS (rows));
  for (guint i = 0; i < g_strv_length (names) * G_N_ELEMENTS (rows); i++)
    {
      cells[i].row = &rows[i % G_N_ELEMENTS (rows)];
      cells[i].profile = names[i / G_N_ELEMENTS (rows)];
      add_cell (&cells[i]);
    }
  result = g_test_run ();
  print_table (cells, names);
  headless_purple_stop ();
  return result;
}
