/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-rules.h"

#include "brain/parley-echo.h"

/* Nothing repeats the end of the one with the beginning of the other. */
#define BETWEEN "\n"

static char *
dup_told (const ParleyRules *rules)
{
  g_autofree char *text = parley_echo_dup_words (rules->text);
  g_autofree char *with_tools = parley_echo_dup_words (rules->with_tools);

  return g_strconcat (text, BETWEEN, with_tools, NULL);
}

ParleyRules *
parley_rules_new (ParleyData *data)
{
  ParleyRules *rules = g_new0 (ParleyRules, 1);

  rules->text = parley_data_dup_text (data, "prompts/rules.txt");
  rules->with_tools = parley_data_dup_text (data, "prompts/rules-tools.txt");
  rules->with_words = parley_data_dup_text (data, "prompts/rules-words.txt");
  rules->told = dup_told (rules);
  return rules;
}

void
parley_rules_free (ParleyRules *rules)
{
  g_free (rules->text);
  g_free (rules->with_tools);
  g_free (rules->with_words);
  g_free (rules->told);
  g_free (rules);
}
