/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* @rest: what stands behind the verb, without blanks around it. */
typedef void (*ParleyVerbFunc) (ParleyInstance *instance,
                                PurpleConversation *conv,
                                const char *rest);

/* One word that may stand behind /parley. Text is marked for translation, not translated. */
typedef struct
{
  const char *name;
  const char *arguments; /* (nullable): "[NUMBER]" */
  const char *help;      /* one sentence */
  ParleyVerbFunc run;
  gboolean silences; /* done also where the user added what nobody understands: silence is safe */
} ParleyVerb;

/* A table of verbs ends with one that has no name. */

/* Returns: (transfer full): "/parley edit TEXT: …". */
char *parley_verb_dup_help (const ParleyVerb *verb);

/* Does what the user typed. Words that the verb has no use for are never passed over.
 * Returns: (transfer full) (nullable): what to tell the user of such words. */
char *parley_verb_run (const ParleyVerb *verb,
                       ParleyInstance *instance,
                       PurpleConversation *conv,
                       const char *rest);

/* A draft's number, or 0 where there is none. Returns: FALSE if @rest is neither empty nor one. */
gboolean parley_verb_read_number (const char *rest, guint *number);

/* Returns: (transfer full): that of all, a line each. */
char *parley_verbs_dup_help (const ParleyVerb *verbs);

/* Returns: (transfer none) (nullable). */
const ParleyVerb *parley_verbs_find (const ParleyVerb *verbs, const char *name);

/* Returns: (transfer full): a sentence for somebody who typed a verb that there is not. */
char *parley_verbs_dup_complaint (const ParleyVerb *verbs, const char *typed);

/* Returns: (transfer full): what /parley help says. @word: a verb, a setting, or "". */
char *parley_command_help (ParleyInstance *instance, const ParleyVerb *verbs, const char *word);

G_END_DECLS
