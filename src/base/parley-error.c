/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-error.h"

G_DEFINE_QUARK (parley - error - quark, parley_error)

const char *
parley_error_to_word (const GError *error)
{
  static const char *const words[] = {
    [PARLEY_ERROR_AUTH] = "auth",
    [PARLEY_ERROR_RATE_LIMITED] = "rate_limited",
    [PARLEY_ERROR_OVERLOADED] = "overloaded",
    [PARLEY_ERROR_CONTEXT_TOO_LONG] = "context_too_long",
    [PARLEY_ERROR_BAD_RESPONSE] = "bad_response",
    [PARLEY_ERROR_CUT] = "cut",
    [PARLEY_ERROR_TIMEOUT] = "timeout",
    [PARLEY_ERROR_UNREACHABLE] = "unreachable",
    [PARLEY_ERROR_REFUSED] = "refused",
    [PARLEY_ERROR_CONFIGURATION] = "configuration",
  };

  return error->domain == PARLEY_ERROR ? words[error->code] : "other";
}

gboolean
parley_error_is_passing (const GError *error)
{
  return g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_RATE_LIMITED)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_OVERLOADED)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_CUT)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_TIMEOUT)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE);
}

gboolean
parley_error_is_refusal (const GError *error)
{
  return g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_AUTH)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_RATE_LIMITED)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_OVERLOADED)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
}
