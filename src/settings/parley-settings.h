/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Every setting there is. The plugin keeps them in libpurple's preferences, the program in a key
 * file; both name them by room and name. Keys for servers are never a setting. */
typedef enum
{
  PARLEY_SETTING_BACKEND_KIND,
  PARLEY_SETTING_BACKEND_BASE_URL,
  PARLEY_SETTING_BACKEND_MODEL,
  PARLEY_SETTING_BACKEND_RUNS_HERE,
  PARLEY_SETTING_BACKEND_KEY_FILE,
  PARLEY_SETTING_BACKEND_HEADERS,
  PARLEY_SETTING_BACKEND_MAX_TOKENS,
  PARLEY_SETTING_BACKEND_CONNECT_MS,
  PARLEY_SETTING_BACKEND_RETRIES,
  PARLEY_SETTING_BACKEND_FIRST_BYTE_MS,
  PARLEY_SETTING_BACKEND_FIRST_BYTE_LOCAL_MS,
  PARLEY_SETTING_BACKEND_IDLE_MS,
  PARLEY_SETTING_BACKEND_TOTAL_MS,
  PARLEY_SETTING_BACKEND_MAX_REQUESTS,
  PARLEY_SETTING_TURN_PROFILE,
  PARLEY_SETTING_TURN_FIXED_MS,
  PARLEY_SETTING_TURN_WAITS,
  PARLEY_SETTING_TURN_LEARNED_MS,
  PARLEY_SETTING_TURN_MIN_MS,
  PARLEY_SETTING_TURN_MAX_MS,
  PARLEY_SETTING_TURN_GRACE_MS,
  PARLEY_SETTING_TURN_HOLD_MS,
  PARLEY_SETTING_TURN_CAP_TYPING_MS,
  PARLEY_SETTING_TURN_CAP_TYPED_MS,
  PARLEY_SETTING_TURN_CAP_QUIET_MS,
  PARLEY_SETTING_TURN_CEILING_TYPING_MS,
  PARLEY_SETTING_TURN_CEILING_QUIET_MS,
  PARLEY_SETTING_TURN_MAX_BUBBLES,
  PARLEY_SETTING_TURN_MAX_BYTES,
  PARLEY_SETTING_TURN_ACCUMULATION,
  PARLEY_SETTING_TURN_ENGAGEMENT,
  PARLEY_SETTING_TURN_DRAFTS,
  PARLEY_SETTING_TURN_DRAFT_SETTLE_MS,
  PARLEY_SETTING_TURN_MAX_DRAFTS,
  PARLEY_SETTING_TURN_MAX_ABORTED_DRAFTS,
  PARLEY_SETTING_TURN_PREDICTION,
  PARLEY_SETTING_TURN_PREDICTION_OVER_MS,
  PARLEY_SETTING_TURN_PREDICTION_AFTER_MS,
  PARLEY_SETTING_TURN_PREDICTION_CERTAIN,
  PARLEY_SETTING_TURN_TAKEOVER_MS,
  PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS,
  PARLEY_SETTING_TURN_SETTLE_MS,
  PARLEY_SETTING_TURN_ANSWER_CHANGES,
  PARLEY_SETTING_BRAIN_TOOLS,
  PARLEY_SETTING_BRAIN_WINDOW,
  PARLEY_SETTING_BRAIN_WINDOW_LOCAL,
  PARLEY_SETTING_BRAIN_WINDOW_REMOTE,
  PARLEY_SETTING_BRAIN_SOFT_TOKENS,
  PARLEY_SETTING_BRAIN_HARD_TOKENS,
  PARLEY_SETTING_BRAIN_HISTORY_TOKENS,
  PARLEY_SETTING_BRAIN_WEIGHT_VELOCITY,
  PARLEY_SETTING_BRAIN_WEIGHT_FRESH,
  PARLEY_SETTING_BRAIN_WEIGHT_TOKENS,
  PARLEY_SETTING_BRAIN_WEIGHT_INTERVENTIONS,
  PARLEY_SETTING_BRAIN_WEIGHT_COMPLEXITY,
  PARLEY_SETTING_BRAIN_FULL_VELOCITY,
  PARLEY_SETTING_BRAIN_STUCK_REREADS,
  PARLEY_SETTING_BRAIN_FRESH_ROUNDS,
  PARLEY_SETTING_BRAIN_CONTINUE_SCORE,
  PARLEY_SETTING_BRAIN_NUDGE_SCORE,
  PARLEY_SETTING_BRAIN_LARGE_CONTEXT,
  PARLEY_SETTING_BRAIN_SIMPLE_INTERVENTIONS,
  PARLEY_SETTING_BRAIN_SIMPLE_ROUNDS,
  PARLEY_SETTING_BRAIN_SIMPLE_TOOLS,
  PARLEY_SETTING_BRAIN_SIMPLE_SHARE,
  PARLEY_SETTING_BRAIN_MEDIUM_INTERVENTIONS,
  PARLEY_SETTING_BRAIN_MEDIUM_ROUNDS,
  PARLEY_SETTING_BRAIN_MEDIUM_TOOLS,
  PARLEY_SETTING_BRAIN_MEDIUM_SHARE,
  PARLEY_SETTING_BRAIN_COMPLEX_INTERVENTIONS,
  PARLEY_SETTING_BRAIN_COMPLEX_ROUNDS,
  PARLEY_SETTING_BRAIN_COMPLEX_TOOLS,
  PARLEY_SETTING_BRAIN_COMPLEX_SHARE,
  PARLEY_SETTING_BRAIN_GENERATION_INTERVENTIONS,
  PARLEY_SETTING_BRAIN_GENERATION_ROUNDS,
  PARLEY_SETTING_BRAIN_GENERATION_TOOLS,
  PARLEY_SETTING_BRAIN_GENERATION_SHARE,
  PARLEY_SETTING_BRAIN_TOOL_MS,
  PARLEY_SETTING_BRAIN_TOOL_BYTES,
  PARLEY_SETTING_BRAIN_MAX_WAIT,
  PARLEY_SETTING_BRAIN_NAME,
  PARLEY_SETTING_BRAIN_ABOUT,
  PARLEY_SETTING_REPLY_MAX_BUBBLES,
  PARLEY_SETTING_REPLY_MAX_CHARS,
  PARLEY_SETTING_REPLY_PACE_CPS,
  PARLEY_SETTING_REPLY_PACE_MIN_MS,
  PARLEY_SETTING_REPLY_PACE_MAX_MS,
  PARLEY_SETTING_REPLY_PACE_JITTER,
  PARLEY_SETTING_GUARD_PAUSED,
  PARLEY_SETTING_GUARD_COUNTDOWN_MS,
  PARLEY_SETTING_GUARD_TWO_DRAFTS,
  PARLEY_SETTING_GUARD_MAX_AGE,
  PARLEY_SETTING_GUARD_QUIET_MAX_AGE,
  PARLEY_SETTING_GUARD_LATE_ANSWERS,
  PARLEY_SETTING_GUARD_QUIET_HOURS,
  PARLEY_SETTING_GUARD_DISCLOSURE,
  PARLEY_SETTING_GUARD_AUTO_FLAG,
  PARLEY_SETTING_GUARD_STATUS_LINES,
  PARLEY_SETTING_GUARD_NEVER_SAY,
  PARLEY_SETTING_GUARD_URGENT_LINE,
  PARLEY_SETTING_GUARD_WELCOME_BACK,
  PARLEY_SETTING_GUARD_LOOP_REPLIES,
  PARLEY_SETTING_GUARD_IN_A_ROW,
  PARLEY_SETTING_GUARD_CONTACT_10MIN,
  PARLEY_SETTING_GUARD_CONTACT_HOUR,
  PARLEY_SETTING_GUARD_ALL_HOUR,
  PARLEY_SETTING_GUARD_CONTACT_REQUESTS,
  PARLEY_SETTING_GUARD_ALL_REQUESTS,
  PARLEY_SETTING_GUARD_CONTACT_TOKENS,
  PARLEY_SETTING_GUARD_ALL_TOKENS,
  PARLEY_SETTING_GUARD_SHARE,
  PARLEY_SETTING_GUARD_NEAR,
  PARLEY_SETTING_GUARD_SPENT,
  PARLEY_SETTING_GUARD_PRICE_READ,
  PARLEY_SETTING_GUARD_PRICE_WRITTEN,
  PARLEY_SETTING_GUARD_CURRENCY,
  PARLEY_SETTING_GUARD_CONTROL,
  PARLEY_SETTING_GUARD_LOG_FILE,
  PARLEY_SETTING_GUARD_LOG_NAMES,
  PARLEY_SETTING_GUARD_ALERT_COMMAND,
  PARLEY_SETTING_GUARD_ACCEPT,
  PARLEY_SETTING_MEMORY_KEEP_DAYS,
  PARLEY_SETTING_MEMORY_MAX_ENTRIES,
  PARLEY_SETTING_MEMORY_JOURNAL_DAYS,
  PARLEY_SETTING_MEMORY_JOURNAL_ENTRIES,
  PARLEY_N_SETTINGS,
} ParleySetting;

