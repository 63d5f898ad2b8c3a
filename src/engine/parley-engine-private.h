/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-context.h"
#include "engine/parley-engine.h"

G_BEGIN_DECLS

/* What the files of an engine share: parley-engine.c takes what happens, parley-engine-outage.c
 * has turns wait for a model, parley-engine-reports.c tells the user of all chats and of what is
 * remembered. */

struct _ParleyEngine
{
  ParleyContext *context;
  GHashTable *sessions; /* of ParleySession by their own ParleyChatKey */
  ParleyWelcome *welcome;
  GPtrArray *unanswered; /* of ParleyChatKey: chats in which an earlier run left something */
  char *notice;          /* what the user has still to be told; NULL: nothing */
};

/* Returns: (transfer full): all sessions, to be called in turn: each may have others closed. */
GPtrArray *parley_engine_ref_sessions (ParleyEngine *engine);

/* @data: the engine. Turns that wait for a model may be asked again; one of them may, as in
 * ParleyOutageProbe. */
void parley_engine_recover (gpointer data);
gboolean parley_engine_probe (gpointer data, guint turn);

G_END_DECLS
