/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-commands.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#include <cmds.h>
#include <conversation.h>
#include <util.h>

#include "commands/parley-command-help.h"
#include "commands/parley-command-set.h"
#include "contacts/parley-contact-card.h"
#include "commands/parley-entry.h"
#include "parley-prefs.h"
#include "dialogs/parley-dialogs.h"
#include "rehearsal/parley-rehearsal.h"
#include "contacts/parley-switch.h"

struct _ParleyCommands
{
  GArray *ids; /* of PurpleCmdId */
};

static ParleyChatKey *
dup_key (ParleyInstance *instance, PurpleConversation *conv)
{
  return parley_irc_dup_key (instance->irc, purple_conversation_get_account (conv),
                             purple_conversation_get_name (conv));
}

static void
switch_to (ParleyInstance *instance, PurpleConversation *conv, ParleyMode mode)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_switch (instance, purple_conversation_get_account (conv), key->person, mode);
}

static void
do_on (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_switch_on (instance, purple_conversation_get_account (conv), key->person);
}

static void
do_go (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_switch_go_on (instance, purple_conversation_get_account (conv), key->person);
}

static void
do_auto (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_AUTO);
}

static void
do_draft (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  switch_to (instance, conv, PARLEY_MODE_DRAFT);
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

/* Returns: (transfer none): what it means now for the account. */
static const char *
trust_names (ParleyInstance *instance, PurpleAccount *account, gboolean trusted)
{
  if (!parley_irc_can_trust (account))
    return _ ("Nothing was changed: this works only on IRC.");
  parley_irc_trust (instance->irc, account, trusted);
  if (!trusted)
    return _ (
        "On this account names prove nothing now: Parley knows people by where they connect from.");
  return _ ("Parley now trusts names on this account: whoever the server says is logged in to the "
            "account of their own name is that person, wherever they connect from, and nobody else "
            "is. Use this only if names are registered there and the server tells the truth about "
            "it. To undo it: /parley trust-names off");
}

static void
do_trust_names (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  gboolean off = g_ascii_strcasecmp (rest, "off") == 0;
  g_autofree char *text = NULL;

  if (off || *rest == '\0')
    text = g_strdup (trust_names (instance, purple_conversation_get_account (conv), !off));
  else
    text = g_strdup_printf (_ ("Nothing was changed, because Parley doesn't understand “%s”. %s"),
                            rest, _ ("Type: /parley trust-names, or: /parley trust-names off"));
  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_stop (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  parley_switch_stop (instance, purple_conversation_get_account (conv),
                      purple_conversation_get_name (conv));
}

/* A number of minutes, or with a unit behind it; a month at most. */
static gboolean
read_time (const char *text, gint64 *seconds)
{
  static const struct
  {
    const char *unit;
    int factor;
  } units[] = { { "", 60 },       { "s", 1 },        { "min", 60 },     { "m", 60 },
                { "mins", 60 },   { "minute", 60 },  { "minutes", 60 }, { "h", 3600 },
                { "hour", 3600 }, { "hours", 3600 }, { "day", 86400 },  { "days", 86400 } };
  gsize digits = strspn (text, "0123456789");
  g_autofree char *number = g_strndup (text, digits);
  g_autofree char *unit = g_strstrip (g_strdup (text + digits));
  gint64 value;

  if (!g_ascii_string_to_signed (number, 10, 1, 31 * 86400, &value, NULL))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_ascii_strcasecmp (unit, units[i].unit) == 0)
        *seconds = value * units[i].factor;
    }
  return *seconds > 0 && *seconds <= 31 * 86400;
}

/* Never the other way: who types it twice is in a hurry. */
static void
do_pause (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  g_autofree char *doubt = NULL;
  gint64 seconds = 0;

  if (*rest != '\0' && read_time (rest, &seconds))
    {
      parley_switch_pause_for (instance, seconds, key);
      return;
    }
  parley_switch_pause (instance, TRUE, key);
  if (*rest == '\0')
    return;
  doubt = g_strdup_printf (_ ("Parley doesn't understand “%s”, so it is paused until you type "
                              "/parley go. Give a time like this: /parley pause 10 min"),
                           rest);
  parley_host_tell_user (PARLEY_HOST (instance->host), key, doubt);
}

/* @rest: how long, as a setting is typed, but a bare number means seconds. The countdown
 * is the same for everybody, so the user is told what it is now. */
