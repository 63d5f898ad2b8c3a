/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-commands.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#include <cmds.h>
#include <conversation.h>

#include "parley-contact-card.h"
#include "parley-switch.h"

struct _ParleyCommands
{
  PurpleCmdId id;
};

/* @rest: what stands behind the verb. */
typedef void (*VerbFunc) (ParleyInstance *instance, PurpleConversation *conv, const char *rest);

static void
switch_to (ParleyInstance *instance, PurpleConversation *conv, ParleyMode mode)
{
  parley_switch (instance, purple_conversation_get_account (conv),
                 purple_conversation_get_name (conv), mode);
}

static void
do_on (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_AUTO);
}

static void
do_draft (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_DRAFT);
}

static void
do_countdown (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_COUNTDOWN);
}

static void
do_shadow (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_SHADOW);
}

static void
do_off (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_OFF);
}

static ParleyChatKey *
dup_key (PurpleConversation *conv)
{
  return parley_contacts_dup_key (purple_conversation_get_account (conv),
                                  purple_conversation_get_name (conv));
}

static void
do_stop (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  parley_switch_stop (instance, purple_conversation_get_account (conv),
                      purple_conversation_get_name (conv));
}

/* In every chat, until it is said again. */
static void
do_pause (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);
  gboolean paused = !parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED);

  parley_switch_pause (instance, paused, key);
}

/* Drafts */

/* Returns: FALSE if @rest is neither empty nor a number. */
static gboolean
read_number (const char *rest, guint *number)
{
  guint64 value = 0;

  if (*rest != '\0' && !g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static void
do_send (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);
  guint number;

  if (read_number (rest, &number))
    parley_engine_send_proposal (instance->engine, key, number);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Use /parley send, or /parley send and the draft's number."));
}

static void
do_edit (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);

  if (*rest != '\0')
    parley_engine_edit_proposal (instance->engine, key, rest);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Write what the draft should say: /parley edit I'll be there."));
}

static void
do_drop (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);

  parley_engine_drop_proposal (instance->engine, key);
}

static void
do_again (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);

  parley_engine_again (instance->engine, key, rest);
}

/* @dup_text: what the engine has to tell of a chat. */
static void
tell (ParleyInstance *instance,
      PurpleConversation *conv,
      char *(*dup_text) (ParleyEngine *engine, const ParleyChatKey *key))
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);
  g_autofree char *text = dup_text (instance->engine, key);

  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_status (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  tell (instance, conv, parley_engine_dup_status);
}

static void
do_why (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  tell (instance, conv, parley_engine_dup_why);
}

static void
do_forget (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (conv);

  parley_switch_forget (instance, key);
}

static void
tell_persona (ParleyInstance *instance, const ParleyChatKey *key)
{
  g_autofree char *persona = parley_host_dup_persona (PARLEY_HOST (instance->host), key);
  g_autofree char *text
      = persona != NULL
            ? g_strdup_printf (_ ("To this person you sound like this: %s"), persona)
            : g_strdup (_ ("To this person you sound as to everybody. Write how it should be "
                           "instead: /parley persona Formal and brief."));

  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_persona (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  PurpleAccount *account = purple_conversation_get_account (conv);
  const char *name = purple_conversation_get_name (conv);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (*rest != '\0'
      && !parley_contact_card_set_persona (account, name,
                                           g_str_equal (rest, "default") ? "" : rest))
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("This works only for people in your buddy list."));
  else
    tell_persona (instance, key);
}

typedef struct
{
  const char *name;
  VerbFunc run;
} Verb;

static const Verb verbs[] = {
  { "on", do_on },         { "draft", do_draft },   { "countdown", do_countdown },
  { "shadow", do_shadow }, { "off", do_off },       { "stop", do_stop },
  { "pause", do_pause },   { "send", do_send },     { "edit", do_edit },
  { "drop", do_drop },     { "again", do_again },   { "status", do_status },
  { "why", do_why },       { "forget", do_forget }, { "persona", do_persona },
};

static PurpleCmdRet
on_command (PurpleConversation *conv, const char *name, char **args, char **error, void *data)
{
  ParleyInstance *instance = data;
  g_autoptr (ParleyChatKey) key = dup_key (conv);
  g_autofree char *line = g_strstrip (g_strdup (args[0] != NULL ? args[0] : ""));
  gsize length = strcspn (line, " ");
  g_autofree char *wanted = g_strndup (line, length);

  parley_engine_take_command (instance->engine, key);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      if (!g_str_equal (verbs[i].name, wanted))
        continue;
      verbs[i].run (instance, conv, g_strchug (line + length));
      return PURPLE_CMD_RET_OK;
    }
  *error = g_strdup (
      _ ("Use /parley on, draft, countdown, shadow, off, stop, pause, send, edit, drop, again, "
         "status, why, persona or forget."));
  return PURPLE_CMD_RET_FAILED;
}

ParleyCommands *
parley_commands_new (ParleyInstance *instance)
{
  ParleyCommands *commands = g_new0 (ParleyCommands, 1);

  commands->id = purple_cmd_register (
      "parley", "s", PURPLE_CMD_P_PLUGIN, PURPLE_CMD_FLAG_IM | PURPLE_CMD_FLAG_ALLOW_WRONG_ARGS,
      NULL, on_command,
      _ ("parley on|draft|countdown|shadow|off: let Parley answer this person for you, write "
         "drafts "
         "for you to send, send them when a countdown is over, only watch, or nothing at all.\n"
         "parley stop|pause: be silent here until switched on again, or in all chats until said "
         "again.\n"
         "parley send|edit|drop: send, change or drop the draft you see.\n"
         "parley again: have another draft written; you may add how: /parley again shorter.\n"
         "parley status|why|persona|forget: say what it is doing, or why it waits, is silent or "
         "answers, say how you sound to this person, or remove all that it remembers of them."),
      instance);
  return commands;
}

void
parley_commands_free (ParleyCommands *commands)
{
  purple_cmd_unregister (commands->id);
  g_free (commands);
}
