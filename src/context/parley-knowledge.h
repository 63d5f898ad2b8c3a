/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-channels.h"
#include "base/parley-chat-key.h"
#include "base/parley-services.h"
#include "brain/parley-complexity.h"
#include "brain/parley-persona.h"
#include "brain/parley-prompt.h"
#include "guard/parley-withhold.h"
#include "turn/parley-learned.h"

G_BEGIN_DECLS

/* What was read from data/, or from the user's own files in its place. Nothing of it changes but
 * the persona, which says itself when it is read again. */
typedef struct
{
  ParleyLexicon *lexicon;
  GStrv disclosures; /* of all languages, as they stand before an answer */
  ParleyWithhold *withhold;
  ParleyProtocols *protocols;
  ParleyChannels *channels;
  ParleyServices *services;
  ParleyRules *rules;
  ParleyPersona *persona;
  ParleyComplexityWords *complexity;
  ParleyLearned *learned; /* NULL: its file is damaged */
  char *predictor;        /* prompts */
  char *summarizer;
  char *catchup;
  char *trouble; /* a file of the user's own that can't be read: nothing can be judged */
} ParleyKnowledge;

/* @user_dir: (nullable): Parley's own folder. Returns: (transfer full). */
ParleyKnowledge *parley_knowledge_new (const char *user_dir);
void parley_knowledge_free (ParleyKnowledge *knowledge);

/* Returns: whether a name in that protocol is the same person's for good. */
gboolean parley_knowledge_name_proves (const ParleyKnowledge *knowledge, const ParleyChatKey *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyKnowledge, parley_knowledge_free)

G_END_DECLS
