/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-listening.h"

#include <core.h>

#include "base/parley-timers.h"

/* A dialog may run a main loop of its own in a handler of a signal: then it is tried again. */
#define TRY_AGAIN_MS 100

struct _ParleyListening
{
  GPtrArray *ears;   /* of Ear */
  guint depth;       /* callbacks under way */
  guint prefs_depth; /* of preferences, those that libpurple goes on from */
  gboolean ending;
  gboolean ended;
  GDestroyNotify func; /* NULL: nothing is to be done at the end */
  gpointer data;
  ParleyTimers *timers; /* NULL: it did not end; Parley's own are gone then */
  ParleyTimer *quiet;
};

/* One callback. */
typedef struct
{
  ParleyListening *listening;
  PurpleSignalMarshalFunc marshal; /* NULL: of a preference */
  PurpleCallback callback;
  PurplePrefCallback pref_callback;
  gpointer data;
} Ear;

ParleyListening *
parley_listening_new (void)
{
  ParleyListening *listening = g_new0 (ParleyListening, 1);

  listening->ears = g_ptr_array_new_with_free_func (g_free);
  return listening;
}

/* --- the end --- */

/* In the outermost main loop nothing of libpurple is under way. */
static void
on_quiet (gpointer data)
{
  ParleyListening *listening = data;

  if (g_main_depth () > 1)
    {
      parley_timer_arm (listening->quiet, parley_timers_now (listening->timers) + TRY_AGAIN_MS);
      return;
    }
  if (purple_get_core () != NULL)
    {
      purple_signals_disconnect_by_handle (listening);
      purple_prefs_disconnect_by_handle (listening);
    }
  parley_timer_free (listening->quiet);
  parley_timers_unref (listening->timers);
  g_ptr_array_unref (listening->ears);
  g_free (listening);
}

static void
end (ParleyListening *listening)
{
  listening->ended = TRUE;
  if (listening->prefs_depth == 0)
    purple_prefs_disconnect_by_handle (listening);
  if (listening->func != NULL)
    listening->func (listening->data);
  listening->timers = parley_timers_new (parley_clock_get_system (), NULL);
  listening->quiet = parley_timer_new (listening->timers, on_quiet, listening);
  parley_timer_arm (listening->quiet, parley_timers_now (listening->timers));
}

void
parley_listening_end (ParleyListening *listening, GDestroyNotify func, gpointer data)
{
  listening->ending = TRUE;
  listening->func = func;
  listening->data = data;
  if (listening->depth == 0 || func == NULL)
    end (listening);
}

/* --- being called --- */

void
parley_listening_enter (ParleyListening *listening)
{
  listening->depth++;
}

void
parley_listening_leave (ParleyListening *listening)
{
  listening->depth--;
  if (listening->ending && !listening->ended && listening->depth == 0)
    end (listening);
}

static void *
on_signal (va_list values, Ear *ear)
{
  void *result = NULL;

  if (ear->listening->ended)
    return NULL;
  parley_listening_enter (ear->listening);
  ear->marshal (ear->callback, values, ear->data, &result);
  parley_listening_leave (ear->listening);
  return result;
}

static void
on_pref (const char *name, PurplePrefType type, gconstpointer value, gpointer data)
{
  Ear *ear = data;

  if (ear->listening->ended)
    return;
  ear->listening->prefs_depth++;
  parley_listening_enter (ear->listening);
  ear->pref_callback (name, type, value, ear->data);
  parley_listening_leave (ear->listening);
  ear->listening->prefs_depth--;
}

/* --- listening --- */

static Ear *
add_ear (ParleyListening *listening, gpointer data)
{
  Ear *ear = g_new0 (Ear, 1);

  ear->listening = listening;
  ear->data = data;
  g_ptr_array_add (listening->ears, ear);
  return ear;
}

void
parley_listening_add_at (ParleyListening *listening,
                         void *emitter,
                         const char *signal,
                         int priority,
                         PurpleSignalMarshalFunc marshal,
                         PurpleCallback callback,
                         gpointer data)
{
  Ear *ear = add_ear (listening, data);

  ear->marshal = marshal;
  ear->callback = callback;
  purple_signal_connect_priority_vargs (emitter, signal, listening, PURPLE_CALLBACK (on_signal),
                                        ear, priority);
}

void
parley_listening_add (ParleyListening *listening,
                      void *emitter,
                      const char *signal,
                      PurpleSignalMarshalFunc marshal,
                      PurpleCallback callback,
                      gpointer data)
{
  parley_listening_add_at (listening, emitter, signal, PURPLE_SIGNAL_PRIORITY_DEFAULT, marshal,
                           callback, data);
}

void
parley_listening_add_pref (ParleyListening *listening,
                           const char *name,
                           PurplePrefCallback callback,
                           gpointer data)
{
  Ear *ear = add_ear (listening, data);

  ear->pref_callback = callback;
  purple_prefs_connect_callback (listening, name, on_pref, ear);
}
