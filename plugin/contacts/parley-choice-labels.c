/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-choice-labels.h"

#include <glib/gi18n-lib.h>

const char *
parley_mode_get_label (ParleyMode mode)
{
  static const char *const labels[PARLEY_N_MODES] = {
    [PARLEY_MODE_OFF] = N_ ("Off"),
    [PARLEY_MODE_SHADOW] = N_ ("Watch only"),
    [PARLEY_MODE_DRAFT] = N_ ("Write drafts"),
    [PARLEY_MODE_COUNTDOWN] = N_ ("Count down"),
    [PARLEY_MODE_AUTO] = N_ ("Answer for me"),
  };

  return _ (labels[mode]);
}

const char *
parley_mode_explain (ParleyMode mode)
{
  static const char *const sentences[PARLEY_N_MODES] = {
    [PARLEY_MODE_OFF] = N_ ("Parley reads nothing."),
    [PARLEY_MODE_SHADOW] = N_ ("Parley writes answers for you to look at, and never sends them."),
    [PARLEY_MODE_DRAFT] = N_ ("Parley shows you each answer, and you send it or not."),
    [PARLEY_MODE_COUNTDOWN] = N_ ("Parley shows you each answer, and sends it unless you stop it."),
    [PARLEY_MODE_AUTO] = N_ ("Parley sends answers by itself."),
  };

  return _ (sentences[mode]);
}

const ParleyRuleLabel *
parley_rule_get_labels (void)
{
  static const ParleyRuleLabel labels[] = {
    { PARLEY_RULE_ALWAYS, N_ ("Always") },
    { PARLEY_RULE_AWAY, N_ ("When I'm away") },
    { PARLEY_RULE_IDLE, N_ ("When I'm idle") },
    { PARLEY_RULE_UNAVAILABLE, N_ ("When I'm on “Do not disturb”") },
    { PARLEY_RULE_HOURS, N_ ("At certain hours…") },
    { NULL, NULL },
  };

  return labels;
}

gboolean
parley_rule_label_is_hours (const ParleyRuleLabel *label)
{
  return g_str_equal (label->rule, PARLEY_RULE_HOURS);
}

gboolean
parley_rule_label_fits (const ParleyRuleLabel *label, const char *rule)
{
  if (rule == NULL || !parley_rule_check (rule, NULL))
    return FALSE;
  return parley_rule_label_is_hours (label) ? g_str_has_prefix (rule, label->rule)
                                            : g_str_equal (rule, label->rule);
}