typedef enum
{
  PARLEY_SETTING_TYPE_BOOL,
  PARLEY_SETTING_TYPE_INT,
  PARLEY_SETTING_TYPE_STRING,
  PARLEY_SETTING_TYPE_ADDRESS, /* a string that is an http or https address */
  PARLEY_SETTING_TYPE_CHOICE,
} ParleySettingType;

typedef struct
{
  const char *value; /* as stored */
  const char *label; /* for people; marked for translation, not translated */
} ParleySettingChoice;

/* One row of the table. All text is marked for translation, not translated. */
typedef struct
{
  const char *room;
  const char *name;
  ParleySettingType type;
  const char *label; /* short, for a preferences dialog */
  const char *help;  /* a sentence: what it is, and what more or less of it does */
  gboolean personal; /* not to be taken from a file that somebody else may have written */
  gboolean lines;    /* of STRING: there may be several */
  const char *unit;  /* "ms"; NULL for none */
  int min;           /* of INT, both ends allowed */
  int max;
  int default_int;                                       /* of INT and BOOL */
  const char *default_string;                            /* of the other types */
  const ParleySettingChoice *choices;                    /* of CHOICE, ends with a NULL value */
  gboolean (*check) (const char *value, GError **error); /* of STRING, NULL: any one line */
} ParleySettingSpec;

