/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "rehearsal/parley-stage.h"

#include <glib/gi18n-lib.h>

#include <accountopt.h>
#include <notify.h>
#include <plugin.h>
#include <pounce.h>
#include <prpl.h>
#include <request.h>
#include <signals.h>
#include <util.h>
#include <version.h>

#include "parley-listening.h"

#define PROTOCOL_ID "prpl-parley-rehearsal"

struct _ParleyStage
{
  PurplePluginProtocolInfo protocol; /* libpurple keeps pointers to these three */
  PurplePluginInfo info;
  PurpleConnection connection;
  PurplePlugin *plugin;
  PurpleAccount *account;
  ParleyListening *listening;
  PurpleConversation *conv; /* NULL: closed */
  char *sent;               /* a line that was sent and does not stand in the window yet */
  const ParleyStageFuncs *funcs;
  gpointer data;
};

/* The protocol */

/* Clients need an icon for every account, and have this one. */
static const char *
list_icon (PurpleAccount *account, PurpleBuddy *buddy)
{
  return "jabber";
}

static GList *
list_status_types (PurpleAccount *account)
{
  GList *types = NULL;

  types = g_list_append (types, purple_status_type_new (PURPLE_STATUS_AVAILABLE, NULL, NULL, TRUE));
  return g_list_append (types, purple_status_type_new (PURPLE_STATUS_OFFLINE, NULL, NULL, TRUE));
}

/* While the window is open the client offers the protocol for new accounts as well. */
static void
log_in (PurpleAccount *account)
{
  purple_connection_error_reason (purple_account_get_connection (account),
                                  PURPLE_CONNECTION_ERROR_INVALID_SETTINGS,
                                  _ ("This is only for talking to your own Parley."));
}

static void
close_connection (PurpleConnection *gc)
{
}

static int
send_im (PurpleConnection *gc, const char *who, const char *html, PurpleMessageFlags flags)
{
  ParleyStage *stage = gc->proto_data;

  g_free (stage->sent);
  stage->sent = purple_markup_strip_html (html);
  return 1;
}

static unsigned int
send_typing (PurpleConnection *gc, const char *who, PurpleTypingState state)
{
  ParleyStage *stage = gc->proto_data;

  if (stage->conv != NULL)
    stage->funcs->typed (stage->data, state);
  return 0;
}

const char *
parley_stage_get_protocol_name (void)
{
  /* Translators: the name of a protocol, in the place of XMPP or IRC */
  return _ ("Parley (rehearsal)");
}

/* libpurple looks for each account's protocol in its list, whatever the account. It tells nobody of
 * a plugin that runs already: clients rebuild their menus then, in one of which the user may be. */
static void
register_protocol (ParleyStage *stage)
{
  stage->protocol = (PurplePluginProtocolInfo){
    .options = OPT_PROTO_NO_PASSWORD,
    .list_icon = list_icon,
    .status_types = list_status_types,
    .login = log_in,
    .close = close_connection,
    .send_im = send_im,
    .send_typing = send_typing,
    .struct_size = sizeof (PurplePluginProtocolInfo),
  };
  stage->info = (PurplePluginInfo){
    .magic = PURPLE_PLUGIN_MAGIC,
    .major_version = PURPLE_MAJOR_VERSION,
    .minor_version = 14,
    .type = PURPLE_PLUGIN_PROTOCOL,
    .flags = PURPLE_PLUGIN_FLAG_INVISIBLE,
    .priority = PURPLE_PRIORITY_DEFAULT,
    .id = (char *) PROTOCOL_ID,
    .name = (char *) parley_stage_get_protocol_name (),
    .extra_info = &stage->protocol,
  };
  stage->plugin = purple_plugin_new (TRUE, NULL);
  stage->plugin->info = &stage->info;
  stage->plugin->loaded = TRUE;
  purple_plugin_register (stage->plugin);
  purple_plugins_probe ("none"); /* takes it up; there are no files of that name */
}

/* What happens in the window */

static void
on_wrote (PurpleAccount *account,
          const char *who,
          char *shown,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          ParleyStage *stage)
{
  g_autofree char *text = NULL;

  if (conv != stage->conv || (flags & PURPLE_MESSAGE_SEND) == 0)
    return;
  text = g_steal_pointer (&stage->sent);
  if (text != NULL)
    stage->funcs->said (stage->data, text);
}

