/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-absence.h"
#include "context/parley-context.h"
#include "engine/parley-departures.h"

G_BEGIN_DECLS

/* Whether an answer waits for the user in the chat. */
typedef gboolean (*ParleyDraftWaitsFunc) (gpointer owner, const ParleyChatKey *key);

/* Collects what happened in the chats of some accounts since the user left them, from what is
 * remembered, without a model. @departures: borrowed, as they are now. @accounts: (element-type
 * ParleyChatKey): referenced; their persons don't count. @draft_waits: called with @owner until it
 * is done; not after @cancellable is cancelled. */
void parley_absence_read_async (ParleyContext *context,
                                ParleyDepartures *departures,
                                GPtrArray *accounts,
                                ParleyDraftWaitsFunc draft_waits,
                                gpointer owner,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Returns: (transfer full) (element-type ParleyAbsence): the most pressing first; NULL with
 * %G_IO_ERROR_CANCELLED. */
GPtrArray *parley_absence_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
