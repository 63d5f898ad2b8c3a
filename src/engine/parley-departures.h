/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Since when the user is away, account by account: a departure stands until the user was told what
 * happened since then, also across restarts. */
typedef struct _ParleyDepartures ParleyDepartures;

/* What an earlier run kept is there now. */
typedef void (*ParleyDeparturesFunc) (gpointer owner);

/* @store: (nullable): borrowed, must outlive the result; NULL: for this sitting only. @loaded:
 * called once if there is a store, never after the result is freed. Returns: (transfer full). */
ParleyDepartures *
parley_departures_new (ParleyStore *store, ParleyDeparturesFunc loaded, gpointer owner);
void parley_departures_free (ParleyDepartures *departures);

/* The user left, at @wall, seconds since 1970. Who is away already stays so from when they were. */
void parley_departures_begin (ParleyDepartures *departures,
                              const char *protocol,
                              const char *account,
                              gint64 wall);

/* Returns: since when, seconds since 1970; -1: not away. */
gint64
parley_departures_get (ParleyDepartures *departures, const char *protocol, const char *account);

/* What happened until @wall was told, and is not told again. */
void parley_departures_end (ParleyDepartures *departures,
                            const char *protocol,
                            const char *account,
                            gint64 wall);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyDepartures, parley_departures_free)

G_END_DECLS
