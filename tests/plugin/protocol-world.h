/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "double.h"
#include "headless-purple.h"

G_BEGIN_DECLS

/* The whole plugin on one protocol of others, as its double behaves, with a scripted model. Time
 * stands on the test's clock for all: libpurple, the double, Parley. It goes on by whole seconds,
 * and after each of them all is done that has become due. */
typedef struct
{
  Fixture f;
  Double *it;
  PurpleAccount *account;
  const char *person; /* in the buddy list, switched on */
  guint answered;     /* requests so far */
  GString *wire;      /* all that the protocol was handed */
  GString *shown;     /* all that the user was shown beside the messages */
} World;

/* Once in a process. */
void world_start (void);

World *world_new (const char *profile);
void world_free (World *w);

/* Whether the user keeps a log of what is said from now on: without one nothing is remembered. */
void world_log (World *w, gboolean logged);

void world_wait (World *w, int seconds);

/* Whether the model is asked within @seconds, beyond what it has answered. */
gboolean world_is_asked (World *w, int seconds);

/* The model answers the request that waits. */
void world_answer (World *w, const char *text);

/* Returns: (transfer none): the body of the request that was answered last, or waits. */
const char *world_get_request (World *w);

/* Whether @part is in it. */
gboolean world_is_read (World *w, const char *part);

/* Whether the store has @text. The plugin is loaded anew for it. */
gboolean world_is_on_disk (World *w, const char *text);

/* How many messages the protocol was handed. */
guint world_count_sent (World *w);

/* Waits until that many messages were handed over, at most so long. */
gboolean world_has_sent (World *w, guint messages, int seconds);

/* How often @part is in what was handed over, or what the user was shown. */
guint world_count_in_wire (World *w, const char *part);
guint world_count_shown (World *w, const char *part);

/* Whether @part is in what @command, "parley why", answers. */
gboolean world_says (World *w, const char *command, const char *part);

/* Whether /parley status says that it is silent because the user wrote. */
gboolean world_says_user_wrote (World *w);

G_END_DECLS
