/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-protocol.h"

#include <string.h>

#include <core.h>
#include <prpl.h>
#include <server.h>
#include <version.h>

#define RESULT "test-result"

static GString *
get_wire (PurpleAccount *account)
{
  if (account->ui_data == NULL)
    account->ui_data = g_string_new (NULL);
  return account->ui_data;
}

static const char *
test_list_icon (PurpleAccount *account, PurpleBuddy *buddy)
{
  return "test";
}

static GList *
test_status_types (PurpleAccount *account)
{
  GList *types = NULL;

  types = g_list_append (
      types, purple_status_type_new_with_attrs (PURPLE_STATUS_AVAILABLE, "available", NULL, TRUE,
                                                TRUE, FALSE, "message", "Message",
                                                purple_value_new (PURPLE_TYPE_STRING), NULL));
  types = g_list_append (types, purple_status_type_new_with_attrs (
                                    PURPLE_STATUS_AWAY, "away", NULL, TRUE, TRUE, FALSE, "message",
                                    "Message", purple_value_new (PURPLE_TYPE_STRING), NULL));
  types = g_list_append (types,
                         purple_status_type_new (PURPLE_STATUS_UNAVAILABLE, "dnd", NULL, TRUE));
  types = g_list_append (types,
                         purple_status_type_new (PURPLE_STATUS_INVISIBLE, "invisible", NULL, TRUE));
  types = g_list_append (types,
                         purple_status_type_new (PURPLE_STATUS_OFFLINE, "offline", NULL, TRUE));
  return types;
}

static void
test_login (PurpleAccount *account)
{
  purple_connection_set_state (purple_account_get_connection (account), PURPLE_CONNECTED);
}

static void
test_close (PurpleConnection *gc)
{
}

static int
test_send_im (PurpleConnection *gc, const char *who, const char *message, PurpleMessageFlags flags)
{
  PurpleAccount *account = purple_connection_get_account (gc);

  g_string_append_printf (get_wire (account), "%s < %s\n", who, message);
  return purple_account_get_int (account, RESULT, 1);
}

static unsigned int
test_send_typing (PurpleConnection *gc, const char *who, PurpleTypingState state)
{
  if (state == PURPLE_TYPING)
    g_string_append_printf (get_wire (purple_connection_get_account (gc)), "%s typing\n", who);
  return 0;
}

static const char *
test_normalize (const PurpleAccount *account, const char *who)
{
  static char buffer[256]; /* libpurple: protocols answer with a static buffer */
  const char *slash = strchr (who, '/');

  g_strlcpy (buffer, who, sizeof buffer);
  if (slash != NULL && (gsize) (slash - who) < sizeof buffer)
    buffer[slash - who] = '\0';
  return buffer;
}

static PurplePluginProtocolInfo protocol_info = {
  /* libpurple: wants it not const */
  .options = OPT_PROTO_NO_PASSWORD,
  .list_icon = test_list_icon,
  .status_types = test_status_types,
  .login = test_login,
  .close = test_close,
  .send_im = test_send_im,
  .send_typing = test_send_typing,
  .normalize = test_normalize,
  .struct_size = sizeof (PurplePluginProtocolInfo),
};

#define PROTOCOL(id_)                                                                              \
  {                                                                                                \
    .magic = PURPLE_PLUGIN_MAGIC, .major_version = PURPLE_MAJOR_VERSION,                           \
    .minor_version = PURPLE_MINOR_VERSION, .type = PURPLE_PLUGIN_PROTOCOL, .id = (char *) id_,     \
    .name = (char *) id_, .extra_info = &protocol_info                                             \
  }

static PurplePluginInfo protocols[] = {
  /* libpurple: as above */
  PROTOCOL (TEST_PROTOCOL_A),
  PROTOCOL (TEST_PROTOCOL_B),
  PROTOCOL (TEST_PROTOCOL_NEW),
  PROTOCOL (TEST_PROTOCOL_IRC),
};

void
test_protocols_register (gboolean irc)
{
  for (guint i = 0; i < G_N_ELEMENTS (protocols) - !irc; i++)
    {
      PurplePlugin *real = purple_plugins_find_with_id (protocols[i].id);
      PurplePlugin *plugin = purple_plugin_new (TRUE, NULL);

      if (real != NULL)
        purple_plugin_destroy (real);
      plugin->info = &protocols[i];
      purple_plugin_register (plugin);
    }
  purple_plugins_probe ("none"); /* no more modules, only those above */
}

PurpleAccount *
test_protocol_connect (const char *protocol, const char *username)
{
  PurpleAccount *account = purple_account_new (username, protocol);

  purple_accounts_add (account);
  purple_account_set_status (account, "available", TRUE, NULL);
  purple_account_set_enabled (account, purple_core_get_ui (), TRUE);
  if (!purple_account_is_connected (account))
    purple_account_connect (account);
  g_assert_true (purple_account_is_connected (account));
  return account;
}

char *
test_protocol_dup_wire (PurpleAccount *account)
{
  GString *wire = get_wire (account);
  char *text = g_strdup (wire->str);

  g_string_truncate (wire, 0);
  return text;
}

void
test_protocol_set_result (PurpleAccount *account, int result)
{
  purple_account_set_int (account, RESULT, result);
}

void
test_protocol_receive_at (PurpleAccount *account,
                          const char *who,
                          const char *html,
                          PurpleMessageFlags flags,
                          time_t when)
{
  serv_got_im (purple_account_get_connection (account), who, html, flags, when);
}

void
test_protocol_receive (PurpleAccount *account, const char *who, const char *html)
{
  test_protocol_receive_at (account, who, html, 0, time (NULL));
}

void
test_protocol_typing (PurpleAccount *account, const char *who, PurpleTypingState state)
{
  serv_got_typing (purple_account_get_connection (account), who, 0, state);
}
