/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Calls to the world outside that may fail. They are counted, and those of a stretch do fail. */
typedef enum
{
  SIM_CALL_OPEN,
  SIM_CALL_READ,
  SIM_CALL_WRITE,
  SIM_CALL_SYNC,
  SIM_CALL_LOCK,
  SIM_CALL_NAME, /* rename, remove, make a folder */
  SIM_CALL_SIZE, /* truncate, map */
  SIM_CALL_REQUEST,
  SIM_CALL_PIECE, /* of an answer */
  SIM_CALL_SAY,   /* libpurple: the conversation takes it */
  SIM_CALL_TELL,  /* likewise, for the user's eyes */
  SIM_N_CALLS,
} SimCall;

typedef struct
{
  gboolean on;    /* they are counted */
  guint64 n;      /* so far */
  guint64 from;   /* the first one that fails */
  guint64 length; /* how many do */
  guint of[SIM_N_CALLS];
  SimCall first; /* what the first one was that failed */
} SimFaults;

/* Returns: whether this call is to fail. @faults: (nullable): none does. */
gboolean sim_faults_strike (SimFaults *faults, SimCall call);

/* Returns: errno of such a call that fails. */
int sim_faults_get_errno (SimCall call);

const char *sim_call_to_string (SimCall call);

G_END_DECLS
