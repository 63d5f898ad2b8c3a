/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* How long an exchange with a server is waited for. */
typedef struct _ParleyDeadlines ParleyDeadlines;

/* Milliseconds; 0 is no limit. */
typedef struct
{
  int connect;    /* until the request can be sent: address, connection, TLS */
  int first_byte; /* from the start to the first progress, connecting included */
  int idle;       /* between two signs of progress */
  int total;      /* of the whole exchange */
} ParleyTimeouts;

/* One of them is over. @error: (transfer full): a %PARLEY_ERROR that says which. */
typedef void (*ParleyDeadlinesFunc) (GError *error, gpointer data);

/* @timers: must outlive it. Nothing is waited for yet. Returns: (transfer full). */
ParleyDeadlines *parley_deadlines_new (ParleyTimers *timers,
                                       const ParleyTimeouts *timeouts,
                                       ParleyDeadlinesFunc func,
                                       gpointer data);
void parley_deadlines_free (ParleyDeadlines *deadlines);

void parley_deadlines_start (ParleyDeadlines *deadlines);

/* There is a connection, and the request goes out on it. */
void parley_deadlines_note_connected (ParleyDeadlines *deadlines);

/* Some of the answer came. */
void parley_deadlines_note_progress (ParleyDeadlines *deadlines);

/* From now on no more than @ms are left in all. */
void parley_deadlines_hurry (ParleyDeadlines *deadlines, int ms);

/* Nothing is waited for any more. */
void parley_deadlines_stop (ParleyDeadlines *deadlines);

G_END_DECLS
