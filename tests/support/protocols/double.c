/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "double-private.h"

#include <errno.h>
#include <string.h>

#include <core.h>
#include <eventloop.h>
#include <server.h>
#include <signals.h>
#include <version.h>

/* A line that is still to come for what was sent. */
typedef struct
{
  Double *owner;
  char *who;
  char *html; /* as it was handed over */
  gboolean error;
  int lines;
  guint timeout;
} Echo;

void
double_line_clear (DoubleLine *line)
{
  g_free (line->who);
  g_free (line->author);
  g_free (line->html);
  *line = (DoubleLine){ .flags = 0 };
}

static void
echo_free (Echo *echo)
{
  if (echo->timeout != 0)
    purple_timeout_remove (echo->timeout);
  g_free (echo->who);
  g_free (echo->html);
  g_free (echo);
}

/* Showing */

static PurpleConversation *
get_window (Double *self, const char *who)
{
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, who, self->account);

  return conv != NULL ? conv : purple_conversation_new (PURPLE_CONV_TYPE_IM, self->account, who);
}

void
double_show (Double *self, const DoubleLine *line)
{
  PurpleConvIm *window;

  if ((line->flags & PURPLE_MESSAGE_RECV) != 0)
    {
      serv_got_im (purple_account_get_connection (self->account), line->who, line->html,
                   line->flags, line->when);
      return;
    }
  window = purple_conversation_get_im_data (get_window (self, line->who));
  self->showing = TRUE;
  purple_conv_im_write (window, line->author, line->html, line->flags, line->when);
  self->showing = FALSE;
}

time_t
double_get_time (Double *self)
{
  return time (NULL) + self->ahead_s;
}

char *
double_dup_author (Double *self, const char *group, const char *who)
{
  g_autofree char *author = double_profile_dup_string (self->profile, group, "author");

  return g_strdup (g_strcmp0 (author, "self") == 0 ? purple_account_get_username (self->account)
                                                   : who);
}

/* The line after sending */

static void
show_error (Double *self, const Echo *echo)
{
  const DoubleWord words[] = { { "{error}", "timed out" }, { NULL, NULL } };
  DoubleLine line = {
    .who = g_strdup (echo->who),
    .html = double_profile_dup_form (self->profile, "error", "form", words),
    .flags = double_profile_get_flags (self->profile, "error", "flags"),
    .when = double_get_time (self),
  };

  double_show (self, &line);
  double_line_clear (&line);
}

static void
show_echo (Double *self, const Echo *echo)
{
  char *instead = double_profile_dup_string (self->profile, "echo", "instead");
  DoubleLine line = {
    .who = g_strdup (echo->who),
    .author = double_dup_author (self, "echo", echo->who),
    .html = instead != NULL ? instead : double_profile_dup_text (self->profile, "echo", echo->html),
    .flags = double_profile_get_flags (self->profile, "echo", "flags"),
    .when = double_get_time (self),
  };

  for (int i = 0; i < echo->lines; i++)
    double_show (self, &line);
  double_line_clear (&line);
}

/* Who is asked may answer at once, and that is sent, too: the queue is right before the call. */
static void
finish (Echo *echo)
{
  Double *self = echo->owner;

  g_queue_remove (self->awaited, echo);
  if (echo->error)
    show_error (self, echo);
  else
    show_echo (self, echo);
  echo_free (echo);
}

static gboolean
on_due (gpointer data)
{
  Echo *echo = data;

  echo->timeout = 0;
  if (purple_account_is_connected (echo->owner->account))
    finish (echo);
  return FALSE;
}

static void
await_line (Double *self, const char *who, const char *html, gboolean error, int lines)
{
  int delay_s = double_profile_get_int (self->profile, "echo", "delay_s", 1);
  Echo *echo = g_new0 (Echo, 1);

  echo->owner = self;
  echo->who = g_strdup (who);
  echo->html = g_strdup (html);
  echo->error = error;
  echo->lines = lines;
  echo->timeout = purple_timeout_add (delay_s * 1000, on_due, echo);
  g_queue_push_tail (self->awaited, echo);
}

/* Those that fell due while there was no connection. */
static void
show_overdue (Double *self)
{
  GList *link = self->awaited->head;

  while (link != NULL)
    {
      Echo *echo = link->data;

      link = link->next;
      if (echo->timeout == 0)
        finish (echo);
    }
}

void
double_echo_now (Double *self)
{
  while (!g_queue_is_empty (self->awaited))
    finish (g_queue_peek_head (self->awaited));
}

/* The protocol */

