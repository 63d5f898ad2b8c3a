/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-policy.h"
#include "guard/parley-rule.h"

G_BEGIN_DECLS

/* What menus and dialogs offer. */
typedef struct
{
  const char *rule;  /* as stored; of hours only what goes before them */
  const char *label; /* marked for translation, not translated */
} ParleyRuleLabel;

/* Returns: (transfer none): translated: "Write drafts". */
const char *parley_mode_get_label (ParleyMode mode);

/* Returns: (transfer none): translated: what it means, for those who see it for the first time. */
const char *parley_mode_explain (ParleyMode mode);

/* Returns: (transfer none): all rules in the order to be shown, ends with a NULL rule. */
const ParleyRuleLabel *parley_rule_get_labels (void);

/* Whether the user has yet to say at which hours. */
gboolean parley_rule_label_is_hours (const ParleyRuleLabel *label);

/* @rule: (nullable): as stored. */
gboolean parley_rule_label_fits (const ParleyRuleLabel *label, const char *rule);

G_END_DECLS
