/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* The clocks by which the servers of the accounts stamp messages, which may be off: each shows at
 * least its newest stamp, and goes on from there. Times in seconds since 1970. */
typedef struct _ParleyServerClock ParleyServerClock;

/* Returns: (transfer full). */
ParleyServerClock *parley_server_clock_new (void);
void parley_server_clock_free (ParleyServerClock *clock);

/* What is not known to be old came on the account of @key with @stamp. */
void parley_server_clock_note (ParleyServerClock *clock,
                               const ParleyChatKey *key,
                               gint64 stamp,
                               gint64 now);

/* Returns: how long ago that was which is stamped so there, as far as is known by now, in seconds,
 * at least 0. */
gint64 parley_server_clock_get_age (ParleyServerClock *clock,
                                    const ParleyChatKey *key,
                                    gint64 stamp,
                                    gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyServerClock, parley_server_clock_free)

G_END_DECLS