static void
on_deleting (PurpleConversation *conv, ParleyStage *stage)
{
  if (conv != stage->conv)
    return;
  stage->conv = NULL;
  stage->funcs->closed (stage->data);
}

/* A connection that was never made, and so is in no list: nothing signs on or off. */
static void
connect_account (ParleyStage *stage)
{
  stage->connection = (PurpleConnection){
    .prpl = stage->plugin,
    .flags = PURPLE_CONNECTION_HTML | PURPLE_CONNECTION_NO_IMAGES,
    .state = PURPLE_CONNECTED,
    .account = stage->account,
    .proto_data = stage,
  };
  purple_account_set_connection (stage->account, &stage->connection);
}

/* libpurple logs new conversations as the user wishes; this one never. */
static void
open_window (ParleyStage *stage, const char *title, const char *partner)
{
  void *conversations = purple_conversations_get_handle ();

  stage->conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, stage->account, partner);
  purple_conversation_set_logging (stage->conv, FALSE);
  purple_conversation_close_logs (stage->conv);
  purple_conversation_set_title (stage->conv, title);
  stage->listening = parley_listening_new ();
  parley_listening_add (stage->listening, conversations, "wrote-im-msg",
                        purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER_UINT,
                        PURPLE_CALLBACK (on_wrote), stage);
  parley_listening_add (stage->listening, conversations, "deleting-conversation",
                        purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_deleting), stage);
}

ParleyStage *
parley_stage_new (const char *title,
                  const char *partner,
                  const ParleyStageFuncs *funcs,
                  gpointer data)
{
  ParleyStage *stage = NULL;

  /* Translators: who wrote a line: the user, in a window in which they try how Parley answers */
  const char *you = C_ ("speaker", "You");

  if (purple_accounts_find (you, PROTOCOL_ID) != NULL || purple_find_prpl (PROTOCOL_ID) != NULL)
    return NULL;
  stage = g_new0 (ParleyStage, 1);
  stage->funcs = funcs;
  stage->data = data;
  register_protocol (stage);
  stage->account = purple_account_new (you, PROTOCOL_ID);
  connect_account (stage);
  open_window (stage, title, partner);
  return stage;
}

void
parley_stage_free (ParleyStage *stage)
{
  PurpleConversation *conv = g_steal_pointer (&stage->conv);

  parley_listening_end (stage->listening, NULL, NULL);
  if (conv != NULL)
    purple_conversation_destroy (conv);
  purple_pounce_destroy_all_by_account (stage->account);
  purple_request_close_with_handle (stage->account);
  purple_request_close_with_handle (&stage->connection);
  purple_notify_close_with_handle (&stage->connection);
  purple_account_set_connection (stage->account, NULL);
  purple_account_destroy (stage->account);
  purple_plugin_destroy (stage->plugin);
  g_free (stage->sent);
  g_free (stage);
}

PurpleConversation *
parley_stage_get_conversation (ParleyStage *stage)
{
  return stage->conv;
}

gboolean
parley_stage_owns (const PurpleAccount *account)
{
  return account != NULL && g_str_equal (purple_account_get_protocol_id (account), PROTOCOL_ID);
}

/* What is written */

static char *
dup_html (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  return purple_strdup_withhtml (escaped);
}

gboolean
parley_stage_answer (ParleyStage *stage, const char *text, const char *markup)
{
  g_autofree char *html = markup != NULL ? g_strdup (markup) : dup_html (text);

  if (stage->conv == NULL)
    return FALSE;
  purple_conv_im_write (PURPLE_CONV_IM (stage->conv), purple_conversation_get_name (stage->conv),
                        html, PURPLE_MESSAGE_RECV, time (NULL));
  return TRUE;
}

void
parley_stage_show_typing (ParleyStage *stage, gboolean typing)
{
  if (stage->conv != NULL)
    purple_conv_im_set_typing_state (PURPLE_CONV_IM (stage->conv),
                                     typing ? PURPLE_TYPING : PURPLE_NOT_TYPING);
}

gboolean
parley_stage_tell (ParleyStage *stage, const char *text)
{
  g_autofree char *html = dup_html (text);
  g_autofree char *line = g_strdup_printf ("Parley: %s", html);

  if (stage->conv == NULL)
    return FALSE;
  purple_conversation_write (
      stage->conv, NULL, line,
      PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_NO_LOG | PURPLE_MESSAGE_NO_LINKIFY, time (NULL));
  return TRUE;
}
