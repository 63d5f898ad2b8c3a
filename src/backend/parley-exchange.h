/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

#include "backend/parley-deadlines.h"

G_BEGIN_DECLS

/* One HTTP request and its answer, from sending to closing: owns the message, a cancellable of its
 * own, the body stream and its deadlines. It knows nothing of what is in the body.
 *
 * It ends exactly once, by on_end, never from inside parley_exchange_start (); from then on no
 * read is under way and the stream is being closed. An answer that is no success ends it with the
 * error that its status and text say. */
typedef struct _ParleyExchange ParleyExchange;

typedef enum
{
  PARLEY_EXCHANGE_MORE,   /* read on */
  PARLEY_EXCHANGE_HOLD,   /* read nothing until parley_exchange_resume () */
  PARLEY_EXCHANGE_ENOUGH, /* end now, without an error */
} ParleyExchangeNext;

typedef struct
{
  /* A piece of the body of a successful answer; not empty. Never called once the exchange was
   * cancelled or a time ran out. */
  ParleyExchangeNext (*on_bytes) (GBytes *bytes, gpointer data);

  /* @error: (nullable): NULL at the end of the body or after ENOUGH; else a %PARLEY_ERROR or
   * %G_IO_ERROR_CANCELLED. May free the exchange. */
  void (*on_end) (const GError *error, gpointer data);
} ParleyExchangeFuncs;

typedef struct
{
  SoupSession *session; /* borrowed during the call, like all here */
  SoupMessage *message;
  ParleyTimers *timers; /* must outlive the exchange */
  ParleyTimeouts timeouts;
  gboolean told_progress;    /* a byte is none: see parley_exchange_note_progress () */
  const char *key;           /* (nullable): never quoted from an answer */
  GCancellable *cancellable; /* (nullable): cancelling closes the connection */
} ParleyExchangeSetup;

/* @funcs: must outlive the exchange. Returns: (transfer full). */
ParleyExchange *parley_exchange_new (const ParleyExchangeSetup *setup,
                                     const ParleyExchangeFuncs *funcs,
                                     gpointer data);

/* Frees an exchange that was not started, or that ended. */
void parley_exchange_free (ParleyExchange *exchange);

void parley_exchange_start (ParleyExchange *exchange);

/* Goes on after HOLD; on_end may run from inside this call. */
void parley_exchange_resume (ParleyExchange *exchange, ParleyExchangeNext next);

/* Something came that gets the reply further. A server that only says that it is there, by comments
 * and pings, makes none; without that distinction it could hold a request for the whole time. */
void parley_exchange_note_progress (ParleyExchange *exchange);

/* Lowers what is left of the total time to @ms. */
void parley_exchange_hurry (ParleyExchange *exchange, int ms);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyExchange, parley_exchange_free)

G_END_DECLS
