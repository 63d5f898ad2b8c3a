/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine-fixture.h"
#include "test-server.h"

G_BEGIN_DECLS

/* An engine that asks a real server of the test's: the clock is the test's, the network is real. */
typedef struct
{
  Fixture base;
  ParleyTestServer *server;
  ParleyChatKey *carol;
  guint n_seen; /* requests that the test has dealt with */
  guint n_ends; /* outcomes of tries, likewise */
} World;

void world_set_up (World *w, gconstpointer data);
/* The same, with a store. */
void world_set_up_kept (World *w, gconstpointer data);
void world_tear_down (World *w, gconstpointer data);

/* Lets virtual time pass. */
void world_leap (World *w, gint64 ms);

/* Returns: the next request, which must have come by now, or be on its way. */
ParleyTestPeer *world_next (World *w);

/* Runs the loop until a try has ended that was not waited for yet. */
void world_wait_for_end (World *w);

/* Answers the next request, and waits until that has come of it. */
void world_refuse_with (World *w, guint status, const char *body);

/* Returns: (transfer none): what was asked. */
const char *world_answer (World *w, const char *text);

/* Answers the next request, and waits for nothing. @usage: an object that comes behind the text.
 * Returns: (transfer none): who asked. */
ParleyTestPeer *world_give (World *w, const char *text, const char *usage);

/* The same as world_answer (), with @usage. */
const char *world_answer_with (World *w, const char *text, const char *usage);

/* So many came in all. */
void world_expect_requests (World *w, guint n);

/* Returns: how many lines the user was told that have @part in them. */
guint world_count_told (World *w, const char *part);

G_END_DECLS
