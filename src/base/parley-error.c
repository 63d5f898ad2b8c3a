/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-error.h"

/* What goes with an error beside its code and its sentence. */
typedef struct
{
  gint64 after_ms;
} ParleyErrorPrivate;

static void
parley_error_private_init (ParleyErrorPrivate *more)
{
}

static void
parley_error_private_copy (const ParleyErrorPrivate *from, ParleyErrorPrivate *to)
{
  *to = *from;
}

static void
parley_error_private_clear (ParleyErrorPrivate *more)
{
}

G_DEFINE_EXTENDED_ERROR (ParleyError, parley_error)

void
parley_error_set_after (GError *error, gint64 ms)
{
  parley_error_get_private (error)->after_ms = ms;
}

gint64
parley_error_get_after (const GError *error)
{
  const ParleyErrorPrivate *more
      = error->domain == PARLEY_ERROR ? parley_error_get_private (error) : NULL;

  return more != NULL ? more->after_ms : 0;
}

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
    [PARLEY_ERROR_NO_TOOLS] = "no_tools",
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
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION)
         || g_error_matches (error, PARLEY_ERROR, PARLEY_ERROR_NO_TOOLS);
}
