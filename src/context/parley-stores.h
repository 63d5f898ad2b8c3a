/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-policy.h"
#include "memory/parley-forgotten-file.h"
#include "memory/parley-intents.h"
#include "memory/parley-series.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Where chats are remembered, and where it is noted what is about to be said in them: one place for
 * each privacy, so that a chat that is not kept never comes near one that is. */
typedef struct
{
  ParleyStore *kept;              /* NULL: nothing outlives the sitting */
  ParleyStore *sitting;           /* of private chats; NULL until needed */
  ParleyStore *sealed;            /* of encrypted ones, likewise */
  ParleyForgottenFile *forgotten; /* NULL as @kept */
  ParleyIntents *intents;         /* NULL as @kept */
  ParleyIntents *private_intents; /* of private and encrypted chats; NULL until needed */
  gint64 clean_at;                /* when @kept is to be cleaned up, seconds since 1970 */
} ParleyStores;

/* @user_dir: (nullable): Parley's own folder; NULL: nothing outlives the sitting. @stores: all zero
 * before. */
void parley_stores_open (ParleyStores *stores, const char *user_dir);

/* Waits for the disk %PARLEY_STORES_CLOSE_MS at most, which leaves something of a tenth of a second
 * for all else. */
#define PARLEY_STORES_CLOSE_MS 90
void parley_stores_close (ParleyStores *stores);

/* Returns: (transfer none): where a chat is remembered. */
ParleyStore *parley_stores_get (ParleyStores *stores, ParleyPrivacy privacy);

/* Returns: (transfer none): where it is noted what is about to be said in a chat. */
ParleyIntents *parley_stores_get_intents (ParleyStores *stores, ParleyPrivacy privacy);

/* Returns: (transfer full): of ParleyStore, those that there are; what is kept first. */
GPtrArray *parley_stores_list (const ParleyStores *stores);

/* Returns: whether all that was written is on the disk. */
gboolean parley_stores_are_idle (const ParleyStores *stores);

/* Has what is kept cleaned up once a day. @wall: seconds since 1970. */
void parley_stores_clean_daily (ParleyStores *stores, ParleySettings *settings, gint64 wall);

G_END_DECLS
