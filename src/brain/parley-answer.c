/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-answer.h"

#include <string.h>

#include "base/parley-text.h"

/* What the rules tell a model to write when nothing needs an answer. */
#define SILENCE "[silence]"

/* Some servers put the opening tag into the prompt, so that only the end of the reasoning is seen.
 */
#define END_OF_REASONING "</think>"

static const char *
skip_reasoning (const char *completion)
{
  const char *end = g_strrstr (completion, END_OF_REASONING);

  return end != NULL ? end + strlen (END_OF_REASONING) : completion;
}

char *
parley_answer_dup_text (const char *completion)
{
  g_autofree char *text
      = parley_text_dup_clean (skip_reasoning (completion), PARLEY_ANSWER_MAX_BYTES);

  if (*text == '\0' || g_ascii_strcasecmp (text, SILENCE) == 0)
    return NULL;
  return g_steal_pointer (&text);
}
