/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-rehearsal.h"

#include <glib/gi18n-lib.h>

#include <notify.h>

#include "parley-prefs.h"
#include "parley-rehearsal-host.h"
#include "parley-stage.h"

struct _ParleyRehearsal
{
  ParleyInstance *instance;
  ParleyTimer *turn;  /* for what can't be done in a menu, or in a window that closes */
  gboolean wanted;    /* the user wants to see the window */
  ParleyStage *stage; /* NULL: there is no rehearsal */
  ParleyRehearsalHost *host;
  ParleyEngine *engine;
  ParleyChatKey *key;
};

static void
take_line (gpointer data, const char *text)
{
  ParleyRehearsal *rehearsal = data;
  const ParleyLineFacts facts = { .received = TRUE };

  parley_engine_take_line (rehearsal->engine, rehearsal->key, &facts, text,
                           parley_timers_wall (rehearsal->instance->timers));
}

static void
take_typing (gpointer data, PurpleTypingState state)
{
  static const ParleyTyping typings[] = {
    [PURPLE_NOT_TYPING] = PARLEY_TYPING_NONE,
    [PURPLE_TYPING] = PARLEY_TYPING_ACTIVE,
    [PURPLE_TYPED] = PARLEY_TYPING_PAUSED,
  };
  ParleyRehearsal *rehearsal = data;

  parley_engine_take_typing (rehearsal->engine, rehearsal->key, typings[state]);
}

static void
arm (ParleyRehearsal *rehearsal)
{
  parley_timer_arm (rehearsal->turn, parley_timers_now (rehearsal->instance->timers));
}

static void
take_closing (gpointer data)
{
  arm (data);
}

static void
end (ParleyRehearsal *rehearsal)
{
  g_clear_pointer (&rehearsal->engine, parley_engine_free);
  g_clear_object (&rehearsal->host);
  g_clear_pointer (&rehearsal->stage, parley_stage_free);
}

/* What leaves the machine is the same as in a real chat. */
static void
introduce (ParleyRehearsal *rehearsal)
{
  g_autofree char *disclosure = parley_engine_dup_disclosure (rehearsal->engine);

  parley_stage_tell (rehearsal->stage,
                     _ ("Write as somebody who writes to you would, and see how they would be "
                        "answered while you are away. None of it goes to any contact, and nothing "
                        "is remembered once you close this window."));
  parley_stage_tell (rehearsal->stage, disclosure);
}

static void
begin (ParleyRehearsal *rehearsal)
{
  static const ParleyStageFuncs funcs = { take_line, take_typing, take_closing };

  rehearsal->stage = parley_stage_new (_ ("Talk to my Parley"), _ ("My Parley"), &funcs, rehearsal);
  if (rehearsal->stage == NULL)
    {
      purple_notify_error (rehearsal->instance->plugin, _ ("Parley"),
                           _ ("The window can't be opened"),
                           _ ("You have an account that is called “Parley (rehearsal)”. Remove it, "
                              "and try again."));
      return;
    }
  rehearsal->host = parley_rehearsal_host_new (rehearsal->stage);
  rehearsal->engine
      = parley_engine_new_rehearsal (rehearsal->instance->engine, PARLEY_HOST (rehearsal->host));
  introduce (rehearsal);
}

static gboolean
is_open (ParleyRehearsal *rehearsal)
{
  return rehearsal->stage != NULL && parley_stage_get_conversation (rehearsal->stage) != NULL;
}

static void
present (ParleyRehearsal *rehearsal)
{
  PurpleConversation *conv
      = rehearsal->stage != NULL ? parley_stage_get_conversation (rehearsal->stage) : NULL;

  if (conv != NULL)
    purple_conversation_present (conv); /* allowed: the user chose it in a menu */
}

static void
on_turn (gpointer data)
{
  ParleyRehearsal *rehearsal = data;

  if (!is_open (rehearsal))
    end (rehearsal);
  if (!rehearsal->wanted)
    return;
  rehearsal->wanted = FALSE;
  if (rehearsal->stage == NULL)
    begin (rehearsal);
  present (rehearsal);
}

ParleyRehearsal *
parley_rehearsal_new (ParleyInstance *instance)
{
  ParleyRehearsal *rehearsal = g_new0 (ParleyRehearsal, 1);

  rehearsal->instance = instance;
  rehearsal->turn = parley_timer_new (instance->timers, on_turn, rehearsal);
  rehearsal->key = parley_chat_key_new ("parley", "rehearsal", "rehearsal");
  return rehearsal;
}

void
parley_rehearsal_free (ParleyRehearsal *rehearsal)
{
  parley_timer_free (rehearsal->turn);
  end (rehearsal);
  parley_chat_key_free (rehearsal->key);
  g_free (rehearsal);
}

void
parley_rehearsal_open (ParleyRehearsal *rehearsal)
{
  parley_prefs_flush (rehearsal->instance->prefs);
  present (rehearsal);
  rehearsal->wanted = !is_open (rehearsal);
  if (rehearsal->wanted)
    arm (rehearsal);
}

void
parley_rehearsal_forget_backend (ParleyRehearsal *rehearsal)
{
  if (rehearsal->engine != NULL)
    parley_engine_forget_backend (rehearsal->engine);
}

/* Commands */

static void
do_status (ParleyRehearsal *rehearsal, const char *rest)
{
  g_autofree char *text = parley_engine_dup_status (rehearsal->engine, rehearsal->key);

  parley_stage_tell (rehearsal->stage, text);
}

static void
do_why (ParleyRehearsal *rehearsal, const char *rest)
{
  g_autofree char *text = parley_engine_dup_why (rehearsal->engine, rehearsal->key);

  parley_stage_tell (rehearsal->stage, text);
}

static void
do_on (ParleyRehearsal *rehearsal, const char *rest)
{
  parley_engine_resume (rehearsal->engine, rehearsal->key);
  do_status (rehearsal, rest);
}

static void
do_send (ParleyRehearsal *rehearsal, const char *rest)
{
  guint64 number = 0;

  g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &number, NULL);
  parley_engine_send_proposal (rehearsal->engine, rehearsal->key, (guint) number);
}

static void
do_edit (ParleyRehearsal *rehearsal, const char *rest)
{
  if (*rest != '\0')
    parley_engine_edit_proposal (rehearsal->engine, rehearsal->key, rest);
  else
    parley_stage_tell (rehearsal->stage,
                       _ ("Write what the draft should say: /parley edit I'll be there."));
}

static void
do_drop (ParleyRehearsal *rehearsal, const char *rest)
{
  parley_engine_drop_proposal (rehearsal->engine, rehearsal->key);
}

gboolean
parley_rehearsal_take_command (ParleyRehearsal *rehearsal,
                               PurpleConversation *conv,
                               const char *verb,
                               const char *rest)
{
  static const struct
  {
    const char *name;
    void (*run) (ParleyRehearsal *rehearsal, const char *rest);
  } verbs[] = { { "status", do_status }, { "why", do_why },   { "on", do_on },
                { "send", do_send },     { "edit", do_edit }, { "drop", do_drop } };

  if (!is_open (rehearsal) || conv != parley_stage_get_conversation (rehearsal->stage))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      if (!g_str_equal (verbs[i].name, verb))
        continue;
      verbs[i].run (rehearsal, rest);
      return TRUE;
    }
  parley_stage_tell (rehearsal->stage,
                     _ ("This is a rehearsal, not a chat with a person. Here you can use "
                        "/parley status, why, on, send, edit and drop."));
  return TRUE;
}
