/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-watch.h"

#include <conversation.h>

/* libpurple keeps the sign for 5 s after a keystroke. */
#define INTERVAL_MS 3000

struct _ParleyWatch
{
  ParleyInstance *instance;
  ParleyTimer *timer;
};

static void
arm (ParleyWatch *watch)
{
  ParleyTimers *timers = watch->instance->timers;

  parley_timer_arm (watch->timer, parley_timers_now (timers) + INTERVAL_MS);
}

static void
look_at (ParleyWatch *watch, PurpleConversation *conv)
{
  g_autoptr (ParleyChatKey) key = NULL;

  if (purple_conv_im_get_send_typed_timeout (PURPLE_CONV_IM (conv)) == 0)
    return;
  key = parley_irc_dup_key (watch->instance->irc, purple_conversation_get_account (conv),
                            purple_conversation_get_name (conv));
  parley_engine_take_own_typing (watch->instance->engine, key);
}

static void
on_timer (gpointer data)
{
  ParleyWatch *watch = data;

  for (GList *link = purple_get_ims (); link != NULL; link = link->next)
    look_at (watch, link->data);
  arm (watch);
}

ParleyWatch *
parley_watch_new (ParleyInstance *instance)
{
  ParleyWatch *watch = g_new0 (ParleyWatch, 1);

  watch->instance = instance;
  watch->timer = parley_timer_new (instance->timers, on_timer, watch);
  arm (watch);
  return watch;
}

void
parley_watch_free (ParleyWatch *watch)
{
  parley_timer_free (watch->timer);
  g_free (watch);
}
