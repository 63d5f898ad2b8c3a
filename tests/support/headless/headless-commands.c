/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "headless.h"

/* Every command gets the words after its name; the last word keeps its blanks. */
typedef void (*CommandFunction) (gchar **words);

typedef struct
{
  const gchar *name;
  guint n_words; /* how many words it needs */
  CommandFunction run;
} Command;

static PurpleAccount *
find_account (const gchar *name)
{
  for (GList *l = purple_accounts_get_all (); l != NULL; l = l->next)
    if (g_str_equal (purple_account_get_username (l->data), name))
      return l->data;

  headless_print_text ("unknown-account", name);
  return NULL;
}

static PurpleConversation *
get_conversation (const gchar *account_name, const gchar *who)
{
  PurpleAccount *account = find_account (account_name);
  PurpleConversation *conversation;

  if (account == NULL)
    return NULL;

  conversation = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, who, account);
  if (conversation == NULL)
    conversation = purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who);
  return conversation;
}

/* The conversation with `who` on whatever account; NULL when there is none. Account and contact
 * are compared as libpurple normalises them, because conversations are renamed to full JIDs. */
static PurpleConversation *
find_open_conversation (const gchar *who)
{
  for (GList *l = purple_accounts_get_all (); l != NULL; l = l->next)
    {
      PurpleConversation *found
          = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, who, l->data);

      if (found != NULL)
        return found;
    }

  headless_print_text ("unknown-conversation", who);
  return NULL;
}

static void
set_status (PurpleStatusPrimitive primitive, const gchar *message)
{
  PurpleSavedStatus *status = purple_savedstatus_new (NULL, primitive);

  if (message != NULL && message[0] != '\0')
    purple_savedstatus_set_message (status, message);
  purple_savedstatus_activate (status);
}

static void
run_status (gchar **words)
{
  PurpleStatusPrimitive primitive = purple_primitive_get_type_from_id (words[0]);

  if (primitive == PURPLE_STATUS_UNSET)
    {
      headless_print_text ("unknown-status", words[0]);
      return;
    }
  set_status (primitive, words[1]);
  headless_print ("status %s", words[0]);
}

static void
run_account_status (gchar **words)
{
  PurpleAccount *account = find_account (words[0]);

  if (account == NULL)
    return;
  purple_account_set_status (account, words[1], TRUE, "message", words[2] != NULL ? words[2] : "",
                             NULL);
  headless_print ("status %s", words[1]);
}

static void
run_open (gchar **words)
{
  get_conversation (words[0], words[1]);
}

/* A room as its protocol has its name in one word. */
static void
run_join (gchar **words)
{
  PurpleAccount *account = find_account (words[0]);
  PurpleConnection *gc = account != NULL ? purple_account_get_connection (account) : NULL;
  GHashTable *room;

  if (gc == NULL)
    return;
  room = PURPLE_PLUGIN_PROTOCOL_INFO (purple_connection_get_prpl (gc))
             ->chat_info_defaults (gc, words[1]);
  serv_join_chat (gc, room);
  g_hash_table_unref (room);
}

static void
run_say (gchar **words)
{
  PurpleConversation *conversation = get_conversation (words[0], words[1]);
  g_autofree gchar *markup = g_markup_escape_text (words[2], -1);

  if (conversation != NULL)
    purple_conv_im_send (PURPLE_CONV_IM (conversation), markup);
}

static void
run_typing (gchar **words)
{
  PurpleConversation *conversation = get_conversation (words[0], words[1]);

  if (conversation != NULL)
    purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (conversation));
}

static void
run_send_file (gchar **words)
{
  PurpleAccount *account = find_account (words[0]);

  if (account != NULL && purple_account_is_connected (account))
    serv_send_file (purple_account_get_connection (account), words[1], words[2]);
}

static const gchar *
describe_command_status (PurpleCmdStatus status)
{
  switch (status)
    {
    case PURPLE_CMD_STATUS_OK:
      return "ok";
    case PURPLE_CMD_STATUS_FAILED:
      return "failed";
    case PURPLE_CMD_STATUS_NOT_FOUND:
      return "not-found";
    case PURPLE_CMD_STATUS_WRONG_ARGS:
      return "wrong-args";
    case PURPLE_CMD_STATUS_WRONG_PRPL:
      return "wrong-protocol";
    case PURPLE_CMD_STATUS_WRONG_TYPE:
      return "wrong-type";
    }
  return "unknown";
}

static void
run_command (gchar **words)
{
  PurpleConversation *conversation = find_open_conversation (words[0]);
  const gchar *text = words[1][0] == '/' ? words[1] + 1 : words[1];
  g_autofree gchar *markup = g_markup_escape_text (text, -1);
  g_autofree gchar *error = NULL;
  g_autofree gchar *quoted = NULL;
  PurpleCmdStatus status;

  if (conversation == NULL)
    return;
  status = purple_cmd_do_command (conversation, text, markup, &error);
  quoted = headless_quote (error);
  headless_print ("command %s %s", describe_command_status (status), quoted);
}

