/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is done in the user's name, and how often: docs/permission.md, docs/limits.md. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#include "base/parley-command-line.h"
#include "settings/parley-hours.h"
#include "settings/parley-setting-text.h"

#define ROOM     "guard"
#define AT(name) [PARLEY_SETTING_GUARD_##name - PARLEY_SETTING_GUARD_PAUSED]

static const ParleySettingSpec specs[] = {
  AT (PAUSED) = BOOL ("paused",
                      N_ ("Pause everything"),
                      N_ ("On, Parley says nothing in any chat until you set it off again, as with "
                          "/parley pause; off, it goes on, as with /parley go."),
                      FALSE),
  AT (COUNTDOWN_MS) = INT ("countdown_ms",
                           N_ ("Countdown"),
                           N_ ("How long you can stop an answer where you chose “Count down”: "
                               "longer gives you more time, shorter answers sooner."),
                           "ms",
                           1000,
                           MAX_MS,
                           8000),
  AT (TWO_DRAFTS)
  = BOOL ("two_drafts",
          N_ ("Write two drafts to choose from"),
          N_ ("On, a model writes two drafts where you chose “Write drafts”, and you send the one "
              "you like; off, it writes one. Two take about twice as many tokens."),
          FALSE),
  AT (MAX_AGE) = INT ("max_age",
                      N_ ("Oldest message that is answered"),
                      N_ ("How old a message may be to be answered, such as one that waited on the "
                          "server: more answers older ones, less only remembers them."),
                      "s",
                      0,
                      604800,
                      600),
  AT (QUIET_MAX_AGE) = INT ("quiet_max_age",
                            N_ ("Oldest message of the quiet hours that is answered"),
                            N_ ("How old a message of the quiet hours may be to be answered after "
                                "them: more answers older ones, less only remembers them."),
                            "s",
                            0,
                            604800,
                            43200),
  AT (LATE_ANSWERS)
  = BOOL ("late_answers",
          N_ ("Answer old messages once the model is back"),
          N_ ("On, messages that came while the model could not be reached are answered as soon as "
              "it is back, however old: right for an account that only Parley answers. Off, you "
              "get a draft if they are a few minutes old, and older ones are left to you."),
          FALSE),
  AT (QUIET_HOURS)
  = CHECKED ("quiet_hours",
             N_ ("Quiet hours (22:00-07:00)"),
             N_ ("Hours in which nothing is sent, such as 22:00-07:00 or Sat-Sun 00:00-10:00: what "
                 "comes then is answered after them, and if it is empty there are none."),
             parley_hours_check,
             ""),
  AT (DISCLOSURE) = BOOL ("disclosure",
                          N_ ("Mark the first answer of a day as an automatic one"),
                          N_ ("On, the first automatic answer of a day to a person says that it is "
                              "one; off, it does not, but who asks is still told the truth."),
                          TRUE),
  AT (AUTO_FLAG) = BOOL ("auto_flag",
                         N_ ("Send answers with the protocol's mark for automatic ones"),
                         N_ ("On, answers bear the protocol's own mark for automatic ones, where "
                             "it has one, so that programs know them; off, they do not."),
                         FALSE),
  AT (STATUS_LINES)
  = BOOL ("status_lines",
          N_ ("Say in the chat what Parley is doing"),
          N_ ("On, the chat you look at says when Parley waits, thinks, speaks or "
              "stands down, to you alone; off, only /parley status does."),
          TRUE),
  AT (NEVER_SAY) = STRING ("never_say",
                           N_ ("Never say (one; two)"),
                           N_ ("Words that are never sent in your name, parted by semicolons: an "
                               "answer with one of them is shown to you instead."),
                           ""),
  AT (WELCOME_BACK) = BOOL ("welcome_back",
                            N_ ("When you come back, tell what happened"),
                            N_ ("On, when your status leaves away a window tells what happened "
                                "meanwhile, a line for each person; off, none comes."),
                            TRUE),
  AT (LOOP_REPLIES)
  = INT ("loop_replies",
         N_ ("Most answers to what seems to be a program"),
         N_ ("After how many answers to what seems to be a program Parley falls silent: more risks "
             "two programs that talk on, less stops them sooner."),
         NULL,
         3,
         100,
         5),
  AT (IN_A_ROW)
  = INT ("in_a_row",
         N_ ("Most answers without a word of yours"),
         N_ ("After how many answers without a word of yours in a chat you only get drafts there: "
             "more lets it go on alone longer, less asks for you sooner."),
         NULL,
         1,
         1000,
         20),
  AT (CONTACT_10MIN) = INT ("contact_10min",
                            N_ ("Answers in 10 minutes, one person"),
                            N_ ("How many answers one person gets in ten minutes: more keeps up "
                                "with a quick chat, less is quieter and cheaper."),
                            NULL,
                            1,
                            1000,
                            20),
  AT (CONTACT_HOUR) = INT ("contact_hour",
                           N_ ("Answers an hour, one person"),
                           N_ ("How many answers one person gets in an hour: more keeps up with a "
                               "long chat, less is quieter and cheaper."),
                           NULL,
                           1,
                           1000,
                           60),
  AT (ALL_HOUR) = INT ("all_hour",
                       N_ ("Answers an hour, in all"),
                       N_ ("How many answers all people together get in an hour: more keeps up "
                           "when many write, less is quieter and cheaper."),
                       NULL,
                       1,
                       100000,
                       240),
  AT (CONTACT_REQUESTS) = INT ("contact_requests",
                               N_ ("Requests an hour, one person"),
                               N_ ("How many requests an hour the model gets for the chat with one "
                                   "person. Drafts, second tries and asking whether they are "
                                   "done count too: more keeps up with a quick chat, less is "
                                   "cheaper."),
                               NULL,
                               1,
                               100000,
                               90),
  AT (ALL_REQUESTS) = INT ("all_requests",
                           N_ ("Requests an hour, in all"),
                           N_ ("How many requests an hour the model gets for all chats together. "
                               "Drafts, second tries and asking whether they are done count "
                               "too: more keeps up when many write, less is cheaper."),
                           NULL,
                           1,
                           100000,
                           400),
  AT (CONTACT_TOKENS)
  = INT ("contact_tokens",
         N_ ("Tokens a day, one person"),
         N_ ("How many tokens a day the chat with one person may use before you only get drafts "
             "there: more answers longer, less is cheaper."),
         NULL,
         1000,
         1000000000,
         100000),
  AT (ALL_TOKENS) = INT ("all_tokens",
                         N_ ("Tokens a day, in all"),
                         N_ ("How many tokens a day all chats together may use before you only get "
                             "drafts: more answers longer, less is cheaper."),
                         NULL,
                         1000,
                         1000000000,
                         400000),
  AT (SHARE) = INT ("share",
                    N_ ("Most of everybody's tokens for one person"),
                    N_ ("How much of the tokens for everybody one person may use: more lets one "
                        "chat go on, less leaves more for the others."),
                    "%",
                    1,
                    100,
                    25),
  AT (NEAR) = INT ("near",
                   N_ ("Share of a limit that brings a warning"),
                   N_ ("From which share of a limit on you are warned and nothing is begun ahead "
                       "any more: more warns later, less saves sooner."),
                   "%",
                   1,
                   100,
                   80),
  AT (SPENT) = INT ("spent",
                    N_ ("Share of the tokens after which nothing is written"),
                    N_ ("From which share of the day's tokens on not even drafts are written: more "
                        "gives you drafts longer, less is cheaper."),
                    "%",
                    100,
                    1000,
                    150),
  AT (PRICE_READ)
  = CHECKED ("price_read",
             N_ ("Price of a million tokens that are read"),
             N_ ("What your server takes for a million tokens that the model reads, such as 0.15: "
                 "with it the status tells what Parley costs, and if it is empty it does not."),
             parley_price_check,
             ""),
  AT (PRICE_WRITTEN)
  = CHECKED ("price_written",
             N_ ("Price of a million tokens that are written"),
             N_ ("What your server takes for a million tokens that the model writes, such as 0.60: "
                 "with it the status tells what Parley costs, and if it is empty it does not."),
             parley_price_check,
             ""),
  AT (CURRENCY)
  = STRING ("currency",
            N_ ("Currency"),
            N_ ("The currency of these prices, in any words, such as € or USD: it is only shown."),
            ""),
  AT (CONTROL)
  = BOOL ("control",
          N_ ("Let programs of mine control it"),
          N_ ("On, programs that you run yourself can ask what Parley does, pause it and send "
              "drafts, as “parley ctl” does; off, nobody can."),
          FALSE),
  AT (LOG_FILE)
  = BOOL ("log_file",
          N_ ("Keep a log file"),
          N_ ("On, what Parley does is written to the file parley.log in its folder, without what "
              "anybody wrote; off, it is not."),
          FALSE),
  AT (LOG_NAMES)
  = BOOL ("log_names",
          N_ ("Names in the log file"),
          N_ ("On, the log file names people by their addresses; off, it has a number of its own "
              "for each chat."),
          FALSE),
  AT (ALERT_COMMAND)
  = CHECKED ("alert_command",
             N_ ("Program to run when something is wrong"),
             N_ ("A program that Parley runs when an account, the model or a pause keeps it from "
                 "answering, and again when that is over, with a word for it at the end: ok, "
                 "offline, model or paused. If it is empty none is run."),
             parley_command_line_check,
             ""),
};

const ParleySettingRows parley_settings_guard_rows = {
  .first = PARLEY_SETTING_GUARD_PAUSED,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
