/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One error domain for all rooms. The code says what the caller does next; the message is one
 * sentence for the user that says what to change. A message never holds a key, a prompt or what
 * somebody wrote. Cancellation is not among the codes: it stays %G_IO_ERROR_CANCELLED. */
#define PARLEY_ERROR (parley_error_quark ())
GQuark parley_error_quark (void);

typedef enum
{
  PARLEY_ERROR_AUTH,             /* the key is missing or refused: ask the user for one */
  PARLEY_ERROR_RATE_LIMITED,     /* asked too often: try later */
  PARLEY_ERROR_OVERLOADED,       /* the server is in trouble: try later */
  PARLEY_ERROR_CONTEXT_TOO_LONG, /* shorten the prompt */
  PARLEY_ERROR_BAD_RESPONSE,     /* the answer is broken: show it to the user */
  PARLEY_ERROR_CUT,              /* the connection broke before the answer was whole: try later */
  PARLEY_ERROR_TIMEOUT,          /* nothing came in time: try later */
  PARLEY_ERROR_UNREACHABLE,      /* no connection: try when the network is back */
  PARLEY_ERROR_REFUSED,          /* the model declined, or was filtered: say nothing */
  PARLEY_ERROR_CONFIGURATION,    /* a setting is wrong: the user must change it */
  PARLEY_ERROR_NO_TOOLS,         /* the model takes no tools: ask it without */
} ParleyError;

/* A server wants to be left alone for @ms. @error: a %PARLEY_ERROR. */
void parley_error_set_after (GError *error, gint64 ms);

/* Returns: how long that is; 0: it did not say, or nothing is known of @error. Copies know it too.
 */
gint64 parley_error_get_after (const GError *error);

/* Returns: whether the same request may well be answered later, with nothing changed here. */
gboolean parley_error_is_passing (const GError *error);

/* Returns: whether a server refused to answer, or was never reached: nobody charges for that. */
gboolean parley_error_is_refusal (const GError *error);

/* Returns: (transfer none): a word for a log, "timeout"; "other" for foreign domains. */
const char *parley_error_to_word (const GError *error);

G_END_DECLS