/* What stands in a plugin's own menu; a protocol's is one of an account. */
static void
run_action (gchar **words)
{
  gboolean found = FALSE;

  for (GList *l = purple_plugins_get_loaded (); l != NULL; l = l->next)
    {
      PurplePlugin *plugin = l->data;
      GList *actions
          = plugin->info->type == PURPLE_PLUGIN_STANDARD && PURPLE_PLUGIN_HAS_ACTIONS (plugin)
                ? PURPLE_PLUGIN_ACTIONS (plugin, NULL)
                : NULL;

      for (GList *a = actions; a != NULL; a = a->next)
        {
          PurplePluginAction *action = a->data;

          action->plugin = plugin;
          if (!found && g_str_equal (action->label, words[0]))
            {
              found = TRUE;
              action->callback (action);
            }
          purple_plugin_action_free (action);
        }
      g_list_free (actions);
    }
  headless_print ("action %s", found ? "ok" : "not-found");
}

static void
run_close (gchar **words)
{
  PurpleConversation *conversation = find_open_conversation (words[0]);

  if (conversation != NULL)
    purple_conversation_destroy (conversation);
}

static gboolean
activate_menu_action (PurpleMenuAction *action, PurpleBlistNode *node, const gchar *label)
{
  void (*callback) (PurpleBlistNode *, gpointer)
      = (void (*) (PurpleBlistNode *, gpointer)) action->callback;

  for (GList *l = action->children; l != NULL; l = l->next)
    if (activate_menu_action (l->data, node, label))
      return TRUE;

  if (callback == NULL || g_strcmp0 (action->label, label) != 0)
    return FALSE;
  callback (node, action->data);
  return TRUE;
}

/* A choice of the contact's menu, as a client would offer it. */
static void
run_menu (gchar **words)
{
  PurpleAccount *account = find_account (words[0]);
  PurpleBuddy *buddy = account != NULL ? purple_find_buddy (account, words[1]) : NULL;
  PurpleBlistNode *node = PURPLE_BLIST_NODE (buddy);
  gboolean found = FALSE;

  if (buddy == NULL)
    {
      headless_print_text ("unknown-contact", words[1]);
      return;
    }

  {
    g_autoptr (GList) actions = purple_blist_node_get_extended_menu (node);

    for (GList *l = actions; l != NULL; l = l->next)
      {
        PurpleMenuAction *action = l->data;

        if (!found)
          found = activate_menu_action (action, node, words[2]);
        headless_print_text ("menu-item", action->label);
        purple_menu_action_free (action);
      }
  }
  headless_print ("menu %s", found ? "ok" : "not-found");
}

gboolean
headless_load_plugin (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (HEADLESS_PLUGIN);

  if (plugin == NULL)
    {
      headless_print_text ("load-failed", "there is no plugin " HEADLESS_PLUGIN);
      return FALSE;
    }
  if (!purple_plugin_load (plugin))
    {
      headless_print_text ("load-failed", plugin->error != NULL ? plugin->error : "refused");
      return FALSE;
    }
  headless_print ("loaded");
  return TRUE;
}

static void
run_load (gchar **words)
{
  headless_load_plugin ();
}

static void
run_unload (gchar **words)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (HEADLESS_PLUGIN);

  if (plugin != NULL && purple_plugin_unload (plugin))
    headless_print ("unloaded");
  else
    headless_print ("unload-failed");
}

static void
run_sign_off (gchar **words)
{
  for (GList *l = purple_accounts_get_all (); l != NULL; l = l->next)
    purple_account_disconnect (l->data);
}

static void
run_sign_on (gchar **words)
{
  for (GList *l = purple_accounts_get_all (); l != NULL; l = l->next)
    purple_account_connect (l->data);
}

/* Time passes for this program alone. */
static void
run_step (gchar **words)
{
  gint64 seconds = g_ascii_strtoll (words[0], NULL, 10);

  headless_clock_step ((gint) CLAMP (seconds, -G_MAXINT / 4, G_MAXINT / 4));
  headless_print ("stepped %s", words[0]);
}

/* clang-format off */
static const Command commands[] = {
  { "status", 1, run_status },
  { "account-status", 2, run_account_status },
  { "open", 2, run_open },
  { "join", 2, run_join },
  { "say", 3, run_say },
  { "send-file", 3, run_send_file },
  { "typing", 2, run_typing },
  { "command", 2, run_command },
  { "menu", 3, run_menu },
  { "action", 1, run_action },
  { "close", 1, run_close },
  { "load", 0, run_load },
  { "unload", 0, run_unload },
  { "signoff", 0, run_sign_off },
  { "signon", 0, run_sign_on },
  { "step", 1, run_step },
};
/* clang-format on */

/* How many words follow a name at most, the last with its blanks: what the command needs, and
 * one more for an optional text. */
static gint
count_pieces (const Command *command)
{
  if (command->run == run_status || command->run == run_account_status)
    return command->n_words + 1;
  return MAX (command->n_words, 1);
}

static void
run (const Command *command, const gchar *rest)
{
  g_auto (GStrv) words = g_strsplit (rest, " ", count_pieces (command));

  if (g_strv_length (words) < command->n_words)
    headless_print_text ("too-few-words", command->name);
  else
    command->run (words);
}

gboolean
headless_command (const gchar *line)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", 2);
  const gchar *name = parts[0];

  if (name == NULL || name[0] == '\0')
    return TRUE;
  if (g_str_equal (name, "quit"))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (name, commands[i].name))
      {
        run (&commands[i], parts[1] != NULL ? parts[1] : "");
        return TRUE;
      }

  headless_print_text ("unknown-command", name);
  return TRUE;
}
