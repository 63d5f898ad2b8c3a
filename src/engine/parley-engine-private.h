/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-context.h"
#include "engine/parley-engine.h"

G_BEGIN_DECLS

/* What the files of an engine share: parley-engine.c takes what happens, parley-engine-reports.c
 * tells the user of all chats and of what is remembered. */

struct _ParleyEngine
{
  ParleyContext *context;
  GHashTable *sessions; /* of ParleySession by their own ParleyChatKey */
  ParleyWelcome *welcome;
  GPtrArray *unanswered; /* of ParleyChatKey: chats in which an earlier run left something */
  char *notice;          /* what the user has still to be told; NULL: nothing */
};

G_END_DECLS
