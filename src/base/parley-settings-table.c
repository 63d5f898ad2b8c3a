/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-settings.h"

#include <glib/gi18n-lib.h>

#include "base/parley-channels.h"
#include "base/parley-hours.h"
#include "base/parley-price.h"

static const ParleySettingChoice backend_kinds[] = {
  { "builtin", N_ ("An away note") },
  { "openai", N_ ("A model server") },
  { "anthropic", N_ ("Anthropic's server") },
  { NULL, NULL },
};

static const ParleySettingChoice profiles[] = {
  { "swift", N_ ("Quick") },
  { "patient", N_ ("Patient") },
  { "learned", N_ ("As people write") },
  { "fixed", N_ ("Fixed") },
  { NULL, NULL },
};

#define INT(room_, name_, label_, unit_, min_, max_, default_)                                     \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_INT, .label = label_, .unit = unit_, \
    .min = min_, .max = max_, .default_int = default_                                              \
  }
#define BOOL(room_, name_, label_, default_)                                                       \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_BOOL, .label = label_, .max = 1,     \
    .default_int = default_                                                                        \
  }
#define STRING(room_, name_, label_, default_)                                                     \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_STRING, .label = label_,             \
    .default_string = default_                                                                     \
  }
#define CHECKED(room_, name_, label_, check_, default_)                                            \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_STRING, .label = label_,             \
    .default_string = default_, .check = check_                                                    \
  }
#define ADDRESS(room_, name_, label_, default_)                                                    \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_ADDRESS, .label = label_,            \
    .default_string = default_                                                                     \
  }
#define CHOICE(room_, name_, label_, choices_, default_)                                           \
  {                                                                                                \
    .room = room_, .name = name_, .type = PARLEY_SETTING_TYPE_CHOICE, .label = label_,             \
    .default_string = default_, .choices = choices_                                                \
  }

/* Ten minutes bound every time there is; the turn's own defaults are explained in
 * docs/turn-taking.md. */
#define MAX_MS 600000

/* Ollama's own port and path. */
#define DEFAULT_BASE_URL "http://127.0.0.1:11434/v1"

