/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows one message, from libpurple's signal to the request and from a piece of the reply to the
 * bubble, in a build in which the compiler calls us at the beginning and the end of each function
 * (-finstrument-functions, by -Dway=true). A station is a function that is being run when the
 * message is handed on: as an event, as an effect, as a request, as a bubble. Prints each once, in
 * their order, as the number of its leg and its address; contrib/way.py has the names. */
#include "headless-purple.h"

#include <conversation.h>
#include <libsoup/soup.h>

#include "backend/parley-exchange.h"
#include "session/parley-session.h"
#include "memory/parley-intents.h"
#include "memory/parley-overseer.h"
#include "turn/parley-chat-private.h"

#define UNTRACED     __attribute__ ((no_instrument_function))

#define MAX_DEPTH    512
#define MAX_STATIONS 256

typedef enum
{
  LEG_REQUEST,
  LEG_BUBBLE,
  N_LEGS,
} Leg;

typedef struct
{
  GThread *thread; /* the host's; NULL: nothing is followed */
  Leg leg;
  gboolean has_bubble; /* the first of the reply; others come behind it */
  gpointer running[MAX_DEPTH];
  guint depth;
  gpointer stations[N_LEGS][MAX_STATIONS];
  guint n_stations[N_LEGS];
} Way;

static Way way; /* libpurple: the compiler, which hands nothing of ours to what it calls */

void __cyg_profile_func_enter (gpointer function, gpointer site) UNTRACED;
void __cyg_profile_func_exit (gpointer function, gpointer site) UNTRACED;

static UNTRACED gboolean
is_followed (void)
{
  return way.thread != NULL && way.thread == g_thread_self ();
}

static UNTRACED void
add_station (gpointer function)
{
  guint *n = &way.n_stations[way.leg];

  for (guint i = 0; i < *n; i++)
    {
      if (way.stations[way.leg][i] == function)
        return;
    }
  g_assert_cmpuint (*n, <, MAX_STATIONS);
  way.stations[way.leg][(*n)++] = function;
}

/* @to: (nullable): the function that is about to be called. */
static UNTRACED void
hand_on (gpointer to)
{
  for (guint i = 0; i < way.depth; i++)
    add_station (way.running[i]);
  if (to != NULL)
    add_station (to);
}

UNTRACED void
__cyg_profile_func_enter (gpointer function, gpointer site)
{
  if (!is_followed ())
    return;
  g_assert_cmpuint (way.depth, <, MAX_DEPTH);
  way.running[way.depth++] = function;
}

UNTRACED void
__cyg_profile_func_exit (gpointer function, gpointer site)
{
  if (is_followed () && way.depth > 0)
    way.depth--;
}

/* Where it is handed on: the linker has these called in the place of the real ones. */

void __real_parley_session_post (ParleySession *session, const ParleyEvent *event);
void __wrap_parley_session_post (ParleySession *session, const ParleyEvent *event) UNTRACED;

void
__wrap_parley_session_post (ParleySession *session, const ParleyEvent *event)
{
  gboolean reply = event->type == PARLEY_EVENT_REPLY_BUBBLE;

  if (is_followed () && (reply ? !way.has_bubble : event->type == PARLEY_EVENT_BUBBLE))
    hand_on ((gpointer) __real_parley_session_post);
  way.has_bubble = way.has_bubble || (is_followed () && reply);
  __real_parley_session_post (session, event);
}

ParleyEffect *__real_parley_chat_add_effect (ParleyChat *chat,
                                             ParleyEffectType type,
                                             gint64 now,
                                             GArray *effects);
ParleyEffect *__wrap_parley_chat_add_effect (ParleyChat *chat,
                                             ParleyEffectType type,
                                             gint64 now,
                                             GArray *effects) UNTRACED;

ParleyEffect *
__wrap_parley_chat_add_effect (ParleyChat *chat, ParleyEffectType type, gint64 now, GArray *effects)
{
  if (is_followed ()
      && (type == PARLEY_EFFECT_WINDOW || type == PARLEY_EFFECT_ASK || type == PARLEY_EFFECT_INTEND
          || type == PARLEY_EFFECT_SAY))
    hand_on ((gpointer) __real_parley_chat_add_effect);
  return __real_parley_chat_add_effect (chat, type, now, effects);
}

