/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "headless.h"

/* What the UI operations need, kept in one place. */
typedef struct
{
  gboolean verbose;
  gint handle; /* its address is the handle of our signal connections */
  PurpleBlistUiOps blist_ops;
} HeadlessUi;

static HeadlessUi *
get_ui (void)
{
  static HeadlessUi ui; /* libpurple: its UI operations carry no user data */

  return &ui;
}

void
headless_ui_set_verbose (gboolean verbose)
{
  get_ui ()->verbose = verbose;
}

/* Event loop: GLib's. */

typedef struct
{
  PurpleInputFunction function;
  gpointer data;
} InputWatch;

static gboolean
on_input (GIOChannel *channel, GIOCondition condition, gpointer data)
{
  const InputWatch *watch = data;
  gint ready = 0;

  if (condition & (G_IO_IN | G_IO_HUP | G_IO_ERR))
    ready |= PURPLE_INPUT_READ;
  if (condition & (G_IO_OUT | G_IO_HUP | G_IO_ERR | G_IO_NVAL))
    ready |= PURPLE_INPUT_WRITE;

  watch->function (watch->data, g_io_channel_unix_get_fd (channel), ready);
  return G_SOURCE_CONTINUE;
}

static guint
input_add (int fd, PurpleInputCondition condition, PurpleInputFunction function, gpointer data)
{
  GIOChannel *channel = g_io_channel_unix_new (fd);
  InputWatch *watch = g_new (InputWatch, 1);
  GIOCondition wanted = 0;
  guint id;

  *watch = (InputWatch){ .function = function, .data = data };
  if (condition & PURPLE_INPUT_READ)
    wanted |= G_IO_IN | G_IO_HUP | G_IO_ERR;
  if (condition & PURPLE_INPUT_WRITE)
    wanted |= G_IO_OUT | G_IO_HUP | G_IO_ERR | G_IO_NVAL;

  id = g_io_add_watch_full (channel, G_PRIORITY_DEFAULT, wanted, on_input, watch, g_free);
  g_io_channel_unref (channel);
  return id;
}

static const PurpleEventLoopUiOps event_loop_ops = {
  .timeout_add = g_timeout_add,
  .timeout_remove = g_source_remove,
  .input_add = input_add,
  .input_remove = g_source_remove,
  .timeout_add_seconds = g_timeout_add_seconds,
};

/* Debug: the plugin's trace to standard output, the rest to standard error on request. */

static gboolean
is_ours (const char *category)
{
  return g_strcmp0 (category, "parley") == 0;
}

static gboolean
debug_is_enabled (PurpleDebugLevel level, const char *category)
{
  return is_ours (category) || get_ui ()->verbose;
}

static void
debug_print (PurpleDebugLevel level, const char *category, const char *text)
{
  g_autofree gchar *line = g_strstrip (g_strdup (text));

  if (is_ours (category) && line[0] == '{')
    headless_print ("trace %s", line);
  else if (is_ours (category))
    headless_print_text ("log", line);
  else
    fprintf (stderr, "%s: %s\n", category != NULL ? category : "-", line);
}

static const PurpleDebugUiOps debug_ops = {
  .print = debug_print,
  .is_enabled = debug_is_enabled,
};

/* Notices and questions: shown, never answered. */

static void *
notify_message (PurpleNotifyMsgType type,
                const char *title,
                const char *primary,
                const char *secondary)
{
  g_autofree gchar *text = g_strjoin ("\n", title != NULL ? title : "",
                                      primary != NULL ? primary : "", secondary, NULL);

  headless_print_text (type == PURPLE_NOTIFY_MSG_ERROR ? "notify error" : "notify info", text);
  return NULL;
}

static void *
notify_formatted (const char *title, const char *primary, const char *secondary, const char *text)
{
  g_autofree gchar *all
      = g_strjoin ("\n", title != NULL ? title : "", primary != NULL ? primary : "",
                   secondary != NULL ? secondary : "", text, NULL);

  headless_print_text ("notify formatted", all);
  return NULL;
}

static const PurpleNotifyUiOps notify_ops = {
  .notify_message = notify_message,
  .notify_formatted = notify_formatted,
};

static void *
request_action (const char *title,
                const char *primary,
                const char *secondary,
                int default_action,
                PurpleAccount *account,
                const char *who,
                PurpleConversation *conversation,
                void *data,
                size_t count,
                va_list actions)
{
  headless_print_text ("request", primary != NULL ? primary : title);
  return NULL;
}

static void *
request_fields (const char *title,
                const char *primary,
                const char *secondary,
                PurpleRequestFields *fields,
                const char *ok_text,
                GCallback ok_callback,
                const char *cancel_text,
                GCallback cancel_callback,
                PurpleAccount *account,
                const char *who,
                PurpleConversation *conversation,
                void *data)
{
  headless_print_text ("request", primary != NULL ? primary : title);
  return NULL;
}

