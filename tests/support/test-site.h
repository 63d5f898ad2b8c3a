/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-engine.h"
#include "test-backend.h"
#include "test-clock.h"
#include "test-host.h"

G_BEGIN_DECLS

/* An application with any number of chats: an engine with a main loop of its own, in which there is
 * nothing else, a scripted model, and the settings as they are shipped. */
typedef struct
{
  GMainContext *loop;
  ParleyTestClock clock; /* stands until parley_test_site_finish () moves it */
  ParleyTimers *timers;
  ParleySettings *settings;
  ParleyTestHost *host;
  ParleyTestBackend *backend;
  ParleyEngine *engine;
  double longest_ms; /* the loop was held for no longer, in CPU time */
} ParleyTestSite;

/* @clock: (nullable): in place of the site's own. @user_dir: (nullable): where its store is.
 * Returns: (transfer full): its loop is the thread's default one until it is freed. */
ParleyTestSite *parley_test_site_new (const ParleyClock *clock, const char *user_dir);
void parley_test_site_free (ParleyTestSite *site);

/* Returns: (transfer full): of chat number @n. */
ParleyChatKey *parley_test_site_new_key (guint n);

/* A person writes; returns when it is being read. */
void parley_test_site_write (ParleyTestSite *site, const ParleyChatKey *key, const char *text);

/* Returns when nothing is said, written or awaited in the chat. */
void parley_test_site_wait_idle (ParleyTestSite *site, const ParleyChatKey *key);

/* Lets time pass from one deadline to the next, and the model answer @answer, until all is idle.
 * Only with the site's own clock. */
void parley_test_site_finish (ParleyTestSite *site, const char *answer);

/* Forgets what the host and the model wrote down. */
void parley_test_site_forget_logs (ParleyTestSite *site);

/* Returns: how many sources the loop looks at each time. */
guint parley_test_site_count_sources (ParleyTestSite *site);

/* Lets pass @ms of the system's time. Returns: how often the loop woke up meanwhile. */
guint parley_test_site_count_wakeups (ParleyTestSite *site, guint ms);

/* Returns: milliseconds of CPU that this process has used, in all threads. */
double parley_test_site_get_cpu_ms (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTestSite, parley_test_site_free)

G_END_DECLS