static void
do_countdown (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  gboolean bare = *rest != '\0' && rest[strspn (rest, "0123456789")] == '\0';
  g_autofree char *time = g_strconcat (rest, bare ? " s" : "", NULL);
  g_autofree char *line = NULL;
  g_autoptr (GError) error = NULL;

  if (*rest != '\0'
      && !parley_prefs_set_text (instance->prefs, PARLEY_SETTING_GUARD_COUNTDOWN_MS, time, &error))
    {
      line = g_strdup_printf (
          _ ("Nothing was changed. Give a time like this: /parley countdown 20 s. %s"),
          error->message);
      parley_host_tell_user (PARLEY_HOST (instance->host), key, line);
      return;
    }
  if (*rest != '\0')
    {
      line = parley_command_set_dup_news (instance, PARLEY_SETTING_GUARD_COUNTDOWN_MS);
      parley_host_tell_user (PARLEY_HOST (instance->host), key, line);
    }
  switch_to (instance, conv, PARLEY_MODE_COUNTDOWN);
}

/* Drafts */

static void
do_send (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  guint number;

  if (parley_verb_read_number (rest, &number))
    parley_engine_send_proposal (instance->engine, key, number);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Type /parley send, or /parley send and the draft's number."));
}

static void
do_edit (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  if (*rest != '\0')
    parley_engine_edit_proposal (instance->engine, key, rest);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Type what the draft should say: /parley edit I'll be there."));
}

static void
do_take (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  guint number;

  if (parley_verb_read_number (rest, &number))
    parley_entry_take_draft (instance->entry, key, number);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Type /parley take, or /parley take and the draft's number."));
}

static void
do_drop (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  guint number;

  if (parley_verb_read_number (rest, &number))
    parley_engine_drop_proposal (instance->engine, key, number);
  else
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("Use /parley drop, or /parley drop and the draft's number."));
}

static void
do_drafts (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_engine_show_drafts (instance->engine, key);
}

static void
do_again (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_engine_again (instance->engine, key, rest);
}

static void
do_catchup (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_engine_catch_up (instance->engine, key);
}

/* @dup_text: what the engine has to tell of a chat. */
static void
tell (ParleyInstance *instance,
      PurpleConversation *conv,
      char *(*dup_text) (ParleyEngine *engine, const ParleyChatKey *key))
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
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
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_switch_forget (instance, key);
}

static void
do_prompt (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_prompt_window_open (instance->dialogs->prompt, key);
}

static void
tell_persona (ParleyInstance *instance, const ParleyChatKey *key)
{
  g_autofree char *persona = parley_host_dup_persona (PARLEY_HOST (instance->host), key);
  g_autofree char *text = persona != NULL
                              ? g_strdup_printf (_ ("Your style with this person: %s"), persona)
                              : g_strdup (_ ("You use your general style with this person. To "
                                             "change that: /parley persona Formal and brief."));

  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static void
do_persona (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  PurpleAccount *account = purple_conversation_get_account (conv);
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  if (*rest != '\0'
      && !parley_contact_card_set_persona (account, key->person,
                                           g_str_equal (rest, "default") ? "" : rest))
    parley_host_tell_user (PARLEY_HOST (instance->host), key,
                           _ ("This works only for people in your buddy list."));
  else
    tell_persona (instance, key);
}

static void
do_set (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);

  parley_command_set (instance, key, rest);
}

static void do_help (ParleyInstance *instance, PurpleConversation *conv, const char *rest);

static const ParleyVerb verbs[] = {
  { "on", NULL,
    N_ ("Switch it on for this person, in the mode you used last (the first time: auto)."), do_on },
  { "go", NULL, N_ ("Go on after a stop or a pause, or after you wrote here."), do_go },
  { "auto", NULL, N_ ("Answer this person for you."), do_auto },
  { "draft", NULL, N_ ("Write drafts for this person; you send them or not."), do_draft },
  { "countdown", N_ ("[TIME]"), N_ ("Answer this person after a countdown that you can stop."),
    do_countdown },
  { "shadow", NULL, N_ ("Only watch; /parley status says what it would have answered."),
    do_shadow },
  { "off", NULL, N_ ("Switch it off for this person."), do_off },
  { "stop", NULL, N_ ("Be silent here until you type /parley go."), do_stop, TRUE },
  { "pause", N_ ("[TIME]"),
    N_ ("Be silent in all chats until you type /parley go, or for a time: 10 min."), do_pause },
  { "send", N_ ("[NUMBER]"), N_ ("Send the draft you see."), do_send },
  { "edit", N_ ("[NUMBER] TEXT"), N_ ("Replace the draft with your own words."), do_edit },
  { "take", N_ ("[NUMBER]"),
    N_ ("Put the draft where you write, so that you can change it and send it yourself."),
    do_take },
  { "drop", N_ ("[NUMBER]"), N_ ("Drop the draft."), do_drop },
  { "drafts", NULL, N_ ("List the drafts that wait, to choose from."), do_drafts },
  /* Translators: what the user wishes of the draft, typed behind the command */
  { "again", N_ ("[WISH]"), N_ ("Write another draft; you can say how: again shorter."), do_again },
  { "catchup", NULL, N_ ("Have the model sum up what you missed here; nothing of it is kept."),
    do_catchup },
  { "status", NULL, N_ ("Say what it is doing here."), do_status },
  { "why", NULL, N_ ("Say why it waits, answers or is silent."), do_why },
  { "persona", N_ ("[TEXT]"),
    N_ ("Show your style with this person, or change it; “default”: your general style."),
    do_persona },
  { "prompt", NULL, N_ ("Show all that the model would get here now; nothing is sent."),
    do_prompt },
  { "forget", NULL, N_ ("Forget all that it remembers about this person."), do_forget },
  { "trust-names", "[off]",
    N_ ("On IRC: trust registered names, so whoever is logged in to one is that person."),
    do_trust_names },
  { "set", N_ ("[NAME [VALUE]]"), N_ ("Explain a setting, or change it; “default” resets it."),
    do_set },
  { "help", N_ ("[WORD]"), N_ ("Explain a command or a setting, or list the commands."), do_help },
  { NULL },
};

