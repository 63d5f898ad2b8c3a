/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens to a program in a long life: it is switched off and on a thousand times, loses its
 * connection, is quit and started again, and others reach into its calls. Nothing is lost, nothing
 * is said twice, nothing is touched that is gone. */
#include "headless-purple.h"

#include <malloc.h>
#include <string.h>

#include <glib/gstdio.h>

#include <core.h>
#include <util.h>

#ifdef __SANITIZE_ADDRESS__
#define RELOADS 50 /* who watches sees every leak, and takes its time */
#else
#define RELOADS 1000
#endif

/* Bytes that a reload may keep, on an average: what the allocator and the workers' threads round.
 * One session is several times as much. */
#define MAX_KEPT 512

#define FOLDER   "PARLEY_TEST_FOLDER"

static const char *const states[] = { "idle", "collecting", "thinking", "speaking" };

/* Switched off and on */

/* One of four finds it idle, with a message not looked at, collecting, or thinking. No two messages
 * are of the same second, in which they would count as one that is handed out again. */
static void
reload (Fixture *f, guint i)
{
  PurpleConversation *conv;

  if (i % 4 > 0)
    test_protocol_receive_at (f->account, "alice", "hm?", 0, time (NULL) - RELOADS + i);
  if (i % 4 > 1)
    headless_wait_for_trace ("window");
  if (i % 4 > 2)
    headless_wait_for_state ("thinking");
  conv = headless_find (f->account, "alice");
  if (conv != NULL)
    purple_conversation_destroy (conv);
  headless_settle ();
  headless_reload (f);
  g_free (test_protocol_dup_wire (f->account));
  g_free (headless_dup_shown ());
}

typedef struct
{
  gssize before;
  gssize kept;
} Memory;

/* The workers of stores that were closed end by and by. */
static gboolean
is_flat (gpointer data)
{
  Memory *memory = data;

  memory->kept = (gssize) mallinfo2 ().uordblks - memory->before;
  return memory->kept < RELOADS * MAX_KEPT;
}

static void
test_reloads_keep_no_memory (Fixture *f, gconstpointer data)
{
  Memory memory = { 0 };

  headless_set_int ("guard/max_age", 2 * RELOADS);
  for (guint i = 0; i < RELOADS; i++)
    {
      if (i == RELOADS / 10)
        memory.before = mallinfo2 ().uordblks;
      reload (f, i);
    }
  parley_test_wait (is_flat, &memory);
  g_test_message ("%" G_GSSIZE_FORMAT " bytes kept", memory.kept);
}

/* Connections */

static void
expect_one_answer (Fixture *f, guint request)
{
  g_autofree char *wire = NULL;
  const char *said = NULL;

  headless_answer (f, request, "Y");
  wire = headless_wait_for_wire (f->account);
  said = strstr (wire, " < ");
  g_assert_true (g_str_has_prefix (said, " < Y\n"));
  g_assert_null (strstr (said + 1, " < "));
}

/* What was being read, thought about or said is read once more, and answered once. */
static void
test_signed_off_and_on (gconstpointer data)
{
  const char *state = data;
  gboolean asked = state[0] == 't' || state[0] == 's';
  Fixture f;

  headless_setup (&f, NULL);
  headless_bring_to (&f, state);
  headless_set_int ("turn/fixed_ms", 100);
  purple_account_disconnect (f.account);
  headless_settle ();
  purple_account_connect (f.account);
  if (g_str_equal (state, "idle"))
    test_protocol_receive (f.account, "alice", "hm?");
  expect_one_answer (&f, asked ? 1 : 0);
  g_assert_cmpuint (parley_test_server_count (f.server), ==, asked ? 2 : 1);
  headless_teardown (&f, NULL);
}

/* Quit, in a process of its own, and another one that starts after it */

static void
remove_file (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv (FOLDER), name, NULL);

  g_remove (path);
}

/* Every test makes its accounts and its buddy list itself. */
static void
test_quits (gconstpointer data)
{
  Fixture f;
  GString *wire;

  headless_setup (&f, NULL);
  headless_bring_to (&f, data);
  wire = f.account->ui_data;
  purple_core_quit ();
  if (wire != NULL)
    g_string_free (wire, TRUE);
  parley_test_server_free (f.server);
  remove_file ("accounts.xml");
  remove_file ("blist.xml");
  exit (0);
}

static void
test_starts (gconstpointer data)
{
  Fixture f;

  headless_setup_again (&f);
  if (g_str_equal (data, "idle"))
    test_protocol_receive (f.account, "alice", "hm?");
  expect_one_answer (&f, 0);
  g_assert_cmpuint (parley_test_server_count (f.server), ==, 1);
  headless_teardown (&f, NULL);
}

