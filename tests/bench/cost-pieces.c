/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-pieces.h"

#include "cost-table.h"
#include "cost-turn.h"
#include "session/parley-composer.h"
#include "test-site.h"

#define ROUNDS 15
#define COUNT  4000

struct _CostPieces
{
  ParleyLexicon *lexicon;
  ParleySettings *settings;
  ParleyLearned *learned; /* NULL: this version has no weights */
  ParleyTurnPolicy policy;
};

/* As long as most, the end open and closed. */
static const char *const texts[] = {
  "could you look at the build once more",
  "it says",
  "undefined reference to main,",
  "thanks!",
  "ok",
  "and then it stops, what do I do now?",
};

CostPieces *
cost_pieces_new (void)
{
  CostPieces *pieces = g_new0 (CostPieces, 1);
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autofree char *weights = parley_data_dup_text (data, "window/learned.ini");

  pieces->lexicon = parley_lexicon_new (data);
  pieces->settings = parley_settings_new ();
  pieces->learned = weights != NULL ? parley_learned_parse (weights, NULL) : NULL;
  pieces->policy = parley_turn_policy_read (pieces->settings);
  pieces->policy.drafts = FALSE;
  return pieces;
}

void
cost_pieces_free (CostPieces *pieces)
{
  parley_lexicon_free (pieces->lexicon);
  parley_settings_free (pieces->settings);
  g_clear_pointer (&pieces->learned, parley_learned_free);
  g_free (pieces);
}

static void
look (CostPieces *pieces, guint count)
{
  for (guint i = 0; i < count; i++)
    parley_shape_look (texts[i % G_N_ELEMENTS (texts)], pieces->lexicon);
}

static void
find_windows (CostPieces *pieces, ParleyProfile profile, guint count)
{
  ParleyWindowPolicy policy = pieces->policy.window;
  ParleyHabits habits;
  ParleyWindowInput input = { .n = 2, .age_ms = 1500, .base_ms = 800, .habits = &habits };
  ParleyWindow window;

  policy.profile = profile;
  policy.learned = pieces->learned;
  parley_habits_init (&habits);
  for (guint i = 0; i < count; i++)
    {
      input.text = texts[i % G_N_ELEMENTS (texts)];
      input.look = parley_shape_look (input.text, pieces->lexicon);
      parley_window_compute (&policy, &input, &window);
    }
}

static void
find_swift (CostPieces *pieces, guint count)
{
  find_windows (pieces, PARLEY_PROFILE_SWIFT, count);
}

static void
find_patient (CostPieces *pieces, guint count)
{
  find_windows (pieces, PARLEY_PROFILE_PATIENT, count);
}

static void
find_learned (CostPieces *pieces, guint count)
{
  find_windows (pieces, PARLEY_PROFILE_LEARNED, count);
}

static void
find_fixed (CostPieces *pieces, guint count)
{
  find_windows (pieces, PARLEY_PROFILE_FIXED, count);
}

static void
step (CostPieces *pieces, guint count)
{
  ParleyHabits habits;
  g_autoptr (ParleyChat) chat = NULL;
  gint64 now = 0;

  parley_habits_init (&habits);
  chat = parley_chat_new (&pieces->policy, pieces->lexicon, 800, &habits);
  for (guint i = 0; i < count; i += COST_TURN_STEPS)
    cost_turn_walk (chat, &now);
}

/* A model says about a word at a time. */
static void
compose (CostPieces *pieces, guint count)
{
  static const char *const words[] = { "Yes,",   " it",   " is",    " the",    " **lin", "ker**",
                                       " again", ". Try", " `make", " clean`", " first", ".\n\n" };
  const ParleyLimits limits = { 0 };
  const guint reply = 6 * G_N_ELEMENTS (words);

  for (guint i = 0; i < count; i += reply)
    {
      g_autoptr (ParleyComposer) composer = parley_composer_new (pieces->settings, &limits, i);

      for (guint j = 0; j < reply; j++)
        {
          ParleyComposed *composed;

          parley_composer_feed (composer, words[j % G_N_ELEMENTS (words)]);
          while ((composed = parley_composer_take (composer)) != NULL)
            parley_composed_free (composed);
        }
    }
}

typedef struct
{
  const char *name;
  const char *what;
  void (*repeat) (CostPieces *pieces, guint count);
} Piece;

static const Piece table[] = {
  { "look", "one look at a text's shape", look },
  { "swift", "one window of `swift`", find_swift },
  { "patient", "one window of `patient`", find_patient },
  { "learned", "one window of `learned`", find_learned },
  { "fixed", "one window of `fixed`", find_fixed },
  { "compose", "one piece of a reply that streams, made bubbles", compose },
  { "step", "one step of the machine, mean over a turn", step },
};

static double
measure (CostPieces *pieces, const Piece *piece)
{
  g_autoptr (GArray) rounds = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < ROUNDS; i++)
    {
      double start = parley_test_site_get_cpu_ms ();
      double used;

      piece->repeat (pieces, COUNT);
      used = (parley_test_site_get_cpu_ms () - start) * 1000 / COUNT;
      g_array_append_val (rounds, used);
    }
  return cost_table_get_median (rounds);
}

void
cost_pieces_measure (CostPieces *pieces)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    cost_table_add (table[i].what, measure (pieces, &table[i]), 2, "µs");
}

gboolean
cost_pieces_repeat (CostPieces *pieces, const char *name, guint count)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (!g_str_equal (table[i].name, name))
        continue;
      table[i].repeat (pieces, count);
      return TRUE;
    }
  return FALSE;
}

const char **
cost_pieces_list (void)
{
  const char **names = g_new0 (const char *, G_N_ELEMENTS (table) + 1);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    names[i] = table[i].name;
  return names;
}
