/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-rule.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"
#include "settings/parley-hours.h"

static ParleyRuleState
holds_if (gboolean wanted)
{
  return wanted ? PARLEY_RULE_HOLDS : PARLEY_RULE_RESTS;
}

/* No hours at all would be another word for “off”, and hardly what was meant. */
static gboolean
parse_hours (const char *rule, ParleyHours *hours, GError **error)
{
  const char *text = rule + strlen (PARLEY_RULE_HOURS);

  if (text[strspn (text, " ")] != '\0')
    return parley_hours_parse (text, hours, error);
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                       _ ("Write the hours like this: 22:00-07:00 or Mon-Fri 09:00-17:00."));
  return FALSE;
}

static ParleyRuleState
judge (const char *rule, const ParleyRuleFacts *facts, GError **error)
{
  ParleyHours hours;

  if (g_str_equal (rule, PARLEY_RULE_ALWAYS))
    return PARLEY_RULE_HOLDS;
  if (g_str_equal (rule, PARLEY_RULE_AWAY))
    return holds_if (facts->away);
  if (g_str_equal (rule, PARLEY_RULE_IDLE))
    return holds_if (facts->idle);
  if (g_str_equal (rule, PARLEY_RULE_UNAVAILABLE))
    return holds_if (facts->unavailable);
  if (!g_str_has_prefix (rule, PARLEY_RULE_HOURS))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("“%s” doesn't say when to answer."), rule);
      return PARLEY_RULE_BROKEN;
    }
  if (!parse_hours (rule, &hours, error))
    return PARLEY_RULE_BROKEN;
  return holds_if (facts->local != NULL && parley_hours_contain (&hours, facts->local));
}

ParleyRuleState
parley_rule_judge (const char *rule, const ParleyRuleFacts *facts)
{
  return judge (rule, facts, NULL);
}

gboolean
parley_rule_check (const char *rule, GError **error)
{
  const ParleyRuleFacts nothing = { 0 };

  return judge (rule, &nothing, error) != PARLEY_RULE_BROKEN;
}
