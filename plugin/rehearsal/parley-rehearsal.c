/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "rehearsal/parley-rehearsal.h"

#include <glib/gi18n-lib.h>

#include "commands/parley-command-help.h"
#include "dialogs/parley-finch.h"
#include "parley-prefs.h"
#include "rehearsal/parley-rehearsal-host.h"
#include "rehearsal/parley-stage.h"

struct _ParleyRehearsal
{
  ParleyInstance *instance;
  ParleyTimer *turn;  /* for what can't be done in a window that closes */
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

  parley_stage_tell (
      rehearsal->stage,
      _ ("Write as somebody who writes to you, and see what they would get while you are away. "
         "Nothing goes to a contact, and nothing is remembered after you close this window."));
  parley_stage_tell (rehearsal->stage, disclosure);
}

static void
begin (ParleyRehearsal *rehearsal)
{
  static const ParleyStageFuncs funcs = { take_line, take_typing, take_closing };

  rehearsal->stage = parley_stage_new (_ ("Talk to my Parley"), _ ("My Parley"), &funcs, rehearsal);
  if (rehearsal->stage == NULL)
    {
      g_autofree char *trouble = g_strdup_printf (
          /* Translators: the name of a protocol */
          _ ("You have an account with the protocol “%s”. Remove it, and try "
             "again."),
          parley_stage_get_protocol_name ());

      parley_notice (rehearsal->instance->plugin, PURPLE_NOTIFY_MSG_ERROR,
                     _ ("The window can't be opened"), trouble);
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

  if (conv == NULL)
    return;
  purple_conversation_present (conv); /* allowed: the user chose it in a menu */
  /* Pidgin gives it the partner's name when it brings it to the front. */
  purple_conversation_set_title (conv, _ ("Talk to my Parley"));
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
  if (rehearsal->stage == NULL)
    begin (rehearsal);
  present (rehearsal);
  /* The one of before is still closing. */
  rehearsal->wanted = rehearsal->stage != NULL && !is_open (rehearsal);
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
tell (ParleyInstance *instance, char *(*dup_text) (ParleyEngine *engine, const ParleyChatKey *key))
{
  ParleyRehearsal *rehearsal = instance->rehearsal;
  g_autofree char *text = dup_text (rehearsal->engine, rehearsal->key);

  parley_stage_tell (rehearsal->stage, text);
}

static void
do_status (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  tell (instance, parley_engine_dup_status);
}

static void
do_why (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  tell (instance, parley_engine_dup_why);
}

static void
do_go (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;

  parley_engine_resume (rehearsal->engine, rehearsal->key);
  do_status (instance, conv, rest);
}

static void
do_send (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;
  guint number;

  if (parley_verb_read_number (rest, &number))
    parley_engine_send_proposal (rehearsal->engine, rehearsal->key, number);
  else
    parley_stage_tell (rehearsal->stage,
                       _ ("Type /parley send, or /parley send and the draft's number."));
}

static void
do_edit (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;

  if (*rest != '\0')
    parley_engine_edit_proposal (rehearsal->engine, rehearsal->key, rest);
  else
    parley_stage_tell (rehearsal->stage,
                       _ ("Type what the draft should say: /parley edit I'll be there."));
}

static void
do_drop (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;
  guint number;

  if (parley_verb_read_number (rest, &number))
    parley_engine_drop_proposal (rehearsal->engine, rehearsal->key, number);
  else
    parley_stage_tell (rehearsal->stage,
                       _ ("Use /parley drop, or /parley drop and the draft's number."));
}

static void
do_drafts (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;

  parley_engine_show_drafts (rehearsal->engine, rehearsal->key);
}

static void
do_again (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  ParleyRehearsal *rehearsal = instance->rehearsal;

  parley_engine_again (rehearsal->engine, rehearsal->key, rest);
}

static const ParleyVerb verbs[] = {
  { "status", NULL, N_ ("Say what it is doing here."), do_status },
  { "why", NULL, N_ ("Say why it waits, answers or is silent."), do_why },
  { "go", NULL, N_ ("Go on after it left an answer to you."), do_go },
  { "on", NULL, N_ ("Go on after it left an answer to you."), do_go },
  { "send", N_ ("[NUMBER]"), N_ ("Send the draft you see."), do_send },
  { "edit", N_ ("[NUMBER] TEXT"), N_ ("Replace the draft with your own words."), do_edit },
  { "drop", N_ ("[NUMBER]"), N_ ("Drop the draft."), do_drop },
  { "drafts", NULL, N_ ("List the drafts that wait, to choose from."), do_drafts },
  /* Translators: what the user wishes of the draft, typed behind the command */
  { "again", N_ ("[WISH]"), N_ ("Write another draft; you can say how: again shorter."), do_again },
  { NULL },
};

static void
tell_help (ParleyRehearsal *rehearsal)
{
  g_autofree char *help = parley_verbs_dup_help (verbs);
  g_autofree char *text = g_strdup_printf (
      "%s\n%s", _ ("This is a rehearsal, not a real chat. Here you can use:"), help);

  parley_stage_tell (rehearsal->stage, text);
}

gboolean
parley_rehearsal_take_command (ParleyRehearsal *rehearsal,
                               PurpleConversation *conv,
                               const char *verb,
                               const char *rest)
{
  const ParleyVerb *found = parley_verbs_find (verbs, verb);
  g_autofree char *unheeded = NULL;

  if (!is_open (rehearsal) || conv != parley_stage_get_conversation (rehearsal->stage))
    return FALSE;
  if (found != NULL)
    unheeded = parley_verb_run (found, rehearsal->instance, conv, rest);
  else
    tell_help (rehearsal);
  if (unheeded != NULL)
    parley_stage_tell (rehearsal->stage, unheeded);
  return TRUE;
}
