/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"
#include "context/parley-host.h"

G_BEGIN_DECLS

/* A time in which the model gives no answers, the same for all chats: they have one server. While
 * it lasts turns wait, and the server is asked by one of them at a time: %PARLEY_OUTAGE_DELAYS
 * after the try before, once, and by another one each time, for a server may fail because of what
 * it is asked. The probe is that turn's own request, and not a cheaper one: a list of models comes
 * from many a server that can't write a word, all who wait would then ask at once, and fail at
 * once; and a probe that succeeds costs nothing, for it is an answer that is wanted. What the user
 * asks for themselves goes out at any time.
 *
 * The user hears of an outage once, of each new kind of trouble in it, and once when it is over. */
typedef struct _ParleyOutage ParleyOutage;

/* In seconds; the last one again and again. */
#define PARLEY_OUTAGE_DELAYS                                                                       \
  {                                                                                                \
    10, 30, 60, 120                                                                                \
  }

/* A server that wants to be left alone for longer is, but not for longer than this. */
#define PARLEY_OUTAGE_MAX_AFTER_MS 3600000

/* It is time to look after the turns that wait. @due: one of them is to ask again, which then calls
 * parley_outage_admit (); else none may yet. @turn: a number that grows: whose turn it is. Returns:
 * whether any waits. */
typedef gboolean (*ParleyOutageProbe) (gpointer data, gboolean due, guint turn);

/* @timers: borrowed. Returns: (transfer full). */
ParleyOutage *parley_outage_new (ParleyTimers *timers, ParleyOutageProbe probe, gpointer data);
void parley_outage_free (ParleyOutage *outage);

/* Returns: whether turns wait for its end. */
gboolean parley_outage_is_on (const ParleyOutage *outage);

/* Returns: whether @asker, any pointer of its own, may ask the model now. If it is the probe, the
 * outage waits for one of the next three. @wanted: the user waits for that very answer. */
gboolean parley_outage_admit (ParleyOutage *outage, gconstpointer asker, gboolean wanted);

/* Returns: whether @asker is the probe. */
gboolean parley_outage_is_probe (const ParleyOutage *outage, gconstpointer asker);

/* It was given up before it was known how it ends; nothing if it is not the probe. */
void parley_outage_release (ParleyOutage *outage, gconstpointer asker);

/* A turn of the chat @key waits: the user is told why, unless they know. */
void parley_outage_tell (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key);

/* A model failed that was asked in the chat @key. @untold: the user is not to hear of it. Returns:
 * whether it is likely to pass by itself. */
gboolean parley_outage_note_failure (ParleyOutage *outage,
                                     ParleyHost *host,
                                     const ParleyChatKey *key,
                                     gconstpointer asker,
                                     const GError *error,
                                     gboolean untold);

/* A model answered in the chat @key. Returns: whether turns waited for that. */
gboolean parley_outage_note_success (ParleyOutage *outage,
                                     ParleyHost *host,
                                     const ParleyChatKey *key,
                                     gboolean written);

/* There is a reason to try at once: the network is back, or it is another server. */
void parley_outage_hurry (ParleyOutage *outage);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyOutage, parley_outage_free)

G_END_DECLS
