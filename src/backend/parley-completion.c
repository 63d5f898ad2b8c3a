/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-completion.h"

ParleyCompletion *
parley_completion_new_take (char *text, ParleyFinish finish)
{
  ParleyCompletion *completion = g_new0 (ParleyCompletion, 1);

  completion->text = text;
  completion->calls = parley_tool_calls_new ();
  completion->finish = finish;
  completion->prompt_tokens = -1;
  completion->cached_tokens = -1;
  completion->reply_tokens = -1;
  return completion;
}

void
parley_completion_free (ParleyCompletion *completion)
{
  g_free (completion->text);
  g_ptr_array_unref (completion->calls);
  g_free (completion);
}