static Double *
get_double (PurpleConnection *gc)
{
  return purple_connection_get_prpl (gc)->extra;
}

static const char *
double_list_icon (PurpleAccount *account, PurpleBuddy *buddy)
{
  return "double";
}

static GList *
double_status_types (PurpleAccount *account)
{
  GList *types = NULL;

  types = g_list_append (types,
                         purple_status_type_new (PURPLE_STATUS_AVAILABLE, "available", NULL, TRUE));
  types = g_list_append (types, purple_status_type_new (PURPLE_STATUS_AWAY, "away", NULL, TRUE));
  return g_list_append (types,
                        purple_status_type_new (PURPLE_STATUS_OFFLINE, "offline", NULL, TRUE));
}

static void
double_login (PurpleAccount *account)
{
  PurpleConnection *gc = purple_account_get_connection (account);

  purple_connection_set_state (gc, PURPLE_CONNECTED);
  show_overdue (get_double (gc));
}

static void
double_close (PurpleConnection *gc)
{
}

static gboolean
is_too_long (DoubleProfile *profile, const char *html, const char *bound)
{
  g_autofree char *text = double_profile_dup_text (profile, "send", html);
  g_autofree char *escapes = double_profile_dup_string (profile, "send", "escapes");
  int most = double_profile_get_int (profile, "send", bound, G_MAXINT);
  gsize length
      = g_str_equal (bound, "max_chars") ? (gsize) g_utf8_strlen (text, -1) : strlen (text);

  for (const char *at = text; escapes != NULL && *at != '\0'; at++)
    length += strchr (escapes, *at) != NULL;
  return length > (gsize) most;
}

static int
count_lines (DoubleProfile *profile, gboolean opening)
{
  if (opening)
    return double_profile_is (profile, "send", "first_line") ? 1 : 0;
  return double_profile_has (profile, "echo") ? double_profile_get_int (profile, "echo", "lines", 1)
                                              : 0;
}

/* Where the protocol would not notice, a message that is refused is just gone. */
static void
take (Double *self, const char *who, const char *html)
{
  int lines = count_lines (self->profile, g_hash_table_remove (self->closed, who));

  gboolean refused
      = self->fate == DOUBLE_REFUSE || is_too_long (self->profile, html, "late_max_bytes");

  if (refused && double_profile_has (self->profile, "error"))
    await_line (self, who, html, TRUE, 1);
  else if (!refused && self->fate == DOUBLE_ACCEPT && lines > 0)
    await_line (self, who, html, FALSE, lines);
}

static int
double_send_im (PurpleConnection *gc, const char *who, const char *html, PurpleMessageFlags flags)
{
  Double *self = get_double (gc);
  int result = double_profile_get_int (self->profile, "send", "result", 1);

  if (g_hash_table_contains (self->closed, who))
    result = double_profile_get_int (self->profile, "send", "first", result);
  if (is_too_long (self->profile, html, "max_bytes")
      || is_too_long (self->profile, html, "max_chars"))
    return -E2BIG;
  g_string_append_printf (self->wire, "%s < %s\n", who, html);
  take (self, who, html);
  return result;
}

static unsigned int
double_send_typing (PurpleConnection *gc, const char *who, PurpleTypingState state)
{
  if (state == PURPLE_TYPING)
    g_string_append_printf (get_double (gc)->wire, "%s typing\n", who);
  return 0;
}

/* Its life */

/* As a plugin does that takes libpurple's line out of the window. */
static gboolean
on_writing (PurpleAccount *account,
            const char *who,
            char **html,
            PurpleConversation *conv,
            PurpleMessageFlags flags,
            Double *self)
{
  return account == self->account && !self->showing && (flags & PURPLE_MESSAGE_SEND) != 0;
}

static void
double_register (Double *self, char *id)
{
  PurplePlugin *other = purple_plugins_find_with_id (id);
  g_autofree char *setting = double_profile_dup_string (self->profile, "expiry", "setting");

  if (other != NULL)
    purple_plugin_destroy (other);
  self->protocol = (PurplePluginProtocolInfo){
    .options = OPT_PROTO_NO_PASSWORD,
    .list_icon = double_list_icon,
    .status_types = double_status_types,
    .login = double_login,
    .close = double_close,
    .send_im = double_send_im,
    .send_typing = double_send_typing,
    .struct_size = sizeof (PurplePluginProtocolInfo),
  };
  if (setting != NULL)
    self->protocol.protocol_options
        = g_list_append (NULL, purple_account_option_int_new (setting, setting, 0));
  self->info = (PurplePluginInfo){
    .magic = PURPLE_PLUGIN_MAGIC,
    .major_version = PURPLE_MAJOR_VERSION,
    .minor_version = PURPLE_MINOR_VERSION,
    .type = PURPLE_PLUGIN_PROTOCOL,
    .id = id,
    .name = id,
    .extra_info = &self->protocol,
  };
  self->plugin = purple_plugin_new (TRUE, NULL);
  self->plugin->info = &self->info;
  self->plugin->extra = self;
  purple_plugin_register (self->plugin);
  purple_plugins_probe ("none"); /* no more modules, only what was registered */
}

