/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-knowledge.h"

/* The profile that learned from chats is SWIFT without its weights. */
static ParleyLearned *
load_learned (ParleyData *data)
{
  g_autofree char *text = parley_data_dup_text (data, "window/learned.ini");
  g_autoptr (GError) error = NULL;
  ParleyLearned *learned = text != NULL ? parley_learned_parse (text, &error) : NULL;

  if (learned == NULL)
    g_message ("window/learned.ini: %s; the learned window is that of “swift”",
               error != NULL ? error->message : "not there");
  return learned;
}

ParleyKnowledge *
parley_knowledge_new (const char *user_dir)
{
  ParleyKnowledge *knowledge = g_new0 (ParleyKnowledge, 1);
  g_autoptr (ParleyData) data = parley_data_new (user_dir);

  knowledge->lexicon = parley_lexicon_new (data);
  knowledge->disclosures = parley_lexicon_dup_disclosures (knowledge->lexicon);
  knowledge->withhold = parley_withhold_new (knowledge->lexicon);
  knowledge->protocols = parley_protocols_new (data);
  knowledge->channels = parley_channels_new (knowledge->protocols);
  knowledge->services = parley_services_new (knowledge->protocols);
  knowledge->rules = parley_rules_new (data);
  knowledge->persona = parley_persona_new (user_dir);
  knowledge->complexity = parley_complexity_words_new (data);
  knowledge->learned = load_learned (data);
  knowledge->predictor = parley_data_dup_text (data, "prompts/prediction.txt");
  knowledge->catchup = parley_data_dup_text (data, "prompts/catchup.txt");
  knowledge->summarizer = parley_data_dup_text (data, "prompts/summary.txt");
  knowledge->trouble = g_strdup (parley_data_get_trouble (data));
  return knowledge;
}

void
parley_knowledge_free (ParleyKnowledge *knowledge)
{
  g_clear_pointer (&knowledge->learned, parley_learned_free);
  g_strfreev (knowledge->disclosures);
  parley_withhold_free (knowledge->withhold);
  parley_lexicon_free (knowledge->lexicon);
  parley_protocols_free (knowledge->protocols);
  parley_channels_free (knowledge->channels);
  parley_services_free (knowledge->services);
  parley_rules_free (knowledge->rules);
  parley_persona_free (knowledge->persona);
  parley_complexity_words_free (knowledge->complexity);
  g_free (knowledge->predictor);
  g_free (knowledge->summarizer);
  g_free (knowledge->catchup);
  g_free (knowledge->trouble);
  g_free (knowledge);
}

gboolean
parley_knowledge_name_proves (const ParleyKnowledge *knowledge, const ParleyChatKey *key)
{
  return parley_protocols_name_proves (knowledge->protocols, key->protocol, key->person);
}
