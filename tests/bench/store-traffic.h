/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What SQLite is asked to write in this process. */
typedef struct
{
  gint writes;  /* statements that change something */
  gint commits; /* transactions that did */
} StoreTraffic;

/* Counts in every database that is opened from now on. @traffic: borrowed until
 * store_traffic_end (), by which they must be closed. */
void store_traffic_begin (StoreTraffic *traffic);
void store_traffic_end (void);

G_END_DECLS
