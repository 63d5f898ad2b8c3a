/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "headless-purple.h"

#include <string.h>

#include <glib/gstdio.h>

#include <blist.h>
#include <core.h>
#include <debug.h>
#include <eventloop.h>
#include <notify.h>
#include <prefs.h>
#include <savedstatuses.h>
#include <util.h>

#include "contacts/parley-switches.h"
#include "test-folder.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_disable()
#define __lsan_enable()
#endif

/* The plugin's entry point as libpurple's static plugins have it. */
gboolean purple_init_parley_plugin (void);

typedef struct
{
  char *folder;
  GString *shown;
  char *state; /* the last one in the trace */
  GString *trace;
  guint n_tests; /* that began */
} World;

/* Callbacks of libpurple's interfaces for applications carry no data of ours. */
static World world; /* libpurple: see above */

/* The event loop */

typedef struct
{
  PurpleInputFunction func;
  gpointer data;
} Input;

static gboolean
on_input (GIOChannel *channel, GIOCondition condition, gpointer data)
{
  Input *input = data;

  input->func (input->data, g_io_channel_unix_get_fd (channel),
               (condition & G_IO_IN) != 0 ? PURPLE_INPUT_READ : PURPLE_INPUT_WRITE);
  return G_SOURCE_CONTINUE;
}

static guint
add_input (int fd, PurpleInputCondition condition, PurpleInputFunction func, gpointer data)
{
  GIOChannel *channel = g_io_channel_unix_new (fd);
  Input *input = g_new0 (Input, 1);
  GIOCondition wanted = (condition & PURPLE_INPUT_READ) != 0 ? G_IO_IN | G_IO_HUP : G_IO_OUT;
  guint id;

  input->func = func;
  input->data = data;
  id = g_io_add_watch_full (channel, G_PRIORITY_DEFAULT, wanted, on_input, input, g_free);
  g_io_channel_unref (channel);
  return id;
}

static PurpleEventLoopUiOps event_loop_ops = {
  /* libpurple: wants it not const */
  .timeout_add = g_timeout_add,
  .timeout_remove = g_source_remove,
  .input_add = add_input,
  .input_remove = g_source_remove,
  .timeout_add_seconds = g_timeout_add_seconds,
};

/* What the user sees */

static void *
on_notify (PurpleNotifyMsgType type, const char *title, const char *primary, const char *secondary)
{
  g_string_append_printf (world.shown, "[%s] %s\n", primary, secondary);
  return NULL;
}

static void *
on_notify_formatted (const char *title,
                     const char *primary,
                     const char *secondary,
                     const char *text)
{
  g_string_append_printf (world.shown, "[%s] %s\n%s\n", primary, secondary, text);
  return NULL;
}

static PurpleNotifyUiOps notify_ops = {
  /* libpurple: as above */
  .notify_message = on_notify,
  .notify_formatted = on_notify_formatted,
};

static void
on_write (PurpleConversation *conv,
          const char *name,
          const char *alias,
          const char *message,
          PurpleMessageFlags flags,
          time_t mtime)
{
  if ((flags & PURPLE_MESSAGE_SYSTEM) != 0)
    g_string_append_printf (world.shown, "%s\n", message);
}

static PurpleConversationUiOps conversation_ops
    = { .write_conv = on_write }; /* libpurple: as above */

static void
on_debug (PurpleDebugLevel level, const char *category, const char *line)
{
  const char *to;

  if (g_strcmp0 (category, "parley") != 0)
    return;
  g_string_append (world.trace, line);
  if (!g_str_has_prefix (line, "{\"ev\":\"state\""))
    return;
  to = strstr (line, "\"to\":\"");
  g_free (world.state);
  world.state = g_strdup (to + strlen ("\"to\":\""));
  *strchr (world.state, '"') = '\0';
}

static gboolean
is_debug_enabled (PurpleDebugLevel level, const char *category)
{
  return TRUE;
}

static PurpleDebugUiOps debug_ops
    = { .print = on_debug, .is_enabled = is_debug_enabled }; /* libpurple: as above */

static void
on_ui_init (void)
{
  purple_notify_set_ui_ops (&notify_ops);
  purple_conversations_set_ui_ops (&conversation_ops);
}