static const ParleySettingSpec specs[PARLEY_N_SETTINGS] = {
  [PARLEY_SETTING_BACKEND_KIND]
  = CHOICE ("backend", "kind", N_ ("Answers come from"), backend_kinds, "builtin"),
  [PARLEY_SETTING_BACKEND_BASE_URL]
  = ADDRESS ("backend", "base_url", N_ ("Server address"), DEFAULT_BASE_URL),
  [PARLEY_SETTING_BACKEND_MODEL] = STRING ("backend", "model", N_ ("Model"), ""),
  [PARLEY_SETTING_BACKEND_KEY_FILE] = { .room = "backend",
                                        .name = "key_file",
                                        .type = PARLEY_SETTING_TYPE_STRING,
                                        .label = N_ ("Key file"),
                                        .default_string = "",
                                        .personal = TRUE },
  [PARLEY_SETTING_BACKEND_MAX_TOKENS]
  = INT ("backend", "max_tokens", N_ ("Longest answer, in tokens"), NULL, 16, 32768, 512),
  [PARLEY_SETTING_BACKEND_CONNECT_MS] = INT (
      "backend", "connect_ms", N_ ("Wait for a connection to a server"), "ms", 100, MAX_MS, 5000),
  [PARLEY_SETTING_BACKEND_RETRIES]
  = INT ("backend", "retries", N_ ("Further tries when a server is in trouble"), NULL, 0, 5, 2),
  /* A model that is not loaded yet may need minutes on one's own machine. */
  [PARLEY_SETTING_BACKEND_FIRST_BYTE_MS] = INT (
      "backend", "first_byte_ms", N_ ("Wait for a server's first word"), "ms", 100, MAX_MS, 60000),
  [PARLEY_SETTING_BACKEND_FIRST_BYTE_LOCAL_MS] = INT ("backend",
                                                      "first_byte_local_ms",
                                                      N_ ("The same for a server on this machine"),
                                                      "ms",
                                                      100,
                                                      MAX_MS,
                                                      300000),
  [PARLEY_SETTING_BACKEND_IDLE_MS]
  = INT ("backend", "idle_ms", N_ ("Longest pause within an answer"), "ms", 100, MAX_MS, 30000),
  [PARLEY_SETTING_BACKEND_TOTAL_MS]
  = INT ("backend", "total_ms", N_ ("Longest time for an answer"), "ms", 1000, MAX_MS, MAX_MS),
  [PARLEY_SETTING_BACKEND_MAX_REQUESTS]
  = INT ("backend", "max_requests", N_ ("Answers written at the same time"), NULL, 1, 16, 4),
  [PARLEY_SETTING_TURN_PROFILE]
  = CHOICE ("turn", "profile", N_ ("Wait for more"), profiles, "learned"),
  [PARLEY_SETTING_TURN_FIXED_MS]
  = INT ("turn", "fixed_ms", N_ ("Fixed wait"), "ms", 0, MAX_MS, 4000),
  [PARLEY_SETTING_TURN_WAITS] = CHECKED (
      "turn", "waits", N_ ("Waits by channel or account"), parley_channels_check_overrides, ""),
  [PARLEY_SETTING_TURN_LEARNED_MS]
  = INT ("turn", "learned_ms", N_ ("Wait as people write, on average"), "ms", 0, 10000, 4000),
  [PARLEY_SETTING_TURN_MIN_MS] = INT ("turn", "min_ms", N_ ("Shortest wait"), "ms", 0, 60000, 200),
  [PARLEY_SETTING_TURN_MAX_MS] = INT ("turn", "max_ms", N_ ("Longest wait"), "ms", 0, 60000, 3000),
  [PARLEY_SETTING_TURN_GRACE_MS]
  = INT ("turn", "grace_ms", N_ ("Wait after they stop typing"), "ms", 0, 60000, 900),
  [PARLEY_SETTING_TURN_CAP_TYPING_MS] = INT ("turn",
                                             "cap_typing_ms",
                                             N_ ("Longest wait while they type without sending"),
                                             "ms",
                                             0,
                                             MAX_MS,
                                             45000),
  [PARLEY_SETTING_TURN_CAP_TYPED_MS] = INT ("turn",
                                            "cap_typed_ms",
                                            N_ ("Longest wait while they pause over a text"),
                                            "ms",
                                            0,
                                            MAX_MS,
                                            15000),
  [PARLEY_SETTING_TURN_CAP_QUIET_MS]
  = INT ("turn", "cap_quiet_ms", N_ ("Longest wait while nothing comes"), "ms", 0, MAX_MS, 10000),
  [PARLEY_SETTING_TURN_CEILING_TYPING_MS] = INT (
      "turn", "ceiling_typing_ms", N_ ("Longest burst, with typing seen"), "ms", 0, MAX_MS, 120000),
  [PARLEY_SETTING_TURN_CEILING_QUIET_MS]
  = INT ("turn", "ceiling_quiet_ms", N_ ("Longest burst, without"), "ms", 0, MAX_MS, 60000),
  [PARLEY_SETTING_TURN_MAX_BUBBLES]
  = INT ("turn", "max_bubbles", N_ ("Most messages read as one"), NULL, 1, 1000, 50),
  [PARLEY_SETTING_TURN_MAX_BYTES]
  = INT ("turn", "max_bytes", N_ ("Most text read as one, in bytes"), NULL, 256, 1048576, 32768),
  [PARLEY_SETTING_TURN_ACCUMULATION]
  = BOOL ("turn", "accumulation", N_ ("Read messages that come together as one"), TRUE),
  [PARLEY_SETTING_TURN_ENGAGEMENT]
  = BOOL ("turn", "engagement", N_ ("Wait less in a lively chat, more in a cold one"), FALSE),
  [PARLEY_SETTING_TURN_DRAFTS]
  = BOOL ("turn", "drafts", N_ ("Begin to write while waiting for more"), TRUE),
  [PARLEY_SETTING_TURN_DRAFT_SETTLE_MS]
  = INT ("turn", "draft_settle_ms", N_ ("Quiet before that"), "ms", 0, 60000, 300),
  [PARLEY_SETTING_TURN_MAX_DRAFTS]
  = INT ("turn", "max_drafts", N_ ("Most drafts for one turn"), NULL, 1, 20, 5),
  /* Each one costs what an answer costs. */
  [PARLEY_SETTING_TURN_MAX_ABORTED_DRAFTS]
  = INT ("turn", "max_aborted_drafts", N_ ("Most drafts thrown away in an hour"), NULL, 0, 16, 3),
  [PARLEY_SETTING_TURN_PREDICTION]
  = BOOL ("turn", "prediction", N_ ("Ask the model whether they are done"), FALSE),
  [PARLEY_SETTING_TURN_PREDICTION_OVER_MS]
  = INT ("turn", "prediction_over_ms", N_ ("Only for waits longer than"), "ms", 0, 60000, 1000),
  [PARLEY_SETTING_TURN_PREDICTION_AFTER_MS]
  = INT ("turn", "prediction_after_ms", N_ ("Ask after"), "ms", 0, 60000, 500),
  [PARLEY_SETTING_TURN_PREDICTION_CERTAIN]
  = INT ("turn", "prediction_certain", N_ ("How sure it has to be"), "%", 1, 100, 80),
  [PARLEY_SETTING_TURN_TAKEOVER_MS]
  = INT ("turn", "takeover_ms", N_ ("Stay silent after your own words"), "ms", 0, 86400000, 900000),
  [PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS] = INT ("turn",
                                                  "takeover_typing_ms",
                                                  N_ ("Stay silent after you started to type"),
                                                  "ms",
                                                  0,
                                                  86400000,
                                                  120000),
  /* Just after signing on servers hand out what they kept, old typing states among it. */
  [PARLEY_SETTING_TURN_SETTLE_MS]
  = INT ("turn", "settle_ms", N_ ("Ignore typing after signing on"), "ms", 0, 60000, 1000),
  /* The numbers of docs/agent.md. */
  [PARLEY_SETTING_BRAIN_TOOLS]
  = BOOL ("brain", "tools", N_ ("Let the model look things up in this chat"), TRUE),
  [PARLEY_SETTING_BRAIN_WINDOW]
  = INT ("brain",
         "window",
         N_ ("Tokens the model can read, if its server does not tell"),
         NULL,
         0,
         10000000,
         0),
  [PARLEY_SETTING_BRAIN_WINDOW_LOCAL]
  = INT ("brain",
         "window_local",
         N_ ("The same where that is 0 too, server on this machine"),
         NULL,
         512,
         10000000,
         4096),
  [PARLEY_SETTING_BRAIN_WINDOW_REMOTE]
  = INT ("brain", "window_remote", N_ ("The same, other servers"), NULL, 512, 10000000, 16384),
  [PARLEY_SETTING_BRAIN_SOFT_TOKENS] = INT ("brain",
                                            "soft_tokens",
                                            N_ ("Share of these after which an answer is urged"),
                                            "%",
                                            1,
                                            100,
                                            30),
  [PARLEY_SETTING_BRAIN_HARD_TOKENS] = INT (
      "brain", "hard_tokens", N_ ("Share of these after which an answer is due"), "%", 1, 100, 70),
  [PARLEY_SETTING_BRAIN_HISTORY_TOKENS]
  = INT ("brain", "history_tokens", N_ ("Most tokens of earlier talk"), NULL, 0, 1000000, 6000),
  [PARLEY_SETTING_BRAIN_WEIGHT_VELOCITY]
  = INT ("brain", "weight_velocity", N_ ("Weight of finding something new"), "%", 0, 100, 30),
  [PARLEY_SETTING_BRAIN_WEIGHT_FRESH]
  = INT ("brain", "weight_fresh", N_ ("Weight of not looking again"), "%", 0, 100, 25),
  [PARLEY_SETTING_BRAIN_WEIGHT_TOKENS]
  = INT ("brain", "weight_tokens", N_ ("Weight of the tokens left"), "%", 0, 100, 20),
  [PARLEY_SETTING_BRAIN_WEIGHT_INTERVENTIONS] = INT (
      "brain", "weight_interventions", N_ ("Weight of having needed no reminder"), "%", 0, 100, 15),
  [PARLEY_SETTING_BRAIN_WEIGHT_COMPLEXITY]
  = INT ("brain", "weight_complexity", N_ ("Weight of how much was asked"), "%", 0, 100, 10),
  [PARLEY_SETTING_BRAIN_FULL_VELOCITY] = INT ("brain",
                                              "full_velocity",
                                              N_ ("New finds a round that count as full speed"),
                                              "%",
                                              1,
                                              1000,
                                              50),
  [PARLEY_SETTING_BRAIN_STUCK_REREADS] = INT (
      "brain", "stuck_rereads", N_ ("Second looks in a row that count as stuck"), NULL, 1, 100, 3),
  [PARLEY_SETTING_BRAIN_FRESH_ROUNDS] = INT ("brain",
                                             "fresh_rounds",
                                             N_ ("Rounds after a find in which nothing is asked"),
                                             NULL,
                                             0,
                                             100,
                                             3),
  [PARLEY_SETTING_BRAIN_CONTINUE_SCORE]
  = INT ("brain", "continue_score", N_ ("Score from which the model goes on"), "%", 0, 100, 60),
  [PARLEY_SETTING_BRAIN_NUDGE_SCORE]
  = INT ("brain", "nudge_score", N_ ("Score from which it is only reminded"), "%", 0, 100, 30),
  [PARLEY_SETTING_BRAIN_LARGE_CONTEXT] = INT ("brain",
                                              "large_context",
                                              N_ ("Tokens of talk that make a question a hard one"),
                                              NULL,
                                              0,
                                              1000000,
                                              4000),
  [PARLEY_SETTING_BRAIN_SIMPLE_INTERVENTIONS] = INT ("brain",
                                                     "simple_interventions",
                                                     N_ ("Most reminders for a simple question"),
                                                     NULL,
                                                     1,
                                                     1000,
                                                     5),
  [PARLEY_SETTING_BRAIN_SIMPLE_ROUNDS]
  = INT ("brain", "simple_rounds", N_ ("Most rounds for a simple question"), NULL, 1, 1000, 10),
  [PARLEY_SETTING_BRAIN_SIMPLE_TOOLS]
  = INT ("brain", "simple_tools", N_ ("Most look-ups for a simple question"), NULL, 1, 1000, 10),
  [PARLEY_SETTING_BRAIN_SIMPLE_SHARE] = INT ("brain",
                                             "simple_share",
                                             N_ ("How much a simple question counts in the score"),
                                             "%",
                                             0,
                                             100,
                                             25),
  [PARLEY_SETTING_BRAIN_MEDIUM_INTERVENTIONS]
  = INT ("brain", "medium_interventions", N_ ("Most reminders for a question"), NULL, 1, 1000, 10),
  [PARLEY_SETTING_BRAIN_MEDIUM_ROUNDS]
  = INT ("brain", "medium_rounds", N_ ("Most rounds for a question"), NULL, 1, 1000, 25),
  [PARLEY_SETTING_BRAIN_MEDIUM_TOOLS]
  = INT ("brain", "medium_tools", N_ ("Most look-ups for a question"), NULL, 1, 1000, 25),
  [PARLEY_SETTING_BRAIN_MEDIUM_SHARE]
  = INT ("brain", "medium_share", N_ ("How much a question counts in the score"), "%", 0, 100, 50),
  [PARLEY_SETTING_BRAIN_COMPLEX_INTERVENTIONS] = INT ("brain",
                                                      "complex_interventions",
                                                      N_ ("Most reminders for a hard question"),
                                                      NULL,
                                                      1,
                                                      1000,
                                                      20),
  [PARLEY_SETTING_BRAIN_COMPLEX_ROUNDS]
  = INT ("brain", "complex_rounds", N_ ("Most rounds for a hard question"), NULL, 1, 1000, 50),
  [PARLEY_SETTING_BRAIN_COMPLEX_TOOLS]
  = INT ("brain", "complex_tools", N_ ("Most look-ups for a hard question"), NULL, 1, 1000, 100),
  [PARLEY_SETTING_BRAIN_COMPLEX_SHARE] = INT ("brain",
                                              "complex_share",
                                              N_ ("How much a hard question counts in the score"),
                                              "%",
                                              0,
                                              100,
                                              100),
  [PARLEY_SETTING_BRAIN_GENERATION_INTERVENTIONS]
  = INT ("brain",
         "generation_interventions",
         N_ ("Most reminders for a text to be written"),
         NULL,
         1,
         1000,
         15),
  [PARLEY_SETTING_BRAIN_GENERATION_ROUNDS] = INT (
      "brain", "generation_rounds", N_ ("Most rounds for a text to be written"), NULL, 1, 1000, 35),
  [PARLEY_SETTING_BRAIN_GENERATION_TOOLS] = INT ("brain",
                                                 "generation_tools",
                                                 N_ ("Most look-ups for a text to be written"),
                                                 NULL,
                                                 1,
                                                 1000,
                                                 50),
  [PARLEY_SETTING_BRAIN_GENERATION_SHARE]
  = INT ("brain",
         "generation_share",
         N_ ("How much a text to be written counts in the score"),
         "%",
         0,
         100,
         75),
  [PARLEY_SETTING_BRAIN_TOOL_MS]
  = INT ("brain", "tool_ms", N_ ("Longest time for one look-up"), "ms", 100, MAX_MS, 5000),
  [PARLEY_SETTING_BRAIN_TOOL_BYTES] = INT ("brain",
                                           "tool_bytes",
                                           N_ ("Longest result of one look-up, in bytes"),
                                           NULL,
                                           256,
                                           65536,
                                           4096),
  [PARLEY_SETTING_BRAIN_MAX_WAIT]
  = INT ("brain", "max_wait", N_ ("Longest wait that the model may ask for"), "s", 1, 600, 120),
  [PARLEY_SETTING_REPLY_MAX_BUBBLES]
  = INT ("reply", "max_bubbles", N_ ("Most messages in one answer"), NULL, 1, 20, 3),
  [PARLEY_SETTING_REPLY_MAX_CHARS]
  = INT ("reply", "max_chars", N_ ("Length of one message, in characters"), NULL, 20, 5000, 300),
  /* A fast typist writes about 7 characters a second; nobody minds an answer that is faster. */
  [PARLEY_SETTING_REPLY_PACE_CPS]
  = INT ("reply", "pace_cps", N_ ("Characters a second"), NULL, 0, 1000, 25),
  [PARLEY_SETTING_REPLY_PACE_MIN_MS]
  = INT ("reply", "pace_min_ms", N_ ("Shortest typing time"), "ms", 0, 30000, 500),
  [PARLEY_SETTING_REPLY_PACE_MAX_MS]
  = INT ("reply", "pace_max_ms", N_ ("Longest typing time"), "ms", 0, 30000, 6000),
  [PARLEY_SETTING_REPLY_PACE_JITTER]
  = INT ("reply", "pace_jitter", N_ ("How uneven the typing is"), "%", 0, 90, 20),

  /* In whose name: docs/permission.md. */
  [PARLEY_SETTING_GUARD_PAUSED] = BOOL ("guard", "paused", N_ ("Pause everywhere"), FALSE),
  [PARLEY_SETTING_GUARD_COUNTDOWN_MS] = INT (
      "guard", "countdown_ms", N_ ("Countdown before an answer is sent"), "ms", 1000, MAX_MS, 8000),
  [PARLEY_SETTING_GUARD_MAX_AGE]
  = INT ("guard", "max_age", N_ ("Oldest message that is answered"), "s", 0, 604800, 600),
  [PARLEY_SETTING_GUARD_QUIET_MAX_AGE] = INT (
      "guard", "quiet_max_age", N_ ("The same for one of the quiet hours"), "s", 0, 604800, 43200),
  [PARLEY_SETTING_GUARD_QUIET_HOURS]
  = CHECKED ("guard", "quiet_hours", N_ ("Quiet hours, 22:00-07:00"), parley_hours_check, ""),

  [PARLEY_SETTING_GUARD_DISCLOSURE]
  = BOOL ("guard", "disclosure", N_ ("Mark the first answer of a day as an automatic one"), TRUE),
  [PARLEY_SETTING_GUARD_AUTO_FLAG] = BOOL (
      "guard", "auto_flag", N_ ("Send answers with the protocol's mark for automatic ones"), FALSE),
  [PARLEY_SETTING_GUARD_NEVER_SAY]
  = STRING ("guard", "never_say", N_ ("Never say (words, parted by “;”)"), ""),
  [PARLEY_SETTING_GUARD_WELCOME_BACK]
  = BOOL ("guard", "welcome_back", N_ ("When you come back, tell what happened"), TRUE),

  [PARLEY_SETTING_MEMORY_KEEP_DAYS] = INT ("memory",
                                           "keep_days",
                                           N_ ("Days that fetched entries are kept; 0: no bound"),
                                           "days",
                                           0,
                                           36500,
                                           90),
  [PARLEY_SETTING_MEMORY_MAX_ENTRIES] = INT ("memory",
                                             "max_entries",
                                             N_ ("Most entries kept of a series; 0: no bound"),
                                             NULL,
                                             0,
                                             100000000,
                                             10000),
  [PARLEY_SETTING_MEMORY_JOURNAL_DAYS]
  = INT ("memory",
         "journal_days",
         N_ ("Days that it is kept what Parley did; 0: no bound"),
         "days",
         0,
         36500,
         90),
  [PARLEY_SETTING_MEMORY_JOURNAL_ENTRIES]
  = INT ("memory",
         "journal_entries",
         N_ ("Most entries kept of what Parley did; 0: no bound"),
         NULL,
         0,
         100000000,
         10000),

  /* The numbers of docs/limits.md. */
  [PARLEY_SETTING_GUARD_LOOP_REPLIES] = INT (
      "guard", "loop_replies", N_ ("Most answers to what seems to be a program"), NULL, 3, 100, 5),
  [PARLEY_SETTING_GUARD_IN_A_ROW]
  = INT ("guard", "in_a_row", N_ ("Most answers without a word of yours"), NULL, 1, 1000, 20),
  [PARLEY_SETTING_GUARD_CONTACT_10MIN] = INT (
      "guard", "contact_10min", N_ ("Most answers to one person in 10 minutes"), NULL, 1, 1000, 6),
  [PARLEY_SETTING_GUARD_CONTACT_HOUR]
  = INT ("guard", "contact_hour", N_ ("The same in an hour"), NULL, 1, 1000, 30),
  [PARLEY_SETTING_GUARD_ALL_HOUR]
  = INT ("guard", "all_hour", N_ ("Most answers to everybody in an hour"), NULL, 1, 100000, 120),
  [PARLEY_SETTING_GUARD_CONTACT_TOKENS] = INT ("guard",
                                               "contact_tokens",
                                               N_ ("Most tokens a day for one person"),
                                               NULL,
                                               1000,
                                               1000000000,
                                               100000),
  [PARLEY_SETTING_GUARD_ALL_TOKENS] = INT ("guard",
                                           "all_tokens",
                                           N_ ("Most tokens a day for everybody"),
                                           NULL,
                                           1000,
                                           1000000000,
                                           400000),
  [PARLEY_SETTING_GUARD_SHARE]
  = INT ("guard", "share", N_ ("Of these for one person at most"), "%", 1, 100, 25),
  [PARLEY_SETTING_GUARD_NEAR]
  = INT ("guard", "near", N_ ("Share of a limit that is close to it"), "%", 1, 100, 80),
  [PARLEY_SETTING_GUARD_SPENT] = INT ("guard",
                                      "spent",
                                      N_ ("Share of the tokens after which nothing is written"),
                                      "%",
                                      100,
                                      1000,
                                      150),
  [PARLEY_SETTING_GUARD_PRICE_READ] = CHECKED ("guard",
                                               "price_read",
                                               N_ ("Price of a million tokens that are read"),
                                               parley_price_check,
                                               ""),
  [PARLEY_SETTING_GUARD_PRICE_WRITTEN]
  = CHECKED ("guard", "price_written", N_ ("The same that are written"), parley_price_check, ""),
  [PARLEY_SETTING_GUARD_CURRENCY] = STRING ("guard", "currency", N_ ("Currency"), ""),
};

const ParleySettingSpec *
parley_setting_get_spec (ParleySetting setting)
{
  return &specs[setting];
}
