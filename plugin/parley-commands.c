/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-commands.h"

#include <glib/gi18n-lib.h>

#include <cmds.h>
#include <conversation.h>
#include <log.h>

#include "parley-switch.h"

struct _ParleyCommands
{
  PurpleCmdId id;
};

typedef void (*VerbFunc) (ParleyInstance *instance, PurpleConversation *conv);

static void
do_on (ParleyInstance *instance, PurpleConversation *conv)
{
  parley_switch (instance, purple_conversation_get_account (conv),
                 purple_conversation_get_name (conv), TRUE);
}

static void
do_off (ParleyInstance *instance, PurpleConversation *conv)
{
  parley_switch (instance, purple_conversation_get_account (conv),
                 purple_conversation_get_name (conv), FALSE);
}

/* @dup_text: what the engine has to tell of a chat. */
static void
tell (ParleyInstance *instance,
      PurpleConversation *conv,
      char *(*dup_text) (ParleyEngine *engine, const ParleyChatKey *key))
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (purple_conversation_get_account (conv),
                                                           purple_conversation_get_name (conv));
  g_autofree char *text = dup_text (instance->engine, key);

  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_status (ParleyInstance *instance, PurpleConversation *conv)
{
  tell (instance, conv, parley_engine_dup_status);
}

static void
do_why (ParleyInstance *instance, PurpleConversation *conv)
{
  tell (instance, conv, parley_engine_dup_why);
}

/* The client's own log is not ours to delete. */
static void
tell_of_logs (ParleyInstance *instance, PurpleConversation *conv, const ParleyChatKey *key)
{
  g_autofree char *folder = purple_log_get_log_dir (
      PURPLE_LOG_IM, purple_conversation_get_name (conv), purple_conversation_get_account (conv));
  g_autofree char *text = NULL;

  if (folder == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR))
    return;
  text = g_strdup_printf (_ ("Your own log still holds this chat: %s"), folder);
  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_forget (ParleyInstance *instance, PurpleConversation *conv)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (purple_conversation_get_account (conv),
                                                           purple_conversation_get_name (conv));

  parley_engine_forget_person (instance->engine, key);
  tell_of_logs (instance, conv, key);
}

typedef struct
{
  const char *name;
  VerbFunc run;
} Verb;

static const Verb verbs[] = {
  { "on", do_on },   { "off", do_off },       { "status", do_status },
  { "why", do_why }, { "forget", do_forget },
};

static PurpleCmdRet
on_command (PurpleConversation *conv, const char *name, char **args, char **error, void *data)
{
  ParleyInstance *instance = data;
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (purple_conversation_get_account (conv),
                                                           purple_conversation_get_name (conv));
  const char *wanted = args[0] != NULL ? args[0] : "";

  parley_engine_take_command (instance->engine, key);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      if (!g_str_equal (verbs[i].name, wanted))
        continue;
      verbs[i].run (instance, conv);
      return PURPLE_CMD_RET_OK;
    }
  *error = g_strdup (
      _ ("Use /parley on, /parley off, /parley status, /parley why or /parley forget."));
  return PURPLE_CMD_RET_FAILED;
}

ParleyCommands *
parley_commands_new (ParleyInstance *instance)
{
  ParleyCommands *commands = g_new0 (ParleyCommands, 1);

  commands->id = purple_cmd_register ("parley", "w", PURPLE_CMD_P_PLUGIN,
                                      PURPLE_CMD_FLAG_IM | PURPLE_CMD_FLAG_ALLOW_WRONG_ARGS, NULL,
                                      on_command,
                                      _ ("parley on|off|status|why|forget: let Parley answer this "
                                         "person for you, stop it, say what it "
                                         "is doing, or why it waits, is silent or answers, or "
                                         "remove all that it remembers of them."),
                                      instance);
  return commands;
}

void
parley_commands_free (ParleyCommands *commands)
{
  purple_cmd_unregister (commands->id);
  g_free (commands);
}
