/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is done in the user's name, and how often: docs/permission.md, docs/limits.md. */
#include "settings/parley-settings-rows.h"

#include <glib/gi18n-lib.h>

#include "base/parley-command-line.h"
#include "settings/parley-admission-rules.h"
#include "settings/parley-hours.h"
#include "settings/parley-setting-text.h"

#define ROOM     "guard"
#define AT(name) [PARLEY_SETTING_GUARD_##name - PARLEY_SETTING_GUARD_PAUSED]

static const ParleySettingSpec specs[] = {
  AT (PAUSED) = BOOL ("paused",
                      N_ ("Pause everything"),
                      N_ ("On, Parley is silent in all chats, as after /parley pause. Off, it goes "
                          "on, as after /parley go."),
                      FALSE),
  AT (COUNTDOWN_MS) = INT ("countdown_ms",
                           N_ ("Countdown"),
                           N_ ("How long you can stop an answer in the mode “Count down”. Longer "
                               "gives you more time; shorter answers sooner."),
                           "ms",
                           1000,
                           MAX_MS,
                           8000),
  AT (TWO_DRAFTS)
  = BOOL ("two_drafts",
          N_ ("Write two drafts to choose from"),
          N_ ("On, the model writes two drafts in the mode “Write drafts”, and you send the one "
              "you like. Off, it writes one. Two cost about twice as many tokens."),
          FALSE),
  AT (MAX_AGE) = INT ("max_age",
                      N_ ("Oldest message that gets an answer"),
                      N_ ("How old a message may be to get an answer, such as one that waited on "
                          "the server. Parley remembers older ones without answering."),
                      "s",
                      0,
                      604800,
                      600),
  AT (QUIET_MAX_AGE) = INT ("quiet_max_age",
                            N_ ("Oldest message of the quiet hours that gets an answer"),
                            N_ ("How old a message of the quiet hours may be to get an answer "
                                "after them. Parley remembers older ones without answering."),
                            "s",
                            0,
                            604800,
                            43200),
  AT (LATE_ANSWERS)
  = BOOL ("late_answers",
          N_ ("Answer old messages once the model is back"),
          N_ ("On, Parley answers messages that came while it couldn't reach the model, however "
              "old they are: right for an account that only Parley answers. Off, you get a draft "
              "for messages a few minutes old, and answer older ones yourself."),
          FALSE),
  AT (QUIET_HOURS)
  = CHECKED ("quiet_hours",
             N_ ("Quiet hours (22:00-07:00)"),
             N_ ("Hours in which Parley sends nothing, such as 22:00-07:00 or Sat-Sun 00:00-10:00. "
                 "It answers afterwards. Leave it empty for no quiet hours."),
             parley_hours_check,
             ""),
  AT (DISCLOSURE)
  = BOOL ("disclosure",
          N_ ("Say once a day that answers are automatic"),
          N_ ("On, the first automatic answer of the day to a person says that it is automatic. "
              "Off, it doesn't, but whoever asks still gets the truth."),
          TRUE),
  AT (AUTO_FLAG) = BOOL ("auto_flag",
                         N_ ("Send answers with the protocol's mark for automatic ones"),
                         N_ ("On, answers carry the protocol's own mark for automatic messages, if "
                             "it has one, so that other programs can tell. Off, they don't."),
                         FALSE),
  AT (STATUS_LINES) = BOOL ("status_lines",
                            N_ ("Say in the chat what Parley is doing"),
                            N_ ("On, the chat you look at tells you, and only you, when Parley "
                                "waits, writes, sends or stops. Off, only /parley status does."),
                            TRUE),
  AT (NEVER_SAY) = STRING ("never_say",
                           N_ ("Never say (one; two)"),
                           N_ ("Words that Parley never sends in your name, separated by "
                               "semicolons. You get an answer with one of them as a draft."),
                           ""),
  AT (URGENT_LINE)
  = STRING ("urgent_line",
            N_ ("What whoever writes something urgent is told"),
            N_ ("A line of yours, such as “A program writes for me. I was alerted.” Whoever writes "
                "something urgent gets it at once in the mode “Answer for me”, marked as "
                "automatic, at most once an hour; the answer is a draft in any case. Leave it "
                "empty to send nothing."),
            ""),
  AT (WELCOME_BACK) = BOOL ("welcome_back",
                            N_ ("Tell me what happened when I come back"),
                            N_ ("On, a window tells you what happened when you come back from "
                                "being away, one line for each person. Off, no window opens."),
                            TRUE),
  AT (LOOP_REPLIES) = INT ("loop_replies",
                           N_ ("Most answers to what seems to be a program"),
                           N_ ("How many answers Parley gives to what seems to be a program. With "
                               "more, two programs may talk on; with fewer, they stop sooner."),
                           NULL,
                           3,
                           100,
                           5),
  AT (IN_A_ROW) = INT ("in_a_row",
                       N_ ("Answers without a word from you, at most"),
                       N_ ("How many answers Parley sends in a chat without a word from you. After "
                           "that you get drafts there until you write something."),
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
                               N_ ("How many requests an hour Parley sends the model for one "
                                   "person. Drafts, second tries and asking whether they are done "
                                   "count too. More keeps up with a quick chat; less is cheaper."),
                               NULL,
                               1,
                               100000,
                               90),
  AT (ALL_REQUESTS) = INT ("all_requests",
                           N_ ("Requests an hour, in all"),
                           N_ ("How many requests an hour Parley sends the model for all chats "
                               "together. Drafts, second tries and asking whether people are done "
                               "count too. More keeps up when many write; less is cheaper."),
                           NULL,
                           1,
                           100000,
                           400),
  AT (CONTACT_TOKENS) = INT (
      "contact_tokens",
      N_ ("Tokens a day, one person"),
      N_ ("How many tokens a day Parley may use for one person. After that you get drafts there."),
      NULL,
      1000,
      1000000000,
      100000),
  AT (ALL_TOKENS) = INT ("all_tokens",
                         N_ ("Tokens a day, in all"),
                         N_ ("How many tokens a day Parley may use for all chats together. After "
                             "that you get drafts."),
                         NULL,
                         1000,
                         1000000000,
                         400000),
  AT (SHARE) = INT ("share",
                    N_ ("Share of all tokens for one person, at most"),
                    N_ ("How much of the tokens for all chats one person may use. More lets one "
                        "chat go on; less leaves more for the others."),
                    "%",
                    1,
                    100,
                    25),
  AT (NEAR) = INT ("near",
                   N_ ("Warn at this share of a limit"),
                   N_ ("At this share of a limit Parley warns you and begins no more answers "
                       "ahead. Higher warns later; lower saves sooner."),
                   "%",
                   1,
                   100,
                   80),
  AT (SPENT) = INT ("spent",
                    N_ ("Write nothing beyond this share of the tokens"),
                    N_ ("Beyond this share of the day's tokens Parley writes no drafts either. "
                        "Higher gives you drafts longer; lower is cheaper."),
                    "%",
                    100,
                    1000,
                    150),
  AT (PRICE_READ)
  = CHECKED ("price_read",
             N_ ("Price of a million tokens read"),
             N_ ("What your server charges for a million tokens that the model reads, such as "
                 "0.15. The status then tells you what Parley costs."),
             parley_price_check,
             ""),
  AT (PRICE_WRITTEN)
  = CHECKED ("price_written",
             N_ ("Price of a million tokens written"),
             N_ ("What your server charges for a million tokens that the model writes, such as "
                 "0.60. The status then tells you what Parley costs."),
             parley_price_check,
             ""),
  AT (CURRENCY)
  = STRING ("currency",
            N_ ("Currency"),
            N_ ("The currency of these prices, such as € or USD. Parley shows it as you write it."),
            ""),
  AT (CONTROL) = BOOL ("control",
                       N_ ("Let my programs control Parley"),
                       N_ ("On, programs that you run can ask what Parley does, pause it and send "
                           "drafts, as “parley ctl” does. Off, no program can."),
                       FALSE),
  AT (LOG_FILE) = BOOL ("log_file",
                        N_ ("Keep a log file"),
                        N_ ("On, Parley writes what it does to the file parley.log in its folder, "
                            "but nothing that anybody wrote. Off, it keeps no such file."),
                        FALSE),
  AT (LOG_NAMES) = BOOL ("log_names",
                         N_ ("Names in the log file"),
                         N_ ("On, the log file contains people's addresses. Off, it has a number "
                             "for each chat instead."),
                         FALSE),
  AT (ALERT_COMMAND)
  = CHECKED ("alert_command",
             N_ ("Program to run when something is wrong"),
             N_ ("A program that Parley runs when something keeps it from answering, and again "
                 "when that is over. It gets one word as its last argument: offline, model, paused "
                 "or ok. Leave it empty to run none."),
             parley_command_line_check,
             ""),
  AT (ACCEPT)
  = CHECKED ("accept",
             N_ ("Accept contact requests of"),
             N_ ("Whose contact requests are accepted without asking you, and what Parley does for "
                 "them then, such as anna@example.org=auto, @example.org=draft. If it is empty "
                 "you are asked each time."),
             parley_admission_rules_check,
             ""),
};

const ParleySettingRows parley_settings_guard_rows = {
  .first = PARLEY_SETTING_GUARD_PAUSED,
  .n_specs = G_N_ELEMENTS (specs),
  .specs = specs,
};
