/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-token-budget.h"

#define TOKENS_PER_MESSAGE 4

/* Quarters of a token. */
#define ASCII_QUARTERS     1
#define TWO_BYTES_QUARTERS 2
#define OTHER_QUARTERS     4

#define HISTORY_DIVISOR    4

static guint
find_window (ParleySettings *settings, guint told, gboolean remote)
{
  int chosen = parley_settings_get_int (settings, PARLEY_SETTING_BRAIN_WINDOW);

  if (told > 0)
    return told;
  if (chosen > 0)
    return (guint) chosen;
  return (guint) parley_settings_get_int (settings, remote ? PARLEY_SETTING_BRAIN_WINDOW_REMOTE
                                                           : PARLEY_SETTING_BRAIN_WINDOW_LOCAL);
}

static guint
take_share (guint window, ParleySettings *settings, ParleySetting percent)
{
  return (guint) ((guint64) window * (guint64) parley_settings_get_int (settings, percent) / 100);
}

ParleyTokenBudget
parley_token_budget_new (ParleySettings *settings, guint told, gboolean remote)
{
  guint window = find_window (settings, told, remote);
  int history = parley_settings_get_int (settings, PARLEY_SETTING_BRAIN_HISTORY_TOKENS);

  return (ParleyTokenBudget){
    .window = window,
    .soft = take_share (window, settings, PARLEY_SETTING_BRAIN_SOFT_TOKENS),
    .hard = take_share (window, settings, PARLEY_SETTING_BRAIN_HARD_TOKENS),
    .history = MIN ((guint) history, window / HISTORY_DIVISOR),
  };
}

gboolean
parley_token_budget_is_small (const ParleyTokenBudget *budget)
{
  return budget->window < PARLEY_SMALL_WINDOW;
}

guint
parley_tokens_estimate (const char *text)
{
  guint64 quarters = 0;

  /* By the first byte of each character: whole prompts are counted. */
  for (const char *p = text; *p != '\0'; p++)
    {
      guchar c = (guchar) *p;

      if (c < 0x80)
        quarters += ASCII_QUARTERS;
      else if (c >= 0xe0)
        quarters += OTHER_QUARTERS;
      else if (c >= 0xc0)
        quarters += TWO_BYTES_QUARTERS;
    }
  return (guint) ((quarters + 3) / 4);
}

guint
parley_tokens_estimate_bytes (gsize bytes)
{
  return (guint) MIN ((bytes + 3) / 4, G_MAXUINT / 2);
}

static guint
estimate_calls (const GPtrArray *calls)
{
  guint tokens = 0;

  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);

      tokens += parley_tokens_estimate (call->name) + parley_tokens_estimate (call->arguments);
    }
  return tokens;
}

guint
parley_tokens_estimate_request (const ParleyRequest *request)
{
  guint tokens = 0;

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      tokens += TOKENS_PER_MESSAGE + parley_tokens_estimate (message->text)
                + estimate_calls (message->calls);
    }
  for (guint i = 0; i < request->tools->len; i++)
    {
      const ParleyToolSpec *tool = g_ptr_array_index (request->tools, i);

      tokens += parley_tokens_estimate (tool->name) + parley_tokens_estimate (tool->description)
                + parley_tokens_estimate (tool->schema);
    }
  return tokens;
}