void __real_parley_overseer_look_async (ParleyOverseer *overseer,
                                        const char *text,
                                        gint64 now,
                                        GTimeZone *zone,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer data);
void __wrap_parley_overseer_look_async (ParleyOverseer *overseer,
                                        const char *text,
                                        gint64 now,
                                        GTimeZone *zone,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer data) UNTRACED;

void
__wrap_parley_overseer_look_async (ParleyOverseer *overseer,
                                   const char *text,
                                   gint64 now,
                                   GTimeZone *zone,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer data)
{
  if (is_followed ())
    hand_on ((gpointer) __real_parley_overseer_look_async);
  __real_parley_overseer_look_async (overseer, text, now, zone, cancellable, callback, data);
}

void __real_parley_intents_declare_async (ParleyIntents *intents,
                                          const ParleyIntent *intent,
                                          GCancellable *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer data);
void __wrap_parley_intents_declare_async (ParleyIntents *intents,
                                          const ParleyIntent *intent,
                                          GCancellable *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer data) UNTRACED;

void
__wrap_parley_intents_declare_async (ParleyIntents *intents,
                                     const ParleyIntent *intent,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data)
{
  if (is_followed ())
    hand_on ((gpointer) __real_parley_intents_declare_async);
  __real_parley_intents_declare_async (intents, intent, cancellable, callback, data);
}

void __real_parley_exchange_start (ParleyExchange *exchange);
void __wrap_parley_exchange_start (ParleyExchange *exchange) UNTRACED;

void
__wrap_parley_exchange_start (ParleyExchange *exchange)
{
  if (is_followed ())
    hand_on ((gpointer) __real_parley_exchange_start);
  __real_parley_exchange_start (exchange);
}

void __real_soup_session_send_async (SoupSession *session,
                                     SoupMessage *message,
                                     int priority,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data);
void __wrap_soup_session_send_async (SoupSession *session,
                                     SoupMessage *message,
                                     int priority,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data) UNTRACED;

/* What is asked for beside, the model's window, is no part of the way. */
void
__wrap_soup_session_send_async (SoupSession *session,
                                SoupMessage *message,
                                int priority,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  if (is_followed () && g_str_equal (soup_message_get_method (message), "POST"))
    {
      hand_on (NULL);
      way.leg = LEG_BUBBLE;
    }
  __real_soup_session_send_async (session, message, priority, cancellable, callback, data);
}

void __real_purple_conv_im_send_with_flags (PurpleConvIm *im,
                                            const char *text,
                                            PurpleMessageFlags flags);
void __wrap_purple_conv_im_send_with_flags (PurpleConvIm *im,
                                            const char *text,
                                            PurpleMessageFlags flags) UNTRACED;

void
__wrap_purple_conv_im_send_with_flags (PurpleConvIm *im, const char *text, PurpleMessageFlags flags)
{
  if (is_followed ())
    hand_on (NULL);
  way.thread = NULL; /* all that follows is what came of it */
  __real_purple_conv_im_send_with_flags (im, text, flags);
}

static void
print_stations (void)
{
  for (Leg leg = 0; leg < N_LEGS; leg++)
    {
      for (guint i = 0; i < way.n_stations[leg]; i++)
        g_print ("%u %p\n", leg, way.stations[leg][i]);
    }
}

int
main (int argc, char **argv)
{
  Fixture f;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  headless_setup (&f, NULL);
  headless_set_int ("turn/drafts", FALSE);
  headless_reload (&f);
  headless_talk (&f, 0, "Are you there?",
                 "Yes, I am."); /* the first reply of a model is read whole */
  way.thread = g_thread_self ();
  headless_talk (&f, 1, "And tomorrow?", "Tomorrow I am there, too.\n\nAll day long.");
  way.thread = NULL;
  print_stations ();
  headless_teardown (&f, NULL);
  headless_purple_stop ();
  return 0;
}