/* Returns: (transfer none): the row of @setting. */
const ParleySettingSpec *parley_setting_get_spec (ParleySetting setting);

/* The values in force. Setting one that is not allowed changes nothing and says why, so that the
 * last good one stays in force. */
typedef struct _ParleySettings ParleySettings;

/* Returns: (transfer full): all defaults. */
ParleySettings *parley_settings_new (void);
void parley_settings_free (ParleySettings *settings);

int parley_settings_get_int (ParleySettings *settings, ParleySetting setting);
gboolean parley_settings_get_bool (ParleySettings *settings, ParleySetting setting);

/* Returns: (transfer none): until the next set of this setting. */
const char *parley_settings_get_string (ParleySettings *settings, ParleySetting setting);

/* For INT and BOOL. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people. */
gboolean parley_settings_set_int (ParleySettings *settings,
                                  ParleySetting setting,
                                  int value,
                                  GError **error);

/* For the other types, likewise. */
gboolean parley_settings_set_string (ParleySettings *settings,
                                     ParleySetting setting,
                                     const char *value,
                                     GError **error);

/* Returns: a number that is another one after each change. */
guint parley_settings_get_serial (ParleySettings *settings);

/* Returns: whether there is a setting of that name; @setting is untouched if not. */
gboolean parley_settings_find (const char *room, const char *name, ParleySetting *setting);

/* Reads a key file, groups named after the rooms, keys after the settings. Unknown keys are an
 * error that names them. Returns: FALSE with the first thing that is wrong and its line; what
 * is right is set. */
gboolean parley_settings_load_key_file (ParleySettings *settings, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySettings, parley_settings_free)

/* libpurple writes down all values, also those that nobody chose: so a default that changes would
 * reach nobody who has Parley already. A stored value that was the default when it was stored
 * counts as not set. Who wants a former default sets it anew, once, and keeps it.
 *
 * Whoever changes a default adds its former value to the table, with a new number. */

/* The number of the defaults that there are now. What was stored without a number has 0. */
#define PARLEY_DEFAULTS_NUMBER 1

/* Under which name it stands among the preferences, beside the rooms. */
#define PARLEY_DEFAULTS_NAME "defaults"

/* @stored: the number of the defaults when the value was stored. @number, @text: the one that
 * counts for the type. Returns: whether the value was the default then and is no longer. */
gboolean
parley_setting_was_default (ParleySetting setting, guint stored, int number, const char *text);

G_END_DECLS
