/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-replay.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "cli/parley-burst.h"
#include "cli/parley-recording.h"
#include "cli/parley-summary.h"
#include "context/parley-trace-effect.h"

/* More than this a model's time or an answer's length is a slip of the finger. */
#define MAX_MODEL_MS      3600000
#define MAX_MODEL_BUBBLES 1000

typedef struct
{
  ParleyReader reader;
  ParleyPlayerRules rules;
  char *person;
  char *typing;
  int think_ms;
  int n_bubbles;
  int gap_ms;
  gboolean speculate;
  gboolean summary;
  gboolean bursts;
} Replay;

static void
replay_clear (Replay *replay)
{
  parley_reader_clear (&replay->reader);
  g_free (replay->person);
  g_free (replay->typing);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Replay, replay_clear)

/* Arguments */

static gboolean
check (gboolean holds, const char *complaint, GError **error)
{
  if (!holds)
    g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, complaint);
  return holds;
}

static gboolean
check_options (const Replay *replay, GError **error)
{
  guint n_files = parley_options_count_arguments (&replay->reader.options);

  return check (replay->typing == NULL || g_str_equal (replay->typing, "gate")
                    || g_str_equal (replay->typing, "ignore"),
                _ ("--typing is gate or ignore"), error)
         && check (replay->think_ms >= 0 && replay->think_ms <= MAX_MODEL_MS,
                   _ ("--think goes from 0 to 3600000"), error)
         && check (replay->gap_ms >= 0 && replay->gap_ms <= MAX_MODEL_MS,
                   _ ("--bubble-gap goes from 0 to 3600000"), error)
         && check (replay->n_bubbles >= 0 && replay->n_bubbles <= MAX_MODEL_BUBBLES,
                   _ ("--bubbles goes from 0 to 1000"), error)
         && check (!replay->summary || !replay->bursts,
                   _ ("--summary and --bursts can't be used together"), error)
         && check (n_files > 0, _ ("name a file; “-” is standard input"), error)
         && check (n_files == 1 || replay->summary || replay->bursts,
                   _ ("one file at a time; several with --summary or --bursts"), error);
}

static gboolean
parse_options (Replay *replay, char **args, GError **error)
{
  const GOptionEntry entries[] = {
    { "typing", 0, 0, G_OPTION_ARG_STRING, &replay->typing, NULL, NULL },
    { "think", 0, 0, G_OPTION_ARG_INT, &replay->think_ms, NULL, NULL },
    { "bubbles", 0, 0, G_OPTION_ARG_INT, &replay->n_bubbles, NULL, NULL },
    { "bubble-gap", 0, 0, G_OPTION_ARG_INT, &replay->gap_ms, NULL, NULL },
    { "speculate", 0, 0, G_OPTION_ARG_NONE, &replay->speculate, NULL, NULL },
    { "person", 0, 0, G_OPTION_ARG_STRING, &replay->person, NULL, NULL },
    { "summary", 0, 0, G_OPTION_ARG_NONE, &replay->summary, NULL, NULL },
    { "bursts", 0, 0, G_OPTION_ARG_NONE, &replay->bursts, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  return parley_reader_parse (&replay->reader, args, entries, error)
         && check_options (replay, error);
}

/* What guards against costs and what asks somebody else stays out of it. */
static void
set_rules (Replay *replay)
{
  ParleyTurnPolicy *policy = &replay->reader.policy;

  policy->drafts = replay->speculate;
  policy->max_aborted_drafts = 0;
  policy->prediction = FALSE;
  policy->window.engagement = FALSE;
  replay->rules = (ParleyPlayerRules){
    .reader = &replay->reader,
    .person = replay->person != NULL ? replay->person : "A",
    .typing = g_strcmp0 (replay->typing, "ignore") != 0,
    .model
    = { .think_ms = replay->think_ms, .n_bubbles = replay->n_bubbles, .gap_ms = replay->gap_ms },
  };
}

/* All of them before the first line is printed. Returns: (transfer full): of ParleyRecording. */
static GPtrArray *
read_recordings (const Replay *replay, GError **error)
{
  g_autoptr (GPtrArray) recordings
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_recording_free);

  for (char **path = replay->reader.options.arguments; *path != NULL; path++)
    {
      ParleyRecording *recording = parley_recording_read (*path, error);

      if (recording == NULL)
        return NULL;
      g_ptr_array_add (recordings, recording);
    }
  return g_steal_pointer (&recordings);
}

/* What the machine did */

/* What is worth a line. Of the states it is only that nothing is pending any more. */
static const char *
get_line_name (const ParleyEffect *effect)
{
  switch (effect->type)
    {
    case PARLEY_EFFECT_STATE:
      return effect->state.to == PARLEY_STATE_IDLE ? "idle" : NULL;
    case PARLEY_EFFECT_DONE:
      return effect->outcome == PARLEY_OUTCOME_SILENT ? parley_trace_effect_get_name (effect)
                                                      : NULL;
    case PARLEY_EFFECT_PREDICT:
    case PARLEY_EFFECT_INTEND:
    case PARLEY_EFFECT_LATE:
    case PARLEY_EFFECT_RETRACT:
    case PARLEY_EFFECT_SHOW_TYPING:
      return NULL;
    case PARLEY_EFFECT_WINDOW:
    case PARLEY_EFFECT_HOLD:
    case PARLEY_EFFECT_TURN:
    case PARLEY_EFFECT_ASK:
    case PARLEY_EFFECT_ABORT:
    case PARLEY_EFFECT_SAY:
    case PARLEY_EFFECT_DROP:
    case PARLEY_EFFECT_STAND_DOWN:
    case PARLEY_EFFECT_RESUME:
      break;
    }
  return parley_trace_effect_get_name (effect);
}

static void
print_effect (const ParleyEffect *effect, gpointer data)
{
  const char *dialogue = data;
  const char *name = get_line_name (effect);
  ParleyJsonLine *line;

  if (name == NULL)
    return;
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "d", dialogue);
  parley_json_line_add_int (line, "t", effect->at);
  parley_json_line_add_string (line, "ev", name);
  if (effect->type != PARLEY_EFFECT_STATE && effect->type != PARLEY_EFFECT_DONE)
    parley_trace_effect_add (effect, line);
  parley_options_print (parley_json_line_end (line));
}

