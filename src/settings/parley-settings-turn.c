/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* When to speak: docs/turn-taking.md. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#include "base/parley-channels.h"

#define ROOM     "turn"
#define AT(name) [PARLEY_SETTING_TURN_##name - PARLEY_SETTING_TURN_PROFILE]

static const ParleySettingChoice profiles[] = {
  { "swift", N_ ("Quick") },
  { "patient", N_ ("Patient") },
  { "learned", N_ ("As people write") },
  { "fixed", N_ ("Fixed") },
  { NULL, NULL },
};

static const ParleySettingSpec specs[] = {
  AT (PROFILE) = CHOICE ("profile",
                         N_ ("Wait for more"),
                         N_ ("How Parley tells that they have finished: “As people write” "
                             "interrupts least, “Quick” answers soonest, “Patient” waits long for "
                             "what sounds unfinished, “Fixed” always waits the same."),
                         profiles,
                         "learned"),
  AT (FIXED_MS) = INT ("fixed_ms",
                       N_ ("Fixed wait"),
                       N_ ("How long “Fixed” waits after each message: longer interrupts less, "
                           "shorter answers sooner."),
                       "ms",
                       0,
                       MAX_MS,
                       4000),
  AT (WAITS)
  = CHECKED ("waits",
             N_ ("Waits by kind of account or single account"),
             N_ ("Waits of your own, in ms, for kinds of account or single accounts, such as "
                 "irc=1200; me@example.org=400: longer interrupts less, shorter answers sooner."),
             parley_channels_check_overrides,
             ""),
  AT (LEARNED_MS) = INT ("learned_ms",
                         N_ ("Wait as people write, on average"),
                         N_ ("How long “As people write” waits on average: longer interrupts less, "
                             "shorter answers sooner."),
                         "ms",
                         0,
                         10000,
                         4000),
  AT (MIN_MS) = INT ("min_ms",
                     N_ ("Shortest wait"),
                     N_ ("No wait after a message is shorter than this: longer interrupts less, "
                         "shorter answers finished sentences sooner."),
                     "ms",
                     0,
                     60000,
                     200),
  AT (MAX_MS) = INT ("max_ms",
                     N_ ("Longest wait"),
                     N_ ("No wait of “Quick” after a message is longer than this: longer "
                         "interrupts less, shorter answers sooner."),
                     "ms",
                     0,
                     60000,
                     3000),
  AT (GRACE_MS) = INT ("grace_ms",
                       N_ ("Wait after they stop typing"),
                       N_ ("How long to wait after they stop typing without sending: longer lets "
                           "them think, shorter answers sooner."),
                       "ms",
                       0,
                       60000,
                       900),
  AT (HOLD_MS) = INT ("hold_ms",
                      N_ ("Longest pause in an answer while they type"),
                      N_ ("How long the rest of an answer waits while they type: longer lets them "
                          "break in, shorter goes on sooner."),
                      "ms",
                      0,
                      MAX_MS,
                      20000),
  AT (CAP_TYPING_MS)
  = INT ("cap_typing_ms",
         N_ ("Longest wait while they type without sending"),
         N_ ("How long they may type without sending anything, where their typing sign may get "
             "stuck: longer waits for slow writers, shorter goes on sooner."),
         "ms",
         0,
         MAX_MS,
         45000),
  AT (CAP_TYPED_MS) = INT ("cap_typed_ms",
                           N_ ("Longest wait while they pause over a text"),
                           N_ ("How long a text may stand unsent on their side: longer waits for "
                               "those who ponder, shorter answers sooner."),
                           "ms",
                           0,
                           MAX_MS,
                           15000),
  AT (CAP_QUIET_MS) = INT ("cap_quiet_ms",
                           N_ ("Longest wait while nothing comes"),
                           N_ ("How long nothing may come before it is answered in any case: "
                               "longer interrupts less, shorter answers sooner."),
                           "ms",
                           0,
                           MAX_MS,
                           10000),
  AT (CEILING_TYPING_MS)
  = INT ("ceiling_typing_ms",
         N_ ("Longest burst, with typing seen"),
         N_ ("How long messages are collected in all where they were seen typing: longer hears out "
             "long stories, shorter answers in their midst."),
         "ms",
         0,
         MAX_MS,
         120000),
  AT (CEILING_QUIET_MS)
  = INT ("ceiling_quiet_ms",
         N_ ("Longest burst, with no typing seen"),
         N_ ("How long messages are collected in all where no typing was seen: longer hears out "
             "long stories, shorter answers in their midst."),
         "ms",
         0,
         MAX_MS,
         60000),
  AT (MAX_BUBBLES) = INT ("max_bubbles",
                          N_ ("Most messages read as one"),
                          N_ ("How many messages are read as one at most: what comes beyond that "
                              "gets an answer of its own, so less means more answers."),
                          NULL,
                          1,
                          1000,
                          50),
  AT (MAX_BYTES) = INT ("max_bytes",
                        N_ ("Most text read as one, in bytes"),
                        N_ ("How much text is read as one at most: what comes beyond that gets an "
                            "answer of its own, so less means more answers."),
                        NULL,
                        256,
                        1048576,
                        32768),
  AT (ACCUMULATION) = BOOL ("accumulation",
                            N_ ("Read messages that come together as one"),
                            N_ ("On, messages that follow each other are read as one and answered "
                                "once; off, each is answered by itself."),
                            TRUE),
  AT (ENGAGEMENT) = BOOL ("engagement",
                          N_ ("Wait less in a lively chat, more in a cold one"),
                          N_ ("On, “Quick” waits less while you are in the midst of a talk and "
                              "more after hours of silence; off, the time between does not count."),
                          FALSE),
  AT (DRAFTS) = BOOL ("drafts",
                      N_ ("Begin to write while waiting for more"),
                      N_ ("On, an answer is begun while they may still go on, which is faster but "
                          "costs what is thrown away; off, it is begun when they have finished."),
                      TRUE),
  AT (DRAFT_SETTLE_MS) = INT ("draft_settle_ms",
                              N_ ("Quiet before an answer is begun ahead"),
                              N_ ("How long nothing must come before an answer is begun ahead: "
                                  "longer throws less away, shorter is faster."),
                              "ms",
                              0,
                              60000,
                              300),
  AT (MAX_DRAFTS) = INT ("max_drafts",
                         N_ ("Most drafts for one turn"),
                         N_ ("How often an answer to the same messages may be begun ahead: more is "
                             "faster, less is cheaper."),
                         NULL,
                         1,
                         20,
                         5),
  /* Each one costs what an answer costs. */
  AT (MAX_ABORTED_DRAFTS)
  = INT ("max_aborted_drafts",
         N_ ("Most drafts thrown away in an hour"),
         N_ ("After how many answers thrown away within an hour a chat gets none ahead any more: "
             "more is faster, less is cheaper, and 0 sets no bound."),
         NULL,
         0,
         16,
         3),
  AT (PREDICTION) = BOOL ("prediction",
                          N_ ("Ask the model whether they are done"),
                          N_ ("On, the model is asked whether they have finished, which ends long "
                              "waits sooner and costs a short request; off, it is not."),
                          FALSE),
  AT (PREDICTION_OVER_MS)
  = INT ("prediction_over_ms",
         N_ ("Ask the model only in waits longer than"),
         N_ ("How long a wait must be for the model to be asked whether they have finished: longer "
             "asks less often, shorter more often."),
         "ms",
         0,
         60000,
         1000),
  AT (PREDICTION_AFTER_MS)
  = INT ("prediction_after_ms",
         N_ ("Ask the model after"),
         N_ ("How much of the wait passes before the model is asked whether they have finished: "
             "longer asks less often, shorter knows sooner."),
         "ms",
         0,
         60000,
         500),
  AT (PREDICTION_CERTAIN) = INT ("prediction_certain",
                                 N_ ("How sure the model has to be"),
                                 N_ ("How sure the model must be that they have finished: more "
                                     "interrupts less, less answers sooner."),
                                 "%",
                                 1,
                                 100,
                                 80),
  AT (TAKEOVER_MS) = INT ("takeover_ms",
                          N_ ("Stay silent after your own words"),
                          N_ ("How long Parley leaves a chat to you after you wrote there: longer "
                              "keeps it silent longer, shorter lets it answer again sooner."),
                          "ms",
                          0,
                          86400000,
                          900000),
  AT (TAKEOVER_TYPING_MS)
  = INT ("takeover_typing_ms",
         N_ ("Stay silent after you started to type"),
         N_ ("How long Parley leaves a chat to you when you only began to type there: longer keeps "
             "it silent longer, shorter lets it answer again sooner."),
         "ms",
         0,
         86400000,
         120000),
  /* Just after signing on servers hand out what they kept, old typing states among it. */
  AT (SETTLE_MS) = INT ("settle_ms",
                        N_ ("Ignore typing after signing on"),
                        N_ ("How long after signing on no typing is believed, for servers tell old "
                            "news then: longer ignores more of it, 0 believes all of it."),
                        "ms",
                        0,
                        60000,
                        1000),
  AT (ANSWER_CHANGES)
  = BOOL ("answer_changes",
          N_ ("Answer again when they change a message"),
          N_ ("On, a message that was answered and that they change within 10 minutes after they "
              "sent it is answered once more. Off, you are told if a number, a time or a question "
              "in it has changed."),
          FALSE),
};

const ParleySettingRows parley_settings_turn_rows = {
  .first = PARLEY_SETTING_TURN_PROFILE,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
