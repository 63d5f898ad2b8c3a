/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When somebody is answered, as it is stored: "always", "away", "idle", "unavailable", or
 * "hours:Mon-Fri 09:00-17:00" (settings/parley-hours.h). */
#define PARLEY_RULE_ALWAYS      "always"
#define PARLEY_RULE_AWAY        "away"
#define PARLEY_RULE_IDLE        "idle"
#define PARLEY_RULE_UNAVAILABLE "unavailable"
#define PARLEY_RULE_HOURS       "hours:"

/* What rules look at: the user, as an account shows them, and their clock. */
typedef struct
{
  gboolean away;        /* away, also for long */
  gboolean idle;        /* the machine is not used */
  gboolean unavailable; /* not to be disturbed */
  GDateTime *local;     /* borrowed */
} ParleyRuleFacts;

/* In the order of care: of several, the last one counts. */
typedef enum
{
  PARLEY_RULE_HOLDS,  /* answers are wanted now */
  PARLEY_RULE_RESTS,  /* at another time */
  PARLEY_RULE_BROKEN, /* it can't be read: nothing is wanted until the user says what they meant */
} ParleyRuleState;

/* @rule: as it is stored, whatever it is. */
ParleyRuleState parley_rule_judge (const char *rule, const ParleyRuleFacts *facts);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people if @rule is none. */
gboolean parley_rule_check (const char *rule, GError **error);

G_END_DECLS
