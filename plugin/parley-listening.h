/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <prefs.h>
#include <signals.h>

G_BEGIN_DECLS

/* What Parley hears of libpurple, in whose callbacks anybody may unload it: another plugin that
 * hears the same signal, or one of what Parley does meanwhile. libpurple then goes on from a place
 * in its list that may not be gone, and so does our own code. So Parley is unloaded when no
 * callback is under way, and what libpurple has in its lists goes in a later turn of the main loop;
 * nobody is called by it meanwhile. */
typedef struct _ParleyListening ParleyListening;

/* Returns: (transfer full). */
ParleyListening *parley_listening_new (void);

/* @listening: (transfer full). @func: called with @data when no callback is under way: mostly at
 * once, else as the outermost one comes back. From then on nobody is called; if it is NULL from now
 * on. */
void parley_listening_end (ParleyListening *listening, GDestroyNotify func, gpointer data);

/* @signal: of @emitter. @marshal: libpurple's, for the signal's values. @callback: is called with
 * those and @data. */
void parley_listening_add (ParleyListening *listening,
                           void *emitter,
                           const char *signal,
                           PurpleSignalMarshalFunc marshal,
                           PurpleCallback callback,
                           gpointer data);
void parley_listening_add_at (ParleyListening *listening,
                              void *emitter,
                              const char *signal,
                              int priority,
                              PurpleSignalMarshalFunc marshal,
                              PurpleCallback callback,
                              gpointer data);

/* @name: of a preference: it, and those below it. */
void parley_listening_add_pref (ParleyListening *listening,
                                const char *name,
                                PurplePrefCallback callback,
                                gpointer data);

/* Around what is called otherwise, as if it were one of the callbacks. */
void parley_listening_enter (ParleyListening *listening);
void parley_listening_leave (ParleyListening *listening);

G_END_DECLS
