/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-data.h"

G_BEGIN_DECLS

/* The rules of the house, data/prompts/rules*.txt. A model is given one way to be silent: tools
 * where it has any, else words. */
typedef struct
{
  char *text;       /* for all */
  char *with_tools; /* what is added for those that have tools */
  char *with_words; /* and for those that have none */
  char *told;       /* the words of the first two, as parley_echo_dup_words () gives them */
} ParleyRules;

/* Returns: (transfer full). */
ParleyRules *parley_rules_new (ParleyData *data);
void parley_rules_free (ParleyRules *rules);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRules, parley_rules_free)

G_END_DECLS
