/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-context.h"
#include "engine/parley-engine.h"
#include "session/parley-session.h"

G_BEGIN_DECLS

/* What the files of an engine share: parley-engine.c takes what happens, parley-engine-lines.c
 * what is written, parley-engine-start.c
 * takes up what earlier runs left, parley-engine-outage.c has turns wait for a model,
 * parley-engine-control.c tells other programs of the user's, parley-engine-sight.c looks who has a
 * name, parley-engine-reports.c tells the user of all chats and of what is remembered. */

struct _ParleyEngine
{
  ParleyContext *context;
  GHashTable *sessions; /* of ParleySession by their own ParleyChatKey */
  ParleyWelcome *welcome;
  GPtrArray *unanswered; /* of ParleyChatKey: chats in which an earlier run left something */
  char *notice;          /* what the user has still to be told; NULL: nothing */
  const ParleyObserver *observer; /* NULL: nobody looks */
  gpointer observer_data;
};

/* @data: the engine. Turns that wait for a model may be asked again; one of them may, as in
 * ParleyOutageProbe. */
void parley_engine_recover (gpointer data);
gboolean parley_engine_probe (gpointer data, gboolean due, guint turn);

/* @data: likewise. There may be room for answers: those who wait longest have it. */
void parley_engine_give_room (gpointer data);

/* @data: likewise. Returns: whether @n chats at least wait for room, or have it and said nothing
 * yet, since before @since, monotonic ms. */
gboolean parley_engine_has_older (gpointer data, gint64 since, guint n);

/* @data: likewise. As of a #ParleyObserver. */
void parley_engine_tell_deed (gpointer data, const ParleyDeed *deed);
void parley_engine_tell_forgotten (gpointer data, const ParleyChatKey *key);

/* Nothing is kept of people who were not chosen, nor while another program does. @facts: (out):
 * what is known of the chat. Returns: (transfer none) (nullable). */
ParleySession *
parley_engine_open_session (ParleyEngine *engine, const ParleyChatKey *key, ParleyFacts *facts);

/* Another program may have had it forgotten. Returns: (transfer none) (nullable). */
ParleySession *parley_engine_find_remembered (ParleyEngine *engine, const ParleyChatKey *key);

/* The user is told in a chat that is open, or in the first that is. */
void parley_engine_notify (ParleyEngine *engine, const char *message);

/* Something happens in the chat. With the notice the application may end, or close the session.
 * @facts: (out): what is known of the chat. Returns: (transfer full) (nullable): NULL then, too. */
ParleyVisit *
parley_engine_attend (ParleyEngine *engine, const ParleyChatKey *key, ParleyFacts *facts);

/* Returns: (transfer full): all sessions, to be called in turn: each may have others closed. */
GPtrArray *parley_engine_ref_sessions (ParleyEngine *engine);

/* A session takes up what is pending by itself, unless another program is at it. */
void parley_engine_open_unanswered (ParleyEngine *engine);

/* Returns: whether whoever has the name is them, or would be known again. */
gboolean parley_engine_knows_again (ParleyEngine *engine, const ParleyChatKey *key);

/* What nobody wants answered any more is not kept either. */
void parley_engine_discard_pending (ParleyEngine *engine, const ParleyChatKey *key);

G_END_DECLS
