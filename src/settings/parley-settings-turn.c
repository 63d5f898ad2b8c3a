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
                         N_ ("How Parley tells that they have finished. “As people write” "
                             "interrupts least. “Quick” answers soonest. “Patient” waits longer "
                             "for what sounds unfinished. “Fixed” always waits the same time."),
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
             N_ ("Waits in milliseconds for kinds of account or single accounts, such as irc=1200; "
                 "me@example.org=400. Longer interrupts less; shorter answers sooner."),
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
                      N_ ("How long the rest of an answer waits while they type. Longer lets them "
                          "break in; shorter goes on sooner."),
                      "ms",
                      0,
                      MAX_MS,
                      20000),
  AT (CAP_TYPING_MS)
  = INT ("cap_typing_ms",
         N_ ("Longest wait while they type without sending"),
         N_ ("How long Parley waits while they type and send nothing. Longer waits for slow "
             "writers; shorter goes on sooner, in case the typing sign got stuck."),
         "ms",
         0,
         MAX_MS,
         45000),
  AT (CAP_TYPED_MS) = INT ("cap_typed_ms",
                           N_ ("Longest wait while they pause over a text"),
                           N_ ("How long Parley waits when they stop over a text they haven't "
                               "sent. Longer waits for people who think; shorter answers sooner."),
                           "ms",
                           0,
                           MAX_MS,
                           15000),
  AT (CAP_QUIET_MS) = INT ("cap_quiet_ms",
                           N_ ("Longest wait while nothing comes"),
                           N_ ("How long Parley waits in any case while nothing comes. Longer "
                               "interrupts less; shorter answers sooner."),
                           "ms",
                           0,
                           MAX_MS,
                           10000),
  AT (CEILING_TYPING_MS)
  = INT ("ceiling_typing_ms",
         N_ ("Longest burst, with typing seen"),
         N_ ("How long Parley collects messages when it sees them typing. Longer hears out long "
             "stories; shorter answers in the middle."),
         "ms",
         0,
         MAX_MS,
         120000),
  AT (CEILING_QUIET_MS)
  = INT ("ceiling_quiet_ms",
         N_ ("Longest burst, with no typing seen"),
         N_ ("How long Parley collects messages when it doesn't see them typing. Longer hears out "
             "long stories; shorter answers in the middle."),
         "ms",
         0,
         MAX_MS,
         60000),
  AT (MAX_BUBBLES) = INT ("max_bubbles",
                          N_ ("Messages read as one, at most"),
                          N_ ("How many messages Parley reads as one. What comes beyond that gets "
                              "an answer of its own."),
                          NULL,
                          1,
                          1000,
                          50),
  AT (MAX_BYTES) = INT (
      "max_bytes",
      N_ ("Text read as one, at most, in bytes"),
      N_ ("How much text Parley reads as one. What comes beyond that gets an answer of its own."),
      NULL,
      256,
      1048576,
      32768),
  AT (ACCUMULATION) = BOOL ("accumulation",
                            N_ ("Read messages that come together as one"),
                            N_ ("On, Parley reads messages that follow each other as one and "
                                "answers once. Off, it answers each one."),
                            TRUE),
  AT (ENGAGEMENT) = BOOL ("engagement",
                          N_ ("Wait less in a lively chat, more after a break"),
                          N_ ("On, “Quick” waits less in the middle of a chat and more after hours "
                              "of silence. Off, it always waits the same."),
                          FALSE),
  AT (DRAFTS) = BOOL (
      "drafts",
      N_ ("Begin to write while waiting for more"),
      N_ ("On, the model begins an answer while they may still write more. That is faster, but an "
          "answer that is thrown away costs tokens too. Off, it begins when they have finished."),
      TRUE),
  AT (DRAFT_SETTLE_MS) = INT ("draft_settle_ms",
                              N_ ("Quiet before an answer is begun ahead"),
                              N_ ("How long nothing has to come before the model begins ahead. "
                                  "Longer throws less away; shorter is faster."),
                              "ms",
                              0,
                              60000,
                              300),
  AT (MAX_DRAFTS) = INT ("max_drafts",
                         N_ ("Answers begun ahead for one burst, at most"),
                         N_ ("How many answers to the same messages the model may begin ahead. "
                             "More is faster; less is cheaper."),
                         NULL,
                         1,
                         20,
                         5),
  /* Each one costs what an answer costs. */
  AT (MAX_ABORTED_DRAFTS)
  = INT ("max_aborted_drafts",
         N_ ("Answers thrown away in an hour, at most"),
         N_ ("How many answers begun ahead may be thrown away in a chat within an hour before the "
             "model begins no more there. More is faster; less is cheaper; 0 sets no limit."),
         NULL,
         0,
         16,
         3),
  AT (PREDICTION) = BOOL ("prediction",
                          N_ ("Ask the model whether they are done"),
                          N_ ("On, Parley asks the model whether they have finished. That ends "
                              "long waits sooner and costs a short request. Off, it doesn't ask."),
                          FALSE),
  AT (PREDICTION_OVER_MS)
  = INT ("prediction_over_ms",
         N_ ("Ask the model only in waits longer than"),
         N_ ("How long a wait has to be before Parley asks the model whether they have finished. "
             "Longer asks less often; shorter asks more often."),
         "ms",
         0,
         60000,
         1000),
  AT (PREDICTION_AFTER_MS)
  = INT ("prediction_after_ms",
         N_ ("Ask the model after"),
         N_ ("How much of the wait passes before Parley asks the model whether they have finished. "
             "Longer asks less often; shorter knows sooner."),
         "ms",
         0,
         60000,
         500),
  AT (PREDICTION_CERTAIN) = INT ("prediction_certain",
                                 N_ ("How sure the model has to be"),
                                 N_ ("How sure the model has to be that they have finished. More "
                                     "interrupts less; less answers sooner."),
                                 "%",
                                 1,
                                 100,
                                 80),
  AT (TAKEOVER_MS) = INT ("takeover_ms",
                          N_ ("Stay silent after you write"),
                          N_ ("How long Parley leaves a chat to you after you wrote there."),
                          "ms",
                          0,
                          86400000,
                          900000),
  AT (TAKEOVER_TYPING_MS)
  = INT ("takeover_typing_ms",
         N_ ("Stay silent after you started to type"),
         N_ ("How long Parley leaves a chat to you after you only began to type there."),
         "ms",
         0,
         86400000,
         120000),
  /* Just after signing on servers hand out what they kept, old typing states among it. */
  AT (SETTLE_MS) = INT ("settle_ms",
                        N_ ("Ignore typing after signing on"),
                        N_ ("How long Parley ignores typing after you sign on, because servers "
                            "repeat old news then. 0 ignores none."),
                        "ms",
                        0,
                        60000,
                        1000),
  AT (ANSWER_CHANGES) = BOOL (
      "answer_changes",
      N_ ("Answer again when they change a message"),
      N_ ("On, Parley answers once more if they change an answered message within 10 minutes of "
          "sending it. Off, it tells you if a number, a time or a question in it has changed."),
      FALSE),
};

const ParleySettingRows parley_settings_turn_rows = {
  .first = PARLEY_SETTING_TURN_PROFILE,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