static void
play_dialogue (const ParleyPlayerRules *rules, const GPtrArray *events)
{
  const ParleyReplayEvent *first = g_ptr_array_index (events, 0);
  ParleyHabits habits;
  g_autoptr (ParleyPlayer) player
      = parley_player_new (rules, &habits, print_effect, first->dialogue);

  parley_habits_init (&habits);
  for (guint i = 0; i < events->len; i++)
    parley_player_take (player, g_ptr_array_index (events, i));
  parley_player_rest (player);
}

static void
play (const Replay *replay, const ParleyRecording *recording)
{
  for (guint i = 0; i < recording->dialogues->len; i++)
    play_dialogue (&replay->rules, g_ptr_array_index (recording->dialogues, i));
}

/* How it did */

static void
foreach_burst (const Replay *replay,
               const ParleyRecording *recording,
               ParleyBurstFunc func,
               gpointer data)
{
  for (guint i = 0; i < recording->dialogues->len; i++)
    parley_burst_foreach (&replay->rules, g_ptr_array_index (recording->dialogues, i), func, data);
}

static void
add_time (ParleyJsonLine *line, const char *name, gint64 time)
{
  if (time >= 0)
    parley_json_line_add_int (line, name, time);
  else
    parley_json_line_add_null (line, name);
}

static void
print_burst (const ParleyBurst *burst, gpointer data)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_string (line, "d", burst->dialogue);
  parley_json_line_add_int (line, "t", burst->t);
  parley_json_line_add_int (line, "n", burst->n);
  parley_json_line_add_boolean (line, "tight", burst->tight);
  parley_json_line_add_boolean (line, "interrupted", burst->interrupted);
  parley_json_line_add_boolean (line, "visible", burst->visible);
  add_time (line, "latency_ms", burst->latency);
  add_time (line, "first_bubble_ms", burst->first_bubble);
  parley_options_print (parley_json_line_end (line));
}

static void
add_burst (const ParleyBurst *burst, gpointer data)
{
  parley_summary_add (data, burst);
}

static void
print_summary (const Replay *replay, const ParleySummary *summary, const char *file)
{
  parley_options_print (
      parley_summary_to_json (summary, file, parley_reader_get_profile (&replay->reader)));
}

static void
print_summaries (const Replay *replay, const GPtrArray *recordings)
{
  g_autoptr (ParleySummary) all = parley_summary_new ();

  for (guint i = 0; i < recordings->len; i++)
    {
      const ParleyRecording *recording = g_ptr_array_index (recordings, i);
      g_autoptr (ParleySummary) summary = parley_summary_new ();

      foreach_burst (replay, recording, add_burst, summary);
      print_summary (replay, summary, recording->path);
      parley_summary_merge (all, summary);
    }
  print_summary (replay, all, NULL);
}

int
parley_replay_run (char **args)
{
  g_auto (Replay) replay = { .n_bubbles = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) recordings = NULL;

  if (!parse_options (&replay, args, &error)
      || !parley_reader_load (&replay.reader, "replay", &error))
    return parley_options_complain ("replay", error);
  set_rules (&replay);
  recordings = read_recordings (&replay, &error);
  if (recordings == NULL)
    return parley_options_complain ("replay", error);

  if (replay.summary)
    print_summaries (&replay, recordings);
  for (guint i = 0; !replay.summary && i < recordings->len; i++)
    {
      if (replay.bursts)
        foreach_burst (&replay, g_ptr_array_index (recordings, i), print_burst, NULL);
      else
        play (&replay, g_ptr_array_index (recordings, i));
    }
  return parley_options_finish ("replay");
}
