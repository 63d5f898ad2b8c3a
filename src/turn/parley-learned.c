/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-learned.h"

#include "base/parley-error.h"

ParleyLearned *
parley_learned_parse (const char *text, GError **error)
{
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "not yet");
  return NULL;
}

void
parley_learned_free (ParleyLearned *learned)
{
}