static void
run_subprocess (const char *path)
{
  g_test_trap_subprocess (path, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
test_quit_and_started (gconstpointer data)
{
  const char *state = data;
  g_autofree char *folder = g_dir_make_tmp ("parley-hardship-XXXXXX", NULL);
  g_autofree char *quits = g_strdup_printf ("/plugin/hardship/quit/%s/subprocess/quits", state);
  g_autofree char *starts = g_strdup_printf ("/plugin/hardship/quit/%s/subprocess/starts", state);

  g_setenv (FOLDER, folder, TRUE);
  run_subprocess (quits);
  run_subprocess (starts);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

/* Others that reach into a send */

static void
close_it (PurpleAccount *account, const char *who, const char *html, gpointer data)
{
  PurpleConversation *conv = headless_find (account, who);

  if (conv != NULL)
    purple_conversation_destroy (conv);
}

static void
rename_it (PurpleAccount *account, const char *who, const char *html, gpointer data)
{
  PurpleConversation *conv = headless_find (account, who);

  if (conv != NULL)
    purple_conversation_set_name (conv, "bob");
}

static void
remove_buddy (PurpleAccount *account, const char *who, const char *html, gpointer data)
{
  PurpleBuddy *buddy = purple_find_buddy (account, who);

  if (buddy != NULL)
    purple_blist_remove_buddy (buddy);
}

typedef struct
{
  const char *name;
  void (*reach) (PurpleAccount *account, const char *who, const char *html, gpointer data);
} Reach;

static const Reach reaches[] = {
  { "closed", close_it },
  { "renamed", rename_it },
  { "removed", remove_buddy },
};

/* What was sent was sent, the rest is not, and the next message finds all in order. */
static void
test_reached_into (gconstpointer data)
{
  const Reach *reach = data;
  g_autofree char *wire = NULL;
  Fixture f;
  int handle;

  headless_setup (&f, NULL);
  purple_signal_connect (purple_conversations_get_handle (), "sent-im-msg", &handle,
                         PURPLE_CALLBACK (reach->reach), NULL);
  test_protocol_receive (f.account, "alice", "hm?");
  headless_answer (&f, 0, "One.\n\nTwo.");
  wire = headless_wait_for_wire (f.account);
  purple_signals_disconnect_by_handle (&handle);
  g_assert_cmpstr (wire, ==, "alice < One.\n");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f.server), ==, 1);
  headless_teardown (&f, NULL);
}

/* An application in which something ends while it shows what the user is told. In a handler of a
 * signal that Parley listens to libpurple itself could not bear an unload. */

static void
unload_when_told (PurpleConversation *conv,
                  const char *name,
                  const char *alias,
                  const char *message,
                  PurpleMessageFlags flags,
                  time_t when)
{
  if ((flags & PURPLE_MESSAGE_SYSTEM) != 0)
    purple_plugin_unload (purple_plugins_find_with_id ("core-parley"));
}

static void
sign_off_when_told (PurpleConversation *conv,
                    const char *name,
                    const char *alias,
                    const char *message,
                    PurpleMessageFlags flags,
                    time_t when)
{
  if ((flags & PURPLE_MESSAGE_SYSTEM) != 0)
    purple_account_disconnect (purple_conversation_get_account (conv));
}

static PurpleConversationUiOps unloading
    = { .write_conv = unload_when_told }; /* libpurple: wants it not const */
static PurpleConversationUiOps signing_off
    = { .write_conv = sign_off_when_told }; /* libpurple: as above */

static void
add_another (PurpleAccount *account, const char *who, char **message, gpointer data)
{
  gboolean *done = data;

  if (*done)
    return;
  *done = TRUE;
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (account, who)), "something else");
}

static void
test_ended_while_the_user_is_told (gconstpointer data)
{
  gboolean done = FALSE;
  g_autofree char *wire = NULL;
  Fixture f;
  int handle;

  headless_setup (&f, NULL);
  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (add_another), &done);
  test_protocol_receive (f.account, "alice", "hm?");
  purple_conversation_set_ui_ops (headless_find (f.account, "alice"), (gpointer) data);
  headless_answer (&f, 0, "One.\n\nTwo.");
  wire = headless_wait_for_wire (f.account);
  purple_signals_disconnect_by_handle (&handle);
  g_assert_cmpstr (wire, ==, "alice < something else\nalice < One.\n");
  headless_teardown (&f, NULL);
}

static void
add_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autofree char *on = g_strdup_printf ("/plugin/hardship/signed-off/%s", states[i]);
      g_autofree char *quit = g_strdup_printf ("/plugin/hardship/quit/%s", states[i]);
      g_autofree char *quits = g_strconcat (quit, "/subprocess/quits", NULL);
      g_autofree char *starts = g_strconcat (quit, "/subprocess/starts", NULL);

      g_test_add_data_func (on, states[i], test_signed_off_and_on);
      g_test_add_data_func (quit, states[i], test_quit_and_started);
      g_test_add_data_func (quits, states[i], test_quits);
      g_test_add_data_func (starts, states[i], test_starts);
    }
  for (guint i = 0; i < G_N_ELEMENTS (reaches); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/hardship/sent/%s", reaches[i].name);

      g_test_add_data_func (path, &reaches[i], test_reached_into);
    }
  g_test_add_data_func ("/plugin/hardship/told/unloaded", &unloading,
                        test_ended_while_the_user_is_told);
  g_test_add_data_func ("/plugin/hardship/told/signed-off", &signing_off,
                        test_ended_while_the_user_is_told);
  g_test_add ("/plugin/hardship/reloads", Fixture, NULL, headless_setup,
              test_reloads_keep_no_memory, headless_teardown);
}

int
main (int argc, char **argv)
{
  const char *folder = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_test_subprocess () ? g_getenv (FOLDER) : NULL;
  if (folder != NULL)
    headless_purple_start_in (folder);
  else
    headless_purple_start ();
  add_tests ();
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
