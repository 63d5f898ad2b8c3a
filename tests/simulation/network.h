/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"
#include "faults.h"

G_BEGIN_DECLS

/* A network on which there is one model server. It stands in the place of libsoup's session below
 * the stream, so that the real exchange, its times, the readers and the dialects are what runs. */

typedef enum
{
  SIM_ANSWER_ENDS,   /* as HTTP says */
  SIM_ANSWER_CUT,    /* the connection breaks */
  SIM_ANSWER_STALLS, /* nothing more ever comes */
  SIM_ANSWER_NOBODY, /* there is no connection */
} SimAnswerEnd;

typedef struct
{
  guint connect_ms;
  guint first_ms; /* from there to the status */
  guint piece_ms; /* between two pieces */
  guint status;   /* of HTTP */
  GString *body;
  gsize piece; /* bytes a piece, not 0 */
  SimAnswerEnd end;
} SimAnswer;

typedef struct
{
  const char *host;
  const char *path;
  const char *key;  /* (nullable): the header that shows it */
  const char *body; /* (nullable) */
} SimAsked;

/* Returns: (transfer full): what the server does with a request. */
typedef SimAnswer *(*SimAsk) (gpointer data, const SimAsked *asked);

typedef struct
{
  ParleyTimers *timers; /* borrowed */
  SimAsk ask;
  gpointer data;
  SimFaults *faults; /* (nullable): what fails; borrowed */
  guint n_open;      /* requests that did not end */
} SimNetwork;

/* @network: borrowed until sim_network_end (). */
void sim_network_begin (SimNetwork *network);
void sim_network_end (void);

SimAnswer *sim_answer_new (void);
void sim_answer_free (SimAnswer *answer);

G_END_DECLS
