/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-host.h"

G_BEGIN_DECLS

/* What a protocol and its server do with what is sent: read from a profile of
 * tests/support/protocols, or IRC's, of which libpurple shows each line at once. */
typedef struct
{
  char *id;
  gboolean shows;  /* it is written during the call */
  guint echoes;    /* lines that come later */
  gint64 delay_ms; /* until they do; 0: as long as servers take */
  char *instead;   /* (nullable): what they say */
  char *setting;   /* (nullable): of the account: its name */
  char *value;     /* and what it says */
} SimServer;

/* @number: any. Returns: (transfer full). */
SimServer *sim_server_new (guint64 number);
void sim_server_free (SimServer *server);

G_END_DECLS
