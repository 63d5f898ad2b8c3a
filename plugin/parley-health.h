/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "control/parley-control-tally.h"
#include "parley-instance.h"

G_BEGIN_DECLS

/* How it is now. */
ParleyHealth parley_health_read (ParleyInstance *instance);

/* Looks whether that changed, when something happened that may have changed it. What is over within
 * half a minute is no change: a connection that is made anew. */
typedef struct _ParleyHealthWatch ParleyHealthWatch;

/* @trouble: (nullable): as parley_health_get_trouble () says. */
typedef void (*ParleyHealthFunc) (gpointer data, const char *trouble);

/* Until a change is seen all was well. Returns: (transfer full). */
ParleyHealthWatch *
parley_health_watch_new (ParleyInstance *instance, ParleyHealthFunc func, gpointer data);
void parley_health_watch_free (ParleyHealthWatch *watch);

/* Something happened. */
void parley_health_watch_look (ParleyHealthWatch *watch);

G_END_DECLS