/* Those that others connect to as soon as the protocol is there. They are never emitted. */
static void
register_signals (Double *self)
{
  g_autofree char *names = double_profile_dup_string (self->profile, "protocol", "signals");
  g_auto (GStrv) signals = names != NULL ? g_strsplit (names, ";", -1) : NULL;

  self->has_signals = signals != NULL;
  for (guint i = 0; signals != NULL && signals[i] != NULL; i++)
    purple_signal_register (
        self->plugin, signals[i], purple_marshal_VOID__POINTER_POINTER, NULL, 2,
        purple_value_new (PURPLE_TYPE_SUBTYPE, PURPLE_SUBTYPE_CONNECTION),
        purple_value_new_outgoing (PURPLE_TYPE_SUBTYPE, PURPLE_SUBTYPE_XMLNODE));
}

static char *
dup_folder (void)
{
  return g_test_build_filename (G_TEST_DIST, "support", "protocols", "profiles", NULL);
}

Double *
double_new (const char *profile)
{
  Double *self = g_new0 (Double, 1);
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = g_strdup_printf ("%s/%s.ini", folder, profile);

  self->profile = double_profile_load (path);
  self->person = double_profile_dup_string (self->profile, "person", "name");
  self->stranger = double_profile_dup_string (self->profile, "stranger", "name");
  self->wire = g_string_new (NULL);
  self->closed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->awaited = g_queue_new ();
  double_register (self, double_profile_dup_string (self->profile, "protocol", "id"));
  register_signals (self);
  if (double_profile_is (self->profile, "send", "swallow"))
    purple_signal_connect (purple_conversations_get_handle (), "writing-im-msg", self,
                           PURPLE_CALLBACK (on_writing), self);
  return self;
}

void
double_free (Double *self)
{
  purple_signals_disconnect_by_handle (self);
  if (self->has_signals)
    purple_signals_unregister_by_instance (self->plugin);
  purple_plugin_destroy (self->plugin);
  g_free (self->info.id);
  g_queue_free_full (self->awaited, (GDestroyNotify) echo_free);
  g_hash_table_unref (self->closed);
  double_line_clear (&self->last);
  g_string_free (self->wire, TRUE);
  g_free (self->person);
  g_free (self->stranger);
  double_profile_free (self->profile);
  g_free (self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
double_dup_names (void)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new ();
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, ".ini"))
        g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".ini")));
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

DoubleProfile *
double_get_profile (Double *self)
{
  return self->profile;
}

const char *
double_get_person (Double *self)
{
  return self->person;
}

const char *
double_get_stranger (Double *self)
{
  return self->stranger;
}

PurpleAccount *
double_connect (Double *self, const char *username)
{
  g_auto (GStrv) keys = double_profile_dup_keys (self->profile, "setting");

  self->account = purple_account_new (username, self->info.id);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = double_profile_dup_string (self->profile, "setting", keys[i]);

      purple_account_set_string (self->account, keys[i], value);
    }
  purple_accounts_add (self->account);
  purple_account_set_status (self->account, "available", TRUE, NULL);
  purple_account_set_enabled (self->account, purple_core_get_ui (), TRUE);
  if (!purple_account_is_connected (self->account))
    purple_account_connect (self->account);
  g_assert_true (purple_account_is_connected (self->account));
  return self->account;
}

void
double_reconnect (Double *self)
{
  purple_account_disconnect (self->account);
  purple_account_connect (self->account);
  g_assert_true (purple_account_is_connected (self->account));
}

char *
double_dup_wire (Double *self)
{
  char *wire = g_strdup (self->wire->str);

  g_string_truncate (self->wire, 0);
  return wire;
}

void
double_set_fate (Double *self, DoubleFate fate)
{
  self->fate = fate;
}

void
double_set_clock (Double *self, int ahead_s)
{
  self->ahead_s = ahead_s;
}

gboolean
double_close_room (Double *self, const char *who)
{
  g_autofree char *first = double_profile_dup_string (self->profile, "send", "first");

  return first != NULL && g_hash_table_add (self->closed, g_strdup (who));
}
