/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-auto-reply.h"

#include <connection.h>
#include <conversation.h>
#include <signals.h>

/* serv_got_im() emits "receiving-im-msg" and "received-im-msg", writes the message, and answers if
 * the connection is flagged for it. There is no signal for the answer, and the preference is the
 * user's and on disk. So the flag is taken off its connection from "received-im-msg" until the call
 * is over: until the next message comes, in the same turn of the loop, or the loop turns. */
struct _ParleyAutoReply
{
  ParleyInstance *instance;
  PurpleConnection *muted; /* without the flag that it had, or NULL */
  ParleyTimer *turn;
};

static void
unmute (ParleyAutoReply *auto_reply)
{
  if (auto_reply->muted != NULL)
    auto_reply->muted->flags |= PURPLE_CONNECTION_AUTO_RESP;
  auto_reply->muted = NULL;
  parley_timer_disarm (auto_reply->turn);
}

static void
mute (ParleyAutoReply *auto_reply, PurpleConnection *gc)
{
  ParleyTimers *timers = auto_reply->instance->timers;

  gc->flags &= ~PURPLE_CONNECTION_AUTO_RESP;
  auto_reply->muted = gc;
  parley_timer_arm (auto_reply->turn, parley_timers_now (timers));
}

/* Where Parley only watches, or rests, it has no answer that libpurple's would stand beside. */
static gboolean
is_ours (ParleyInstance *instance, PurpleAccount *account, const char *who)
{
  g_autoptr (ParleyChatKey) key = NULL;
  ParleyFacts facts = { 0 };

  key = parley_irc_dup_key (instance->irc, account, who);
  if (!parley_contacts_may_be_chosen (instance->contacts, account, key->person))
    return FALSE;
  parley_host_get_facts (PARLEY_HOST (instance->host), key, &facts);
  return facts.mode > PARLEY_MODE_SHADOW && !facts.rule_rests && !facts.rule_broken
         && parley_engine_judge_person (instance->engine, key) == PARLEY_VERDICT_ALLOWED;
}

/* Returns: FALSE: the message may come. */
static gboolean
on_receiving (PurpleAccount *account,
              char **who,
              char **message,
              PurpleConversation *conv,
              PurpleMessageFlags *flags,
              ParleyAutoReply *auto_reply)
{
  unmute (auto_reply);
  return FALSE;
}

static void
on_received (PurpleAccount *account,
             const char *who,
             const char *message,
             PurpleConversation *conv,
             PurpleMessageFlags flags,
             ParleyAutoReply *auto_reply)
{
  PurpleConnection *gc = purple_account_get_connection (account);

  unmute (auto_reply);
  if (gc != NULL && (gc->flags & PURPLE_CONNECTION_AUTO_RESP) != 0
      && is_ours (auto_reply->instance, account, who))
    mute (auto_reply, gc);
}

static void
on_signing_off (PurpleConnection *gc, ParleyAutoReply *auto_reply)
{
  unmute (auto_reply);
}

static void
on_turn (gpointer data)
{
  unmute (data);
}

ParleyAutoReply *
parley_auto_reply_new (ParleyInstance *instance)
{
  ParleyAutoReply *auto_reply = g_new0 (ParleyAutoReply, 1);
  void *conversations = purple_conversations_get_handle ();
  ParleyListening *listening = instance->listening;

  auto_reply->instance = instance;
  auto_reply->turn = parley_timer_new (instance->timers, on_turn, auto_reply);
  parley_listening_add (listening, conversations, "receiving-im-msg",
                        purple_marshal_BOOLEAN__POINTER_POINTER_POINTER_POINTER_POINTER,
                        PURPLE_CALLBACK (on_receiving), auto_reply);
  parley_listening_add (listening, conversations, "received-im-msg",
                        purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER_UINT,
                        PURPLE_CALLBACK (on_received), auto_reply);
  parley_listening_add (listening, purple_connections_get_handle (), "signing-off",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_signing_off), auto_reply);
  return auto_reply;
}

void
parley_auto_reply_free (ParleyAutoReply *auto_reply)
{
  unmute (auto_reply);
  parley_timer_free (auto_reply->turn);
  g_free (auto_reply);
}