static void
do_help (ParleyInstance *instance, PurpleConversation *conv, const char *rest)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  g_autofree char *help = parley_command_help (instance, verbs, rest);

  parley_host_tell_user (PARLEY_HOST (instance->host), key, help);
}

static PurpleCmdRet
run (ParleyInstance *instance, PurpleConversation *conv, char **args, char **error)
{
  g_autoptr (ParleyChatKey) key = dup_key (instance, conv);
  g_autofree char *line = g_strstrip (g_strdup (args[0] != NULL ? args[0] : ""));
  gsize length = strcspn (line, " ");
  g_autofree char *wanted = g_strndup (line, length);
  const char *rest = g_strchug (line + length);
  const ParleyVerb *verb = parley_verbs_find (verbs, *wanted != '\0' ? wanted : "help");
  g_autofree char *complaint = NULL;
  g_autofree char *unheeded = NULL;

  if (parley_rehearsal_take_command (instance->rehearsal, conv, wanted, rest))
    return PURPLE_CMD_RET_OK;
  parley_engine_take_command (instance->engine, key);
  if (verb != NULL)
    {
      unheeded = parley_verb_run (verb, instance, conv, rest);
      if (unheeded != NULL)
        parley_host_tell_user (PARLEY_HOST (instance->host), key, unheeded);
      return PURPLE_CMD_RET_OK;
    }
  complaint = parley_verbs_dup_complaint (verbs, wanted);
  *error = g_markup_escape_text (complaint, -1);
  return PURPLE_CMD_RET_FAILED;
}

static PurpleCmdRet
on_command (PurpleConversation *conv, const char *name, char **args, char **error, void *data)
{
  ParleyInstance *instance = data;
  ParleyListening *listening = instance->listening;
  PurpleCmdRet result;

  parley_listening_enter (listening);
  result = run (instance, conv, args, error);
  parley_listening_leave (listening);
  return result;
}

/* Clients show help as HTML. */
static void
add (ParleyCommands *commands, ParleyInstance *instance, const char *name, const char *help)
{
  g_autofree char *escaped = g_markup_escape_text (help, -1);
  g_autofree char *html = purple_strdup_withhtml (escaped);
  PurpleCmdId id = purple_cmd_register (name, "s", PURPLE_CMD_P_PLUGIN,
                                        PURPLE_CMD_FLAG_IM | PURPLE_CMD_FLAG_ALLOW_WRONG_ARGS, NULL,
                                        on_command, html, instance);

  g_array_append_val (commands->ids, id);
}

/* Clients complete the names of commands and nothing behind them, so "parley on" is one, too. It
 * is never run: libpurple takes what stands before the first blank for the command. */
static void
add_for_completion (ParleyCommands *commands, ParleyInstance *instance)
{
  for (const ParleyVerb *verb = verbs; verb->name != NULL; verb++)
    {
      g_autofree char *name = g_strconcat ("parley ", verb->name, NULL);
      g_autofree char *help = parley_verb_dup_help (verb);

      add (commands, instance, name, help);
    }
}

ParleyCommands *
parley_commands_new (ParleyInstance *instance)
{
  ParleyCommands *commands = g_new0 (ParleyCommands, 1);
  g_autofree char *help = parley_verbs_dup_help (verbs);

  commands->ids = g_array_new (FALSE, FALSE, sizeof (PurpleCmdId));
  add (commands, instance, "parley", help);
  add_for_completion (commands, instance);
  return commands;
}

void
parley_commands_free (ParleyCommands *commands)
{
  for (guint i = 0; i < commands->ids->len; i++)
    purple_cmd_unregister (g_array_index (commands->ids, PurpleCmdId, i));
  g_array_unref (commands->ids);
  g_free (commands);
}
