/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* Tells systemd, twice in each time that a unit sets with WatchdogSec=, that the main loop runs. */
typedef struct _ParleyWatchdog ParleyWatchdog;

/* @environment: as g_get_environ () gives it. @timers: borrowed. Returns: (transfer full)
 * (nullable): NULL if nobody wants to hear it. */
ParleyWatchdog *parley_watchdog_new (char **environment, ParleyTimers *timers);
void parley_watchdog_free (ParleyWatchdog *watchdog);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyWatchdog, parley_watchdog_free)

G_END_DECLS