static const PurpleRequestUiOps request_ops = {
  .request_action = request_action,
  .request_fields = request_fields,
};

/* What happens, as lines. */

static gchar *
describe_flags (PurpleMessageFlags flags)
{
  const struct
  {
    PurpleMessageFlags flag;
    const gchar *name;
  } names[] = {
    { PURPLE_MESSAGE_SEND, "SEND" },
    { PURPLE_MESSAGE_RECV, "RECV" },
    { PURPLE_MESSAGE_SYSTEM, "SYSTEM" },
    { PURPLE_MESSAGE_AUTO_RESP, "AUTO_RESP" },
    { PURPLE_MESSAGE_ERROR, "ERROR" },
    { PURPLE_MESSAGE_NO_LOG, "NO_LOG" },
    { PURPLE_MESSAGE_DELAYED, "DELAYED" },
    { PURPLE_MESSAGE_NOTIFY, "NOTIFY" },
    { PURPLE_MESSAGE_REMOTE_SEND, "REMOTE_SEND" },
  };
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (flags & names[i].flag)
      g_string_append_printf (out, "%s%s", out->len > 0 ? "|" : "", names[i].name);

  if (out->len == 0)
    g_string_append_c (out, '-');
  return g_string_free (out, FALSE);
}

static void
on_wrote_im (PurpleAccount *account,
             const char *who,
             const char *message,
             PurpleConversation *conversation,
             PurpleMessageFlags flags,
             gpointer data)
{
  g_autofree gchar *names = describe_flags (flags);
  g_autofree gchar *text = headless_quote (message);

  headless_print ("wrote %s %s %s %s", names, purple_account_get_username (account),
                  purple_conversation_get_name (conversation), text);
}

static void
on_signed_on (PurpleConnection *connection, gpointer data)
{
  headless_print ("online %s",
                  purple_account_get_username (purple_connection_get_account (connection)));
}

static void
on_signed_off (PurpleConnection *connection, gpointer data)
{
  headless_print ("offline %s",
                  purple_account_get_username (purple_connection_get_account (connection)));
}

static void
on_connection_error (PurpleConnection *connection,
                     PurpleConnectionError reason,
                     const char *description,
                     gpointer data)
{
  headless_print_text ("connection-error", description);
}

static void
on_buddy_signed_on (PurpleBuddy *buddy, gpointer data)
{
  headless_print ("present %s %s", purple_account_get_username (purple_buddy_get_account (buddy)),
                  purple_buddy_get_name (buddy));
}

static void
on_conversation_deleted (PurpleConversation *conversation, gpointer data)
{
  headless_print ("closed %s", purple_conversation_get_name (conversation));
}

void
headless_ui_watch (void)
{
  void *handle = &get_ui ()->handle;

  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", handle,
                         PURPLE_CALLBACK (on_wrote_im), NULL);
  purple_signal_connect (purple_conversations_get_handle (), "deleting-conversation", handle,
                         PURPLE_CALLBACK (on_conversation_deleted), NULL);
  purple_signal_connect (purple_connections_get_handle (), "signed-on", handle,
                         PURPLE_CALLBACK (on_signed_on), NULL);
  purple_signal_connect (purple_connections_get_handle (), "signed-off", handle,
                         PURPLE_CALLBACK (on_signed_off), NULL);
  purple_signal_connect (purple_connections_get_handle (), "connection-error", handle,
                         PURPLE_CALLBACK (on_connection_error), NULL);
  purple_signal_connect (purple_blist_get_handle (), "buddy-signed-on", handle,
                         PURPLE_CALLBACK (on_buddy_signed_on), NULL);
}

static void
on_log (const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data)
{
  g_autofree gchar *text = g_strdup_printf ("%s: %s", domain != NULL ? domain : "default", message);

  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    headless_print_text ("critical", text);
  else if (get_ui ()->verbose)
    fprintf (stderr, "%s\n", text);
}

void
headless_ui_catch_logs (void)
{
  g_log_set_default_handler (on_log, NULL);
}

static void
debug_ui_init (void)
{
  purple_debug_set_ui_ops ((PurpleDebugUiOps *) &debug_ops);
}

static void
ui_init (void)
{
  purple_notify_set_ui_ops ((PurpleNotifyUiOps *) &notify_ops);
  purple_request_set_ui_ops ((PurpleRequestUiOps *) &request_ops);
  purple_blist_set_ui_ops (&get_ui ()->blist_ops); /* libpurple's own, by which it is saved */
}

static GHashTable *
get_ui_info (void)
{
  return NULL;
}

static const PurpleCoreUiOps core_ops = {
  .debug_ui_init = debug_ui_init,
  .ui_init = ui_init,
  .get_ui_info = get_ui_info,
};

void
headless_ui_register (void)
{
  purple_core_set_ui_ops ((PurpleCoreUiOps *) &core_ops);
  purple_eventloop_set_ui_ops ((PurpleEventLoopUiOps *) &event_loop_ops);
}
