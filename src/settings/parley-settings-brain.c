/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a model may do for an answer: docs/agent.md. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

#define ROOM     "brain"
#define AT(name) [PARLEY_SETTING_BRAIN_##name - PARLEY_SETTING_BRAIN_TOOLS]

/* What the user lets the model know of them. It goes along with every question, so it is short. */
#define OWNER_MAX_NAME  60   /* characters */
#define OWNER_MAX_ABOUT 1000 /* likewise */

static gboolean
check_length (const char *value, guint max, GError **error)
{
  glong length = g_utf8_strlen (value, -1);

  if (length <= (glong) max)
    return TRUE;
  g_set_error (
      error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
      _ ("it has %ld characters, and at most %u fit: it is part of every request to the model."),
      length, max);
  return FALSE;
}

static gboolean
check_name (const char *value, GError **error)
{
  return check_length (value, OWNER_MAX_NAME, error);
}

static gboolean
check_about (const char *value, GError **error)
{
  return check_length (value, OWNER_MAX_ABOUT, error);
}

static const ParleySettingSpec specs[] = {
  AT (TOOLS) = BOOL ("tools",
                     N_ ("Let the model look things up in this chat"),
                     N_ ("On, the model may search this chat and note what is worth keeping. Off, "
                         "it knows only the part of the chat that Parley shows it."),
                     TRUE),
  AT (WINDOW) = INT (
      "window",
      N_ ("Tokens the model can read, if its server doesn't say"),
      N_ ("How much the model can read at once, for servers that don't say. More shows it more of "
          "the chat; too much makes it fail; 0 uses brain.window_local and brain.window_remote."),
      NULL,
      0,
      10000000,
      0),
  AT (WINDOW_LOCAL)
  = INT ("window_local",
         N_ ("Tokens a model on this machine can read, if unknown"),
         N_ ("How much a model on this machine can read at once, if neither its server nor you "
             "say. More shows it more of the chat; too much makes it lose the beginning."),
         NULL,
         512,
         10000000,
         4096),
  AT (WINDOW_REMOTE)
  = INT ("window_remote",
         N_ ("Tokens a model elsewhere can read, if unknown"),
         N_ ("How much a model elsewhere can read at once, if neither its server nor you say. More "
             "shows it more of the chat; too much makes it fail."),
         NULL,
         512,
         10000000,
         16384),
  AT (SOFT_TOKENS) = INT ("soft_tokens",
                          N_ ("Full to this share, ask it to answer"),
                          N_ ("How full the model's window gets before Parley asks it to answer. "
                              "More lets it look up more; less answers sooner."),
                          "%",
                          1,
                          100,
                          30),
  AT (HARD_TOKENS) = INT ("hard_tokens",
                          N_ ("Full to this share, it has to answer"),
                          N_ ("How full the model's window gets before it has to answer. More lets "
                              "it look up more; less answers sooner."),
                          "%",
                          1,
                          100,
                          70),
  AT (HISTORY_TOKENS)
  = INT ("history_tokens",
         N_ ("Tokens of the earlier chat, at most"),
         N_ ("How much of the earlier chat the model gets, never more than a quarter of what it "
             "can read. More remembers better; less is cheaper."),
         NULL,
         0,
         1000000,
         6000),
  AT (WEIGHT_VELOCITY) = INT ("weight_velocity",
                              N_ ("Weight of finding something new"),
                              N_ ("How much a new find lets the model go on looking. More lets a "
                                  "search run longer while it finds something."),
                              "%",
                              0,
                              100,
                              30),
  AT (WEIGHT_FRESH) = INT ("weight_fresh",
                           N_ ("Weight of not looking again"),
                           N_ ("How much the model may go on because it doesn't look at the same "
                               "things again. More ends going in circles sooner."),
                           "%",
                           0,
                           100,
                           25),
  AT (WEIGHT_TOKENS) = INT ("weight_tokens",
                            N_ ("Weight of the tokens left"),
                            N_ ("How much the model may go on because it has room left. More ends "
                                "a search sooner when room gets scarce."),
                            "%",
                            0,
                            100,
                            20),
  AT (WEIGHT_INTERVENTIONS) = INT ("weight_interventions",
                                   N_ ("Weight of having needed no reminder"),
                                   N_ ("How much the model may go on because it needed no "
                                       "reminders. More is stricter with a model that needs many."),
                                   "%",
                                   0,
                                   100,
                                   15),
  AT (WEIGHT_COMPLEXITY) = INT ("weight_complexity",
                                N_ ("Weight of how much was asked"),
                                N_ ("How much the model may go on because the question is hard. "
                                    "More gives hard questions more time."),
                                "%",
                                0,
                                100,
                                10),
  AT (FULL_VELOCITY) = INT ("full_velocity",
                            N_ ("New finds a round that count as full speed"),
                            N_ ("How much new text in a round counts as a search at full speed. "
                                "More expects more of the model; less is satisfied sooner."),
                            "%",
                            1,
                            1000,
                            50),
  AT (STUCK_REREADS) = INT ("stuck_rereads",
                            N_ ("Second looks in a row that count as stuck"),
                            N_ ("After how many second looks in a row the model has to answer: "
                                "more is patient, less ends going in circles sooner."),
                            NULL,
                            1,
                            100,
                            3),
  AT (FRESH_ROUNDS) = INT ("fresh_rounds",
                           N_ ("Rounds after a find that are not judged"),
                           N_ ("How many rounds after a find the model may go on in any case. More "
                               "is patient; 0 judges every round."),
                           NULL,
                           0,
                           100,
                           3),
  AT (CONTINUE_SCORE) = INT ("continue_score",
                             N_ ("Score from which the model goes on"),
                             N_ ("At this score or above, the model may go on looking. Higher "
                                 "reminds it more often; lower lets it search longer."),
                             "%",
                             0,
                             100,
                             60),
  AT (NUDGE_SCORE)
  = INT ("nudge_score",
         N_ ("Score from which it is only reminded"),
         N_ ("At this score or above, Parley reminds the model to answer; below it, the model has "
             "to. Higher ends searches sooner; lower lets them run."),
         "%",
         0,
         100,
         30),
  AT (LARGE_CONTEXT) = INT ("large_context",
                            N_ ("Tokens of chat that make a question hard"),
                            N_ ("How long the chat is when a question about all of it counts as "
                                "hard. With more, fewer questions get the time of a hard one."),
                            NULL,
                            0,
                            1000000,
                            4000),
  AT (SIMPLE_INTERVENTIONS)
  = INT ("simple_interventions",
         N_ ("Most reminders for a simple question"),
         N_ ("How often the model is reminded to answer a simple question before it has to: more "
             "is patient, less ends the search sooner."),
         NULL,
         1,
         1000,
         5),
  AT (SIMPLE_ROUNDS) = INT ("simple_rounds",
                            N_ ("Most rounds for a simple question"),
                            N_ ("How often the model may go back to looking things up for a simple "
                                "question: more finds more, less is quicker and cheaper."),
                            NULL,
                            1,
                            1000,
                            10),
  AT (SIMPLE_TOOLS) = INT ("simple_tools",
                           N_ ("Most look-ups for a simple question"),
                           N_ ("How many things the model may look up for a simple question: more "
                               "finds more, less is quicker and cheaper."),
                           NULL,
                           1,
                           1000,
                           10),
  AT (SIMPLE_SHARE) = INT ("simple_share",
                           N_ ("How much a simple question counts in the score"),
                           N_ ("How much it speaks for going on that a simple question was asked: "
                               "more lets the model search longer, less ends it sooner."),
                           "%",
                           0,
                           100,
                           25),
  AT (MEDIUM_INTERVENTIONS)
  = INT ("medium_interventions",
         N_ ("Most reminders for a question"),
         N_ ("How often the model is reminded to answer an ordinary question before it has to: "
             "more is patient, less ends the search sooner."),
         NULL,
         1,
         1000,
         10),
  AT (MEDIUM_ROUNDS) = INT ("medium_rounds",
                            N_ ("Most rounds for a question"),
                            N_ ("How often the model may go back to looking things up for an "
                                "ordinary question: more finds more, less is quicker and cheaper."),
                            NULL,
                            1,
                            1000,
                            25),
  AT (MEDIUM_TOOLS) = INT ("medium_tools",
                           N_ ("Most look-ups for a question"),
                           N_ ("How many things the model may look up for an ordinary question: "
                               "more finds more, less is quicker and cheaper."),
                           NULL,
                           1,
                           1000,
                           25),
  AT (MEDIUM_SHARE) = INT ("medium_share",
                           N_ ("How much a question counts in the score"),
                           N_ ("How much it speaks for going on that an ordinary question was "
                               "asked: more lets the model search longer, less ends it sooner."),
                           "%",
                           0,
                           100,
                           50),
  AT (COMPLEX_INTERVENTIONS)
  = INT ("complex_interventions",
         N_ ("Most reminders for a hard question"),
         N_ ("How often the model is reminded to answer a hard question before it has to: more is "
             "patient, less ends the search sooner."),
         NULL,
         1,
         1000,
         20),
  AT (COMPLEX_ROUNDS) = INT ("complex_rounds",
                             N_ ("Most rounds for a hard question"),
                             N_ ("How often the model may go back to looking things up for a hard "
                                 "question: more finds more, less is quicker and cheaper."),
                             NULL,
                             1,
                             1000,
                             50),
  AT (COMPLEX_TOOLS) = INT ("complex_tools",
                            N_ ("Most look-ups for a hard question"),
                            N_ ("How many things the model may look up for a hard question: more "
                                "finds more, less is quicker and cheaper."),
                            NULL,
                            1,
                            1000,
                            100),
  AT (COMPLEX_SHARE) = INT ("complex_share",
                            N_ ("How much a hard question counts in the score"),
                            N_ ("How much it speaks for going on that a hard question was asked: "
                                "more lets the model search longer, less ends it sooner."),
                            "%",
                            0,
                            100,
                            100),
  AT (GENERATION_INTERVENTIONS)
  = INT ("generation_interventions",
         N_ ("Most reminders for a text to be written"),
         N_ ("How often the model is reminded to finish a text that is to be written before it has "
             "to: more is patient, less ends the search sooner."),
         NULL,
         1,
         1000,
         15),
  AT (GENERATION_ROUNDS)
  = INT ("generation_rounds",
         N_ ("Most rounds for a text to be written"),
         N_ ("How often the model may go back to looking things up for a text that is to be "
             "written: more finds more, less is quicker and cheaper."),
         NULL,
         1,
         1000,
         35),
  AT (GENERATION_TOOLS) = INT ("generation_tools",
                               N_ ("Most look-ups for a text to be written"),
                               N_ ("How many things the model may look up for a text that is to be "
                                   "written: more finds more, less is quicker and cheaper."),
                               NULL,
                               1,
                               1000,
                               50),
  AT (GENERATION_SHARE) = INT ("generation_share",
                               N_ ("How much a text to be written counts in the score"),
                               N_ ("How much it speaks for going on that a text is to be written: "
                                   "more lets the model search longer, less ends it sooner."),
                               "%",
                               0,
                               100,
                               75),
  AT (TOOL_MS) = INT ("tool_ms",
                      N_ ("Longest time for one look-up"),
                      N_ ("How long one look-up may take: longer finds more in a large memory, "
                          "shorter keeps answers quick."),
                      "ms",
                      100,
                      MAX_MS,
                      5000),
  AT (TOOL_BYTES) = INT ("tool_bytes",
                         N_ ("Longest result of one look-up, in bytes"),
                         N_ ("How much one look-up may show the model: more tells it more and "
                             "costs more, less is cheaper."),
                         NULL,
                         256,
                         65536,
                         4096),
  AT (MAX_WAIT) = INT ("max_wait",
                       N_ ("Longest wait the model may ask for"),
                       N_ ("How long the model may choose to wait for more: longer lets it be "
                           "patient, shorter answers sooner."),
                       "s",
                       1,
                       600,
                       120),
  AT (NAME) = CHECKED ("name",
                       N_ ("Your name"),
                       N_ ("The name the model writes as, such as Alex. It is part of every "
                           "request; if it is empty, no name is."),
                       check_name,
                       ""),
  AT (ABOUT)
  = LINES ("about",
           N_ ("About you"),
           N_ ("A few lines about yourself, at most 1,000 characters. The model may tell them to "
               "anybody who writes to you. If this is empty, it knows nothing about you."),
           check_about,
           ""),
};

const ParleySettingRows parley_settings_brain_rows = {
  .first = PARLEY_SETTING_BRAIN_TOOLS,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