static PurpleCoreUiOps core_ops = { .ui_init = on_ui_init }; /* libpurple: as above */

void
headless_purple_start (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-purple-XXXXXX", NULL);

  headless_purple_start_in (folder);
}

/* libpurple takes about 500 bytes while it starts that it never gives back. Nothing of ours runs
 * there. */
static void
start_core (const char *client)
{
  __lsan_disable ();
  g_assert_true (purple_core_init (client));
  __lsan_enable ();
}

void
headless_purple_start_in (const char *folder)
{
  headless_purple_start_as (folder, "parley-tests");
}

void
headless_purple_start_as (const char *folder, const char *client)
{
  headless_purple_start_with (folder, client, TRUE);
}

/* Parley knows the test's protocols as it does real ones. */
static void
put_protocols (const char *folder)
{
  static const char text[]
      = "[identity]\n" TEST_PROTOCOL_A "=*\n" TEST_PROTOCOL_B "=*\n"
        "prpl-parley-liar-late=*\nprpl-parley-liar-other=*\nprpl-parley-liar-silent=*\n"
        "prpl-parley-liar-swallowed=*\nprpl-parley-liar-twice=*\nprpl-parley-liar-typing=*\n";
  g_autofree char *parley = g_build_filename (folder, "parley", NULL);
  g_autofree char *path = g_build_filename (parley, "protocols.ini", NULL);

  g_mkdir_with_parents (parley, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
headless_purple_start_with (const char *folder, const char *client, gboolean own_irc)
{
  PurplePlugin *parley;

  world.folder = g_strdup (folder);
  world.shown = g_string_new (NULL);
  world.trace = g_string_new (NULL);
  put_protocols (folder);
  purple_util_set_user_dir (world.folder);
  purple_debug_set_ui_ops (&debug_ops);
  purple_core_set_ui_ops (&core_ops);
  purple_eventloop_set_ui_ops (&event_loop_ops);
  start_core (client);
  purple_set_blist (purple_blist_new ());
  purple_prefs_load ();
  test_protocols_register (own_irc);
  parley = purple_plugins_find_with_id ("core-parley");
  if (parley != NULL)
    purple_plugin_destroy (parley); /* one that is installed on this machine */
  purple_init_parley_plugin ();
  parley = purple_plugins_find_with_id ("core-parley");
  if (purple_plugin_is_loaded (parley))
    purple_plugin_unload (parley);
}

void
headless_purple_quit (void)
{
  purple_core_quit ();
}

void
headless_purple_stop (void)
{
  if (purple_get_core () != NULL)
    headless_purple_quit ();
  parley_test_folder_remove (world.folder);
  g_free (world.folder);
  g_free (world.state);
  g_string_free (world.shown, TRUE);
  g_string_free (world.trace, TRUE);
}

/* One test */

static char *
dup_pref (const char *name)
{
  return g_strconcat ("/plugins/core/parley/", name, NULL);
}

void
headless_set_int (const char *name, int value)
{
  g_autofree char *path = dup_pref (name);

  purple_prefs_set_int (path, value);
}

void
headless_set_string (const char *name, const char *value)
{
  g_autofree char *path = dup_pref (name);

  purple_prefs_set_string (path, value);
}

/* From the second on one of its own: what the test before left is not of this one, nor what its
 * workers write late because the disk is slow (unloading waits 100 ms for them). */
static void
begin_in_new_folder (void)
{
  g_autofree char *name = g_strdup_printf ("test-%u", world.n_tests);
  g_autofree char *folder = g_build_filename (world.folder, world.n_tests > 0 ? name : NULL, NULL);

  world.n_tests++;
  put_protocols (folder);
  purple_util_set_user_dir (folder);
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", FALSE);
}

/* Short times keep tests short; each test that is about a time sets its own. */
static void
setup_plugin (Fixture *f)
{
  g_autofree char *url = NULL;

  f->server = parley_test_server_new ();
  url = parley_test_server_dup_url (f->server);
  headless_set_string ("backend/kind", "openai");
  headless_set_string ("backend/base_url", url);
  headless_set_string ("backend/runs_here", url);
  headless_set_string ("backend/model", "scripted");
  headless_set_int ("backend/retries", 0);
  headless_set_int ("brain/window", 16384); /* else the server is asked */
  headless_set_string ("turn/profile", "fixed");
  headless_set_int ("turn/fixed_ms", 20);
  headless_set_int ("turn/grace_ms", 20);
  headless_set_int ("turn/settle_ms", 0);
  headless_set_int ("reply/pace_cps", 0);
  purple_prefs_set_bool ("/plugins/core/parley/turn/drafts", FALSE);
  purple_prefs_set_bool ("/plugins/core/parley/guard/disclosure", FALSE);
  f->plugin = purple_plugins_find_with_id ("core-parley");
  g_assert_true (purple_plugin_load (f->plugin));
}

void
headless_setup_bare (Fixture *f)
{
  begin_in_new_folder ();
  setup_plugin (f);
  g_string_truncate (world.shown, 0);
}

void
headless_setup_again (Fixture *f)
{
  setup_plugin (f);
  f->account = test_protocol_connect (TEST_PROTOCOL_A, "me");
  f->other = test_protocol_connect (TEST_PROTOCOL_B, "me too");
  headless_add_buddy (f->account, "alice", TRUE);
  g_string_truncate (world.shown, 0);
}

void
headless_setup (Fixture *f, gconstpointer data)
{
  begin_in_new_folder ();
  headless_setup_again (f);
}

static void
remove_account (PurpleAccount *account)
{
  purple_account_set_enabled (account, purple_core_get_ui (), FALSE);
  if (account->ui_data != NULL)
    g_string_free (account->ui_data, TRUE);
  account->ui_data = NULL;
  purple_accounts_delete (account);
}

void
headless_teardown (Fixture *f, gconstpointer data)
{
  while (purple_get_ims () != NULL)
    purple_conversation_destroy (purple_get_ims ()->data);
  if (purple_plugin_is_loaded (f->plugin))
    purple_plugin_unload (f->plugin);
  headless_settle ();
  while (purple_accounts_get_all () != NULL)
    remove_account (purple_accounts_get_all ()->data);
  parley_test_server_free (f->server);
  headless_settle ();
}

void
headless_reload (Fixture *f)
{
  g_assert_true (purple_plugin_unload (f->plugin));
  g_assert_true (purple_plugin_load (f->plugin));
}

void
headless_run_action (Fixture *f, const char *label)
{
  GList *actions = f->plugin->info->actions (f->plugin, NULL);

  for (GList *link = actions; link != NULL; link = link->next)
    {
      PurplePluginAction *action = link->data;

      action->plugin = f->plugin;
      if (g_str_equal (action->label, label))
        action->callback (action);
    }
  g_list_free_full (actions, (GDestroyNotify) purple_plugin_action_free);
}

PurpleBuddy *
headless_add_buddy (PurpleAccount *account, const char *name, gboolean chosen)
{
  PurpleBuddy *buddy = purple_buddy_new (account, name, NULL);

  purple_blist_add_buddy (buddy, NULL, NULL, NULL);
  if (chosen)
    purple_blist_node_set_bool (PURPLE_BLIST_NODE (buddy), "parley-answer", TRUE);
  return buddy;
}

ParleyTestPeer *
headless_wait_for_request (Fixture *f, guint index)
{
  return parley_test_server_wait_for (f->server, index);
}

/* Returns: (transfer full): as JSON has it: GLib would put octal numbers for letters beyond ASCII.
 */
static char *
dup_escaped (const char *text)
{
  char beyond[0x81] = { '\0' };

  for (int i = 0; i < 0x80; i++)
    beyond[i] = (char) (0x80 + i);
  return g_strescape (text, beyond);
}

void
headless_answer (Fixture *f, guint index, const char *text)
{
  ParleyTestPeer *peer = headless_wait_for_request (f, index);
  g_autofree char *escaped = dup_escaped (text);
  g_autofree char *event = g_strdup_printf (
      "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: [DONE]\n\n",
      escaped);

  parley_test_peer_head (peer, 200, "text/event-stream", NULL);
  parley_test_peer_chunk (peer, event, -1);
  parley_test_peer_end (peer);
}

static gboolean
has_wire (gpointer data)
{
  const GString *wire = ((PurpleAccount *) data)->ui_data;

  return wire != NULL && strstr (wire->str, " < ") != NULL;
}

char *
headless_wait_for_wire (PurpleAccount *account)
{
  parley_test_wait (has_wire, account);
  headless_settle ();
  return test_protocol_dup_wire (account);
}

void
headless_talk (Fixture *f, guint index, const char *question, const char *answer)
{
  test_protocol_receive (f->account, "alice", question);
  headless_answer (f, index, answer);
  g_free (headless_wait_for_wire (f->account));
  headless_settle ();
}

static gboolean
is_in_state (gpointer data)
{
  return g_strcmp0 (world.state, data) == 0;
}

void
headless_wait_for_state (const char *state)
{
  parley_test_wait (is_in_state, (gpointer) state);
}

static gboolean
is_traced (gpointer data)
{
  return strstr (world.trace->str, data) != NULL;
}

void
headless_wait_for_trace (const char *event)
{
  g_autofree char *begin = g_strdup_printf ("{\"ev\":\"%s\"", event);

  g_string_truncate (world.trace, 0);
  parley_test_wait (is_traced, begin);
}

void
headless_forget (void)
{
  g_string_set_size (world.trace, 0);
  g_string_set_size (world.shown, 0);
}

void
headless_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

char *
headless_dup_unmarked (const char *prompt, const char *part)
{
  const char *rule = strstr (prompt, "<they-");
  g_autofree char *nonce
      = rule != NULL ? g_strndup (rule + strlen ("<they"), strlen ("-k3x9m2")) : g_strdup ("-");
  g_auto (GStrv) parts = g_strsplit (part, nonce, -1);

  return g_strjoinv ("", parts);
}

/* All is done when so many looks found nothing to do: other threads and the kernel take their time.
 */
#define QUIET_LOOKS 3
#define LOOK_MS     1

static gboolean
on_moment (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop for a moment. Returns: whether there was anything to do. */
static gboolean
look (void)
{
  gboolean over = FALSE;
  guint dispatched = 0;

  g_timeout_add (LOOK_MS, on_moment, &over);
  while (!over)
    dispatched += g_main_context_iteration (NULL, TRUE);
  return dispatched > 1;
}

void
headless_settle_all (Fixture *f)
{
  ParleyEngine *engine = parley_instance_get (f->plugin)->engine;
  guint quiet = 0;

  while (quiet < QUIET_LOOKS)
    quiet = look () || !parley_engine_is_settled_for_tests (engine) ? 0 : quiet + 1;
}

/* What is confirmed when it is on the disk belongs to what the user did before. */
static void
wait_for_switches (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id ("core-parley");

  while (purple_plugin_is_loaded (plugin)
         && !parley_switches_are_settled_for_tests (parley_instance_get (plugin)->switches))
    g_main_context_iteration (NULL, TRUE);
}

char *
headless_dup_shown (void)
{
  char *shown;

  wait_for_switches ();
  shown = g_strdup (world.shown->str);
  g_string_truncate (world.shown, 0);
  return shown;
}

static gboolean
is_shown (gpointer data)
{
  return strstr (world.shown->str, data) != NULL;
}

void
headless_wait_for_shown (const char *part)
{
  parley_test_wait (is_shown, (gpointer) part);
  g_string_truncate (world.shown, 0);
}

PurpleConversation *
headless_find (PurpleAccount *account, const char *who)
{
  return purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, who, account);
}

void
headless_bring_to (Fixture *f, const char *state)
{
  g_autofree char *wire = NULL;

  headless_set_int ("turn/fixed_ms", g_str_equal (state, "collecting") ? 9000 : 1);
  headless_set_int ("reply/pace_cps", 1);
  headless_set_int ("reply/pace_min_ms", 0);
  headless_set_int ("reply/pace_max_ms", 30000);
  headless_set_int ("reply/pace_jitter", 0);
  headless_reload (f);
  if (g_str_equal (state, "idle"))
    {
      purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
      return;
    }
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state (state[0] == 's' ? "thinking" : state);
  if (g_str_equal (state, "thinking"))
    headless_wait_for_request (f, 0);
  if (g_str_equal (state, "speaking"))
    {
      headless_answer (f, 0, "A reply that takes twenty seconds to type.");
      headless_wait_for_state ("speaking");
    }
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, " < "));
}
